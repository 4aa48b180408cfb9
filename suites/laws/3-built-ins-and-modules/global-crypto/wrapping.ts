/** 3/global-crypto/crypto-subtle-wrap-key and unwrap-key: keys that are encrypted by others, in both directions. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { type Damage, damaged } from '../../support/damages.js';
import { byNode, call, endsAsNode, refused, report, type SubtleCall } from './calls.js';
import { filler, halfIn, type KeyForm, keyAs, secretIn, secretOf } from './fixed-keys.js';
import { givenFor, jwkWith } from './importing.js';

const BLOCK = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'hex');

/** What is wrapped. */
const KEYS = {
  hmac: { of: { algorithm: 'HMAC', hash: 'SHA-256' }, size: 32, usages: ['sign', 'verify'] },
  aes: { of: { algorithm: 'AES-GCM' }, size: 16, usages: ['encrypt', 'decrypt'] },
  private: { of: { algorithm: 'ECDSA', namedCurve: 'P-256' }, key: 'P-256-zeros', half: 'private', usages: ['sign'] },
  public: { of: { algorithm: 'ECDSA', namedCurve: 'P-256' }, key: 'P-256-zeros', half: 'public', usages: ['verify'] },
  rsa: { of: { algorithm: 'RSA-PSS', hash: 'SHA-384' }, key: 'RSA-8192', half: 'private', usages: ['sign'] },
} as const;

export interface WrappedKeyRow {
  readonly by: 'AES-KW' | 'AES-CBC' | 'AES-CTR' | 'AES-GCM' | 'RSA-OAEP';
  readonly format: KeyForm;
  readonly carried: keyof typeof KEYS;
  /** Bytes of the key that wraps, where it is one of AES. */
  readonly size?: number;
  /** Bytes of the secret key that is carried, where there are many in a case. */
  readonly bytes?: number;
}

/** Parameters of a wrapping, as calls are given them. */
const PARAMETERS = {
  'AES-CBC': { name: 'AES-CBC', iv: BLOCK },
  'AES-CTR': { name: 'AES-CTR', counter: BLOCK, length: 128 },
  'AES-GCM': { name: 'AES-GCM', iv: BLOCK, additionalData: Buffer.from('the name of the key') },
  'AES-KW': 'AES-KW',
  'RSA-OAEP': { name: 'RSA-OAEP' },
} as const;

const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' };

/** The keys that wrap and unwrap, which is the same one where it is secret. */
export function wrappers(
  { by, size = 32 }: WrappedKeyRow,
  usages: readonly string[] = ['wrapKey', 'unwrapKey'],
): readonly SubtleCall[] {
  if (by !== 'RSA-OAEP') return [call('wrapping', 'importKey', 'raw', filler(size), { name: by }, false, usages)];
  return [
    call('wrapping', 'importKey', ...keyAs('RSA-2048', 'public'), OAEP, false, ['wrapKey']),
    call('unwrapping', 'importKey', ...keyAs('RSA-2048', 'private'), OAEP, false, ['unwrapKey']),
  ];
}

/** The key in the format in which it is carried; a JWK says what it is for. */
function formed({ carried, format, bytes }: WrappedKeyRow): object {
  const key = KEYS[carried];
  const data = 'size' in key ? secretIn(format, bytes ?? key.size) : halfIn(format, key.key, key.half);
  return format === 'jwk' ? jwkWith(data, key.of, key.usages, 'size' in key ? key.size : 0) : data;
}

const imported = (of: WrappedKeyRow, extractable = true): SubtleCall =>
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

export const wrappedByNode = (of: WrappedKeyRow): Buffer => byNode([...wrappers(of), imported(of), wrapping(of)]);

/** What one side wraps the other unwraps: the target for itself, the target for Node, and Node for the target. */
export const carried = (of: WrappedKeyRow): readonly SubtleCall[] => [
  imported(of),
  wrapping(of),
  ...['$wrapped', wrappedByNode(of)].flatMap((wrapped, i) => [
    unwrapping(of, wrapped, { as: `unwrapped${i}` }),
    report(`unwrapped${i}`),
    call(`written${i}`, 'exportKey', of.format, `$unwrapped${i}`),
  ]),
];

export const carries = endsAsNode((of: WrappedKeyRow) => [...wrappers(of), ...carried(of)]);

/**
 * Calls in which something goes wrong, all but the last of which succeed: the key to be wrapped may not be exported; a key lacks its usage,
 * also where it is for encrypting or decrypting; the key is another, of another algorithm, or not a whole number of blocks.
 */
const failingCalls = (of: WrappedKeyRow) => {
  const odd = call('key', 'importKey', 'raw', secretOf(20), { name: 'HMAC', hash: 'SHA-256' }, true, ['sign']);
  const other = call('other', 'importKey', 'raw', secretOf(32), { name: of.by }, true, ['unwrapKey']);
  const wrap = refused(wrapping(of));
  const unwrap = (by?: string): SubtleCall => refused(unwrapping(of, '$wrapped', by === undefined ? {} : { by }));
  const key = imported(of);
  return {
    'not-extractable': [...wrappers(of), imported(of, false), wrap],
    'not-for-wrapping': [...wrappers(of, ['unwrapKey']), key, wrap],
    'for-encrypting': [...wrappers(of, ['encrypt']), key, wrap],
    'not-for-unwrapping': [...wrappers(of, ['wrapKey']), key, wrapping(of), unwrap()],
    'for-decrypting': [...wrappers(of, ['wrapKey', 'decrypt']), key, wrapping(of), unwrap()],
    'other-key': [...wrappers(of), key, wrapping(of), other, unwrap('$other')],
    'other-algorithm': [...wrappers(of), key, refused(wrapping(of, PARAMETERS['AES-CBC']))],
    odd: [...wrappers(of), odd, wrap],
  };
};

export const hinders = endsAsNode(
  (of: WrappedKeyRow & { readonly why: keyof ReturnType<typeof failingCalls> }) => failingCalls(of)[of.why],
);

/** A wrapped key of Node, of which one bit is turned or some bytes are lost. */
interface DamagedKeyRow extends WrappedKeyRow, Damage {
  /** Members that the JWK has instead of its own. */
  readonly members?: { readonly [name: string]: Plain };
  /** The format in which it is unwrapped, where that is another. */
  readonly as?: KeyForm;
}

/** A JWK with other members as Node encrypts it, with a key that is for encrypting here. */
function encryptedByNode(of: DamagedKeyRow): Buffer {
  const jwk = Buffer.from(JSON.stringify({ ...formed(of), ...of.members }));
  return byNode([...wrappers(of, ['encrypt']), call('wrapped', 'encrypt', PARAMETERS[of.by], '$wrapping', jwk)]);
}

export const damages = endsAsNode((of: DamagedKeyRow) => {
  const whole = of.members === undefined ? wrappedByNode(of) : encryptedByNode(of);
  return [...wrappers(of), refused(unwrapping({ ...of, format: of.as ?? of.format }, damaged(whole, of)))];
});

/** A key that is unwrapped is for what was asked, and is exported only if that was asked. */
export const unwrapsFor = endsAsNode((of: WrappedKeyRow & { readonly extractable: boolean }) => {
  const { extractable, format } = of;
  const exporting = call('written', 'exportKey', format, '$unwrapped');
  return [
    ...wrappers(of),
    unwrapping(of, wrappedByNode(of), { extractable, usages: ['sign'] }),
    report('unwrapped'),
    extractable ? exporting : refused(exporting),
  ];
});
