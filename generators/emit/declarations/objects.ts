/** Collects the objects that the declarations have at a version, each once, with the scope of its declaration. */
import { isBelow } from '../../../spec/reading/check-requirements.js';
import { constructorsOf, declaredNameOf, holderPath, isReachedByPath } from '../../../spec/reading/declared.js';
import { type Line, linesOf, propertyOf, sinceOf } from '../../../spec/reading/members.js';
import type { DeclaredType, Holder, MemberFile } from '../../../spec/types/member.js';
import type { Version } from '../../../spec/types/requirement.js';
import type { DeclarationSource } from './source.js';

/** The scope of a declaration: the globals, the namespace of one of the two global objects, or a module. */
export type DeclarationScope =
  | { readonly kind: 'global' }
  | { readonly kind: 'namespace'; readonly of: 'srv' | 'rt' }
  | { readonly kind: 'module'; readonly name: string };

/** What all declared names have in common. */
interface DeclarationPlace {
  readonly name: string;
  readonly scope: DeclarationScope;
  readonly file: MemberFile;
}

/** An object with the lines of all its holders, which may be in several files; `file` is the first. */
export interface DeclaredObject extends DeclarationPlace {
  readonly holders: readonly Holder[];
  readonly lines: readonly Line[];
}

export interface NamedType extends DeclarationPlace {
  readonly type: DeclaredType;
}

/** A holder with the name of its object, which scripts reach by its path. */
export interface NamedHolder extends DeclarationPlace {
  readonly path: string;
}

/** Everything that a version has. */
export interface Declarations {
  readonly objects: readonly DeclaredObject[];
  readonly types: readonly NamedType[];
  readonly holders: readonly NamedHolder[];
  /** Lines of the global object. */
  readonly globals: readonly Line[];
}

export function declaredAt({ files }: DeclarationSource, version: Version): Declarations {
  const present = files.filter(({ since }) => isAt(since, undefined, version));
  const all = present.map((file) => ({ file, lines: linesOf(file).filter((line) => isLineAt(line, version)) }));
  return {
    objects: merged(all.flatMap(({ file, lines }) => objectsOf(file, lines))),
    types: present.flatMap((file) => typesOf(file, version)),
    holders: firstOfEach(present.flatMap((file) => namedHoldersOf(file, version))),
    globals: all.flatMap(({ file, lines }) => globalLines(file, lines)),
  };
}

/** Whether a member is there at a version. The version that removes it does not have it. */
export const isAt = (since: Version | undefined, removed: Version | undefined, version: Version): boolean =>
  (since === undefined || !isBelow(version, since)) && (removed === undefined || isBelow(version, removed));

const isLineAt = (line: Line, version: Version): boolean => isAt(sinceOf(line), line.member.removed, version);

function objectsOf(file: MemberFile, lines: readonly Line[]): DeclaredObject[] {
  const named = Object.entries(file.holders).flatMap(([holder, facts]) => {
    const name = declaredNameOf(file, holder);
    return name === undefined ? [] : [{ holder, facts, name }];
  });
  return [...new Set(named.map(({ name }) => name))].flatMap((name) => {
    const own = named.filter((one) => one.name === name);
    const has = lines.filter(({ holders }) => own.some(({ holder }) => holders.includes(holder)));
    const holders = own.map(({ facts }) => facts);
    return has.length === 0 ? [] : [{ name, scope: scopeOf(file, name, holders), file, holders, lines: has }];
  });
}

function merged(objects: readonly DeclaredObject[]): DeclaredObject[] {
  const isAlike = (one: DeclaredObject, other: DeclaredObject) =>
    one.name === other.name && isSameScope(one.scope, other.scope);
  const first = objects.filter((one) => objects.find((other) => isAlike(one, other)) === one);
  return first.map((one) => {
    const all = objects.filter((other) => isAlike(one, other));
    return { ...one, holders: all.flatMap(({ holders }) => holders), lines: all.flatMap(({ lines }) => lines) };
  });
}

export const isSameScope = (one: DeclarationScope, other: DeclarationScope): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Merges objects, since tables of several files may describe one object. */
const firstOfEach = (holders: readonly NamedHolder[]): NamedHolder[] =>
  holders.filter(
    (one) => holders.find(({ path, scope }) => path === one.path && isSameScope(scope, one.scope)) === one,
  );

/** Constructors, their instances and ECMAScript's objects are global. */
function scopeOf(file: MemberFile, name: string, holders: readonly Holder[]): DeclarationScope {
  const isGlobal = constructorsOf(file).some((one) => name === one || name === `${one}Constructor`);
  if (isGlobal || holders.some(({ declared }) => declared?.standard)) return { kind: 'global' };
  return fileScope(file);
}

const fileScope = ({ module: name, members }: MemberFile): DeclarationScope =>
  name === undefined ? { kind: 'namespace', of: globalOf(members) } : { kind: 'module', name };

/** The global of the document that describes the members. */
export const globalOf = (members: MemberFile['members']): 'srv' | 'rt' =>
  members[0]?.row.startsWith('2/') ? 'srv' : 'rt';

const typesOf = (file: MemberFile, version: Version): NamedType[] =>
  Object.entries(file.types ?? {})
    .filter(([, { since }]) => isAt(since, undefined, version))
    .map(([name, type]) => ({ name, type, file, scope: fileScope(file) }));

/** Objects of ECMAScript with removed members are declared where they are. */
function namedHoldersOf(file: MemberFile, version: Version): NamedHolder[] {
  return Object.entries(file.holders).flatMap(([holder, facts]) => {
    const name = declaredNameOf(file, holder);
    const path = holderPath(facts);
    if (
      name === undefined ||
      !isReachedByPath(facts) ||
      facts.declared?.standard ||
      constructorsOf(file).includes(path)
    )
      return [];
    return isAt(facts.since, undefined, version) ? [{ name, path, file, scope: scopeOf(file, name, [facts]) }] : [];
  });
}

const globalLines = (file: MemberFile, lines: readonly Line[]): Line[] =>
  lines.filter(({ holders }) =>
    holders.some((name) => file.holders[name] !== undefined && declaredNameOf(file, name) === undefined),
  );

/** Lines by the name of their property. */
export function byProperty(lines: readonly Line[]): readonly (readonly [string, readonly Line[]])[] {
  const names = [...new Set(lines.map(propertyOf))];
  return names.map((name) => [name, lines.filter((line) => propertyOf(line) === name)]);
}
