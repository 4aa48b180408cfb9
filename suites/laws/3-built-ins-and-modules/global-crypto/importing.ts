/** 3/global-crypto/crypto-subtle-import-key and export-key: keys that are read, written again and used. */
import { call, endsAsNode, exporting, overwriting, refused, report, type SubtleCall, view } from './calls.js';
import { type Half, halfIn, type KeyForm, type KeyName, keyAs, secretIn, secretOf } from './fixed-keys.js';
import { defined, type SubtleAlgorithm } from './node-subtle.js';
import { PAIR, SECRET, usesOf } from './uses.js';

/** An algorithm by its members; the name stands for one that has nothing else, with `bare`. */
export interface KeyRow {
  readonly algorithm: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  /** Bits of a key. */
  readonly length?: number;
  readonly bare?: boolean;
}

export const algorithmFor = ({ algorithm: name, hash, namedCurve, length }: KeyRow): SubtleAlgorithm => ({
  name,
  ...defined({ hash, namedCurve, length }),
});

export const givenFor = (of: KeyRow) => (of.bare === true ? of.algorithm : algorithmFor(of));

/** The name that RFC 7518 has for an algorithm with its hash or length; nothing where it has none. */
export function algOf({ algorithm, hash = '' }: KeyRow, size: number): object {
  const bits = hash.slice('SHA-'.length);
  if (algorithm.startsWith('AES')) return { alg: `A${size * 8}${algorithm.slice('AES-'.length)}` };
  if (algorithm === 'RSA-OAEP') return { alg: bits === '1' ? 'RSA-OAEP' : `RSA-OAEP-${bits}` };
  const prefix = { HMAC: 'HS', 'RSASSA-PKCS1-v1_5': 'RS', 'RSA-PSS': 'PS' }[algorithm];
  return prefix === undefined ? {} : { alg: `${prefix}${bits}` };
}

/** A JWK with what it may say besides the key. */
export const jwkWith = (parts: object, of: KeyRow, usages: readonly string[], size = 0): object => ({
  ...parts,
  ...algOf(of, size),
  ext: true,
  key_ops: usages,
});

/** A secret key of so many bytes. */
interface SecretRow extends KeyRow {
  readonly size: number;
  readonly format: 'raw' | 'jwk';
  readonly usages: readonly string[];
  /** The kind of bytes that the key comes as. */
  readonly as?: 'ArrayBuffer' | 'DataView' | 'Buffer';
}

/** Both halves of a key, each read from a format. */
interface PairRow extends KeyRow {
  readonly key: KeyName;
  readonly privateFormat: 'pkcs8' | 'jwk';
  readonly publicFormat: 'spki' | 'raw' | 'jwk';
  readonly privateUsages: readonly string[];
  readonly publicUsages: readonly string[];
  /** JWKs say nothing but the key. */
  readonly plain?: boolean;
}

function importedSecret(of: SecretRow, extractable: boolean): readonly SubtleCall[] {
  const { format, size, usages, as = 'Uint8Array' } = of;
  const data = format === 'raw' ? '$data' : jwkWith(secretIn(format, size), of, usages, size);
  return [view('data', as, secretOf(size)), call('key', 'importKey', format, data, givenFor(of), extractable, usages)];
}

/** A half of a pair; a JWK says what it is for, unless it is plain. */
function importedHalf(of: PairRow, half: Half, extractable: boolean): SubtleCall {
  const [format, usages] =
    half === 'private'
      ? ([of.privateFormat, of.privateUsages] as const)
      : ([of.publicFormat, of.publicUsages] as const);
  const data = halfIn(format, of.key, half);
  const given = format === 'jwk' && of.plain !== true ? jwkWith(data, of, usages) : data;
  return call(half, 'importKey', format, given, givenFor(of), extractable, usages);
}

/** Names of the key or of the halves of a pair, as calls refer to them. */
type KeyPart = 'key' | Half;

const partsOf = (of: SecretRow | PairRow): readonly KeyPart[] => ('key' in of ? ['private', 'public'] : ['key']);

const imported = (of: SecretRow | PairRow, extractable = true): readonly SubtleCall[] =>
  'key' in of
    ? [importedHalf(of, 'private', extractable), importedHalf(of, 'public', extractable)]
    : importedSecret(of, extractable);

const isRsa = (of: KeyRow): boolean => of.algorithm.startsWith('RSA');

/** Formats of a part. Only curves have raw public keys. */
function formatsOf(of: KeyRow, part: KeyPart): readonly KeyForm[] {
  if (part === 'key') return ['raw', 'jwk'];
  if (part === 'private') return ['pkcs8', 'jwk'];
  return isRsa(of) ? ['spki', 'jwk'] : ['spki', 'jwk', 'raw'];
}

const exported = (part: KeyPart, formats: readonly string[]): readonly SubtleCall[] =>
  formats.map((format) => exporting(part, format));

const used = (of: SecretRow | PairRow) => usesOf(algorithmFor(of), 'key' in of ? PAIR : SECRET);

/** Keys report what they are, are written as they were read, and are used. */
export const reads = endsAsNode((of: SecretRow | PairRow) => [
  ...imported(of),
  ...partsOf(of).flatMap((part) => [report(part), ...exported(part, formatsOf(of, part))]),
  ...used(of),
]);

/** Keys for derivation, or any keys of a host that writes none. */
export const uses = endsAsNode((of: SecretRow | PairRow) => [...imported(of), ...used(of)]);

/** Bytes that change once the call was made change no key. */
export const keepsSecret = endsAsNode((of: SecretRow) => [
  ...importedSecret(of, true).map((one) => (one.as === 'key' ? overwriting('data', one) : one)),
  ...used(of),
]);

/** A key reports whether it may be exported, and is only then. */
export const isExported = endsAsNode(
  ({ extractable, ...of }: (SecretRow | (PairRow & { readonly half: Half })) & { readonly extractable: boolean }) => {
    const part = 'key' in of ? of.half : 'key';
    const exporting = exported(part, formatsOf(of, part));
    const keys = imported(of, extractable).filter(({ as }) => as === part || as === 'data');
    return [...keys, report(part), ...(extractable ? exporting : exporting.map(refused))];
  },
);

/** No half is written in a format of the other, nor a key in one that its algorithm has not. */
export const isWrittenIn = endsAsNode(
  (of: (SecretRow | PairRow) & { readonly formats: { readonly [part in KeyPart]?: readonly string[] } }) => [
    ...imported(of),
    ...partsOf(of).flatMap((part) => exported(part, of.formats[part] ?? []).map(refused)),
  ],
);

/** An algorithm, and the usages of its secret key or of the halves of its key of that name. */
interface KeyUsageRow extends KeyRow {
  readonly key?: KeyName;
  readonly usages: readonly (readonly string[])[];
}

const isMade = (of: KeyUsageRow): boolean => !isRsa(of) && of.algorithm !== 'PBKDF2' && of.algorithm !== 'HKDF';

/** Keys report the name of their algorithm, those that were read and those that were made. */
export const namesAlgorithm = endsAsNode((of: KeyUsageRow) => {
  const { key, length: _, usages, ...kind } = of;
  const [first = [], second = []] = usages;
  const named = (name: string): SubtleCall => ({
    as: `name_of_${name}`,
    value: `$${name}.algorithm.name`,
    returns: of.algorithm,
  });
  const parts: readonly KeyPart[] = key === undefined ? ['key'] : ['private', 'public'];
  const read = parts.flatMap((part) => [
    call(part, 'importKey', ...keyAs(key ?? 16, part), givenFor(kind), true, part === 'public' ? second : first),
    named(part),
  ]);
  if (!isMade(of)) return read;
  const names = key === undefined ? ['made'] : ['made.privateKey', 'made.publicKey'];
  return [...read, call('made', 'generateKey', algorithmFor(of), true, [...first, ...second]), ...names.map(named)];
});
