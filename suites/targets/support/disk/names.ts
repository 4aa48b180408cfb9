/** Names of files as texts, and paths through a folder that is held open: nothing that a target puts there is followed. */
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync } from 'node:fs';

/** Linux: a folder or file that is looked at and not opened, whatever its permissions. */
const O_PATH = 0o10000000;
const O_NOFOLLOW = 0o400000;

const PERCENT = 0x25;

/** UTF-8 as it is, `%` and other bytes as `%ff`. */
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

export function nameOfText(text: string): Buffer {
  if (!text.includes('%')) return Buffer.from(text);
  const parts = text.split(/%([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, i) => Buffer.from(part, i % 2 === 0 ? 'utf8' : 'hex')));
}

const escaped = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;

/** Bytes of the character that begins there; 0 where none does. */
function characterLength(name: Buffer, at: number): number {
  const first = name[at] ?? 0;
  if (first === PERCENT) return 0;
  const length = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const bytes = name.subarray(at, at + length);
  return bytes.length === length && Buffer.from(bytes.toString()).equals(bytes) ? length : 0;
}

/** Calls with a path to what is there, itself and no link of its last name; it stays the same whatever is done to its name meanwhile. */
export function withHeldPath<T>(path: Buffer, use: (path: Buffer, fd: number) => T): T {
  const fd = openSync(path, O_PATH | O_NOFOLLOW);
  try {
    return use(Buffer.from(`/proc/self/fd/${fd}`), fd);
  } finally {
    closeSync(fd);
  }
}

export const within = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, Buffer.from('/'), name]);
