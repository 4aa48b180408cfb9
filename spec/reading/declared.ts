/** Names of objects and types of the members tables in the declarations for handlers. */
import type { DeclaredName, Holder, MemberFile, TypeName } from '../types/member.js';
import { propertyOf } from './members.js';

/** Types of ECMAScript that tables may name besides those of the vocabulary. */
export const STANDARD_TYPES: readonly string[] = [
  'Date',
  'DataView',
  'Float32Array',
  'Float64Array',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Uint16Array',
  'Uint32Array',
  'Uint8ClampedArray',
];

/** The vocabulary of the tables. */
export const TYPE_NAMES: readonly TypeName[] = [
  'string',
  'number',
  'integer',
  'milliseconds',
  'boolean',
  'object',
  'array',
  'function',
  'undefined',
  'null',
  'Buffer',
  'Uint8Array',
  'ArrayBuffer',
  'promise',
  'strings',
  'pair',
  'entry',
  'itself',
  'any',
];

export const isTypeName = (name: string): name is TypeName => TYPE_NAMES.some((one) => one === name);

export const namesIn = (as: DeclaredName | undefined): readonly string[] =>
  as === undefined ? [] : typeof as === 'string' ? [as] : as;

/** Whether a holder is accessible by its path alone, without being constructed, called for or passed. */
export const isReachedByPath = ({ make, call, form, zone, inside, declared }: Holder): boolean =>
  [make, call, form, zone, inside].every((way) => way === undefined) && declared?.passed !== true;

/** The path of a holder; empty for the global object. */
export const holderPath = ({ at }: Holder): string => at.replace(/^globalThis\.?/, '');

/** Names of the constructors of a file. */
export const constructorsOf = ({ members }: MemberFile): readonly string[] =>
  members.filter(({ kind }) => kind === 'constructor').map((member) => propertyOf({ member }));

/**
 * The name of a holder's type: its `as`, the name of its constructor, or a name derived from its path. `undefined` for the
 * global object.
 */
export function declaredNameOf(file: MemberFile, name: string): string | undefined {
  const holder = file.holders[name];
  if (holder === undefined) return undefined;
  const path = holderPath(holder);
  const given = holder.declared?.as ?? holder.type;
  if (given !== undefined) return given;
  if (constructorsOf(file).includes(path)) {
    if (holder.make !== undefined) return path;
    if (isReachedByPath(holder)) return `${path}Constructor`;
  }
  return path === '' ? undefined : pascal(isReachedByPath(holder) ? path : name);
}

const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
