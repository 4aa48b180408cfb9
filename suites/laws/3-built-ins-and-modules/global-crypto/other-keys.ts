/** 3/global-crypto/p2: what keys are for, with keys of each other algorithm. */
import { type Call, call, endsAsNode, keeping, refused } from './calls.js';
import { type KeyName, keyAs } from './fixed-keys.js';
import { algorithmFor, type Named } from './importing.js';
import { defined } from './node-subtle.js';
import { PAIR, usesOf } from './uses.js';

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
  HKDF: { size: 24, ...DERIVING },
  PBKDF2: { size: 24, ...DERIVING },
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

const presumed = (of: Call): Call => ({ ...of, isPresumed: true });

function halvesOf(algorithm: Name): readonly Call[] {
  const { size = 0, key, private: own, public: other = own, ...kind }: Kind = KINDS[algorithm];
  const of = algorithmFor({ algorithm, ...kind });
  const half = (as: 'private' | 'public', usages: readonly string[]): Call =>
    call(as, 'importKey', ...keyAs(key ?? size, as), of, true, usages);
  return [half('private', own), half('public', other)];
}

/** With its own key each call gives something; with another one all of them are refused. Whether keys are read, others judge. */
function callsOf({ use, key }: Pair): readonly Call[] {
  const { hash, namedCurve }: Kind = KINDS[use];
  const calls = usesOf(algorithmFor({ algorithm: use, ...defined({ hash, namedCurve }) }), PAIR);
  const isUse = (one: Call): boolean => /"\$(private|public)"/.test(JSON.stringify(one.call));
  return [
    ...[...halvesOf(key), ...calls.filter((one) => !isUse(one))].map(presumed),
    ...calls.filter(isUse).map((one) => (use === key ? { ...one, isOpen: true } : refused(one))),
  ];
}

/** A ciphertext and a signature for calls whose own were refused. */
const GIVEN = keeping({ sealed: new Uint8Array(48), signature: new Uint8Array(64) });

export const isForItself = endsAsNode((pair: Pair) => [...GIVEN, ...callsOf(pair)]);
