import { createHash } from 'node:crypto';
import { hashSync } from 'bcryptjs';
import { shaCrypt } from './sha-crypt.js';

/** Forms of stored passwords, by what they begin with; each makes of a password what is stored, with the salt of what is. */
const forms: readonly (readonly [start: string, make: (password: Buffer, stored: string) => string])[] = [
  ['{PLAIN}', (password) => `{PLAIN}${password.toString('latin1')}`],
  ['{SHA}', (password) => `{SHA}${createHash('sha1').update(password).digest('base64')}`],
  ['{SSHA}', saltedSha],
  ['$apr1$', (password, stored) => md5Crypt('$apr1$', password, stored)],
  ['$1$', (password, stored) => md5Crypt('$1$', password, stored)],
  ['$5$', (password, stored) => shaCrypt('sha256', password, stored)],
  ['$6$', (password, stored) => shaCrypt('sha512', password, stored)],
  ...['$2a$', '$2b$', '$2y$'].map((start) => [start, bcrypt] as const),
];

/** Whether a password is the stored one; `undefined` for a form that is not known. */
export function isPassword(password: string, stored: string): boolean | undefined {
  // What follows a zero byte does not count.
  const bytes = Buffer.from(password.replace(/\0.*$/s, ''), 'latin1');
  const form = forms.find(([start]) => stored.startsWith(start));
  if (form !== undefined) return form[1](bytes, stored) === stored;
  return unknown.some((one) => one.test(stored)) ? undefined : false;
}

/** Forms that real hosts know and we do not: DES, and what begins with a name. */
const unknown = [/^[./\dA-Za-z]{13}$/, /^\$\w+\$./];

/** The name of a form, without what tells of the password. */
export function formOf(stored: string): string {
  return /^\$\w+\$/.exec(stored)?.[0] ?? 'DES';
}

function saltedSha(password: Buffer, stored: string): string {
  const text = stored.slice('{SSHA}'.length);
  const bytes = /^[A-Za-z\d+/]*=*$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  const salt = bytes.subarray(20);
  const digest = createHash('sha1').update(password).update(salt).digest();
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`;
}

function bcrypt(password: Buffer, stored: string): string {
  const salt = stored.slice(0, 29);
  if (!/^\$2[aby]\$\d\d\$[./\dA-Za-z]{22}$/.test(salt)) return '';
  return hashSync(password.toString('utf8'), salt);
}

const rounds = 1000;
const groups = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5], [11]];

/** MD5-crypt of a password, with the salt of what is stored; `$apr1$` is Apache's. */
function md5Crypt(start: '$1$' | '$apr1$', password: Buffer, stored: string): string {
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

const letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Groups of three bytes, or fewer, as letters of six bits each, the lowest first. */
export function lettersOf(bytes: Buffer, groups: readonly (readonly number[])[]): string {
  return groups
    .map((places) => {
      let bits = places.reduce((sum, at) => sum * 256 + (bytes[at] ?? 0), 0);
      const count = Math.ceil((places.length * 8) / 6);
      return Array.from({ length: count }, () => {
        const letter = letters.charAt(bits % 64);
        bits = Math.floor(bits / 64);
        return letter;
      }).join('');
    })
    .join('');
}
