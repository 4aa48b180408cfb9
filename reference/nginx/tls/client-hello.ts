import type { Mutable } from '../../host/support/mutable.js';

/** RFC 8446, section 4.1.2: the first message of a client. */
const [handshakeRecord, clientHello, hostNameType] = [22, 1, 0];
const [recordHead, handshakeHead, randomLength] = [5, 4, 32];
const [serverNameExtension, protocolsExtension, versionsExtension] = [0, 16, 43];

/** The first message of a client. */
export interface ClientHello {
  /** The requested server name, if there is one. */
  readonly serverName: string | undefined;
  /** The newest version that it supports. */
  readonly version: number;
  /** The application protocols that it offers. */
  readonly protocols: readonly string[];
}

/** The result of reading the first bytes of a connection. */
type Greeting =
  | { readonly kind: 'incomplete' | 'plain' }
  /** The requested server name, if there is one. */
  | { readonly kind: 'tls'; readonly serverName: string | undefined };

/** Finds out whether a client speaks TLS, and which server it requests. */
export function greetingOf(bytes: Buffer): Greeting {
  if (bytes.length === 0) return { kind: 'incomplete' };
  const isOld = ((bytes[0] ?? 0) & 0x80) !== 0;
  if (bytes[0] !== handshakeRecord) return isOld ? { kind: 'tls', serverName: undefined } : { kind: 'plain' };
  if (bytes.length < recordHead || bytes.length < recordHead + bytes.readUInt16BE(3)) return { kind: 'incomplete' };
  const hello = helloIn(bytes.subarray(recordHead, recordHead + bytes.readUInt16BE(3)));
  return { kind: 'tls', serverName: hello?.serverName?.toLowerCase() };
}

/** The first message of a client, which may be split into several records; a word if it is invalid or incomplete. */
export function helloOf(bytes: Buffer): ClientHello | 'incomplete' | 'none' {
  let message = Buffer.alloc(0);
  for (let rest = bytes; ; ) {
    if (rest.length < recordHead) return rest.length > 0 && rest[0] !== handshakeRecord ? 'none' : 'incomplete';
    if (rest[0] !== handshakeRecord || rest[1] !== 3) return 'none';
    const end = recordHead + rest.readUInt16BE(3);
    if (rest.length < end) return 'incomplete';
    message = Buffer.concat([message, rest.subarray(recordHead, end)]);
    rest = rest.subarray(end);
    if (message.length > 0 && message[0] !== clientHello) return 'none';
    if (message.length >= handshakeHead && message.length >= handshakeHead + message.readUIntBE(1, 3))
      return helloIn(message) ?? 'none';
  }
}

/** Parses a message, which may be invalid. */
function helloIn(message: Buffer): ClientHello | undefined {
  const reader = new ByteReader(message);
  if (reader.number(1) !== clientHello) return undefined;
  reader.skip(handshakeHead - 1);
  const hello: Mutable<ClientHello> = { serverName: undefined, version: reader.number(2), protocols: [] };
  reader.skip(randomLength);
  for (const width of [1, 2, 1] as const) reader.skip(reader.number(width));
  const extensions = new ByteReader(reader.take(reader.number(2)));
  while (!extensions.isFinished) {
    const type = extensions.number(2);
    const extension = new ByteReader(extensions.take(extensions.number(2)));
    if (type === serverNameExtension) hello.serverName = serverNameIn(extension);
    if (type === protocolsExtension) hello.protocols = protocolsIn(extension);
    if (type === versionsExtension) hello.version = newestIn(extension, hello.version);
  }
  return hello;
}

function serverNameIn(extension: ByteReader): string | undefined {
  extension.skip(2);
  return extension.number(1) === hostNameType ? extension.take(extension.number(2)).toString('latin1') : undefined;
}

function protocolsIn(extension: ByteReader): readonly string[] {
  const names: string[] = [];
  for (extension.skip(2); !extension.isFinished; ) names.push(extension.take(extension.number(1)).toString('latin1'));
  return names;
}

/** Clients insert random invalid versions, so that servers do not fail for unknown ones. */
function newestIn(extension: ByteReader, known: number): number {
  let newest = known;
  for (extension.skip(1); !extension.isFinished; ) {
    const version = extension.number(2);
    if (version >> 8 === 3) newest = Math.max(newest, version);
  }
  return newest;
}

/** Reads numbers and bytes from the front; beyond the end it reads nothing. */
class ByteReader {
  #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isFinished(): boolean {
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
