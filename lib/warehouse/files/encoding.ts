import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import { AppError } from "#lib/contracts/errors.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** What the bytes of a whole text file say about how to read it. */
export interface TextFacts {
  encoding: Encoding;
  /** Some bytes are not what the encoding allows: the rows that hold them cannot be trusted. */
  broken: boolean;
}

/** Bytes that no text holds: controls other than tab, line ends, form feed and escape. */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 27) || (byte > 27 && byte < 32);
/** Bytes that Windows-1252 gives no sign to. */
const unassigned = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Reads all bytes once to find the encoding. UTF-8 is taken where every byte fits; else, where none of the odd bytes
 * belongs to a UTF-8 sign, Windows-1252; what mixes both is UTF-8 with broken bytes.
 *
 * @throws `E_FILE_BINARY` for what is no text
 */
export async function textFacts(file: string, name: string): Promise<TextFacts> {
  let first = true;
  let marked: Encoding | null = null;
  let valid = true;
  let sequences = 0;
  let odd = 0;
  let impossible = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) {
    const bytes = chunk as Buffer;
    if (first) {
      first = false;
      marked = byMark(bytes) ?? utf16ByZeros(bytes);
      if (marked) return { encoding: marked, broken: false };
      refuseBinary(bytes, name);
    }
    const joined = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    const cut = completeLength(joined);
    rest = Buffer.from(joined.subarray(cut));
    const whole = joined.subarray(0, cut);
    if (isUtf8(whole)) {
      if (valid && sequences === 0 && whole.some((byte) => byte > 127)) sequences++;
      continue;
    }
    valid = false;
    const counts = countOdd(whole);
    sequences += counts.sequences;
    odd += counts.odd;
    impossible += counts.impossible;
  }
  if (rest.length > 0 && !isUtf8(rest)) {
    valid = false;
    odd += rest.length;
  }
  if (valid) return { encoding: "utf-8", broken: false };
  if (sequences === 0 && impossible === 0) return { encoding: "windows-1252", broken: false };
  return sequences * 10 < odd && impossible === 0
    ? { encoding: "windows-1252", broken: false }
    : { encoding: "utf-8", broken: true };
}

/** The file's content in pieces of text, without a byte order mark; bytes that do not fit become U+FFFD. */
export async function* decodedText(file: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(file, { highWaterMark: 512 * 1024 })) {
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}

function byMark(bytes: Buffer): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return null;
}

/** Western text in UTF-16 has a zero in every second byte. */
function utf16ByZeros(bytes: Buffer): Encoding | null {
  const sample = bytes.subarray(0, 4096);
  let even = 0;
  let odd = 0;
  sample.forEach((byte, i) => {
    if (byte !== 0) return;
    if (i % 2 === 0) even++;
    else odd++;
  });
  const half = sample.length / 2;
  if (odd > half * 0.6 && even < half * 0.05) return "utf-16le";
  return even > half * 0.6 && odd < half * 0.05 ? "utf-16be" : null;
}

function refuseBinary(bytes: Buffer, name: string): void {
  const sample = bytes.subarray(0, 64 * 1024);
  let controls = 0;
  for (const byte of sample) if (isControl(byte)) controls++;
  if (controls > Math.max(2, sample.length * 0.01))
    throw new AppError(
      "E_FILE_BINARY",
      `${name} holds no text but binary data, whatever its name says. Export the table as CSV, XLSX or Parquet.`,
    );
}

/** Where the last whole UTF-8 sign ends. */
function completeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function countOdd(bytes: Buffer): { sequences: number; odd: number; impossible: number } {
  let sequences = 0;
  let odd = 0;
  let impossible = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte < 128) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 0;
    if (length > 0 && isUtf8(bytes.subarray(i, i + length)) && i + length <= bytes.length) {
      sequences++;
      i += length - 1;
      continue;
    }
    odd++;
    if (unassigned.has(byte)) impossible++;
  }
  return { sequences, odd, impossible };
}
