/** 3/global-crypto/p2: what keys are for, with keys of each other algorithm. */
import { example } from '../../../language/law.js';
import type { KeyName } from './fixed-keys.js';
import { algorithmFor, type Named, secretOf } from './importing.js';
import { type Call, call, checked, type Play, played } from './playing.js';
import { pkcs8Of, spkiOf, usesOf } from './uses.js';

/** Keys by their algorithms: a secret of so many bytes, or a pair, and all that each half is for. */
interface Kind extends Omit<Named, 'algorithm'> {
  readonly size?: number;
  readonly key?: KeyName;
  readonly private: readonly string[];
  readonly public?: readonly string[];
}

const SEALING = { private: ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'] };
const DERIVING = { private: ['deriveBits', 'deriveKey'] };
const SIGNING = { private: ['sign'], public: ['verify'] };

const KINDS = {
  HMAC: { size: 32, hash: 'SHA-256', private: ['sign', 'verify'] },
  'AES-CBC': { size: 16, ...SEALING },
  'AES-CTR': { size: 16, ...SEALING },
  'AES-GCM': { size: 16, ...SEALING },
  'AES-KW': { size: 16, private: ['wrapKey', 'unwrapKey'] },
  HKDF: { size: 24, bare: true, ...DERIVING },
  PBKDF2: { size: 24, bare: true, ...DERIVING },
  'RSASSA-PKCS1-v1_5': { key: 'RSA-2048', hash: 'SHA-256', ...SIGNING },
  'RSA-PSS': { key: 'RSA-2048', hash: 'SHA-256', ...SIGNING },
  'RSA-OAEP': { key: 'RSA-2048', hash: 'SHA-256', private: ['decrypt', 'unwrapKey'], public: ['encrypt', 'wrapKey'] },
  ECDSA: { key: 'P-256', namedCurve: 'P-256', ...SIGNING },
  ECDH: { key: 'P-256', namedCurve: 'P-256', ...DERIVING, public: [] },
  Ed25519: { key: 'Ed25519', ...SIGNING },
  X25519: { key: 'X25519', ...DERIVING, public: [] },
} satisfies { readonly [algorithm: string]: Kind };

type Name = keyof typeof KINDS;

/** What keys of one algorithm are for, and the algorithm of the key that is given. */
type Pair = { readonly use: Name; readonly key: Name };

const namedOf = (algorithm: Name): Named => {
  const { hash, namedCurve, bare }: Kind = KINDS[algorithm];
  return { algorithm, ...(hash && { hash }), ...(namedCurve && { namedCurve }), ...(bare && { bare }) };
};

/** Whether a key can be imported, other requirements say. */
const PRESUMED = { unseen: true, presumed: true };

function halvesOf(algorithm: Name): Call[] {
  const { size, key, private: own, public: other = own }: Kind = KINDS[algorithm];
  const made = algorithmFor(namedOf(algorithm));
  const half = (as: string, format: string, bytes: Uint8Array, usages: readonly string[]): Call => ({
    ...call(as, 'importKey', format, new Uint8Array(bytes), made, true, usages),
    ...PRESUMED,
  });
  if (size !== undefined)
    return [half('private', 'raw', secretOf(size), own), half('public', 'raw', secretOf(size), own)];
  if (key === undefined) throw new Error(`there is no key of ${algorithm}`);
  return [half('private', 'pkcs8', pkcs8Of(key), own), half('public', 'spki', spkiOf(key), other)];
}

/** The calls that use a key, behind those that bring what they need besides. */
function callsOf({ use, key }: Pair): { readonly needed: readonly Call[]; readonly used: readonly Call[] } {
  const calls = usesOf(algorithmFor(namedOf(use)), { privateKey: '$private', publicKey: '$public' });
  const isUse = ({ args }: Call): boolean => /"\$(private|public)"/.test(JSON.stringify(args));
  return {
    needed: [...halvesOf(key), ...calls.filter((one) => !isUse(one)).map((one) => ({ ...one, ...PRESUMED }))],
    used: calls.filter(isUse),
  };
}

/** A ciphertext and a signature for calls whose own were refused. */
const GIVEN = { sealed: new Uint8Array(48), signature: new Uint8Array(64) };

/** With its own key each call gives something; with another one all of them are refused. */
export const isForItself = example({
  input: (pair: Pair): Play => {
    const { needed, used } = callsOf(pair);
    return { given: GIVEN, calls: [...needed, ...used] };
  },
  probe: played,
  expect: (pair) =>
    checked(`${pair.use} with a key of ${pair.key}`, (told) => {
      for (const { as } of callsOf(pair).used) pair.use === pair.key ? told.value(as) : told.refused(as);
    }),
});
