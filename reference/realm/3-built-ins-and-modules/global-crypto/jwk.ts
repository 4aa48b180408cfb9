import {
  getProperty,
  growing,
  isArray,
  isObject,
  jsonOf,
  OwnTypeError,
  parseJson,
  push,
} from '../../support/intrinsics.js';
import { join } from '../../support/text.js';

/** The members of a JWK that describe keys. */
const known = ['kty', 'use', 'key_ops', 'alg', 'ext', 'crv', 'x', 'y', 'd', 'n', 'e', 'p', 'q', 'dp', 'dq', 'qi', 'k'];

/** The JSON text of a script's JWK object. Throws TypeError for an invalid one. */
export function jwkTextOf(jwk: unknown): string {
  if (!isObject(jwk)) throw new OwnTypeError('invalid JWK key data: object value expected');
  const parts = growing<string>();
  for (let at = 0; at < known.length; at += 1) {
    const name = known[at] ?? '';
    const value: unknown = getProperty(jwk, name);
    if (value !== undefined) push(parts, `${jsonOf(name)}:${memberText(value)}`);
  }
  return `{${join(parts, ',')}}`;
}

/** A value that no JWK may have becomes null, which the host refuses. */
function memberText(value: unknown): string {
  if (!isArray(value)) return plainText(value);
  const parts = growing<string>();
  for (let at = 0; at < value.length; at += 1) push(parts, plainText(getProperty(value, at)));
  return `[${join(parts, ',')}]`;
}

function plainText(value: unknown): string {
  return jsonOf(typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null);
}

/** A JWK as an object of this realm. */
export function jwkOf(text: string): unknown {
  return parseJson(text);
}
