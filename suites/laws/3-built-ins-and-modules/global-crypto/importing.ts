/** 3/global-crypto/crypto-subtle-import-key and export-key: keys that are imported, exported and used, and invalid keys. */
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

/** A secret key, or both keys of a pair, each imported from a format. */
interface ReadKeyRow extends KeyRow {
  readonly format?: 'raw' | 'jwk';
  readonly usages?: readonly string[];
  readonly privateFormat?: 'pkcs8' | 'jwk';
  readonly publicFormat?: 'spki' | 'raw' | 'jwk';
  readonly privateUsages?: readonly string[];
  readonly publicUsages?: readonly string[];
  /** The kind of bytes of a secret key. */
  readonly as?: 'ArrayBuffer' | 'DataView' | 'Buffer';
  /** JWKs contain only the key. */
  readonly plain?: boolean;
}

/** The key, or the keys of a pair, as calls refer to them. */
type KeyPart = 'key' | Half;

const partsOf = ({ key }: KeyRow): readonly KeyPart[] => (key === undefined ? ['key'] : ['private', 'public']);

/** Keys for derivation have no format, and are not extractable in the Web Crypto standard. */
const hasFormat = ({ algorithm }: KeyRow): boolean => algorithm !== 'PBKDF2' && algorithm !== 'HKDF';

/** Imports a part from its format; a JWK contains its use, unless it is plain. */
function reading(of: ReadKeyRow, part: KeyPart, extractable = hasFormat(of)): SubtleCall {
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

/** Keys report their properties, are exported unchanged, and are used. */
export const readsKeys = endsAsNode((of: ReadKeyRow) => [
  ...readingAll(of),
  ...partsOf(of).flatMap((part) => [report(part), ...exported(part, formatsOf(of, part))]),
  ...used(of),
]);

/** Keys for derivation, or any keys of a host without exportKey. */
export const usesKeys = endsAsNode((of: ReadKeyRow) => [...readingAll(of), ...used(of)]);

/** Overwriting bytes after the call changes no key. */
export const readsBeforeChange = endsAsNode((of: ReadKeyRow) => [...overwriting(reading(of, 'key'), '1'), ...used(of)]);

/** A key reports whether it may be exported, and only then can be. */
export const exportsExtractable = endsAsNode(
  ({ extractable, half, ...of }: ReadKeyRow & { readonly half?: Half; readonly extractable: boolean }) => {
    const part = half ?? 'key';
    const all = exported(part, formatsOf(of, part)).map((one) => onlyIf(extractable, one));
    return [reading(of, part, extractable), report(part), ...all];
  },
);

/** No key is exported in a format of the other key of its pair, or in one that its algorithm lacks. */
export const refusesFormats = endsAsNode(
  (of: ReadKeyRow & { readonly formats: { readonly [part in KeyPart]?: readonly string[] } }) => [
    ...readingAll(of),
    ...partsOf(of).flatMap((part) => exported(part, of.formats[part] ?? []).map(refused)),
  ],
);

const isMade = (of: KeyRow): boolean => !isRsa(of) && hasFormat(of);

/** Imported and generated keys report the name of their algorithm. */
export const namesAlgorithm = endsAsNode((of: KeyRow & { readonly usages: readonly (readonly string[])[] }) => {
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
      importing(part, { size: 16, ...kind }, half, part === 'public' ? second : first, hasFormat(of)),
      named(part),
    ];
  });
  if (!isMade(of)) return read;
  const names = of.key === undefined ? ['made'] : ['made.privateKey', 'made.publicKey'];
  return [...read, call('made', 'generateKey', algorithmFor(of), true, [...first, ...second]), ...names.map(named)];
});

/** A key of a pair or a secret one, and its changes before it is imported. */
interface KeyDamage extends KeyRow {
  readonly format: KeyForm;
  readonly half?: Half;
  readonly usages: Plain;
  /** Of bytes: the number truncated at the end, added bytes, or the index whose bits are flipped. */
  readonly cut?: number;
  readonly added?: string;
  readonly turned?: { readonly at: number; readonly bits: number };
  /** Of a JWK: added members, and removed ones. */
  readonly members?: { readonly [name: string]: Plain };
  readonly without?: readonly string[];
  /** The value in place of the key. */
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

/** It may or may not be a key. */
export const recordsKey = leavesOpen((of: KeyDamage) => [readingSpoiled(of)]);
