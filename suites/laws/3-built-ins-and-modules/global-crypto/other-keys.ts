/** 3/global-crypto/p2: the uses of keys, with keys of each other algorithm. */
import { endsAsNode, refused, type SubtleCall, view } from './calls.js';
import { algorithmFor, importing, type KeyRow } from './keys.js';
import { defined } from './node-subtle.js';
import { PAIR, usesOf } from './uses.js';

/** Keys by their algorithms: a secret of this number of bytes, or a pair, and the usages of each key. */
interface AlgorithmKeys extends Omit<KeyRow, 'algorithm'> {
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
} satisfies { readonly [algorithm: string]: AlgorithmKeys };

type AlgorithmName = keyof typeof KINDS;

/** The algorithm of the calls, and that of the key. */
type AlgorithmPair = { readonly use: AlgorithmName; readonly key: AlgorithmName };

const presumed = (of: SubtleCall): SubtleCall => ({ ...of, isPresumed: true });

function halvesOf(algorithm: AlgorithmName): readonly SubtleCall[] {
  const { private: own, public: other = own, ...kind }: AlgorithmKeys = KINDS[algorithm];
  const of = { algorithm, ...kind };
  return [importing('private', of, 'private', own, true), importing('public', of, 'public', other, true)];
}

/** With its own key each call succeeds; with another one all of them are refused. Other requirements judge the imports. */
function callsOf({ use, key }: AlgorithmPair): readonly SubtleCall[] {
  const { hash, namedCurve }: AlgorithmKeys = KINDS[use];
  const calls = usesOf(algorithmFor({ algorithm: use, ...defined({ hash, namedCurve }) }), PAIR);
  const isUse = (one: SubtleCall): boolean => /"\$(private|public)"/.test(JSON.stringify(one.call));
  return [
    ...[...halvesOf(key), ...calls.filter((one) => !isUse(one))].map(presumed),
    ...calls.filter(isUse).map((one) => (use === key ? { ...one, isOpen: true } : refused(one))),
  ];
}

/** A ciphertext and a signature for calls whose own were refused. */
const GIVEN = [view('sealed', new Uint8Array(48)), view('signature', new Uint8Array(64))];

export const refusesOthers = endsAsNode((pair: AlgorithmPair) => [...GIVEN, ...callsOf(pair)]);
