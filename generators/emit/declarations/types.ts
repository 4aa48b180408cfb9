/** Writes types of the tables in TypeScript. */
import { declaredNameOf, isTypeName, namesIn, STANDARD_TYPES } from '../../../spec/reading/declared.js';
import { typesIn } from '../../../spec/reading/members.js';
import type { DeclaredName, Member, MemberFile, TypeName } from '../../../spec/types/member.js';
import type { Plain, Version } from '../../../spec/types/requirement.js';
import type { DeclarationScope, Declarations } from './objects.js';

/** The names of the two global objects. */
export interface DeclaredNames {
  readonly srv: string;
  readonly rt: string;
}

/** The scope in which a type is written, and the names in it. */
export interface TypePlace {
  readonly declared: Declarations;
  readonly version: Version;
  readonly names: DeclaredNames;
  readonly scope: DeclarationScope;
  readonly file: MemberFile;
  /** The name of the object whose members are written, in this scope. */
  readonly itself?: string;
  /** Names of types that differ from object to object. */
  readonly varying?: readonly string[];
}

/** The facts of a line or parameter about a value. */
interface ValueFacts {
  readonly types: readonly TypeName[];
  readonly as?: DeclaredName | undefined;
  readonly of?: Member['of'] | undefined;
  readonly gives?: string | undefined;
  readonly access?: Member['access'] | undefined;
}

/** The type of a value; `undefined` without facts. */
export function valueText(place: TypePlace, { types, as, of, gives, access }: ValueFacts): string | undefined {
  const given = as !== undefined ? namesIn(as) : gives !== undefined ? namesIn(declaredNameOf(place.file, gives)) : [];
  if (types.length === 0) return given.length === 0 ? undefined : unionOf(place, given);
  const items = given.length > 0 ? unionOf(place, given) : of === undefined ? undefined : unionOf(place, typesIn(of));
  return unionText(types.map((type) => coarseText(place, type, items, given.length > 0, access)));
}

/** `array` and `promise` hold the named types. Of the other types only null and undefined stay beside them. */
function coarseText(
  place: TypePlace,
  type: TypeName,
  items: string | undefined,
  isNamed: boolean,
  access: Member['access'] | undefined,
): string {
  if (type === 'array') return arrayOf(items ?? 'unknown');
  if (type === 'promise') return `Promise<${items ?? 'unknown'}>`;
  if (type === 'undefined' || type === 'null') return type;
  if (isNamed && items !== undefined) return items;
  if (type === 'object' && items !== undefined)
    return `{ ${access === 'writable' ? '' : 'readonly '}[name: string]: ${items} }`;
  return vocabularyText(type, place.itself);
}

export const arrayOf = (item: string): string => (/[|&]|=>/.test(item) ? `(${item})[]` : `${item}[]`);

export const unionText = (texts: readonly string[]): string =>
  [...new Set(texts)].map((text, _, all) => (text.includes('=>') && all.length > 1 ? `(${text})` : text)).join(' | ');

/** Alternatives by name; those that the version lacks are left out. */
export function unionOf(place: TypePlace, names: readonly string[]): string {
  const texts = names.flatMap((name) => nameText(place, name) ?? []);
  return texts.length === 0 ? 'unknown' : unionText(texts);
}

/** A type of the same file has precedence over those of others. */
function nameText(place: TypePlace, name: string): string | undefined {
  const { declared, file, varying = [] } = place;
  if (varying.includes(name)) return name;
  const all = [...declared.types, ...declared.objects].filter((one) => one.name === name);
  const found = all.find((one) => one.file === file) ?? all[0];
  if (found !== undefined) return referenceText(place, name, found.scope);
  // `any` stops the check of a value, as for the result of `JSON.parse`.
  if (name === 'any') return name;
  if (isTypeName(name)) return vocabularyText(name, place.itself);
  return STANDARD_TYPES.includes(name) ? name : undefined;
}

/** The name of a type of one scope in another. */
export function referenceText({ scope: here, names }: TypePlace, name: string, there: DeclarationScope): string {
  switch (there.kind) {
    case 'global':
      return name;
    case 'namespace':
      return here.kind === 'namespace' && here.of === there.of ? name : `${names[there.of]}.${name}`;
    case 'module':
      return here.kind === 'module' && here.name === there.name ? name : `import('${there.name}').${name}`;
  }
}

/** The TypeScript name of a type of the tables. */
export function vocabularyText(name: TypeName, itself: string | undefined): string {
  switch (name) {
    case 'integer':
    case 'milliseconds':
      return 'number';
    case 'array':
      return 'unknown[]';
    case 'function':
      return '(...args: any[]) => unknown';
    case 'promise':
      return 'Promise<unknown>';
    case 'strings':
      return 'string[]';
    case 'pair':
      return '[string, string]';
    case 'entry':
      return '[string, string | number]';
    case 'itself':
      return itself ?? 'unknown';
    case 'any':
      return 'unknown';
    default:
      return name;
  }
}

/** Values as literal types, with texts in single quotes. */
export const literalsOf = (values: readonly Plain[]): string[] =>
  values.map((value) => (typeof value === 'string' ? quotedLiteral(value) : JSON.stringify(value)));

export const quotedLiteral = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
