/** 3/global-crypto/crypto-subtle-import-key and export-key: keys that are read, written again and used, and what is no key. */
import type { JsonWebKey } from 'node:crypto';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { damaged } from '../../support/damages.js';
import {
  call,
  endsAsNode,
  exporting,
  inViews,
  leavesOpen,
  onlyIf,
  overwriting,
  refused,
  report,
  type SubtleCall,
} from './calls.js';
import {
  algorithmFor,
  givenFor,
  type Half,
  halfIn,
  importing,
  jwkWith,
  type KeyForm,
  type KeyRow,
  secretIn,
} from './keys.js';
import { PAIR, SECRET, usesOf } from './uses.js';

/** A secret key, or both halves of a key, each read from a format. */
interface ReadKeyRow extends KeyRow {
  readonly format?: 'raw' | 'jwk';
  readonly usages?: readonly string[];
  readonly privateFormat?: 'pkcs8' | 'jwk';
  readonly publicFormat?: 'spki' | 'raw' | 'jwk';
  readonly privateUsages?: readonly string[];
  readonly publicUsages?: readonly string[];
  /** The kind of bytes that a secret key comes as. */
  readonly as?: 'ArrayBuffer' | 'DataView' | 'Buffer';
  /** JWKs say nothing but the key. */
  readonly plain?: boolean;
}

/** The key, or the halves of a pair, as calls refer to them. */
type KeyPart = 'key' | Half;

const partsOf = ({ key }: KeyRow): readonly KeyPart[] => (key === undefined ? ['key'] : ['private', 'public']);

/** Keys for derivation are in no format, and the Web Crypto standard has them not extractable. */
const isWritten = ({ algorithm }: KeyRow): boolean => algorithm !== 'PBKDF2' && algorithm !== 'HKDF';

/** Reads a part from its format; a JWK says what it is for, unless it is plain. */
function reading(of: ReadKeyRow, part: KeyPart, extractable = isWritten(of)): SubtleCall {
  const { key = 'P-256', size = 0, format = 'raw', usages = [], plain = false } = of;
  const ways = {
    key: [format, usages],
    private: [of.privateFormat ?? 'pkcs8', of.privateUsages ?? []],
    public: [of.publicFormat ?? 'spki', of.publicUsages ?? []],
  } as const;
  const [from, uses] = ways[part];
  const data = part === 'key' ? secretIn(from, size) : halfIn(from, key, part);
  const given = from === 'jwk' && !plain ? jwkWith(data, of, uses, size) : data;
  return call(part, 'importKey', from, given, givenFor(of), extractable, uses);
}

const readingAll = (of: ReadKeyRow): readonly SubtleCall[] =>
  partsOf(of).flatMap((part) => (of.as === undefined ? [reading(of, part)] : inViews(reading(of, part), of.as)));

const isRsa = (of: KeyRow): boolean => of.algorithm.startsWith('RSA');

/** Formats of a part. Only curves have raw public keys. */
function formatsOf(of: KeyRow, part: KeyPart): readonly KeyForm[] {
  if (part === 'key') return ['raw', 'jwk'];
  if (part === 'private') return ['pkcs8', 'jwk'];
  return isRsa(of) ? ['spki', 'jwk'] : ['spki', 'jwk', 'raw'];
}

const exported = (part: KeyPart, formats: readonly string[]): readonly SubtleCall[] =>
  formats.map((format) => exporting(part, format));

const used = (of: KeyRow) => usesOf(algorithmFor(of), of.key === undefined ? SECRET : PAIR);

/** Keys report what they are, are written as they were read, and are used. */
export const readsKeys = endsAsNode((of: ReadKeyRow) => [
  ...readingAll(of),
  ...partsOf(of).flatMap((part) => [report(part), ...exported(part, formatsOf(of, part))]),
  ...used(of),
]);

/** Keys for derivation, or any keys of a host that writes none. */
export const usesKeys = endsAsNode((of: ReadKeyRow) => [...readingAll(of), ...used(of)]);

/** Bytes that change once the call was made change no key. */
export const readsBeforeChange = endsAsNode((of: ReadKeyRow) => [...overwriting(reading(of, 'key'), '1'), ...used(of)]);

/** A key reports whether it may be exported, and is only then. */
export const exportsExtractable = endsAsNode(
  ({ extractable, half, ...of }: ReadKeyRow & { readonly half?: Half; readonly extractable: boolean }) => {
    const part = half ?? 'key';
    const all = exported(part, formatsOf(of, part)).map((one) => onlyIf(extractable, one));
    return [reading(of, part, extractable), report(part), ...all];
  },
);

/** No half is written in a format of the other, nor a key in one that its algorithm has not. */
export const refusesFormats = endsAsNode(
  (of: ReadKeyRow & { readonly formats: { readonly [part in KeyPart]?: readonly string[] } }) => [
    ...readingAll(of),
    ...partsOf(of).flatMap((part) => exported(part, of.formats[part] ?? []).map(refused)),
  ],
);

/** An algorithm, and the usages of its secret key or of the halves of its key of that name. */
interface KeyUsageRow extends KeyRow {
  readonly usages: readonly (readonly string[])[];
}

const isMade = (of: KeyRow): boolean => !isRsa(of) && isWritten(of);

/** Keys report the name of their algorithm, those that were read and those that were made. */
export const namesAlgorithm = endsAsNode((of: KeyUsageRow) => {
  const { length: _, usages, ...kind } = of;
  const [first = [], second = []] = usages;
  const named = (name: string): SubtleCall => ({
    as: `name_of_${name}`,
    value: `$${name}.algorithm.name`,
    returns: of.algorithm,
  });
  const read = partsOf(of).flatMap((part) => {
    const half = part === 'key' ? 'private' : part;
    return [
      importing(part, { size: 16, ...kind }, half, part === 'public' ? second : first, isWritten(of)),
      named(part),
    ];
  });
  if (!isMade(of)) return read;
  const names = of.key === undefined ? ['made'] : ['made.privateKey', 'made.publicKey'];
  return [...read, call('made', 'generateKey', algorithmFor(of), true, [...first, ...second]), ...names.map(named)];
});

/** A half of a key or a secret one, and what is made of it before it is read. */
interface KeyDamage extends KeyRow {
  readonly format: KeyForm;
  readonly half?: Half;
  readonly usages: Plain;
  /** Of bytes: so many are cut off the end, these are added, or the bits of one are turned. */
  readonly cut?: number;
  readonly added?: string;
  readonly turned?: { readonly at: number; readonly bits: number };
  /** Of a JWK: members that it has, and those that it has not. */
  readonly members?: { readonly [name: string]: Plain };
  readonly without?: readonly string[];
  /** What is given in place of the key. */
  readonly data?: Plain;
}

const HALVES = { raw: 'public', spki: 'public', pkcs8: 'private', jwk: 'private' } as const;

function spoiledJwk(parts: JsonWebKey, of: KeyDamage): object {
  const usages = Array.isArray(of.usages) ? of.usages.map(String) : [];
  const others = Object.entries(of.members ?? {}).map(([name, value]): [string, unknown] => [name, decode(value)]);
  const all = [...Object.entries(jwkWith(parts, of, usages, of.size)), ...others];
  return Object.fromEntries(all.filter(([name]) => of.without?.includes(name) !== true));
}

function spoiled(of: KeyDamage): unknown {
  if (of.data !== undefined) return decode(of.data);
  const { format, key, half = HALVES[format], size = 16, added = '', cut = 0, turned } = of;
  const whole = key === undefined ? secretIn(format, size) : halfIn(format, key, half);
  if (!Buffer.isBuffer(whole)) return spoiledJwk(whole, of);
  return damaged(Buffer.concat([whole, Buffer.from(added, 'hex')]), { cut, ...turned });
}

const readingSpoiled = (of: KeyDamage): SubtleCall =>
  call('key', 'importKey', of.format, spoiled(of), givenFor(of), true, decode(of.usages));

export const refusesKey = endsAsNode((of: KeyDamage) => [refused(readingSpoiled(of))]);

export const acceptsKey = endsAsNode((of: KeyDamage) => [readingSpoiled(of)]);

/** It may be a key or none. */
export const recordsKey = leavesOpen((of: KeyDamage) => [readingSpoiled(of)]);
