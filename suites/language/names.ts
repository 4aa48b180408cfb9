/** Names of entries as strings, in the form of fixtures and expectations. */
import { isUtf8 } from 'node:buffer';

const PERCENT = 0x25;

/** UTF-8 unchanged, `%` and other bytes as `%ff`. */
export function textOfName(name: Buffer): string {
  if (isUtf8(name) && !name.includes(PERCENT)) return name.toString();
  let text = '';
  for (let at = 0; at < name.length; ) {
    const length = characterLength(name, at);
    text += length === 0 ? escaped(name[at] ?? 0) : name.toString('utf8', at, at + length);
    at += Math.max(1, length);
  }
  return text;
}

const escaped = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;

/** The number of bytes of the character that begins there; 0 if none does. */
function characterLength(name: Buffer, at: number): number {
  const first = name[at] ?? 0;
  if (first === PERCENT) return 0;
  const length = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const bytes = name.subarray(at, at + length);
  return bytes.length === length && Buffer.from(bytes.toString()).equals(bytes) ? length : 0;
}

/** The bytes of a name or path in the form of fixtures. */
export function nameOfText(text: string): Buffer {
  if (!text.includes('%')) return Buffer.from(text);
  const parts = text.split(/%([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, i) => Buffer.from(part, i % 2 === 0 ? 'utf8' : 'hex')));
}
