/** 3/global-crypto/crypto-subtle-import-key and export-key: keys that are read, written again and used. */
import type { JsonWebKey, KeyObject } from 'node:crypto';
import { example } from '../../../language/law.js';
import { type Algorithm, type Described, demandDescribed, demandName } from './described.js';
import { JWKS, type KeyName, privateHalf, publicHalf } from './fixed-keys.js';
import { type Call, call, checked, demand, objectOf, type Play, played, type Told } from './playing.js';
import { demandUsed, pkcs8Of, spkiOf, usesOf } from './uses.js';
import { algOf, demandJwk, demandSameKey, jwkOf, ktyOf, pkcs8Read, rawOf, spkiRead } from './written.js';

export type Format = 'raw' | 'pkcs8' | 'spki' | 'jwk';

/** A secret key of so many bytes, whose bits are all different from those of the next. */
export const secretOf = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * 73 + 41) % 256));

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

/** A JWK with what it may say besides the key. */
export const jwkWith = (parts: JsonWebKey, of: Named, usages: readonly string[], size = 0): object => {
  const alg = algOf(algorithmFor(of), size);
  return { ...parts, ...(alg === undefined ? {} : { alg }), ext: true, key_ops: usages };
};

interface Secret extends Named {
  readonly size: number;
  readonly format: 'raw' | 'jwk';
  readonly usages: readonly string[];
  /** Bits that are said to be those of the key. */
  readonly length?: number;
  /** The kind of bytes that the key comes as. */
  readonly as?: 'ArrayBuffer' | 'DataView' | 'Buffer';
}

const secretJwk = (of: Secret): object =>
  jwkWith({ kty: 'oct', k: secretOf(of.size).toString('base64url') }, of, of.usages, of.size);

function secretData({ size, as }: Secret): unknown {
  const bytes = new Uint8Array(secretOf(size));
  if (as === undefined) return bytes;
  if (as === 'Buffer') return Buffer.from(bytes);
  return as === 'DataView' ? new DataView(bytes.buffer) : bytes.buffer;
}

const secretAlgorithm = (of: Secret): unknown =>
  of.length === undefined ? givenFor(of) : { ...algorithmFor(of), length: of.length };

const importedSecret = (of: Secret): Call =>
  call(
    'key',
    'importKey',
    of.format,
    of.format === 'raw' ? secretData(of) : secretJwk(of),
    secretAlgorithm(of),
    true,
    of.usages,
  );

const SECRET = { privateKey: '$key', publicKey: '$key' };

/** A secret key tells what it is, is written as it was read, and does what Node does with it. */
export const readsSecret = example({
  secret: true,
  input: (of: Secret): Play => ({
    given: {},
    calls: [
      importedSecret(of),
      call('raw', 'exportKey', 'raw', '$key'),
      call('jwk', 'exportKey', 'jwk', '$key'),
      ...usesOf(algorithmFor(of), SECRET),
    ],
  }),
  probe: played,
  expect: (of) =>
    checked('the key that was read', (told) => {
      const [secret, algorithm] = [secretOf(of.size), algorithmFor(of)];
      const known = { type: 'secret', extractable: true, usages: of.usages, algorithm } as const;
      demandDescribed(told.value('key'), { ...known, bits: of.size * 8 });
      demand(told.bytes('raw').equals(secret), 'the raw key is another');
      const jwk = demandJwk(told.value('jwk'), { ...known, size: of.size });
      demand(jwk['k'] === secret.toString('base64url'), 'the JWK is of another key');
      demandUsed(told, algorithm, { secret });
    }),
});

/** A key for derivation, or any secret key of a host that writes none: it does what Node does with it. */
export const usesSecret = example({
  secret: true,
  input: (of: Secret): Play => ({
    given: {},
    calls: [importedSecret(of), ...usesOf(algorithmFor(of), SECRET)],
    blind: true,
  }),
  probe: played,
  expect: (of) =>
    checked('what is made with the key that was read', (told) => {
      demandUsed(told, algorithmFor(of), { secret: secretOf(of.size) });
    }),
});

/** Bytes that change once the call was made change no key. */
export const keepsSecret = example({
  secret: true,
  input: (of: Secret): Play => ({
    given: { data: new Uint8Array(secretOf(of.size)) },
    calls: [
      { ...call('key', 'importKey', 'raw', '$data', secretAlgorithm(of), true, of.usages), spoils: 'data' },
      ...usesOf(algorithmFor(of), SECRET),
    ],
    blind: true,
  }),
  probe: played,
  expect: (of) =>
    checked('what is made with the key that was read', (told) => {
      demandUsed(told, algorithmFor(of), { secret: secretOf(of.size) });
    }),
});

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

export function privateData({ key, privateFormat, privateUsages, plain, ...of }: Pair): unknown {
  if (privateFormat === 'pkcs8') return pkcs8Of(key);
  return plain === true ? JWKS[key] : jwkWith(JWKS[key], of, privateUsages);
}

export function publicData({ key, publicFormat, publicUsages, plain, ...of }: Pair): unknown {
  if (publicFormat === 'spki') return spkiOf(key);
  const half = publicHalf(key);
  if (publicFormat === 'raw') return rawOf(half);
  return plain === true ? jwkOf(half) : jwkWith(jwkOf(half), of, publicUsages);
}

const HALVES = { privateKey: '$private', publicKey: '$public' };

const importedPair = (of: Pair): readonly Call[] => [
  call('private', 'importKey', of.privateFormat, privateData(of), givenFor(of), true, of.privateUsages),
  call('public', 'importKey', of.publicFormat, publicData(of), givenFor(of), true, of.publicUsages),
];

const isRsa = (of: Named): boolean => ktyOf(algorithmFor(of)) === 'RSA';

const halvesOf = ({ key }: Pair) => ({ privateKey: privateHalf(key), publicKey: publicHalf(key) });

/** Both halves tell what they are, are written as they were read, and do what Node does with them. */
export const readsPair = example({
  secret: true,
  input: (of: Pair): Play => ({
    given: {},
    calls: [
      ...importedPair(of),
      call('pkcs8', 'exportKey', 'pkcs8', '$private'),
      call('jwk', 'exportKey', 'jwk', '$private'),
      call('spki', 'exportKey', 'spki', '$public'),
      call('publicJwk', 'exportKey', 'jwk', '$public'),
      ...(isRsa(of) ? [] : [call('raw', 'exportKey', 'raw', '$public')]),
      ...usesOf(algorithmFor(of), HALVES),
    ],
  }),
  probe: played,
  expect: (of) => checked('the pair that was read', (told) => demandPair(told, of)),
});

function demandPair(told: Told, of: Pair): void {
  const algorithm = algorithmFor(of);
  const { privateKey, publicKey } = halvesOf(of);
  const described = (type: 'private' | 'public', usages: readonly string[], half: KeyObject): Described => {
    return { type, extractable: true, usages, algorithm, half };
  };
  demandDescribed(told.value('private'), described('private', of.privateUsages, privateKey));
  demandDescribed(told.value('public'), described('public', of.publicUsages, publicKey));
  const [jwk, publicJwk] = [jwkOf(privateKey), jwkOf(publicKey)];
  demandSameKey('pkcs8', jwkOf(pkcs8Read(told.bytes('pkcs8'))), jwk);
  demandSameKey('spki', jwkOf(spkiRead(told.bytes('spki'))), publicJwk);
  const known = { algorithm, usages: of.privateUsages, type: 'private' } as const;
  demandSameKey('the JWK', demandJwk(told.value('jwk'), known), jwk);
  const knownPublic = { algorithm, usages: of.publicUsages, type: 'public' } as const;
  demandSameKey('the public JWK', demandJwk(told.value('publicJwk'), knownPublic), publicJwk);
  if (!isRsa(of)) demand(told.bytes('raw').equals(rawOf(publicKey)), 'the raw key is another');
  demandUsed(told, algorithm, { privateKey, publicKey });
}

/** Both halves do what Node does with them. */
export const usesPair = example({
  secret: true,
  input: (of: Pair): Play => ({
    given: {},
    calls: [...importedPair(of), ...usesOf(algorithmFor(of), HALVES)],
    blind: true,
  }),
  probe: played,
  expect: (of) =>
    checked('what is made with the pair that was read', (told) => demandUsed(told, algorithmFor(of), halvesOf(of))),
});

/** A key that is read with these usages has them, each of which the algorithm has. */
interface Purposes extends Pair {
  readonly half: 'private' | 'public';
  readonly extractable: boolean;
}

/** One half tells whether it may be exported, and is only then. */
export const isExported = example({
  secret: true,
  input: (of: Purposes): Play => {
    const isPrivate = of.half === 'private';
    const [format, data] = isPrivate ? [of.privateFormat, privateData(of)] : [of.publicFormat, publicData(of)];
    const usages = isPrivate ? of.privateUsages : of.publicUsages;
    return {
      given: {},
      calls: [
        call('key', 'importKey', format, data, givenFor(of), of.extractable, usages),
        ...[isPrivate ? 'pkcs8' : 'spki', 'jwk'].map((to) => call(to, 'exportKey', to, '$key')),
      ],
    };
  },
  probe: played,
  expect: (of) =>
    checked('a key that is exported if it may be', (told) => {
      const isPrivate = of.half === 'private';
      const usages = isPrivate ? of.privateUsages : of.publicUsages;
      const { extractable } = of;
      demandDescribed(told.value('key'), { type: of.half, extractable, usages, algorithm: algorithmFor(of) });
      [isPrivate ? 'pkcs8' : 'spki', 'jwk'].forEach((to) => {
        if (extractable) told.value(to);
        else told.refused(to);
      });
    }),
});

/** The same of a secret key. */
export const isSecretExported = example({
  secret: true,
  input: (of: Secret & { readonly extractable: boolean }): Play => ({
    given: {},
    calls: [
      call('key', 'importKey', 'raw', secretData(of), givenFor(of), of.extractable, of.usages),
      ...['raw', 'jwk'].map((to) => call(to, 'exportKey', to, '$key')),
    ],
  }),
  probe: played,
  expect: (of) =>
    checked('a key that is exported if it may be', (told) => {
      const { extractable, usages } = of;
      demandDescribed(told.value('key'), { type: 'secret', extractable, usages, algorithm: algorithmFor(of) });
      ['raw', 'jwk'].forEach((to) => {
        if (extractable) told.value(to);
        else told.refused(to);
      });
    }),
});

/** No half is written in a format of the other, nor a key in one that its algorithm has not. */
export const isWrittenIn = example({
  secret: true,
  input: (
    of: Pair & { readonly formats: { readonly private: readonly Format[]; readonly public: readonly Format[] } },
  ): Play => ({
    given: {},
    calls: [
      ...importedPair(of),
      ...of.formats.private.map((to) => call(`private in ${to}`, 'exportKey', to, '$private')),
      ...of.formats.public.map((to) => call(`public in ${to}`, 'exportKey', to, '$public')),
    ],
  }),
  probe: played,
  expect: ({ formats }) =>
    checked('formats that are refused', (told) => {
      for (const to of formats.private) told.refused(`private in ${to}`);
      for (const to of formats.public) told.refused(`public in ${to}`);
    }),
});

/** Secret keys are of no other formats than raw and jwk. */
export const isSecretWrittenIn = example({
  secret: true,
  input: (of: Secret & { readonly formats: readonly string[] }): Play => ({
    given: {},
    calls: [importedSecret(of), ...of.formats.map((to) => call(to, 'exportKey', to, '$key'))],
  }),
  probe: played,
  expect: ({ formats }) =>
    checked('formats that are refused', (told) => {
      for (const to of formats) told.refused(to);
    }),
});

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

/** Keys tell the name of their algorithm, those that were read and those that were made. */
export const namesAlgorithm = example({
  secret: true,
  input: (of: Telling): Play => {
    const { key, length, usages } = of;
    const [first, second = []] = usages;
    const read =
      key === undefined
        ? [call('key', 'importKey', 'raw', secretOf(16), givenFor(of), true, first)]
        : [
            call('private', 'importKey', 'pkcs8', pkcs8Of(key), givenFor(of), true, first),
            call('public', 'importKey', 'spki', spkiOf(key), givenFor(of), true, second),
          ];
    const algorithm = length === undefined ? algorithmFor(of) : { ...algorithmFor(of), length };
    const made = call('made', 'generateKey', algorithm, true, [...first, ...second]);
    return { given: {}, calls: [...read, ...(isMade(of) ? [made] : [])] };
  },
  probe: played,
  expect: (of) =>
    checked('keys that tell their algorithm', (told) => {
      const name = of.algorithm;
      const halves = of.key === undefined ? ['key'] : ['private', 'public'];
      for (const half of halves) demandName(told.value(half), half, name);
      if (!isMade(of)) return;
      const made = told.value('made');
      if (of.key === undefined) demandName(made, 'the new key', name);
      else for (const half of ['privateKey', 'publicKey']) demandName(objectOf(made, 'the pair')[half], half, name);
    }),
});
