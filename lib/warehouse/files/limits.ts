/** What is read of a file; beyond it the file is refused with what to do instead. */
export interface FileLimits {
  /** Of CSV, TSV, JSON and pages: they are read as text, about 20 MB a second. */
  textBytes: number;
  /** Of workbooks, which have to be held in memory whole. */
  workbookBytes: number;
  /** Of Parquet, which costs little to read. */
  parquetBytes: number;
  columns: number;
  /** One record, so that a quote that is never closed does not swallow the file. */
  recordCharacters: number;
}

export const defaultFileLimits: FileLimits = {
  textBytes: 512 * 1024 ** 2,
  workbookBytes: 64 * 1024 ** 2,
  parquetBytes: 8 * 1024 ** 3,
  columns: 2_000,
  recordCharacters: 1024 ** 2,
};

/** Rejected rows that a report shows; the count is always the true one. */
export const rejectedShown = 100;
