/**
 * The one tagged encoding of values, the same for inputs, observations and data in YAML. Plain JSON stands for itself;
 * what JSON has no spelling for is an object with a single `$…` key:
 *
 *     { $undefined: true }   { $number: 'NaN' | 'Infinity' | '-Infinity' | '-0' }   { $bigint: '12' }
 *     { $buffer: 'ff00' }    { $bytes: 'ff00' } (Uint8Array)   { $arrayBuffer: 'ff00' }
 *     { $view: ['Int16Array', 'ff00'] }   { $error: ['TypeError', 'message'] }   { $function: 'name' }
 *     { $symbol: 'text' }    { $date: 0 }    { $repeat: ['a', 2049] } (a long string)
 *     { $object: [['$key', value], …] } (an object one of whose keys starts with `$` or means something to hosts)
 *
 * `encode` and `decode` run in the harness and, lifted by their source, inside every target. They are therefore written
 * in the probe language, refer to nothing outside themselves but ECMAScript and `Buffer`, and keep clear of every member
 * of Buffer that is itself under test where a typed array serves.
 */
import type { Plain } from '../../spec/types.js';

/** A value in its tagged form. Never throws: what it cannot express becomes `{ $opaque: type }`. */
export function encode(value: unknown): Plain {
  const hex = (bytes: Uint8Array): string => {
    const digits = '0123456789abcdef';
    let text = '';
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number;
      text += digits.charAt(byte >> 4) + digits.charAt(byte & 15);
    }
    return text;
  };
  const number = (n: number): Plain => {
    if (Number.isNaN(n)) return { $number: 'NaN' };
    if (n === Infinity || n === -Infinity) return { $number: `${n}` };
    return n === 0 && 1 / n < 0 ? { $number: '-0' } : n;
  };
  const views = [
    Int8Array,
    Uint8ClampedArray,
    Int16Array,
    Uint16Array,
    Int32Array,
    Uint32Array,
    Float32Array,
    Float64Array,
    DataView,
  ];
  const names = [
    'Int8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
    'Float32Array',
    'Float64Array',
    'DataView',
  ];
  const binary = (v: object): Plain | undefined => {
    if (v instanceof ArrayBuffer) return { $arrayBuffer: hex(new Uint8Array(v)) };
    if (v instanceof Uint8Array) return Buffer.isBuffer(v) ? { $buffer: hex(v) } : { $bytes: hex(v) };
    for (let i = 0; i < views.length; i++) {
      const view = views[i] as typeof DataView;
      if (v instanceof view)
        return { $view: [names[i] as string, hex(new Uint8Array(v.buffer, v.byteOffset, v.byteLength))] };
    }
    return undefined;
  };
  const object = (v: { [key: string]: unknown }, depth: number): Plain => {
    const keys = Object.keys(v);
    const pairs: Plain[][] = [];
    let plain = true;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] as string;
      // The oldest host loses what is assigned to `constructor`.
      if (key.charAt(0) === '$' || key === '__proto__' || key === 'constructor') plain = false;
      pairs.push([key, any(v[key], depth + 1)]);
    }
    if (!plain) return { $object: pairs };
    const copy: { [key: string]: Plain } = {};
    for (let i = 0; i < pairs.length; i++) copy[(pairs[i] as Plain[])[0] as string] = (pairs[i] as Plain[])[1] as Plain;
    return copy;
  };
  const list = (v: readonly unknown[], depth: number): Plain => {
    const copy: Plain[] = [];
    for (let i = 0; i < v.length; i++) copy.push(any(v[i], depth + 1));
    return copy;
  };
  const structured = (v: object, depth: number): Plain => {
    if (depth > 20) return { $opaque: 'deep' };
    const bytes = binary(v);
    if (bytes !== undefined) return bytes;
    if (Array.isArray(v)) return list(v, depth);
    if (v instanceof Error) return { $error: [`${v.name}`, `${v.message}`] };
    if (v instanceof Date) return { $date: number(v.getTime()) };
    return object(v as { [key: string]: unknown }, depth);
  };
  const any = (v: unknown, depth: number): Plain => {
    switch (typeof v) {
      case 'string':
      case 'boolean':
        return v;
      case 'number':
        return number(v);
      case 'undefined':
        return { $undefined: true };
      case 'function':
        return { $function: `${v.name}` };
      case 'symbol':
        return { $symbol: v.toString() };
      case 'object':
        return v === null ? null : structured(v, depth);
      default:
        return { $opaque: typeof v };
    }
  };
  return any(value, 0);
}

/** The value that a tagged form stands for. A tag it does not know is kept as a plain object. */
export function decode(plain: Plain): unknown {
  const bytes = (hex: string): Uint8Array => {
    const out = new Uint8Array(hex.length / 2);
    for (let i = 0; i < out.length; i++) out[i] = parseInt(hex.substr(i * 2, 2), 16);
    return out;
  };
  const view = (name: string, hex: string): unknown => {
    const buffer = bytes(hex).buffer;
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
  };
  const tagged = (tag: string, v: Plain): unknown => {
    const pair = v as readonly string[];
    switch (tag) {
      case '$undefined':
        return undefined;
      case '$number':
        return v === '-0' ? -0 : Number(v);
      case '$buffer':
        return Buffer.from(bytes(v as string));
      case '$bytes':
        return bytes(v as string);
      case '$arrayBuffer':
        return bytes(v as string).buffer;
      case '$view':
        return view(pair[0] as string, pair[1] as string);
      case '$date':
        return new Date(v as number);
      case '$symbol':
        return Symbol(v as string);
      case '$repeat':
        return (pair[0] as string).repeat(Number(pair[1]));
      case '$object':
        return fromPairs(v as readonly (readonly Plain[])[]);
      case '$error':
        return new Error(pair[1] as string);
      case '$function':
        return () => undefined;
      default:
        return undefined;
    }
  };
  const fromPairs = (pairs: readonly (readonly Plain[])[]): unknown => {
    const out: { [key: string]: unknown } = {};
    for (let i = 0; i < pairs.length; i++) {
      const pair = pairs[i] as readonly Plain[];
      Object.defineProperty(out, pair[0] as string, {
        value: any(pair[1] as Plain),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return out;
  };
  const object = (v: { readonly [key: string]: Plain }): unknown => {
    const keys = Object.keys(v);
    const first = keys[0];
    if (keys.length === 1 && first !== undefined && first.charAt(0) === '$') return tagged(first, v[first] as Plain);
    const pairs: Plain[][] = [];
    for (let i = 0; i < keys.length; i++) pairs.push([keys[i] as string, v[keys[i] as string] as Plain]);
    return fromPairs(pairs);
  };
  const any = (v: Plain): unknown => {
    if (v === null || typeof v !== 'object') return v;
    return Array.isArray(v) ? v.map((item: Plain) => any(item)) : object(v as { readonly [key: string]: Plain });
  };
  return any(plain);
}

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

function isList(value: Plain): value is readonly Plain[] {
  return Array.isArray(value);
}

/** A tagged value for a person: compact JSON, long text shortened in its middle. */
export function show(value: Plain, limit = 400): string {
  const text = JSON.stringify(value);
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)} … ${text.length - 2 * half} more … ${text.slice(-half)}`;
}
