import { createHash } from 'node:crypto';
import { hashSync } from 'bcryptjs';

/** Formats of stored passwords, by their prefixes. Each function hashes a password with the salt of the stored one. */
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

/** Whether a password matches the stored one; `undefined` for an unknown format. */
export function isPassword(password: string, stored: string): boolean | undefined {
  // Bytes after a NUL are ignored.
  const bytes = Buffer.from(password.replace(/\0.*$/s, ''), 'latin1');
  const form = forms.find(([start]) => stored.startsWith(start));
  if (form !== undefined) return form[1](bytes, stored) === stored;
  return unknown.some((one) => one.test(stored)) ? undefined : false;
}

/** Formats that only real hosts support: DES, and those with a prefix. */
const unknown = [/^[./\dA-Za-z]{13}$/, /^\$\w+\$./];

/** The name of a format, without anything of the password. */
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

const md5Rounds = 1000;
const md5Groups = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5], [11]];

/** MD5-crypt of a password, with the salt of the stored one; `$apr1$` is Apache's. */
function md5Crypt(start: '$1$' | '$apr1$', password: Buffer, stored: string): string {
  const [text = ''] = stored.slice(start.length).split('$', 1);
  const salt = Buffer.from(text.slice(0, 8), 'latin1');
  const inner = md5(password, salt, password);
  const first = [password, Buffer.from(start), salt, Buffer.alloc(password.length, inner)];
  for (let bits = password.length; bits > 0; bits >>= 1)
    first.push((bits & 1) === 1 ? Buffer.from([0]) : password.subarray(0, 1));
  let digest = md5(...first);
  for (let round = 0; round < md5Rounds; round++) {
    const [begin, end] = round % 2 === 1 ? [password, digest] : [digest, password];
    const salted = round % 3 === 0 ? [] : [salt];
    const twice = round % 7 === 0 ? [] : [password];
    digest = md5(begin, ...salted, ...twice, end);
  }
  return `${start}${salt.toString('latin1')}$${lettersOf(digest, md5Groups)}`;
}

function md5(...parts: readonly Buffer[]): Buffer {
  return createHash('md5').update(Buffer.concat(parts)).digest();
}

const letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Groups of up to three bytes as letters of six bits each, the lowest first. */
function lettersOf(bytes: Buffer, groups: readonly (readonly number[])[]): string {
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

type ShaCryptHash = 'sha256' | 'sha512';

const starts = { sha256: '$5$', sha512: '$6$' } as const;
const [usual, fewest, most] = [5000, 1000, 999_999_999];

/** Positions of a digest whose bytes are encoded together: those of the three thirds, rotated by one from group to group. */
function groupsOf(algorithm: ShaCryptHash): readonly (readonly number[])[] {
  const third = algorithm === 'sha256' ? 10 : 21;
  const turn = algorithm === 'sha256' ? 2 : 1;
  const groups = Array.from({ length: third }, (_, at) => {
    const places = [at, at + third, at + 2 * third];
    const by = (at * turn) % 3;
    return [...places.slice(by), ...places.slice(0, by)];
  });
  return algorithm === 'sha256' ? [...groups, [31, 30]] : [...groups, [63]];
}

const shaGroups = { sha256: groupsOf('sha256'), sha512: groupsOf('sha512') };

/** SHA-crypt of a password, with the rounds and the salt of the stored one. */
function shaCrypt(algorithm: ShaCryptHash, password: Buffer, stored: string): string {
  const start = starts[algorithm];
  const { shownRounds, text = '' } =
    /^\$.\$(?:rounds=(?<shownRounds>\d{1,15})\$)?(?<text>[^$]*)/.exec(stored)?.groups ?? {};
  const rounds = shownRounds === undefined ? usual : Math.min(most, Math.max(fewest, Number(shownRounds)));
  const salt = Buffer.from(text.slice(0, 16), 'latin1');
  const digest = stretched(algorithm, password, salt, rounds);
  const custom = shownRounds === undefined ? '' : `rounds=${rounds}$`;
  return `${start}${custom}${salt.toString('latin1')}$${lettersOf(digest, shaGroups[algorithm])}`;
}

function stretched(algorithm: ShaCryptHash, password: Buffer, salt: Buffer, rounds: number): Buffer {
  const hash = (...parts: readonly Buffer[]) => createHash(algorithm).update(Buffer.concat(parts)).digest();
  const inner = hash(password, salt, password);
  const first = [password, salt, Buffer.alloc(password.length, inner)];
  for (let bits = password.length; bits > 0; bits >>= 1) first.push((bits & 1) === 1 ? inner : password);
  let digest = hash(...first);
  const secret = Buffer.alloc(password.length, hash(...Array.from(password, () => password)));
  const salted = Buffer.alloc(salt.length, hash(...Array.from({ length: 16 + (digest[0] ?? 0) }, () => salt)));
  for (let round = 0; round < rounds; round++) {
    const isOdd = round % 2 === 1;
    const middle = [...(round % 3 === 0 ? [] : [salted]), ...(round % 7 === 0 ? [] : [secret])];
    digest = hash(isOdd ? secret : digest, ...middle, isOdd ? digest : secret);
  }
  return digest;
}
