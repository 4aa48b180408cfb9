/** RFC 8446, section 4.1.2: the first message of a client. */
const [handshakeRecord, clientHello, serverNameExtension, hostNameType] = [22, 1, 0, 0];
const [recordHead, handshakeHead, versionAndRandom] = [5, 4, 34];

/** What the first bytes of a connection say. */
export type Greeting =
  | { readonly kind: 'incomplete' | 'plain' }
  /** The name that the client asks for; `undefined` where it asks for none. */
  | { readonly kind: 'tls'; readonly serverName: string | undefined };

/** Finds out whether a client speaks TLS, and whom it wants to speak with. */
export function greetingOf(bytes: Buffer): Greeting {
  if (bytes.length === 0) return { kind: 'incomplete' };
  const isOld = ((bytes[0] ?? 0) & 0x80) !== 0;
  if (bytes[0] !== handshakeRecord) return isOld ? { kind: 'tls', serverName: undefined } : { kind: 'plain' };
  if (bytes.length < recordHead || bytes.length < recordHead + bytes.readUInt16BE(3)) return { kind: 'incomplete' };
  return { kind: 'tls', serverName: serverNameIn(bytes.subarray(recordHead, recordHead + bytes.readUInt16BE(3))) };
}

/** The name in a message, which may be no message at all. */
function serverNameIn(message: Buffer): string | undefined {
  const reader = new Reader(message);
  if (reader.number(1) !== clientHello) return undefined;
  reader.skip(handshakeHead - 1 + versionAndRandom);
  for (const width of [1, 2, 1] as const) reader.skip(reader.number(width));
  const extensions = new Reader(reader.take(reader.number(2)));
  while (!extensions.isThrough) {
    const type = extensions.number(2);
    const extension = new Reader(extensions.take(extensions.number(2)));
    if (type !== serverNameExtension) continue;
    extension.skip(2);
    if (extension.number(1) !== hostNameType) return undefined;
    return extension.take(extension.number(2)).toString('latin1').toLowerCase();
  }
  return undefined;
}

/** Reads numbers and bytes from the front; there is nothing behind the end. */
class Reader {
  #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isThrough(): boolean {
    return this.#bytes.length === 0;
  }

  number(width: 1 | 2): number {
    const bytes = this.take(width);
    return bytes.length < width ? 0 : bytes.readUIntBE(0, width);
  }

  take(count: number): Buffer {
    const taken = this.#bytes.subarray(0, count);
    this.#bytes = this.#bytes.subarray(count);
    return taken;
  }

  skip(count: number): void {
    this.take(count);
  }
}
