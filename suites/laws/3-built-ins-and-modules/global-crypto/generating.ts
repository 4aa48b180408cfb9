/** 3/global-crypto/crypto-subtle-generate-key: keys that are made. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';
import { type Algorithm, demandDescribed } from './described.js';
import { type Call, call, checked, demand, type Play, played, type Told } from './playing.js';
import { demandUsed, usesOf } from './uses.js';
import { demandJwk, demandSameKey, jwkOf, ktyOf, pkcs8Read, rawOf, spkiRead } from './written.js';

/** An algorithm, whose members may also stand beside it. With `bare` its name stands for it. */
export interface Generated {
  readonly algorithm: Plain;
  readonly hash?: string;
  readonly namedCurve?: string;
  readonly length?: number;
  readonly bare?: boolean;
  readonly usages: readonly string[];
}

export function algorithmOf({ algorithm, hash, namedCurve, length }: Omit<Generated, 'usages'>): Algorithm {
  const given = typeof algorithm === 'string' ? { name: algorithm } : decode(algorithm);
  const { name } = Object.assign({ name: '' }, given);
  return {
    ...Object.assign({}, given),
    name,
    ...(hash === undefined ? {} : { hash }),
    ...(namedCurve === undefined ? {} : { namedCurve }),
    ...(length === undefined ? {} : { length }),
  };
}

const given = (data: Generated): unknown => (data.bare === true ? algorithmOf(data).name : algorithmOf(data));

const isSecret = (algorithm: Algorithm): boolean => ktyOf(algorithm) === 'oct';

/** Usages that the private half of a pair can have. */
const PRIVATE = ['sign', 'decrypt', 'unwrapKey', 'deriveBits', 'deriveKey'];

/** One key and one more, exported in every format and used. */
const secretCalls = (data: Generated): readonly Call[] => [
  call('key', 'generateKey', given(data), true, data.usages),
  call('raw', 'exportKey', 'raw', '$key'),
  call('jwk', 'exportKey', 'jwk', '$key'),
  call('next', 'generateKey', given(data), true, data.usages),
  call('nextRaw', 'exportKey', 'raw', '$next'),
  ...usesOf(algorithmOf(data), { privateKey: '$key', publicKey: '$key' }),
];

function demandSecret(told: Told, data: Generated, bits: readonly number[]): void {
  const algorithm = algorithmOf(data);
  const raw = told.bytes('raw');
  demand(bits.includes(raw.length * 8), `the key has ${raw.length * 8} bits`);
  const { usages } = data;
  const known = { type: 'secret', extractable: true, algorithm, usages } as const;
  demandDescribed(told.value('key'), { ...known, bits: raw.length * 8 });
  const jwk = demandJwk(told.value('jwk'), { ...known, size: raw.length });
  demand(Buffer.from(jwk['k'] ?? '', 'base64url').equals(raw), 'the JWK is of another key');
  demand(!told.bytes('nextRaw').equals(raw), 'the next key is the same');
  demand(
    raw.some((byte) => byte !== raw[0]),
    'all bytes of the key are the same',
  );
  demandUsed(told, algorithm, { secret: raw });
}

/** A secret key of so many bits, as `length` has it where nothing else is said; of any of several numbers. */
export const makesSecret = example({
  secret: true,
  input: (data: Generated & { readonly bits?: number | readonly number[] }): Play => ({
    given: {},
    calls: secretCalls(data),
  }),
  probe: played,
  expect: (data) => checked('a new key', (told) => demandSecret(told, data, [data.bits ?? data.length ?? []].flat())),
});

const pairCalls = (data: Generated): readonly Call[] => {
  const isPoint = ktyOf(algorithmOf(data)) !== 'RSA';
  return [
    call('pair', 'generateKey', given(data), true, data.usages),
    call('pkcs8', 'exportKey', 'pkcs8', '$pair.privateKey'),
    call('spki', 'exportKey', 'spki', '$pair.publicKey'),
    call('jwk', 'exportKey', 'jwk', '$pair.privateKey'),
    call('publicJwk', 'exportKey', 'jwk', '$pair.publicKey'),
    ...(isPoint
      ? [
          call('raw', 'exportKey', 'raw', '$pair.publicKey'),
          call('next', 'generateKey', given(data), true, data.usages),
          call('nextSpki', 'exportKey', 'spki', '$next.publicKey'),
        ]
      : []),
    ...usesOf(algorithmOf(data), { privateKey: '$pair.privateKey', publicKey: '$pair.publicKey' }),
  ];
};

function demandPair(told: Told, data: Generated): void {
  const algorithm = algorithmOf(data);
  const [privateKey, publicKey] = [pkcs8Read(told.bytes('pkcs8')), spkiRead(told.bytes('spki'))];
  const { privateKey: told1, publicKey: told2 } = told.object('pair');
  const usages = { private: data.usages.filter(isPrivate), public: data.usages.filter((one) => !isPrivate(one)) };
  const [known, knownPublic] = [
    { type: 'private', extractable: true, algorithm, usages: usages.private, half: privateKey } as const,
    { type: 'public', extractable: true, algorithm, half: publicKey } as const,
  ];
  demandDescribed(told1, known);
  // What the public half of an agreement is for is left open.
  const isAgreement = usages.private.includes('deriveBits');
  demandDescribed(told2, isAgreement ? knownPublic : { ...knownPublic, usages: usages.public });
  demandOfKind(privateKey.asymmetricKeyDetails, publicKey.asymmetricKeyType, algorithm);
  demandSameKey('the public half', jwkOf(publicKey), without(jwkOf(privateKey)));
  demandSameKey('the JWK', demandJwk(told.value('jwk'), known), jwkOf(privateKey));
  const publicUsages = listOf(Reflect.get(Object(told2), 'usages'));
  const publicJwk = demandJwk(told.value('publicJwk'), { ...knownPublic, usages: publicUsages });
  demandSameKey('the JWK of the public half', publicJwk, jwkOf(publicKey));
  if (ktyOf(algorithm) !== 'RSA') {
    demand(told.bytes('raw').equals(rawOf(publicKey)), 'the raw key is another');
    demand(!told.bytes('nextSpki').equals(told.bytes('spki')), 'the next key is the same');
  }
  demandUsed(told, algorithm, { privateKey, publicKey });
}

const isPrivate = (usage: string): boolean => PRIVATE.includes(usage);
const listOf = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

/** The public part of a private JWK. */
const without = ({ d: _d, p: _p, q: _q, dp: _dp, dq: _dq, qi: _qi, ...rest }: ReturnType<typeof jwkOf>) => rest;

const CURVES: { readonly [name: string]: string } = {
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
};

function demandOfKind(
  details: ReturnType<typeof pkcs8Read>['asymmetricKeyDetails'],
  type: string | undefined,
  { name, namedCurve, modulusLength }: Algorithm,
): void {
  const expected = name.startsWith('RSA') ? 'rsa' : namedCurve === undefined ? name.toLowerCase() : 'ec';
  demand(type === expected, `the key is one of ${type}`);
  if (namedCurve !== undefined)
    demand(details?.namedCurve === CURVES[namedCurve], `the key is on the curve ${details?.namedCurve}`);
  if (modulusLength !== undefined)
    demand(details?.modulusLength === modulusLength, `the modulus has ${details?.modulusLength} bits`);
}

/** A pair whose halves belong together. */
export const makesPair = example({
  secret: true,
  input: (data: Generated): Play => ({ given: {}, calls: pairCalls(data) }),
  probe: played,
  expect: (data) => checked('a new pair', (told) => demandPair(told, data)),
});

/** What keys are made for; whether they can be exported. */
interface Purpose extends Generated {
  readonly extractable: boolean;
  /** Usages of the private half, and of the public one. */
  readonly then:
    | readonly [privateKey: readonly string[], publicKey: readonly string[]]
    | readonly [key: readonly string[]];
}

/** A key or pair of the usages asked for. One that may not be exported is in no format. */
export const isFor = example({
  secret: true,
  input: (data: Purpose): Play => {
    const key = isSecret(algorithmOf(data)) ? '$key' : '$key.privateKey';
    const formats = isSecret(algorithmOf(data)) ? ['raw', 'jwk'] : ['pkcs8', 'jwk'];
    return {
      given: {},
      calls: [
        call('key', 'generateKey', given(data), data.extractable, data.usages),
        ...formats.map((format) => call(format, 'exportKey', format, key)),
      ],
    };
  },
  probe: played,
  expect: (data) =>
    checked('a key for what was asked', (told) => {
      const algorithm = algorithmOf(data);
      const { extractable, then } = data;
      const [usages = [], publicUsages] = then;
      if (publicUsages === undefined) {
        demandDescribed(told.value('key'), { type: 'secret', extractable, usages, algorithm });
      } else {
        const { privateKey, publicKey } = told.object('key');
        demandDescribed(privateKey, { type: 'private', extractable, usages, algorithm });
        const observed = Reflect.get(Object(publicKey), 'usages');
        demand(
          listOf(observed).every((one) => publicUsages.includes(one)),
          `the public half is for ${observed}`,
        );
        demand(
          publicUsages.every((one) => listOf(observed).includes(one)),
          `the public half is for ${observed}`,
        );
      }
      const formats = publicUsages === undefined ? ['raw', 'jwk'] : ['pkcs8', 'jwk'];
      formats.forEach((format) => {
        if (extractable) told.value(format);
        else told.refused(format);
      });
    }),
});

/** Algorithms and usages that no key is made of. */
export const makesNone = example({
  secret: true,
  input: ({ algorithm, usages = ['sign'] }: { algorithm: Plain; usages?: Plain }): Play => ({
    given: {},
    calls: [call('key', 'generateKey', decode(algorithm), true, decode(usages))],
  }),
  probe: played,
  expect: () => checked('no key', (told) => told.refused('key')),
});

/** What becomes of it is left open. */
export const isRecorded = example({
  secret: true,
  input: ({ algorithm, usages = ['sign'] }: { algorithm: Plain; usages?: Plain }): Play => ({
    given: {},
    calls: [call('key', 'generateKey', decode(algorithm), true, decode(usages))],
  }),
  probe: played,
  expect: () => anything,
});

/** Keys come of generateKey, importKey and deriveKey, and all tell what they are. */
export const isObtained = example({
  secret: true,
  input: (_: object): Play => {
    const aes = { name: 'AES-CBC', length: 128 };
    const usages = ['encrypt', 'decrypt'];
    const from = { name: 'PBKDF2', hash: 'SHA-256', salt: Buffer.alloc(16), iterations: 1 };
    return {
      given: {},
      calls: [
        call('generated', 'generateKey', aes, true, usages),
        call('imported', 'importKey', 'raw', Buffer.alloc(16), { name: 'AES-CBC' }, true, usages),
        { ...call('base', 'importKey', 'raw', Buffer.alloc(16), 'PBKDF2', false, ['deriveKey']), unseen: true },
        call('derived', 'deriveKey', from, '$base', aes, true, usages),
      ],
    };
  },
  probe: played,
  expect: () =>
    checked('keys of each call', (told) => {
      const algorithm = { name: 'AES-CBC' };
      const known = {
        type: 'secret',
        extractable: true,
        usages: ['encrypt', 'decrypt'],
        algorithm,
        bits: 128,
      } as const;
      for (const one of ['generated', 'imported', 'derived']) demandDescribed(told.value(one), known);
    }),
});
