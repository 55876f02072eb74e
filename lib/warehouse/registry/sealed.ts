import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { AppError } from "#lib/contracts/errors.ts";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text for the store (AES-256-GCM under a key derived from `CAUSEWAY_SECRET` by HKDF-SHA-256). Whoever has
 * the database alone cannot read it. `purpose` is bound to it: a text sealed for one row does not open for another.
 */
export function seal(text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key(), nonce).setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/** The text that was sealed. Throws `E_CONFIG` where the secret is another one or the text was altered. */
export function unseal(sealed: string, purpose: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key(), nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
    const body = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return body.toString("utf8");
  } catch (cause) {
    throw new AppError(
      "E_CONFIG",
      "The stored passwords cannot be opened with this CAUSEWAY_SECRET. Start with the one they were saved under, or connect the source again.",
      { cause },
    );
  }
}

function key(): Uint8Array {
  const secret = process.env.CAUSEWAY_SECRET;
  if (!secret)
    throw new AppError("E_CONFIG", "CAUSEWAY_SECRET is not set. Start with `npm start`, which sets it.");
  return new Uint8Array(hkdfSync("sha256", secret, "", "causeway sealed logins", 32));
}
