import type { ProxyProtocolFacts } from '../../../host/support/client.js';
import { textOfBits } from '../network.js';

/** The result of reading the first bytes of a connection. */
type ProxyHeader =
  | { readonly kind: 'incomplete' }
  /** With the log message; an incomplete header has none. */
  | { readonly kind: 'broken'; readonly complaint: string | undefined }
  /** The size of the header, which may name no client. */
  | { readonly kind: 'header'; readonly size: number; readonly proxied: ProxyProtocolFacts | undefined };

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
/** Bytes of the longest text header. */
const longestText = 107;
const nothing = new Map<number, string>();

/** Reads a header of the PROXY protocol, of version 1 or 2. */
export function proxyHeaderIn(bytes: Buffer): ProxyHeader {
  if (bytes.length < signature.length && signature.subarray(0, bytes.length).equals(bytes))
    return { kind: 'incomplete' };
  return bytes.subarray(0, signature.length).equals(signature) ? binaryHeader(bytes) : textHeader(bytes);
}

function textHeader(bytes: Buffer): ProxyHeader {
  const text = bytes.subarray(0, longestText).toString('latin1');
  const end = text.indexOf('\r\n');
  if (end < 0) {
    const isBegun = text.length < longestText && 'PROXY '.startsWith(text.slice(0, 6));
    return isBegun ? { kind: 'incomplete' } : broken(text);
  }
  const size = end + 2;
  const line = text.slice(0, end);
  if (/^PROXY UNKNOWN/.test(line)) return { kind: 'header', size, proxied: undefined };
  const [, family, address = '', serverAddress = '', port = '', serverPort = ''] =
    /^PROXY TCP([46]) ([\d.:A-Fa-f]+) ([\d.:A-Fa-f]+) (\d{1,5}) (\d{1,5})$/.exec(line) ?? [];
  const isPort = (one: string) => Number(one) <= 65535;
  if (family === undefined || !isPort(port) || !isPort(serverPort)) return broken(text);
  const ports = { port: portText(Number(port)), serverPort: portText(Number(serverPort)) };
  return { kind: 'header', size, proxied: { address, serverAddress, ...ports, further: nothing } };
}

function broken(text: string): ProxyHeader {
  return { kind: 'broken', complaint: `broken header: "${text.replace(/[\r\n].*$/s, '')}"` };
}

/** A missing port is 0. */
function portText(port: number): string {
  return port === 0 ? '' : String(port);
}

const headLength = 16;
/** The length of the address part of a family: two addresses and two ports. */
const lengths: Readonly<Record<number, number>> = { 1: 4, 2: 16 };

function binaryHeader(bytes: Buffer): ProxyHeader {
  if (bytes.length < headLength) return { kind: 'incomplete' };
  const [version, command] = [(bytes[12] ?? 0) >> 4, (bytes[12] ?? 0) & 15];
  const [family, transport] = [(bytes[13] ?? 0) >> 4, (bytes[13] ?? 0) & 15];
  const size = headLength + bytes.readUInt16BE(14);
  if (version !== 2) return { kind: 'broken', complaint: `unknown PROXY protocol version: ${version}` };
  if (bytes.length < size) return { kind: 'incomplete' };
  const each = lengths[family];
  if (command !== 1 || transport !== 1 || each === undefined) return { kind: 'header', size, proxied: undefined };
  const part = bytes.subarray(headLength, size);
  if (part.length < 2 * each + 4) return { kind: 'broken', complaint: undefined };
  const further = new Map<number, string>();
  takeFurther(part.subarray(2 * each + 4), further);
  const proxied = {
    address: textOf(part.subarray(0, each)),
    port: portText(part.readUInt16BE(2 * each)),
    serverAddress: textOf(part.subarray(each, 2 * each)),
    serverPort: portText(part.readUInt16BE(2 * each + 2)),
    further,
  };
  return { kind: 'header', size, proxied };
}

function textOf(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return textOfBits(bits);
}

/** The type of the TLS part, which has a byte and a number before its own parts. */
const tlsType = 0x20;

function takeFurther(bytes: Buffer, into: Map<number, string>): void {
  for (let rest = bytes; rest.length >= 3; ) {
    const [type = 0, end] = [rest[0], 3 + rest.readUInt16BE(1)];
    if (end > rest.length) return;
    const value = rest.subarray(3, end);
    if (!into.has(type)) into.set(type, value.toString('latin1'));
    if (type === tlsType) takeFurther(value.subarray(5), into);
    rest = rest.subarray(end);
  }
}

/** The named types of a header's parts. */
const types: Readonly<Record<string, number>> = {
  ...{ alpn: 0x01, authority: 0x02, unique_id: 0x05, ssl: tlsType, netns: 0x30 },
  ...{ ssl_version: 0x21, ssl_cn: 0x22, ssl_cipher: 0x23, ssl_sig_alg: 0x24, ssl_key_alg: 0x25 },
};

/** Another value in a header, by its name or by the number of its type. */
export function furtherValue(proxied: ProxyProtocolFacts | undefined, name: string): string | undefined {
  const { further = nothing } = proxied ?? {};
  const number = /^0x[\da-f]{1,2}$/.test(name) ? Number(name) : types[name];
  if (name === 'ssl_verify') return further.get(tlsType) === undefined ? undefined : String(verdictIn(further));
  return number === undefined ? undefined : further.get(number);
}

/** The result of verifying the client's certificate; 0 for success. */
function verdictIn(further: ReadonlyMap<number, string>): number {
  const bytes = Buffer.from(further.get(tlsType) ?? '', 'latin1');
  return bytes.length < 5 ? 0 : bytes.readUInt32BE(1);
}
