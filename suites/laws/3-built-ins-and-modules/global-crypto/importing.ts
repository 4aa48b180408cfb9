/** 3/global-crypto/crypto-subtle-import-key and export-key: keys that are read, written again and used. */
import type { JsonWebKey } from 'node:crypto';
import { type Call, call, endsAsNode, overwriting, refused, report, view } from './calls.js';
import { type Format, type Half, halfIn, type KeyName, secretIn, secretOf } from './fixed-keys.js';
import type { Algorithm } from './node-subtle.js';
import { PAIR, SECRET, usesOf } from './uses.js';

/** An algorithm by its members; the name stands for one that has nothing else, with `bare`. */
export interface Named {
  readonly algorithm: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly bare?: boolean;
}

export const algorithmFor = ({ algorithm: name, hash, namedCurve }: Named): Algorithm => ({
  name,
  ...(hash === undefined ? {} : { hash }),
  ...(namedCurve === undefined ? {} : { namedCurve }),
});

export const givenFor = (of: Named): string | Algorithm => (of.bare === true ? of.algorithm : algorithmFor(of));

/** The name that RFC 7518 has for an algorithm with its hash or length; nothing where it has none. */
function algOf({ algorithm, hash = '' }: Named, size: number): object {
  const bits = hash.slice('SHA-'.length);
  if (algorithm.startsWith('AES')) return { alg: `A${size * 8}${algorithm.slice('AES-'.length)}` };
  if (algorithm === 'RSA-OAEP') return { alg: bits === '1' ? 'RSA-OAEP' : `RSA-OAEP-${bits}` };
  const prefix = { HMAC: 'HS', 'RSASSA-PKCS1-v1_5': 'RS', 'RSA-PSS': 'PS' }[algorithm];
  return prefix === undefined ? {} : { alg: `${prefix}${bits}` };
}

/** A JWK with what it may say besides the key. */
export const jwkWith = (parts: object, of: Named, usages: readonly string[], size = 0): object => ({
  ...parts,
  ...algOf(of, size),
  ext: true,
  key_ops: usages,
});

interface Secret extends Named {
  readonly size: number;
  readonly format: 'raw' | 'jwk';
  readonly usages: readonly string[];
  /** Bits that are said to be those of the key. */
  readonly length?: number;
  /** The kind of bytes that the key comes as. */
  readonly as?: 'ArrayBuffer' | 'DataView' | 'Buffer';
  readonly extractable?: boolean;
}

const secretAlgorithm = (of: Secret): unknown =>
  of.length === undefined ? givenFor(of) : { ...algorithmFor(of), length: of.length };

function importedSecret(of: Secret): readonly Call[] {
  const { format, size, usages, as = 'Uint8Array', extractable = true } = of;
  const data = format === 'raw' ? '$data' : jwkWith(secretIn(format, size), of, usages, size);
  return [
    view('data', as, secretOf(size)),
    call('key', 'importKey', format, data, secretAlgorithm(of), extractable, usages),
  ];
}

/** Exports a key in formats, which succeeds unless it must be refused. */
const exported = (key: string, formats: readonly string[], judged = (one: Call): Call => one): readonly Call[] =>
  formats.map((format) => judged(call(`${key}_${format}`, 'exportKey', format, `$${key}`)));

/** A secret key reports what it is, is written as it was read, and is used. */
export const readsSecret = endsAsNode((of: Secret) => [
  ...importedSecret(of),
  report('key'),
  ...exported('key', ['raw', 'jwk']),
  ...usesOf(algorithmFor(of), SECRET),
]);

/** A key for derivation, or any secret key of a host that writes none. */
export const usesSecret = endsAsNode((of: Secret) => [...importedSecret(of), ...usesOf(algorithmFor(of), SECRET)]);

/** Bytes that change once the call was made change no key. */
export const keepsSecret = endsAsNode(
  (of: Secret) => [
    overwriting('data', call('key', 'importKey', 'raw', '$data', secretAlgorithm(of), true, of.usages)),
    ...usesOf(algorithmFor(of), SECRET),
  ],
  (of) => ({ data: new Uint8Array(secretOf(of.size)) }),
);

/** Both halves of a key, each read from a format. */
export interface Pair extends Named {
  readonly key: KeyName;
  readonly privateFormat: 'pkcs8' | 'jwk';
  readonly publicFormat: 'spki' | 'raw' | 'jwk';
  readonly privateUsages: readonly string[];
  readonly publicUsages: readonly string[];
  /** JWKs say nothing but the key. */
  readonly plain?: boolean;
}

/** A half of a pair in its format; a JWK says what it is for, unless it is plain. */
export function halfOf(of: Pair, half: Half): Buffer | JsonWebKey | object {
  const format = half === 'private' ? of.privateFormat : of.publicFormat;
  const data = halfIn(format, of.key, half);
  return format !== 'jwk' || of.plain === true ? data : jwkWith(data, of, usagesOf(of, half));
}

const usagesOf = (of: Pair, half: Half): readonly string[] => (half === 'private' ? of.privateUsages : of.publicUsages);

function imported(of: Pair, half: Half, as: string = half, extractable = true): Call {
  const format = half === 'private' ? of.privateFormat : of.publicFormat;
  return call(as, 'importKey', format, halfOf(of, half), givenFor(of), extractable, usagesOf(of, half));
}

const isRsa = (of: Named): boolean => of.algorithm.startsWith('RSA');

/** Both halves report what they are, are written as they were read, and are used. */
export const readsPair = endsAsNode((of: Pair) => [
  imported(of, 'private'),
  imported(of, 'public'),
  report('private'),
  report('public'),
  ...exported('private', ['pkcs8', 'jwk']),
  ...exported('public', isRsa(of) ? ['spki', 'jwk'] : ['spki', 'jwk', 'raw']),
  ...usesOf(algorithmFor(of), PAIR),
]);

/** Both halves are used. */
export const usesPair = endsAsNode((of: Pair) => [
  imported(of, 'private'),
  imported(of, 'public'),
  ...usesOf(algorithmFor(of), PAIR),
]);

/** One half reports whether it may be exported, and is only then. */
export const isExported = endsAsNode((of: Pair & { readonly half: Half; readonly extractable: boolean }) => [
  imported(of, of.half, 'key', of.extractable),
  report('key'),
  ...exported('key', [of.half === 'private' ? 'pkcs8' : 'spki', 'jwk'], of.extractable ? undefined : refused),
]);

/** The same of a secret key. */
export const isSecretExported = endsAsNode((of: Secret & { readonly extractable: boolean }) => [
  ...importedSecret(of),
  report('key'),
  ...exported('key', ['raw', 'jwk'], of.extractable ? undefined : refused),
]);

/** No half is written in a format of the other, nor a key in one that its algorithm has not. */
export const isWrittenIn = endsAsNode(
  (of: Pair & { readonly formats: { readonly private: readonly Format[]; readonly public: readonly Format[] } }) => [
    imported(of, 'private'),
    imported(of, 'public'),
    ...exported('private', of.formats.private, refused),
    ...exported('public', of.formats.public, refused),
  ],
);

/** Secret keys are of no other formats than raw and jwk. */
export const isSecretWrittenIn = endsAsNode((of: Secret & { readonly formats: readonly string[] }) => [
  ...importedSecret(of),
  ...exported('key', of.formats, refused),
]);

/** An algorithm, and the usages of its secret key or of the halves of its key of that name. */
interface Telling extends Named {
  readonly key?: KeyName;
  readonly usages:
    | readonly [privateKey: readonly string[], publicKey: readonly string[]]
    | readonly [readonly string[]];
  /** A new key is one of so many bits; for none of RSA, which takes long. */
  readonly length?: number;
}

const isMade = (of: Telling): boolean => !isRsa(of) && of.algorithm !== 'PBKDF2' && of.algorithm !== 'HKDF';

/** Keys report the name of their algorithm, those that were read and those that were made. */
export const namesAlgorithm = endsAsNode((of: Telling) => {
  const { key, length, usages } = of;
  const [first, second = []] = usages;
  const named = (name: string): Call => ({
    as: `name_of_${name}`,
    value: `$${name}.algorithm.name`,
    returns: of.algorithm,
  });
  const read =
    key === undefined
      ? [call('key', 'importKey', 'raw', secretOf(16), givenFor(of), true, first), named('key')]
      : [
          call('private', 'importKey', 'pkcs8', halfIn('pkcs8', key, 'private'), givenFor(of), true, first),
          call('public', 'importKey', 'spki', halfIn('spki', key, 'public'), givenFor(of), true, second),
          named('private'),
          named('public'),
        ];
  if (!isMade(of)) return read;
  const algorithm = length === undefined ? algorithmFor(of) : { ...algorithmFor(of), length };
  const names = key === undefined ? ['made'] : ['made.privateKey', 'made.publicKey'];
  return [...read, call('made', 'generateKey', algorithm, true, [...first, ...second]), ...names.map(named)];
});
