/** The schema that files become tables of. */
export const FILES_SCHEMA = "files";
