import { createHash } from 'node:crypto';
import { lettersOf } from './letters.js';

const rounds = 1000;
const groups = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5], [11]];

/** MD5-crypt of a password, with the salt of what is stored; `$apr1$` is Apache's. */
export function md5Crypt(start: '$1$' | '$apr1$', password: Buffer, stored: string): string {
  const [text = ''] = stored.slice(start.length).split('$', 1);
  const salt = Buffer.from(text.slice(0, 8), 'latin1');
  const inner = md5(password, salt, password);
  const first = [password, Buffer.from(start), salt, Buffer.alloc(password.length, inner)];
  for (let bits = password.length; bits > 0; bits >>= 1)
    first.push((bits & 1) === 1 ? Buffer.from([0]) : password.subarray(0, 1));
  let digest = md5(...first);
  for (let round = 0; round < rounds; round++) {
    const [begin, end] = round % 2 === 1 ? [password, digest] : [digest, password];
    const salted = round % 3 === 0 ? [] : [salt];
    const twice = round % 7 === 0 ? [] : [password];
    digest = md5(begin, ...salted, ...twice, end);
  }
  return `${start}${salt.toString('latin1')}$${lettersOf(digest, groups)}`;
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}
