/** Keys of published vectors in the forms in which they are imported. */
import { createPrivateKey, createPublicKey, ECDH, type JsonWebKey } from 'node:crypto';
import { algOf } from './keys.js';
import { defined, type SubtleAlgorithm } from './node-subtle.js';

const CURVES: { readonly [name: string]: string } = {
  'P-256': 'prime256v1',
  'P-384': 'secp384r1',
  'P-521': 'secp521r1',
};

/** A key of a curve: its compressed point, preceded by the scalar of a private key and a dot. */
function ecJwk(text: string, crv: string): JsonWebKey {
  const [point = '', d] = text.split('.').reverse();
  const whole = String(ECDH.convertKey(point, CURVES[crv] ?? crv, 'base64url', 'hex', 'uncompressed'));
  const [x, y] = [whole.slice(2, whole.length / 2 + 1), whole.slice(whole.length / 2 + 1)].map((half) =>
    Buffer.from(half, 'hex').toString('base64url'),
  );
  return { kty: 'EC', crv, ...(x && { x }), ...(y && { y }), ...(d && { d }) };
}

function jwkOf(format: string, text: string, { name, hash, namedCurve }: SubtleAlgorithm): JsonWebKey {
  const key = Buffer.from(text, 'base64url');
  if (namedCurve !== undefined) return ecJwk(text, namedCurve);
  if (format === 'spki') return createPublicKey({ key, format: 'der', type: 'spki' }).export({ format: 'jwk' });
  if (format === 'pkcs8') return createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  if (name.endsWith('25519')) return { kty: 'OKP', crv: name, x: text };
  return { kty: 'oct', k: text, ...algOf({ algorithm: name, ...defined({ hash }) }, key.length) };
}

/** Format and data of a key: as in a step, or as a JWK. */
export function keyData(format: string, text: string, algorithm: SubtleAlgorithm, asJwk: boolean): readonly unknown[] {
  if (text.startsWith('{')) return ['jwk', JSON.parse(text)];
  if (asJwk || format === 'jwk') return ['jwk', jwkOf(format, text, algorithm)];
  if (algorithm.namedCurve === undefined) return [format, Buffer.from(text, 'base64url')];
  const key = createPublicKey({ key: ecJwk(text, algorithm.namedCurve), format: 'jwk' });
  return [format, key.export({ format: 'der', type: 'spki' })];
}
