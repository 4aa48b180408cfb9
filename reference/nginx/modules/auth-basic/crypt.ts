import { createHash } from 'node:crypto';
import { hashSync } from 'bcryptjs';
import { md5Crypt } from './md5-crypt.js';
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
