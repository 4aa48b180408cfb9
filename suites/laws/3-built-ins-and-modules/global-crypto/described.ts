/** What algorithms of keys are called, and what their keys tell of themselves. */
import type { KeyObject } from 'node:crypto';
import { demand, objectOf } from './playing.js';

/** An algorithm as calls are given it. */
export interface Algorithm {
  readonly name: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly length?: number;
  readonly modulusLength?: number;
  readonly publicExponent?: Uint8Array;
}

export type KeyType = 'secret' | 'private' | 'public';

/** What a key must tell of itself, besides the name of its algorithm, which `namesAlgorithm` looks at. */
export interface Described {
  readonly type: KeyType;
  readonly extractable: boolean;
  /** In any order; without it, they are not looked at. */
  readonly usages?: readonly string[];
  readonly algorithm: Algorithm;
  /** Bits of a secret key. */
  readonly bits?: number | undefined;
  /** The half of a pair that it is. */
  readonly half?: KeyObject | undefined;
}

const isRsa = ({ name }: Algorithm): boolean => name.startsWith('RSA');
const isAes = ({ name }: Algorithm): boolean => name.startsWith('AES');

/** That what a key tells of itself is what it must. */
export function demandDescribed(told: unknown, { type, extractable, usages, algorithm, bits, half }: Described): void {
  const key = objectOf(told, 'the key');
  const said = objectOf(key['algorithm'], 'algorithm');
  const alike = (name: string, observed: unknown, expected: unknown): void =>
    demand(observed === expected, `${name} of the ${type} key is ${observed}, and not ${expected}`);
  alike('type', key['type'], type);
  alike('extractable', key['extractable'], extractable);
  if (usages !== undefined) alike('usages', sorted(key['usages']), sorted(usages));
  if (algorithm.hash !== undefined) alike('hash', hashIn(said['hash']), algorithm.hash);
  if (algorithm.namedCurve !== undefined) alike('namedCurve', said['namedCurve'], algorithm.namedCurve);
  if (isAes(algorithm) && bits !== undefined) alike('length', said['length'], bits);
  const details = half?.asymmetricKeyDetails;
  if (isRsa(algorithm) && details !== undefined) {
    alike('modulusLength', said['modulusLength'], details.modulusLength);
    const exponent = said['publicExponent'];
    demand(exponent instanceof Uint8Array, 'publicExponent is no Uint8Array');
    alike('publicExponent', BigInt(`0x0${Buffer.from(exponent).toString('hex')}`), details.publicExponent);
  }
}

/** That a key tells the name of its algorithm. */
export function demandName(told: unknown, of: string, name: string): void {
  const said = objectOf(objectOf(told, of)['algorithm'], `algorithm of ${of}`)['name'];
  demand(said === name, `the algorithm of ${of} is ${said}, and not ${name}`);
}

const sorted = (list: unknown): string => (Array.isArray(list) ? list.map(String).sort().join() : 'no list');

/** A hash is named by itself or by an object. */
const hashIn = (hash: unknown): unknown =>
  typeof hash === 'object' && hash !== null ? Reflect.get(hash, 'name') : hash;
