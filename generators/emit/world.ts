/** Writes the documents' objects as probes see them, from the members tables: types, modules and global names. */
import { holderOf, isOptional, type Line, linesOf, propertyOf, sinceOf, typesIn } from '../../spec/reading/members.js';
import type { Member, MemberFile, MemberParameter, TypeName } from '../../spec/types/member.js';
import { arrayOf, vocabularyText } from './declarations/types.js';
import type { GeneratedFile } from './files.js';

const FOLDER = 'suites/language/generated';
const NOTICE = '// Generated from the members tables of spec by the build. Do not edit.\n';

export function worldFiles(files: readonly MemberFile[]): GeneratedFile[] {
  return [
    { path: `${FOLDER}/objects.ts`, text: [NOTICE, ...interfacesOf(files)].join('\n') },
    { path: `${FOLDER}/names.ts`, text: namesText(files) },
  ];
}

/** One interface for each type that holders name. The first holder of a type defines its members. */
function interfacesOf(files: readonly MemberFile[]): string[] {
  const named = files.flatMap((file) =>
    Object.entries(file.holders).flatMap(([holder, { type }]) => (type === undefined ? [] : [{ file, holder, type }])),
  );
  const types = [...new Set(named.map(({ type }) => type))].sort();
  return types.flatMap((type) => {
    const [first] = named.filter((one) => one.type === type);
    if (first === undefined) return [];
    const all = named.filter((one) => one.type === type && one.file === first.file).map(({ holder }) => holder);
    const lines = linesOf(first.file).filter(({ holders }) => holders.some((name) => all.includes(name)));
    const names = lines.map(propertyOf);
    const members = lines.filter((line, i) => names.indexOf(propertyOf(line)) === i);
    return [`export interface ${type} {`, ...members.map((line) => memberText(line, lines, type)), '}', ''];
  });
}

/** An alias of an operation has the operation's parameters and result. */
function memberText(line: Line, lines: readonly Line[], type: string): string {
  const { member } = line;
  const called = lines.find((other) => other.member.member === member.alias) ?? line;
  const since = sinceOf(line);
  const comment = `  /** ${member.row}${since === undefined ? '' : `, since ${since}`} */`;
  const name = propertyOf(line);
  if (member.kind === 'method')
    return `${comment}\n  ${name}(${parametersOf(called.member)}): ${resultOf(member.returns === undefined ? called : line, type)};`;
  const access = member.access === 'writable' ? '' : 'readonly ';
  return `${comment}\n  ${access}${name}: ${definedBy(line) ?? union(typesIn(member.is), member, type)};`;
}

/** The type of the holder whose members it has. */
const definedBy = (line: Line): string | undefined =>
  line.member.gives === undefined ? undefined : holderOf(line, line.member.gives)?.type;

const parametersOf = ({ params }: Member): string =>
  params === undefined ? '...args: readonly unknown[]' : params.map(parameterText).join(', ');

function parameterText(parameter: MemberParameter, at: number): string {
  const name = /^[A-Za-z_$][\w$]*$/.test(parameter.name) ? parameter.name : `argument${at + 1}`;
  const types = typesIn(parameter.is);
  return `${name}${isOptional(parameter) ? '?' : ''}: ${types.length === 0 ? 'unknown' : union(types, {}, 'unknown')}`;
}

function resultOf(line: Line, type: string): string {
  const { member } = line;
  const given = definedBy(line);
  if (given !== undefined) return given;
  const types = [...typesIn(member.returns), ...typesIn(member.otherwise)];
  return types.length === 0 ? 'unknown' : union(types, member, type);
}

const union = (types: readonly TypeName[], of: Pick<Member, 'of' | 'access'>, type: string): string =>
  types.length === 0 ? 'unknown' : [...new Set(types.map((one) => typeText(one, of, type)))].join(' | ');

function typeText(name: TypeName, { of, access }: Pick<Member, 'of' | 'access'>, type: string): string {
  const inner = of === undefined ? 'unknown' : union(typesIn(of), {}, type);
  if (name === 'object' && of !== undefined)
    return `{ ${access === 'read-only' ? 'readonly ' : ''}[name: string]: ${inner} }`;
  if (name === 'array') return arrayOf(inner);
  return name === 'function' ? '(...args: never[]) => unknown' : vocabularyText(name, type);
}

type Global = { readonly name: string; readonly since: string | undefined };

/** Globals of a file: its members of the global object, and objects that are global themselves. */
function globalsOf(file: MemberFile): [string, Global][] {
  const members = linesOf(file)
    .filter((line) => line.holders.some((name) => holderOf(line, name)?.at === ''))
    .map((line): Global => ({ name: line.member.member, since: sinceOf(line) }));
  const objects = Object.values(file.holders).flatMap(({ at }): Global[] => {
    const [, name] = /^(?:globalThis\.)?(process|crypto)$/.exec(at) ?? [];
    return name === undefined || name === file.module ? [] : [{ name, since: file.since }];
  });
  return [...members, ...objects].map((one) => [one.name, one]);
}

/** Modules that can be imported, with their versions, and the globals that every host has. */
function namesText(files: readonly MemberFile[]): string {
  const modules = files.flatMap(({ module: name, since, members: [first] }) =>
    name === undefined || first === undefined
      ? []
      : [{ name, section: first.row.slice(0, first.row.lastIndexOf('/') + 1), ...(since && { since }) }],
  );
  const globals = new Map(files.flatMap(globalsOf));
  return [
    NOTICE,
    "import type { Version } from '../../../spec/types/requirement.js';",
    '',
    '/** Built-in modules, what the ids of their rows begin with, and the version since which each can be imported. */',
    `export const MODULES: readonly { readonly name: string; readonly section: string; readonly since?: Version }[] = ${JSON.stringify(modules)};`,
    '',
    '/** Globals that the documents define, the host and runtime objects aside, and the version since which there is each. */',
    `export const GLOBALS: readonly { readonly name: string; readonly since?: Version }[] = ${JSON.stringify([...globals.values()])};`,
    '',
  ].join('\n');
}
