import { z } from "zod";

/** A row that is in no table, and why. */
export const rejectedRowSchema = z.object({
  /** Counted from 1 in the file; of a workbook the sheet's row, of a page the table's row. */
  line: z.number().int(),
  reason: z.string(),
  /** The row as it stands there, cut at 200 characters. */
  text: z.string(),
});
export type RejectedRow = z.infer<typeof rejectedRowSchema>;

export const fileTableSchema = z.object({
  table: z.string(),
  /** Rows that can be asked about. */
  rows: z.number().int(),
  columns: z.array(
    z.object({
      name: z.string(),
      /** As the file writes it, where that differs. */
      heading: z.string().optional(),
      /** The engine's type: `DECIMAL(18,2)`. */
      type: z.string(),
    }),
  ),
  /** How many rows were left out; `rejected` shows the first of them. */
  rejectedRows: z.number().int(),
  rejected: z.array(rejectedRowSchema),
  /** What was decided while reading, a sentence each: `amount: 1.234,56 is read as 1234.56`. */
  notes: z.array(z.string()),
});
export type FileTable = z.infer<typeof fileTableSchema>;

/** What became of one file of a folder. */
export const fileReportSchema = z.object({
  file: z.string(),
  bytes: z.number().int(),
  tables: z.array(fileTableSchema),
  /** About the file as a whole. */
  notes: z.array(z.string()),
  /** Why nothing of it can be asked about. */
  fault: z.object({ code: z.string(), sentence: z.string() }).optional(),
});
export type FileReport = z.infer<typeof fileReportSchema>;
