import type { KeyObject } from 'node:crypto';
import type { Test } from 'tape';
import { SettlingRealm } from './settling-realm.js';

/** Helpers of expressions: bytes leave the realm as hexadecimal digits, errors as the names of their classes. */
const helpers = `
  const { subtle } = crypto;
  const hex = (text) => new Uint8Array(Buffer.from(text, 'hex'));
  const bytes = (count, value = 1) => new Uint8Array(count).fill(value);
  const raw = (data, algorithm, ...usages) => subtle.importKey('raw', data, algorithm, true, usages);
  const isKey = (value) => Object.prototype.toString.call(value) === '[object CryptoKey]';
  const plain = (value) => {
    if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return Buffer.from(value).toString('hex');
    if (isKey(value)) return [value.type, value.extractable, value.usages.join(' '), plain(value.algorithm)];
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    if (Object.getPrototypeOf(value) !== Object.prototype) return 'an object of another world';
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  };
  const described = (error) => [TypeError, RangeError, Error].find((known) => error instanceof known)?.name ?? String(error);
`;

/** A realm with the global crypto. */
export class CryptoRealm extends SettlingRealm {
  constructor(version?: string) {
    super({ helpers, version });
  }
}

const shared = new CryptoRealm();

/** Expressions, and the values that they must settle to at once. */
export function settles(t: Test, rows: readonly (readonly [expression: string, value: unknown])[]): void {
  for (const [expression, value] of rows) t.deepEqual(shared.now(expression), { value }, expression.slice(0, 120));
}

/** Expressions that must reject with a TypeError of the realm. */
export function rejects(t: Test, expressions: readonly string[]): void {
  for (const expression of expressions)
    t.deepEqual(shared.now(expression), { rejected: 'TypeError' }, expression.slice(0, 120));
}

/** A public or private key of Node, imported by an expression. */
export function half(key: KeyObject, algorithm: string, ...usages: string[]): string {
  const [format, der] =
    key.type === 'private'
      ? ['pkcs8', key.export({ format: 'der', type: 'pkcs8' })]
      : ['spki', key.export({ format: 'der', type: 'spki' })];
  return `await subtle.importKey('${format}', hex('${der.toString('hex')}'), ${algorithm}, true, ${JSON.stringify(usages)})`;
}

/** The bytes that an expression settles to at once. */
export function cryptoBytes(expression: string): Buffer {
  const settled = shared.now(expression);
  if (settled === undefined || !('value' in settled))
    throw new Error(`${expression.slice(0, 120)}: ${JSON.stringify(settled)}`);
  return Buffer.from(String(settled.value), 'hex');
}
