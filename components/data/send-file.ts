import { type FileReport, fileReportSchema } from "#lib/contracts/file-report.ts";
import type { Outcome } from "#lib/contracts/stream.ts";

/** Sends one file as it is, however large. */
export async function sendFile(
  sourceId: string,
  file: File,
  unreachable: string,
): Promise<Outcome<FileReport | null>> {
  try {
    const address = `/api/files/${encodeURIComponent(sourceId)}?name=${encodeURIComponent(file.name)}`;
    const response = await fetch(address, { method: "POST", body: file });
    const answer: unknown = await response.json();
    if (response.ok) return { ok: true, value: fileReportSchema.nullable().parse(answer) };
    const { code, sentence } = answer as { code: string; sentence: string };
    return { ok: false, code, sentence };
  } catch {
    return { ok: false, code: "E_UNREACHABLE", sentence: unreachable };
  }
}
