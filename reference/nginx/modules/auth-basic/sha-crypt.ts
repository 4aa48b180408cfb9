import { createHash } from 'node:crypto';
import { lettersOf } from './crypt.js';

type ShaCryptHash = 'sha256' | 'sha512';

const starts = { sha256: '$5$', sha512: '$6$' } as const;
const [usual, fewest, most] = [5000, 1000, 999_999_999];

/** Places of a digest whose bytes make letters together. Those of a third stand in a circle, which turns by one from group to group. */
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

const groups = { sha256: groupsOf('sha256'), sha512: groupsOf('sha512') };

/** SHA-crypt of a password, with the rounds and the salt of what is stored. */
export function shaCrypt(algorithm: ShaCryptHash, password: Buffer, stored: string): string {
  const start = starts[algorithm];
  const { said, text = '' } = /^\$.\$(?:rounds=(?<said>\d{1,15})\$)?(?<text>[^$]*)/.exec(stored)?.groups ?? {};
  const rounds = said === undefined ? usual : Math.min(most, Math.max(fewest, Number(said)));
  const salt = Buffer.from(text.slice(0, 16), 'latin1');
  const digest = stretched(algorithm, password, salt, rounds);
  const custom = said === undefined ? '' : `rounds=${rounds}$`;
  return `${start}${custom}${salt.toString('latin1')}$${lettersOf(digest, groups[algorithm])}`;
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
