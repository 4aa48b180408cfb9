/**
 * 3/rt/rt-dump: a value as people read it. Strings within other values are quoted. `indent` is the number of blanks for
 * each level; without it everything stands on one line.
 */
export function dump(value: unknown, indent = 0): string {
  return typeof value === 'string' ? value : written(value, { indent, outer: [] });
}

interface Depth {
  readonly indent: number;
  readonly outer: readonly object[];
}

function written(value: unknown, depth: Depth): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'function') return value.name === '' ? '[Function]' : `[Function: ${value.name}]`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (depth.outer.includes(value)) return '[Circular]';
  return whole(value) ?? composed(value, { indent: depth.indent, outer: [...depth.outer, value] });
}

/** Objects that are written as one piece. */
function whole(value: object): string | undefined {
  if (value instanceof Error) return String(value);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  for (const Kind of [String, Number, Boolean]) {
    if (value instanceof Kind) return `[${Kind.name}: ${written(value.valueOf(), { indent: 0, outer: [] })}]`;
  }
  return undefined;
}

function composed(value: object, depth: Depth): string {
  const label = labelOf(value);
  if (Array.isArray(value)) return label + enclosed('[', elements(value, depth), ']', depth);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return label + enclosed('[', Array.from(Object.values(value), String), ']', depth);
  }
  if (value instanceof Map) {
    const entries = Array.from(value, ([key, item]) => `${written(key, depth)} => ${written(item, depth)}`);
    return label + enclosed('{', entries, '}', depth);
  }
  if (value instanceof Set) {
    const items = Array.from(value, (item) => written(item, depth));
    return label + enclosed('{', items, '}', depth);
  }
  return label + enclosed('{', members(value, depth), '}', depth);
}

/** Name of the class before the brackets of anything that is neither a plain object nor an array. */
function labelOf(value: object): string {
  if (Array.isArray(value)) return '';
  const name = value instanceof Uint8Array ? value.constructor.name : tagOf(value);
  return name === 'Object' ? '' : `${name} `;
}

function tagOf(value: object): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

function elements(value: readonly unknown[], depth: Depth): string[] {
  return Array.from(value, (item, at) => (at in value ? written(item, depth) : '<empty>'));
}

/** Own enumerable members; getters are named, not called. */
function members(value: object, depth: Depth): string[] {
  const space = depth.indent > 0 ? ' ' : '';
  return Object.keys(value).map((key) => {
    const property = Object.getOwnPropertyDescriptor(value, key);
    const text = property?.get === undefined ? written(property?.value, depth) : `'[Getter]'`;
    return `${key}:${space}${text}`;
  });
}

function enclosed(open: string, parts: readonly string[], close: string, { indent, outer }: Depth): string {
  if (indent === 0 || parts.length === 0) return `${open}${parts.join(',')}${close}`;
  const margin = (levels: number) => ' '.repeat(indent * levels);
  const lines = parts.map((part) => `${margin(outer.length)}${part}`).join(',\n');
  return `${open}\n${lines}\n${margin(outer.length - 1)}${close}`;
}

/** Between single quotes, with control characters escaped. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')}'`;
}
