/** Tests of members by the types of their arguments and results, from `spec/tables.yaml`. */
import { posix } from 'node:path';
import type { DeclaredType, MemberFile, MemberParameter, TypeName } from '../types/member.js';
import type { Plain, Requirement } from '../types/requirement.js';
import type { Axis } from '../types/tables.js';
import { isOptional, type Line, linesOf, typesIn } from './members.js';

/** One requirement for each axis that applies to lines of the table. */
export function axisRequirements(path: string, file: MemberFile, axes: readonly Axis[]): Requirement[] {
  const object = posix.basename(posix.dirname(path));
  const lines = linesOf(file);
  return axes.flatMap((axis) => {
    const own = lines.filter((line) => goesThrough(line, axis)).map(({ member }) => member);
    if (own.length === 0) return [];
    const { name, says, strength = 'must', rulings = [] } = axis;
    const rows = [...new Set(own.map(({ row }) => row))];
    const members = [...new Set(own.map(({ member }) => member))];
    return [{ id: `${object}.axes.${name}`, rows, strength, says, rulings, members, axis: name }];
  });
}

/** The line with each call of its member: its example, and other ways. The argument of a property is the assigned value. */
export function waysOf(line: Line): readonly Line[] {
  const { kind, example, ways = [], is, params } = line.member;
  if (example === undefined || (kind !== 'method' && kind !== 'property')) return [];
  const assigned: readonly MemberParameter[] = [{ name: 'value', is: is ?? 'any' }];
  const own = kind === 'property' ? { params: assigned } : { params: params ?? [] };
  return [example, ...ways].map((one) => ({ ...line, member: { ...line.member, ...own, example: one } }));
}

/** Whether an axis applies to the member of a line. */
export const goesThrough = (line: Line, axis: Axis): boolean => waysOf(line).some((way) => hasCase(way, axis));

/** Whether an axis applies to one way to call a member. */
export function hasCase(line: Line, axis: Axis): boolean {
  const { kind, params = [], returns, shares = false } = line.member;
  if (axis.per === 'range') return params.some((_, at) => isRange(line, at));
  if (axis.returns !== undefined) return !shares && typesIn(returns).some((type) => axis.returns?.includes(type));
  if (axis.per === 'call' && axis.params === undefined) return kind === 'method';
  return params.some((_, at) => isInstance(axis, line, at) || othersOf(axis, line, at).length > 0);
}

/** Whether an axis is about a parameter in this call. */
const isInstance = (axis: Axis, line: Line, at: number): boolean =>
  isAbout(axis, line, at) && (axis.per === 'parameter' || at < (line.member.example ?? []).length);

/** Other values of a parameter that an axis is about, or of any parameter if the axis is about the result. */
export function othersOf(axis: Axis, line: Line, at: number): readonly Plain[] {
  const { params, returns } = axis;
  if (axis.per === 'range' || (params === undefined && returns === undefined)) return [];
  const others = line.member.params?.[at]?.also ?? [];
  return others.filter((value) => returns !== undefined || isAbout(axis, line, at, value));
}

/**
 * Whether an axis is about a parameter, by its argument in a call. By default the argument is that of the example, or its
 * default.
 */
export function isAbout(axis: Axis, line: Line, at: number, argument = argumentsTo(line, at)?.[at]): boolean {
  const { params, per } = axis;
  const parameter = line.member.params?.[at];
  if (parameter === undefined || parameter.rest === true || argument === undefined) return false;
  if (params === undefined) return true;
  if (per === 'call' && parameter.filled === true) return false;
  // A parameter that accepts any value may not read it at all.
  const isAny = typesIn(parameter.is).includes('any') && parameter.as === undefined;
  const type = typeOf(argument);
  return !isAny && type !== undefined && params.includes(type);
}

/** Whether a parameter and the next one bound a range. */
export function isRange({ member }: Line, at: number): boolean {
  const [from, to] = member.params?.slice(at, at + 2) ?? [];
  return from?.bound === 'start' && (to?.bound === 'end' || to?.bound === 'size');
}

/**
 * The arguments of a call up to this one: those of the example, and optional ones with their defaults. `undefined` if one is
 * unknown.
 */
export function argumentsTo(line: Line, at: number): readonly Plain[] | undefined {
  const { example = [], params = [] } = line.member;
  const more = params.slice(example.length, at + 1).map((one) => valueFor(line, one));
  return more.includes(undefined) ? undefined : [...example, ...more.flatMap((value) => [value ?? null])];
}

/** A value for a parameter that the example omits. */
function valueFor(line: Line, parameter: MemberParameter): Plain | undefined {
  const { written, default: value, oneOf, as } = parameter;
  const known = written ?? value ?? oneOf?.[0];
  if (known !== undefined) return known;
  const keys = [as ?? []].flat().flatMap((name) => line.file.types?.[name]?.keys ?? []);
  if (keys.length > 0) return optionsOf(line, keys);
  return isOptional(parameter) ? { $undefined: true } : undefined;
}

/** An object with the options that have a default or enumerated values. */
function optionsOf(line: Line, keys: NonNullable<DeclaredType['keys']>): Plain {
  const known = keys.flatMap((key) => {
    const enumerated = [key.as ?? []].flat().flatMap((name) => line.file.types?.[name]?.oneOf ?? []);
    const value = key.written ?? key.default ?? key.oneOf?.[0] ?? enumerated[0];
    return value === undefined ? [] : [[key.name, value] as const];
  });
  return Object.fromEntries(known);
}

const TAGS: { readonly [tag: string]: TypeName } = {
  $buffer: 'Buffer',
  $bytes: 'Uint8Array',
  $arrayBuffer: 'ArrayBuffer',
};

/** The type of data, if an axis may be about it. */
function typeOf(data: Plain): TypeName | undefined {
  if (typeof data === 'string') return 'string';
  if (Array.isArray(data)) return 'array';
  if (typeof data !== 'object' || data === null) return undefined;
  const [tag = ''] = Object.keys(data);
  return tag.startsWith('$') ? TAGS[tag] : 'object';
}
