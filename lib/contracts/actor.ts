import { z } from "zod";

/** Who asks. Stands on every row and every call, so that no query, event or cache entry is ever anonymous. */
export const actorSchema = z.object({
  /** Stable id of the person (a signed cookie until sign-in exists). */
  id: z.string().min(1),
  /** Names a login of the source: the database's own row security decides what this role may see. */
  role: z.string().min(1),
  /** IANA zone in which instants are shown; in which "last month" is computed is the source's to say. */
  timeZone: z.string().min(1),
  /** BCP 47 tag. */
  locale: z.string().min(1),
});
export type Actor = z.infer<typeof actorSchema>;
