import { extname } from "node:path";
import { AppError } from "#lib/contracts/errors.ts";
import type { FileLimits } from "./limits.ts";

export type FileKind = "delimited" | "json" | "parquet" | "workbook" | "page";

const byExtension: Record<string, FileKind> = {
  ".csv": "delimited",
  ".tsv": "delimited",
  ".tab": "delimited",
  ".txt": "delimited",
  ".json": "json",
  ".ndjson": "json",
  ".jsonl": "json",
  ".geojson": "json",
  ".parquet": "parquet",
  ".xlsx": "workbook",
  ".html": "page",
  ".htm": "page",
};

export const readableKinds = "CSV, TSV, JSON, NDJSON, Parquet, XLSX and HTML pages with tables";

/** By the end of its name. Throws `E_FILE_KIND` for one that cannot be read, with what to do. */
export function fileKind(name: string): FileKind {
  const extension = extname(name).toLowerCase();
  const kind = byExtension[extension];
  if (kind) return kind;
  const advice = [".xls", ".ods", ".xlsm", ".xlsb", ".numbers"].includes(extension)
    ? "Save it as XLSX or CSV and add that."
    : extension === ".gz" || extension === ".zip"
      ? "Unpack it and add what is in it."
      : `Files that can be read are ${readableKinds}.`;
  throw new AppError("E_FILE_KIND", `${name}: files of this kind are not read. ${advice}`);
}

const signatures: Array<{ bytes: number[]; is: string; kind?: FileKind }> = [
  { bytes: [0x50, 0x41, 0x52, 0x31], is: "a Parquet file", kind: "parquet" },
  { bytes: [0x50, 0x4b, 0x03, 0x04], is: "a ZIP archive or Office file", kind: "workbook" },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], is: "an old or encrypted Office file" },
  { bytes: [0x25, 0x50, 0x44, 0x46], is: "a PDF" },
  { bytes: [0x1f, 0x8b], is: "a gzip archive" },
  { bytes: [0x89, 0x50, 0x4e, 0x47], is: "a picture" },
  { bytes: [0xff, 0xd8, 0xff], is: "a picture" },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], is: "a SQLite database" },
];

/** Compares the name with the first bytes. Throws `E_FILE_EMPTY`, `E_FILE_PASSWORD`, `E_FILE_KIND` or `E_FILE_BROKEN`. */
export function checkContent(name: string, kind: FileKind, head: Uint8Array): void {
  if (head.length === 0)
    throw new AppError("E_FILE_EMPTY", `${name} is empty. Export it again with its rows.`);
  const found = signatures.find(({ bytes }) => bytes.every((byte, i) => head[i] === byte));
  if (found?.kind === kind) return;
  if (kind === "workbook" && found?.is === "an old or encrypted Office file")
    throw new AppError(
      "E_FILE_PASSWORD",
      `${name} is protected by a password, or in the format of Excel 97. Save it as XLSX without a password and add that.`,
    );
  if (found)
    throw new AppError(
      "E_FILE_KIND",
      `${name} is ${found.is}, whatever its name says. Give it its right ending, or export the table as CSV.`,
    );
  if (kind === "workbook" || kind === "parquet")
    throw new AppError(
      "E_FILE_BROKEN",
      `${name} is no ${kind === "workbook" ? "XLSX workbook" : "Parquet file"}, or only a part of one. Export it again.`,
    );
}

/** Throws `E_FILE_SIZE` for a file over the limit of its kind. */
export function checkSize(name: string, kind: FileKind, bytes: number, limits: FileLimits): void {
  const limit =
    kind === "workbook" ? limits.workbookBytes : kind === "parquet" ? limits.parquetBytes : limits.textBytes;
  if (bytes <= limit) return;
  const advice =
    kind === "workbook"
      ? "Save its sheets as CSV"
      : kind === "parquet"
        ? "Load it into a database and connect that"
        : "Convert it to Parquet, or load it into a database and connect that";
  throw new AppError("E_FILE_SIZE", `${name} is larger than the limit of ${sizeOf(limit)}. ${advice}.`);
}

function sizeOf(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const value = bytes / 1024 ** power;
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${units[power]}`;
}
