import { elementCount, isBytes, isTypedArray } from '../../support/bytes.js';
import {
  apply,
  each,
  getProperty,
  getPrototypeOf,
  getterOf,
  growing,
  is,
  isArray,
  isInstance,
  isNotANumber,
  OwnError,
  ownKeys,
  ownProperty,
  push,
  toStringTag,
  unbound,
} from '../../support/intrinsics.js';
import { join, repeat, slice, split, written as stringOf, unwrapped } from '../../support/text.js';

const { prototype: datePrototype } = Date;
const { prototype: patternPrototype } = RegExp;
const { prototype: mapPrototype } = Map;
const { prototype: setPrototype } = Set;
const inheritsFrom: (prototype: object, value: object) => boolean = unbound(Object.prototype.isPrototypeOf);
const { stringify } = JSON;
const milliseconds: (date: unknown) => number = unbound(datePrototype.getTime);
const isoDate: (date: unknown) => string = unbound(datePrototype.toISOString);
const errorText: (error: object) => string = unbound(Error.prototype.toString);
const patternText: (pattern: object) => string = unbound(patternPrototype.toString);
const sourceOf = getterOf<string>(patternPrototype, 'source');
const entryCount = getterOf<number>(mapPrototype, 'size');
const itemCount = getterOf<number>(setPrototype, 'size');
const eachEntry: (map: object, visit: (value: unknown, key: unknown) => void) => void = unbound(mapPrototype.forEach);
const eachItem: (set: object, visit: (item: unknown) => void) => void = unbound(setPrototype.forEach);

/** Functions that return the primitive of a wrapper; each throws for other objects. */
const wrappers: readonly Wrapper[] = [
  { name: 'String', prototype: String.prototype, held: unwrapped },
  { name: 'Number', prototype: Number.prototype, held: unbound(Number.prototype.valueOf) },
  { name: 'Boolean', prototype: Boolean.prototype, held: unbound(Boolean.prototype.valueOf) },
  { name: 'Symbol', prototype: Symbol.prototype, held: unbound(Symbol.prototype.valueOf) },
];

interface Wrapper {
  readonly name: string;
  readonly prototype: object;
  readonly held: (value: object) => unknown;
}

/**
 * 3/rt/rt-dump: a value in readable form. Strings within other values are quoted. `indent` is the number of blanks for each level; without
 * it everything is on one line.
 */
export function dump(value: unknown, indent = 0): string {
  return typeof value === 'string' ? value : written(value, { indent, level: 0, outer: undefined });
}

/** The depth of a value, and the objects that contain it. */
interface Nesting {
  readonly indent: number;
  readonly level: number;
  readonly outer: Outer | undefined;
}

/** An object, and those that contain it. */
interface Outer {
  readonly object: object;
  readonly outer: Outer | undefined;
}

function written(value: unknown, depth: Nesting): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'function') return functionText(ownProperty(value, 'name')?.value);
  if (typeof value !== 'object' || value === null) return is(value, -0) ? '-0' : stringOf(value);
  for (let { outer } = depth; outer !== undefined; outer = outer.outer) if (outer.object === value) return '[Circular]';
  const { indent, level, outer } = depth;
  return whole(value) ?? composed(value, { indent, level: level + 1, outer: { object: value, outer } });
}

function functionText(name: unknown): string {
  return typeof name === 'string' && name !== '' ? `[Function: ${name}]` : '[Function]';
}

/** The text of objects that are written as one piece; `undefined` for objects that only inherit from their prototypes. */
function whole(value: object): string | undefined {
  if (isInstance(value, OwnError)) return stackOrText(value);
  if (isOf(value, patternPrototype, sourceOf)) return patternText(value);
  if (isOf(value, datePrototype, milliseconds))
    return isNotANumber(milliseconds(value)) ? 'Invalid Date' : isoDate(value);
  for (let at = 0; at < wrappers.length; at += 1) {
    const wrapper = wrappers[at];
    if (wrapper !== undefined && isOf(value, wrapper.prototype, wrapper.held))
      return `[${wrapper.name}: ${written(wrapper.held(value), { indent: 0, level: 0, outer: undefined })}]`;
  }
  return undefined;
}

/** The stack of an error, as on real hosts. */
function stackOrText(error: object): string {
  const stack: unknown = getProperty(error, 'stack');
  return typeof stack === 'string' ? stack : errorText(error);
}

/** Whether the object inherits from the prototype and is of its kind; the operation throws for any other object. */
function isOf(value: object, prototype: object, operation: (value: object) => unknown): boolean {
  if (!inheritsFrom(prototype, value)) return false;
  try {
    operation(value);
    return true;
  } catch {
    return false;
  }
}

function composed(value: object, depth: Nesting): string {
  if (isArray(value)) return enclosed('[', elements(value, depth), ']', depth);
  const label = labelOf(value);
  if (isTypedArray(value)) return `${label}[${join(numbers(value), ',')}]`;
  const parts = growing<string>();
  if (isOf(value, mapPrototype, entryCount))
    eachEntry(value, (item, key) => push(parts, `${written(key, depth)} => ${written(item, depth)}`));
  else if (isOf(value, setPrototype, itemCount)) eachItem(value, (item) => push(parts, written(item, depth)));
  else each(ownKeys(value), (key) => addMember(parts, value, key, depth));
  return label + enclosed('{', parts, '}', depth);
}

/** The object's tag, before the brackets. */
function labelOf(value: object): string {
  const tag = isBytes(value) ? getProperty(getProperty(value, 'constructor'), 'name') : getProperty(value, toStringTag);
  return typeof tag === 'string' ? `${tag} ` : '';
}

/** The elements of a list, followed by its other members. The length says nothing about how many there are. */
function elements(list: readonly unknown[], depth: Nesting): string[] {
  const parts = growing<string>();
  const { length } = list;
  let next = 0;
  let isWithin = true;
  const close = (): void => {
    if (isWithin) addGap(parts, length - next);
    isWithin = false;
  };
  each(ownKeys(list), (key) => {
    if (typeof key === 'symbol') return;
    const index = isWithin ? indexOf(key) : undefined;
    if (index === undefined) {
      close();
      addMember(parts, list, key, depth);
      return;
    }
    const text = memberText(list, key, depth);
    if (text === undefined) return;
    addGap(parts, index - next);
    push(parts, text);
    next = index + 1;
  });
  close();
  return parts;
}

/** One more than the greatest index. */
const mostElements = 2 ** 32 - 1;

function indexOf(key: string): number | undefined {
  const index = +key >>> 0;
  return stringOf(index) === key && index < mostElements ? index : undefined;
}

function addGap(parts: ReturnType<typeof growing<string>>, count: number): void {
  if (count === 1) push(parts, '<empty>');
  else if (count > 1) push(parts, `<${count} empty items>`);
}

function addMember(parts: ReturnType<typeof growing<string>>, value: object, key: PropertyKey, depth: Nesting): void {
  const text = memberText(value, key, depth);
  if (text !== undefined) push(parts, `${stringOf(key)}:${depth.indent > 0 ? ' ' : ''}${text}`);
}

/** The text of a listed member; accessors are named, not called, unless the prototype has the same, as for members of host objects. */
function memberText(value: object, key: PropertyKey, depth: Nesting): string | undefined {
  const property = ownProperty(value, key);
  if (property?.enumerable !== true) return undefined;
  if (property.get === undefined && property.set === undefined) return written(property.value, depth);
  const inherited = ownProperty(getPrototypeOf(value) ?? {}, key)?.get;
  if (inherited !== undefined && inherited === property.get) return written(apply(inherited, value, []), depth);
  if (property.set === undefined) return "'[Getter]'";
  return property.get === undefined ? "'[Setter]'" : "'[Getter/Setter]'";
}

function numbers(value: ArrayBufferView): string[] {
  const texts = growing<string>();
  const count = elementCount(value);
  for (let at = 0; at < count; at += 1) push(texts, stringOf(getProperty(value, at)));
  return texts;
}

function enclosed(open: string, parts: readonly string[], close: string, { indent, level }: Nesting): string {
  if (indent === 0) return `${open}${join(parts, ',')}${close}`;
  const margin = repeat(' ', indent * level);
  return `${open}\n${margin}${join(parts, `,\n${margin}`)}\n${repeat(' ', indent * (level - 1))}${close}`;
}

/** Between single quotes, with control characters escaped. */
function quoted(text: string): string {
  return `'${join(split(slice(stringify(text), 1, -1), '\\"'), '"')}'`;
}
