/** Selects what is quoted of a text, in it or in its tables. */
export const MARKED_WORDS = "mark, tr[data-marked]";

/** Selects the quotation that was opened. */
export const OPENED_WORDS = "mark[data-opened], tr[data-marked='opened']";
