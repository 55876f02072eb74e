/** The id of the question box: where skip links and the shell's shortcut lead. */
export const QUESTION_BOX = "question";
