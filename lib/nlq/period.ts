export type Grain = "day" | "week" | "month" | "quarter" | "year";

/** A stretch of days: first day inclusive, last exclusive, either open. */
export interface Period {
  from?: string;
  to?: string;
  label: string;
  /** Everything there is was asked for in so many words. */
  whole?: boolean;
  /** Set where the words named whole years, so that a plain year column can be compared too. */
  years?: { from?: number; to?: number };
}

/** What the calendar of a source and an asker need. */
export interface Calendar {
  /** ISO date that counts as today. */
  today: string;
  fiscalStart: number;
}

/** A period read from tokens. */
export interface Found {
  period: Period;
  /** Tokens taken. */
  length: number;
}
