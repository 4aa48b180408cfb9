/** 3/global-crypto/crypto-subtle-import-key: what is no key. */
import type { JsonWebKey } from 'node:crypto';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything, type Expectation } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import type { KeyName } from './fixed-keys.js';
import { JWKS, publicHalf } from './fixed-keys.js';
import { type Format, givenFor, jwkWith, type Named, secretOf } from './importing.js';
import { call, checked, type Play, played } from './playing.js';
import { pkcs8Of, spkiOf } from './uses.js';
import { jwkOf, rawOf } from './written.js';

/** A key of the other halves, or a secret one of so many bytes, and what is made of it before it is read. */
interface Spoiled extends Named {
  readonly format: Format;
  readonly key?: KeyName;
  readonly half?: 'private' | 'public';
  readonly size?: number;
  readonly usages: Plain;
  /** Of bytes: so many are cut off the end, these are added, or the bits of one are turned. */
  readonly cut?: number;
  readonly added?: string;
  readonly turned?: { readonly at: number; readonly bits: number };
  /** Of a JWK: members that it has, and those that it has not. */
  readonly members?: { readonly [name: string]: Plain };
  readonly without?: readonly string[];
  /** All that stands for the key. */
  readonly data?: Plain;
  /** Bits that are said to be those of the key. */
  readonly length?: number;
}

function bytesOf({ format, key, size }: Spoiled): Buffer {
  if (size !== undefined) return secretOf(size);
  if (key === undefined) throw new Error('the bytes of a key are wanted, and none is named');
  if (format === 'pkcs8') return pkcs8Of(key);
  return format === 'spki' ? spkiOf(key) : rawOf(publicHalf(key));
}

function spoiledBytes(of: Spoiled): Uint8Array {
  const whole = Buffer.concat([bytesOf(of), Buffer.from(of.added ?? '', 'hex')]);
  const bytes = new Uint8Array(whole.subarray(0, whole.length - (of.cut ?? 0)));
  if (of.turned !== undefined) {
    const at = (of.turned.at + bytes.length) % bytes.length;
    bytes[at] = (bytes[at] ?? 0) ^ of.turned.bits;
  }
  return bytes;
}

function partsOf({ key, half, size }: Spoiled): JsonWebKey {
  if (key === undefined) return { kty: 'oct', k: secretOf(size ?? 16).toString('base64url') };
  return half === 'public' ? jwkOf(publicHalf(key)) : JWKS[key];
}

function spoiledJwk(of: Spoiled): object {
  const usages = Array.isArray(of.usages) ? of.usages.map(String) : [];
  const changed = Object.entries(of.members ?? {}).map(([name, value]) => [name, decode(value)]);
  const all = { ...jwkWith(partsOf(of), of, usages, of.size), ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => of.without?.includes(name) !== true));
}

function dataOf(of: Spoiled): unknown {
  if (of.data !== undefined) return decode(of.data);
  return of.format === 'jwk' ? spoiledJwk(of) : spoiledBytes(of);
}

const importing = (of: Spoiled): Play => {
  const algorithm = givenFor(of);
  const given = of.length === undefined ? algorithm : { ...Object(algorithm), length: of.length };
  return {
    given: {},
    calls: [call('key', 'importKey', of.format, dataOf(of), given, true, decode(of.usages))],
    blind: true,
  };
};

const importLaw = (expect: () => Expectation) => example({ secret: true, input: importing, probe: played, expect });

/** It is no key. */
export const isNone = importLaw(() => checked('no key', (told) => told.refused('key')));

/** It is one. */
export const isOne = importLaw(() => checked('a key', (told) => void told.value('key')));

/** It may be one or none. */
export const isEither = importLaw(() => anything);
