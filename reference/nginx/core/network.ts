import { isIPv4, isIPv6 } from 'node:net';

/** Bits of an address as text: 32 of IPv4, 128 of IPv6. */
type AddressBits = string;

/** A network of one address family. */
export interface Network {
  readonly family: 4 | 6;
  /** The common leading bits of its addresses. */
  readonly prefix: AddressBits;
  /** Whether it was written with bits after the prefix, which have no effect. */
  readonly hasFurtherBits: boolean;
}

const mappedPrefix = '0'.repeat(80) + '1'.repeat(16);

/** Reads an address with or without a mask, such as `10.0.0.0/8`; `undefined` for other text. */
export function networkOf(text: string): Network | undefined {
  const [address = '', mask, ...more] = text.split('/');
  const bits = bitsOf(address);
  if (bits === undefined || more.length > 0) return undefined;
  const length = mask === undefined ? bits.length : /^\d{1,9}$/.test(mask) ? Number(mask) : Number.NaN;
  if (!(length <= bits.length)) return undefined;
  return {
    family: bits.length === 32 ? 4 : 6,
    prefix: bits.slice(0, length),
    hasFurtherBits: bits.slice(length).includes('1'),
  };
}

/** Bits of an address; `undefined` for other text. */
export function bitsOf(address: string): AddressBits | undefined {
  if (isIPv6(address)) return address.includes('%') ? undefined : bitsIn(binaryAddress(address));
  if (!/^\d*(\.\d*){3}$/.test(address)) return undefined;
  const bytes = address.split('.').map(Number);
  return bytes.every((byte) => byte <= 255) ? bitsIn(String.fromCharCode(...bytes)) : undefined;
}

function bitsIn(bytes: string): AddressBits {
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(2).padStart(8, '0')).join('');
}

/** Bits of an address; an IPv4-mapped IPv6 address gives those of the IPv4 address. */
export function unmapped(bits: AddressBits): AddressBits {
  return bits.length === 128 && bits.startsWith(mappedPrefix) ? bits.slice(mappedPrefix.length) : bits;
}

/** Whether an address belongs to a network. */
export function isWithin(address: AddressBits, { family, prefix }: Network): boolean {
  const bits = unmapped(address);
  return bits.length === (family === 4 ? 32 : 128) && bits.startsWith(prefix);
}

/** An address as text, in nginx's form. */
export function textOfBits(bits: AddressBits): string {
  if (bits.length === 32) return dotted(bits);
  const words = (bits.match(/.{16}/g) ?? []).map((word) => Number.parseInt(word, 2));
  const [start, count] = longestZeros(words);
  const hex = words.map((word) => word.toString(16));
  if (count === 0) return hex.join(':');
  const rest = isOfIpv4(words, start, count)
    ? [...hex.slice(count, 6), dotted(bits.slice(96))]
    : hex.slice(start + count);
  return `${hex.slice(0, start).join(':')}::${rest.join(':')}`;
}

/** Whether the last two words are an embedded IPv4 address. */
function isOfIpv4(words: readonly number[], start: number, zeros: number): boolean {
  const last = words[7] ?? 0;
  const isCompatible = zeros === 6 || (zeros === 7 && last >> 8 !== 0 && (last & 255) !== 1);
  return start === 0 && (isCompatible || (zeros === 5 && words[5] === 0xffff));
}

function dotted(bits: AddressBits): string {
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)).join('.');
}

/** The start and length of the first longest run of zeros; a run has at least two. */
function longestZeros(words: readonly number[]): readonly [start: number, count: number] {
  let best: readonly [number, number] = [0, 0];
  for (let at = 0; at < words.length; at++) {
    let end = at;
    while (words[end] === 0) end += 1;
    if (end - at > Math.max(1, best[1])) best = [at, end - at];
    at = Math.max(at, end - 1);
  }
  return best;
}

/** A client address as bytes, four for IPv4 and sixteen for IPv6. */
export function binaryAddress(address: string): string {
  if (isIPv4(address)) return String.fromCharCode(...address.split('.').map(Number));
  return isIPv6(address) ? binaryIpv6(address) : address;
}

/** Two colons replace as many zeros as are missing. */
function binaryIpv6(address: string): string {
  const [plain = ''] = address.split('%', 1);
  const words = plain.replace(/\d+(\.\d+){3}$/, (last) => {
    const [a = 0, b = 0, c = 0, d = 0] = last.split('.').map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [before = [], after = []] = words.split('::').map((half) => half.split(':').filter((word) => word !== ''));
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .map((word) => Number.parseInt(word, 16))
    .map((word) => String.fromCharCode(word >> 8, word & 255))
    .join('');
}
