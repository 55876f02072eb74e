/** PostgreSQL's wire protocol, version 3, as far as several connections over one backend need it. */

/** Cuts a byte stream into whole messages; what is not complete yet waits for the next piece. */
export class MessageReader {
  private rest: Buffer = Buffer.alloc(0);
  /** A connection's first message has no letter in front of its length. */
  private isFirst: boolean;

  constructor(from: "client" | "backend") {
    this.isFirst = from === "client";
  }

  push(piece: Uint8Array): Buffer[] {
    this.rest = this.rest.length === 0 ? Buffer.from(piece) : Buffer.concat([this.rest, piece]);
    const messages: Buffer[] = [];
    for (;;) {
      const lengthAt = this.isFirst ? 0 : 1;
      if (this.rest.length < lengthAt + 4) return messages;
      const size = lengthAt + this.rest.readInt32BE(lengthAt);
      if (size < lengthAt + 4 || size > MAX_MESSAGE) throw new Error("a message of an impossible length");
      if (this.rest.length < size) return messages;
      const message = this.rest.subarray(0, size);
      this.rest = this.rest.subarray(size);
      // A request for encryption is answered with "no", and the real first message follows.
      if (this.isFirst) this.isFirst = startupCode(message) === startup.encryption;
      messages.push(message);
    }
  }
}

const MAX_MESSAGE = 64 * 1024 * 1024;

export const startup = { protocol3: 196_608, cancel: 80_877_102, encryption: 80_877_103 };

export function startupCode(message: Buffer): number {
  return message.length < 8 ? 0 : message.readInt32BE(4);
}

/** The names of prepared statements and portals are the backend's own: each connection gets its own ones. */
export function withOwnNames(message: Buffer, prefix: string): Buffer {
  switch (letterOf(message)) {
    case "P":
    case "E":
      return named(message, [5], prefix);
    case "B":
      return named(message, [5, message.indexOf(0, 5) + 1], prefix);
    case "D":
    case "C":
      return named(message, [6], prefix);
    default:
      return message;
  }
}

/** The prepared statement that a message makes; empty where it makes none that outlives its use. */
export function statementMade(message: Buffer): string {
  return letterOf(message) === "P" ? message.toString("utf8", 5, message.indexOf(0, 5)) : "";
}

export function letterOf(message: Buffer): string {
  return String.fromCharCode(message[0]!);
}

/** The nameless statement and portal last until the next one, which the lock on the backend makes safe. */
function named(message: Buffer, positions: number[], prefix: string): Buffer {
  const pieces: Buffer[] = [];
  let from = 0;
  for (const position of positions) {
    pieces.push(message.subarray(from, position));
    if (message[position] !== 0) pieces.push(Buffer.from(prefix));
    from = position;
  }
  const result = Buffer.concat([...pieces, message.subarray(from)]);
  result.writeInt32BE(result.length - 1, 1);
  return result;
}

/** One message: its letter, then its parts; texts end with a zero byte. */
export function messageOf(letter: string, ...parts: (string | number | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === "string") return Buffer.from(`${part}\0`);
      if (typeof part !== "number") return part;
      const number = Buffer.alloc(4);
      number.writeInt32BE(part);
      return number;
    }),
  );
  const head = Buffer.alloc(5);
  head.write(letter, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export function errorMessage(code: string, sentence: string): Buffer {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${sentence}\0\0`;
  return messageOf("E", Buffer.from(fields));
}
