/**
 * The tagged encoding of values, the same for inputs, observations and data in YAML. Plain JSON represents itself. A value that JSON
 * cannot represent is an object with a single `$…` key.
 *
 * - `{ $undefined: true }`, `{ $number: 'NaN' | 'Infinity' | '-Infinity' | '-0' }`, `{ $bigint: '12' }`
 * - `{ $buffer: 'ff00' }`, `{ $bytes: 'ff00' }` (Uint8Array), `{ $arrayBuffer: 'ff00' }`, `{ $view: ['Int16Array', 'ff00'] }`
 * - `{ $error: ['TypeError', 'message'] }`, `{ $function: 'name' }`, `{ $symbol: 'text' }`, `{ $date: 0 }`
 * - `{ $repeat: ['a', 2049] }` (a long string)
 * - `{ $object: [['$key', value], …] }` (an object with a key that starts with `$` or has a special meaning for hosts)
 *
 * `encoder` and `decoder` create the two functions in the harness and, lifted by their source, inside every target. They are therefore
 * written in the probe language and refer only to ECMAScript and `Buffer`. Where a typed array suffices, they avoid members of Buffer,
 * which are themselves under test. Functions that call each other are declared, not assigned: in one host, an earlier function sees a
 * variable that is assigned later as unset.
 */

import { readable } from '../../reports/values.js';
import type { Plain } from '../../spec/types/requirement.js';
import { isList } from './plain.js';

/**
 * Creates `encode`, which never throws: a value that it cannot express becomes `{ $opaque: type }`. `spell` writes bytes as hexadecimal
 * digits, if a faster way than a loop is available.
 */
export function encoder(spell?: (bytes: Uint8Array) => string): (value: unknown) => Plain {
  const digits = '0123456789abcdef';
  const views = [
    { name: 'Int8Array', type: Int8Array },
    { name: 'Uint8ClampedArray', type: Uint8ClampedArray },
    { name: 'Int16Array', type: Int16Array },
    { name: 'Uint16Array', type: Uint16Array },
    { name: 'Int32Array', type: Int32Array },
    { name: 'Uint32Array', type: Uint32Array },
    { name: 'Float32Array', type: Float32Array },
    { name: 'Float64Array', type: Float64Array },
    { name: 'DataView', type: DataView },
  ];
  // Two digits for each byte, computed when they are first needed.
  const pairs: string[] = [];
  function hex(bytes: Uint8Array): string {
    if (spell !== undefined) return spell(bytes);
    for (let i = pairs.length; i < 256; i++) pairs.push(digits.charAt(i >> 4) + digits.charAt(i & 15));
    // In groups of four, because engines keep every step of a growing text until it is read. Multiplied, because the oldest
    // host adds to a loop variable as if it were text.
    const pieces: string[] = [];
    const fours = Math.floor(bytes.length / 4);
    for (let i = 0; i < fours; i++) {
      const at = i * 4;
      const half = `${pairs[bytes[at] || 0]}${pairs[bytes[at + 1] || 0]}`;
      pieces.push(`${half}${pairs[bytes[at + 2] || 0]}${pairs[bytes[at + 3] || 0]}`);
    }
    for (let i = fours * 4; i < bytes.length; i++) pieces.push(pairs[bytes[i] || 0] || '');
    return pieces.join('');
  }
  function number(n: number): Plain {
    if (Number.isNaN(n)) return { $number: 'NaN' };
    if (n === Infinity || n === -Infinity) return { $number: `${n}` };
    return n === 0 && 1 / n < 0 ? { $number: '-0' } : n;
  }
  function binary(v: object): Plain | undefined {
    if (v instanceof ArrayBuffer) return { $arrayBuffer: hex(new Uint8Array(v)) };
    if (v instanceof Uint8Array) return Buffer.isBuffer(v) ? { $buffer: hex(v) } : { $bytes: hex(v) };
    for (let i = 0; i < views.length; i++) {
      const view = views[i];
      if (view !== undefined && v instanceof view.type)
        return { $view: [view.name, hex(new Uint8Array(v.buffer, v.byteOffset, v.byteLength))] };
    }
    return undefined;
  }
  function pairsOf(v: object, depth: number): Plain {
    return Object.entries(v).map((entry: [string, unknown]) => [entry[0], any(entry[1], depth + 1)]);
  }
  function object(v: object, depth: number): Plain {
    const of: { readonly [key: string]: unknown } = Object(v);
    const keys = Object.keys(of);
    const copy: { [key: string]: Plain } = {};
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] || '';
      // The oldest host loses assignments to `constructor`.
      if (key.charAt(0) === '$' || key === '__proto__' || key === 'constructor') return { $object: pairsOf(of, depth) };
      copy[key] = any(of[key], depth + 1);
    }
    return copy;
  }
  function list(v: readonly unknown[], depth: number): Plain {
    const copy: Plain[] = [];
    for (let i = 0; i < v.length; i++) copy.push(any(v[i], depth + 1));
    return copy;
  }
  function structured(v: object, depth: number): Plain {
    if (depth > 20) return { $opaque: 'deep' };
    if (Array.isArray(v)) return list(v, depth);
    // Most are plain objects, not bytes.
    if (Object.getPrototypeOf(v) === Object.prototype) return object(v, depth);
    const bytes = binary(v);
    if (bytes !== undefined) return bytes;
    if (v instanceof Error) return { $error: [`${v.name}`, `${v.message}`] };
    if (v instanceof Date) return { $date: number(v.getTime()) };
    return object(v, depth);
  }
  // Getters and proxies run code of their author.
  function safely(v: object, depth: number): Plain {
    try {
      return structured(v, depth);
    } catch (_e) {
      return { $opaque: 'unreadable' };
    }
  }
  function nameOf(v: { readonly name: unknown }): string {
    try {
      return `${v.name}`;
    } catch (_e) {
      return '';
    }
  }
  function any(v: unknown, depth: number): Plain {
    switch (typeof v) {
      case 'string':
      case 'boolean':
        return v;
      case 'number':
        return number(v);
      case 'undefined':
        return { $undefined: true };
      case 'function':
        return { $function: nameOf(v) };
      case 'symbol':
        return { $symbol: v.toString() };
      case 'object':
        return v === null ? null : safely(v, depth);
      default:
        return { $opaque: typeof v };
    }
  }
  return (value) => any(value, 0);
}

/** A value in its tagged form. */
export const encode = encoder((bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex'));

/** Creates `decode`. An unknown tag means `undefined`. `read` is the counterpart of `spell`. */
export function decoder(read?: (hex: string, into: Uint8Array) => void): (plain: Plain) => unknown {
  const isList = (v: Plain): v is readonly Plain[] => Array.isArray(v);
  const text = (v: Plain): string => (typeof v === 'string' ? v : '');
  function item(v: Plain, i: number): Plain {
    const found = isList(v) ? v[i] : null;
    return found === undefined ? null : found;
  }
  function bytes(v: Plain): Uint8Array {
    const hex = text(v);
    const out = new Uint8Array(hex.length / 2);
    if (read !== undefined) {
      read(hex, out);
      return out;
    }
    for (let i = 0; i < out.length; i++) {
      // No function for a digit, because the call takes longer than its work.
      const high = hex.charCodeAt(i * 2);
      const low = hex.charCodeAt(i * 2 + 1);
      out[i] = ((high & 15) + (high > 64 ? 9 : 0)) * 16 + (low & 15) + (low > 64 ? 9 : 0);
    }
    return out;
  }
  function view(name: string, buffer: ArrayBufferLike): unknown {
    switch (name) {
      case 'DataView':
        return new DataView(buffer);
      case 'Int8Array':
        return new Int8Array(buffer);
      case 'Uint8ClampedArray':
        return new Uint8ClampedArray(buffer);
      case 'Int16Array':
        return new Int16Array(buffer);
      case 'Uint16Array':
        return new Uint16Array(buffer);
      case 'Int32Array':
        return new Int32Array(buffer);
      case 'Uint32Array':
        return new Uint32Array(buffer);
      case 'Float32Array':
        return new Float32Array(buffer);
      default:
        return new Float64Array(buffer);
    }
  }
  function tagged(tag: string, v: Plain): unknown {
    switch (tag) {
      case '$undefined':
        return undefined;
      case '$number':
        return v === '-0' ? -0 : Number(v);
      case '$buffer':
        return Buffer.from(bytes(v));
      case '$bytes':
        return bytes(v);
      case '$arrayBuffer':
        return bytes(v).buffer;
      case '$view':
        return view(text(item(v, 0)), bytes(item(v, 1)).buffer);
      case '$date':
        return new Date(Number(v));
      case '$symbol':
        return Symbol(text(v));
      case '$repeat':
        return text(item(v, 0)).repeat(Number(item(v, 1)));
      case '$object':
        return fromPairs(v);
      case '$error':
        return new Error(text(item(v, 1)));
      case '$function':
        return () => undefined;
      default:
        return undefined;
    }
  }
  // Defined, not assigned, because assignment gives some keys another meaning.
  function fromPairs(pairs: Plain): unknown {
    const out: { [key: string]: unknown } = {};
    if (isList(pairs))
      pairs.forEach((pair) => {
        const value = any(item(pair, 1));
        Object.defineProperty(out, text(item(pair, 0)), {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      });
    return out;
  }
  function object(v: { readonly [key: string]: Plain }): unknown {
    const keys = Object.keys(v);
    const first = keys.length === 1 ? keys[0] : undefined;
    if (first !== undefined && first.charAt(0) === '$') {
      const content = v[first];
      return tagged(first, content === undefined ? null : content);
    }
    const out: { [key: string]: unknown } = {};
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] || '';
      const value = v[key];
      out[key] = value === undefined ? null : any(value);
    }
    return out;
  }
  function any(v: Plain): unknown {
    if (v === null || typeof v !== 'object') return v;
    return isList(v) ? v.map((one) => any(one)) : object(v);
  }
  return any;
}

/** The value that a tagged form represents. */
export const decode = decoder((hex, into) => Buffer.from(into.buffer).write(hex, 'hex'));

/** JSON in ASCII only, which scripts of every host read in the same way, and which `t.json` also writes. */
export const asciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Whether two tagged values are the same value. */
export function same(a: Plain, b: Plain): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (isList(a) || isList(b))
    return isList(a) && isList(b) && a.length === b.length && a.every((item, i) => same(item, b[i] ?? null));
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && same(a[key] ?? null, b[key] ?? null))
  );
}

/** A tagged value for people, with long text shortened in its middle. */
export function show(value: Plain, limit = 400): string {
  const text = readable(value);
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)} … ${text.length - 2 * half} more … ${text.slice(-half)}`;
}
