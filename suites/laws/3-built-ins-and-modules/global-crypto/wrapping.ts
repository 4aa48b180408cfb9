/** 3/global-crypto/crypto-subtle-wrap-key and unwrap-key: keys that other keys encrypt, in both directions. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { type Damage, damaged } from '../../support/damages.js';
import { byNode, call, endsAsNode, exporting, onlyIf, refused, report, type SubtleCall } from './calls.js';
import { filler, givenFor, halfIn, importing, jwkWith, type KeyForm, secretIn } from './keys.js';

const BLOCK = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'hex');

/** The wrapped keys. */
const KEYS = {
  hmac: { of: { algorithm: 'HMAC', hash: 'SHA-512' }, size: 32, usages: ['sign', 'verify'] },
  aes: { of: { algorithm: 'AES-GCM' }, size: 16, usages: ['encrypt', 'decrypt'] },
  private: { of: { algorithm: 'ECDSA', namedCurve: 'P-256' }, key: 'P-256-zeros', half: 'private', usages: ['sign'] },
  public: { of: { algorithm: 'ECDSA', namedCurve: 'P-256' }, key: 'P-256-zeros', half: 'public', usages: ['verify'] },
  rsa: { of: { algorithm: 'RSA-PSS', hash: 'SHA-384' }, key: 'RSA-8192', half: 'private', usages: ['sign'] },
} as const;

export interface WrappedKeyRow {
  readonly by: 'AES-KW' | 'AES-CBC' | 'AES-CTR' | 'AES-GCM' | 'RSA-OAEP';
  readonly format: KeyForm;
  readonly carried: keyof typeof KEYS;
  /** Bytes of the wrapping key, if it is one of AES. */
  readonly size?: number;
  /** Bytes of the wrapped secret key, if there are many in a case. */
  readonly bytes?: number;
}

/** Parameters of wrapping calls. */
const PARAMETERS = {
  'AES-CBC': { name: 'AES-CBC', iv: BLOCK },
  'AES-CTR': { name: 'AES-CTR', counter: BLOCK, length: 128 },
  'AES-GCM': { name: 'AES-GCM', iv: BLOCK, additionalData: Buffer.from('the name of the key') },
  'AES-KW': 'AES-KW',
  'RSA-OAEP': { name: 'RSA-OAEP' },
} as const;

const OAEP = { algorithm: 'RSA-OAEP', hash: 'SHA-256', key: 'RSA-2048' } as const;

/** The keys that wrap and unwrap, which are the same if secret. */
export function wrappers(
  { by, size = 32 }: WrappedKeyRow,
  usages: readonly string[] = ['wrapKey', 'unwrapKey'],
): readonly SubtleCall[] {
  if (by !== 'RSA-OAEP') return [call('wrapping', 'importKey', 'raw', filler(size), { name: by }, false, usages)];
  return [importing('wrapping', OAEP, 'public', ['wrapKey']), importing('unwrapping', OAEP, 'private', ['unwrapKey'])];
}

/** The key in the format in which it is wrapped; a JWK contains its use. */
function formed({ carried, format, bytes }: WrappedKeyRow): object {
  const key = KEYS[carried];
  const data = 'size' in key ? secretIn(format, bytes ?? key.size) : halfIn(format, key.key, key.half);
  return format === 'jwk' ? jwkWith(data, key.of, key.usages, 'size' in key ? key.size : 0) : data;
}

const reading = (of: WrappedKeyRow, extractable = true): SubtleCall =>
  call('key', 'importKey', of.format, formed(of), givenFor(KEYS[of.carried].of), extractable, KEYS[of.carried].usages);

const wrapping = (of: WrappedKeyRow, parameters: unknown = PARAMETERS[of.by]): SubtleCall =>
  call('wrapped', 'wrapKey', of.format, '$key', '$wrapping', parameters);

interface UnwrapOptions {
  readonly as?: string;
  readonly by?: string;
  readonly extractable?: boolean;
  readonly usages?: readonly string[];
}

export function unwrapping(of: WrappedKeyRow, wrapped: unknown, own: UnwrapOptions = {}): SubtleCall {
  const { of: algorithm, usages: all } = KEYS[of.carried];
  const { as = 'unwrapped', extractable = true, usages = all } = own;
  const { by = of.by === 'RSA-OAEP' ? '$unwrapping' : '$wrapping' } = own;
  return call(as, 'unwrapKey', of.format, wrapped, by, PARAMETERS[of.by], givenFor(algorithm), extractable, usages);
}

export const wrappedByNode = (of: WrappedKeyRow): Buffer => byNode([...wrappers(of), reading(of), wrapping(of)]);

/** One side unwraps the other's result: the target for itself, the target for Node, and Node for the target. */
export const carried = (of: WrappedKeyRow): readonly SubtleCall[] => [
  reading(of),
  wrapping(of),
  ...['$wrapped', wrappedByNode(of)].flatMap((wrapped, i) => [
    unwrapping(of, wrapped, { as: `unwrapped${i}` }),
    report(`unwrapped${i}`),
    exporting(`unwrapped${i}`, of.format),
  ]),
];

export const wrapsAndUnwraps = endsAsNode((of: WrappedKeyRow) => [...wrappers(of), ...carried(of)]);

/** Calls whose last one is refused: the key to wrap may not be exported, or a key lacks its usage or is another. */
const failingCalls = (of: WrappedKeyRow) => {
  const odd = importing('key', { algorithm: 'HMAC', hash: 'SHA-256', size: 20 }, 'private', ['sign'], true);
  const other = importing('other', { algorithm: of.by, size: 32 }, 'private', ['unwrapKey'], true);
  const wrap = wrapping(of);
  const unwrap = unwrapping(of, '$wrapped');
  const key = reading(of);
  return {
    'not-extractable': [...wrappers(of), reading(of, false), wrap],
    'not-for-wrapping': [...wrappers(of, ['unwrapKey']), key, wrap],
    'for-encrypting': [...wrappers(of, ['encrypt']), key, wrap],
    'not-for-unwrapping': [...wrappers(of, ['wrapKey']), key, wrap, unwrap],
    'for-decrypting': [...wrappers(of, ['wrapKey', 'decrypt']), key, wrap, unwrap],
    'other-key': [...wrappers(of), key, wrap, other, unwrapping(of, '$wrapped', { by: '$other' })],
    'other-algorithm': [...wrappers(of), key, wrapping(of, PARAMETERS['AES-CBC'])],
    odd: [...wrappers(of), odd, wrap],
  };
};

export const refusesWrapping = endsAsNode(
  (of: WrappedKeyRow & { readonly why: keyof ReturnType<typeof failingCalls> }) => {
    const calls = failingCalls(of)[of.why];
    return [...calls.slice(0, -1), ...calls.slice(-1).map(refused)];
  },
);

/** A wrapped key of Node with one flipped bit or missing bytes. */
interface DamagedKeyRow extends WrappedKeyRow, Damage {
  /** Changed members of the JWK. */
  readonly members?: { readonly [name: string]: Plain };
  /** The format in which it is unwrapped, if it differs. */
  readonly as?: KeyForm;
}

/** A JWK with changed members that Node encrypts, with a key that is for encrypting here. */
function encryptedByNode(of: DamagedKeyRow): Buffer {
  const jwk = Buffer.from(JSON.stringify({ ...formed(of), ...of.members }));
  return byNode([...wrappers(of, ['encrypt']), call('wrapped', 'encrypt', PARAMETERS[of.by], '$wrapping', jwk)]);
}

export const refusesDamaged = endsAsNode((of: DamagedKeyRow) => {
  const whole = of.members === undefined ? wrappedByNode(of) : encryptedByNode(of);
  return [...wrappers(of), refused(unwrapping({ ...of, format: of.as ?? of.format }, damaged(whole, of)))];
});

/** An unwrapped key has the requested usages, and can only be exported if that was requested. */
export const unwrapsFor = endsAsNode((of: WrappedKeyRow & { readonly extractable: boolean }) => {
  const { extractable, format } = of;
  const key = unwrapping(of, wrappedByNode(of), { extractable, usages: ['sign'] });
  return [...wrappers(of), key, report('unwrapped'), onlyIf(extractable, exporting('unwrapped', format))];
});
