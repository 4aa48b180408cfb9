import { elementCount, isBytes, isTypedArray } from '../../support/bytes.js';
import {
  define,
  getProperty,
  growing,
  hasProperty,
  is,
  isAmong,
  isArray,
  isInstance,
  isNotANumber,
  keysOf,
  listOf,
  mapped,
  OwnError,
  ownProperty,
  push,
  unbound,
} from '../../support/intrinsics.js';
import { join, repeat, slice, split, written as stringOf, textOf, unwrapped } from '../../support/text.js';

const OwnRegExp = RegExp;
const OwnDate = Date;
const OwnMap = Map;
const OwnSet = Set;
const { stringify } = JSON;
const milliseconds: (date: Date) => number = unbound(Date.prototype.getTime);
const isoDate: (date: Date) => string = unbound(Date.prototype.toISOString);
const eachEntry: (map: Map<unknown, unknown>, tell: (value: unknown, key: unknown) => void) => void = unbound(
  Map.prototype.forEach,
);
const eachItem: (set: Set<unknown>, tell: (item: unknown) => void) => void = unbound(Set.prototype.forEach);
const classText: (value: object) => string = unbound(Object.prototype.toString);

/** The wrappers of primitives, and what each holds. */
const wrappers: readonly Wrapper[] = [
  { name: 'String', Class: String, held: unwrapped },
  { name: 'Number', Class: Number, held: unbound(Number.prototype.valueOf) },
  { name: 'Boolean', Class: Boolean, held: unbound(Boolean.prototype.valueOf) },
];

interface Wrapper {
  readonly name: string;
  readonly Class: new () => object;
  readonly held: (value: object) => unknown;
}

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
  if (typeof value === 'function') return functionText(getProperty(value, 'name'));
  if (typeof value !== 'object' || value === null) return is(value, -0) ? '-0' : stringOf(value);
  if (isAmong(depth.outer, value)) return '[Circular]';
  const outer = listOf(depth.outer);
  define(outer, outer.length, value);
  return whole(value) ?? composed(value, { indent: depth.indent, outer });
}

function functionText(name: unknown): string {
  return name === '' ? '[Function]' : `[Function: ${textOf(name)}]`;
}

/** Objects that are written as one piece. */
function whole(value: object): string | undefined {
  if (isInstance(value, OwnError) || isInstance(value, OwnRegExp)) return stringOf(value);
  if (isInstance(value, OwnDate)) return isNotANumber(milliseconds(value)) ? 'Invalid Date' : isoDate(value);
  for (let at = 0; at < wrappers.length; at += 1) {
    const wrapper = wrappers[at];
    if (wrapper !== undefined && isInstance(value, wrapper.Class))
      return `[${wrapper.name}: ${written(wrapper.held(value), { indent: 0, outer: [] })}]`;
  }
  return undefined;
}

function composed(value: object, depth: Depth): string {
  const label = labelOf(value);
  if (isArray(value)) return label + enclosed('[', elements(value, depth), ']', depth);
  if (isTypedArray(value)) return label + enclosed('[', numbers(value), ']', depth);
  if (isInstance(value, OwnMap)) {
    const entries = growing<string>();
    eachEntry(value, (item, key) => push(entries, `${written(key, depth)} => ${written(item, depth)}`));
    return label + enclosed('{', entries, '}', depth);
  }
  if (isInstance(value, OwnSet)) {
    const items = growing<string>();
    eachItem(value, (item) => push(items, written(item, depth)));
    return label + enclosed('{', items, '}', depth);
  }
  return label + enclosed('{', members(value, depth), '}', depth);
}

/** Name of the class before the brackets of anything that is neither a plain object nor an array. */
function labelOf(value: object): string {
  if (isArray(value)) return '';
  const name = isBytes(value) ? textOf(getProperty(getProperty(value, 'constructor'), 'name')) : tagOf(value);
  return name === 'Object' ? '' : `${name} `;
}

function tagOf(value: object): string {
  return slice(classText(value), '[object '.length, -1);
}

function elements(value: readonly unknown[], depth: Depth): string[] {
  return mapped(value, (item, at) => (hasProperty(value, at) ? written(item, depth) : '<empty>'));
}

function numbers(value: ArrayBufferView): string[] {
  const texts = growing<string>();
  const count = elementCount(value);
  for (let at = 0; at < count; at += 1) push(texts, stringOf(getProperty(value, at)));
  return texts;
}

/** Own enumerable members; getters are named, not called. */
function members(value: object, depth: Depth): string[] {
  const space = depth.indent > 0 ? ' ' : '';
  return mapped(keysOf(value), (key) => {
    const property = ownProperty(value, key);
    const text = property?.get === undefined ? written(property?.value, depth) : `'[Getter]'`;
    return `${key}:${space}${text}`;
  });
}

function enclosed(open: string, parts: readonly string[], close: string, { indent, outer }: Depth): string {
  if (indent === 0 || parts.length === 0) return `${open}${join(parts, ',')}${close}`;
  const margin = (levels: number) => repeat(' ', indent * levels);
  const lines = join(
    mapped(parts, (part) => `${margin(outer.length)}${part}`),
    ',\n',
  );
  return `${open}\n${lines}\n${margin(outer.length - 1)}${close}`;
}

/** Between single quotes, with control characters escaped. */
function quoted(text: string): string {
  return `'${join(split(slice(stringify(text), 1, -1), '\\"'), '"')}'`;
}
