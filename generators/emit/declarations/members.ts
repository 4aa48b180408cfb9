/** Writes the members of one object as an interface. */
import { holderPath, isReachedByPath, namesIn } from '../../../spec/reading/declared.js';
import { type Line, propertyOf, typesIn } from '../../../spec/reading/members.js';
import type { MemberParameter } from '../../../spec/types/member.js';
import { commentLines, lineFacts } from './comments.js';
import { byProperty, type DeclaredObject } from './objects.js';
import { callsOf } from './signatures.js';
import { lineKey } from './source.js';
import { quotedLiteral, referenceText, type TypePlace, unionOf, unionText, valueText } from './types.js';
import type { DeclarationWriter } from './writer.js';

/** The interface of an object, or a type if some of its members have arbitrary names. */
export function objectLines(
  writer: DeclarationWriter,
  object: DeclaredObject,
  indent: string,
  keyword: string,
): string[] {
  const open = object.lines.filter(({ member }) => member.placeholder !== undefined);
  const varies = object.holders.flatMap(({ declared }) => Object.entries(declared?.varies ?? {}));
  const outside = writer.placeOf(object);
  const itself = open.length === 0 ? 'this' : object.name;
  const place = { ...outside, itself, varying: varies.map(([name]) => name) };
  const variables = varies.map(([name, as]) => [name, unionOf(outside, namesIn(as))]);
  const behind = variables.map(([name, all]) => `${name} extends ${all} = ${all}`).join(', ');
  const named = object.lines.filter(({ member }) => member.placeholder === undefined);
  const base = object.holders.find(({ declared }) => declared?.extends !== undefined)?.declared?.extends;
  const comment = commentLines({ about: aboutOf(object) }, indent);
  const own = open.length === 0 ? object.name : `${object.name}Members`;
  const head = `${own}${behind === '' ? '' : `<${behind}>`}${base === undefined ? '' : ` extends ${base}`}`;
  return [
    ...comment,
    `${indent}${keyword}interface ${head} {`,
    ...byProperty(named).flatMap(([name, lines]) => memberLines(writer, place, name, lines, `${indent}  `)),
    ...holderLines(writer, object, `${indent}  `),
    `${indent}}`,
    ...(open.length === 0 ? [] : openLines(writer, place, own, open, indent, keyword, comment)),
  ];
}

/** The description of an object in the tables. */
export const aboutOf = ({ holders }: DeclaredObject): string | undefined =>
  holders.flatMap(({ declared }) => declared?.about ?? [])[0];

/** All lines of one name: overloads of an operation, or a property. */
export function memberLines(
  writer: DeclarationWriter,
  at: TypePlace,
  name: string,
  lines: readonly Line[],
  indent: string,
): string[] {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedLiteral(name);
  const [first] = lines;
  if (first === undefined) return [];
  const place = { ...at, file: first.file };
  if (first.member.kind !== 'method') {
    const readonly = first.member.access === 'writable' ? '' : 'readonly ';
    return [...commentOf(writer, first, indent), `${indent}${readonly}${key}: ${propertyType(writer, place, first)};`];
  }
  return lines.flatMap((line) =>
    callsOf(place, line).flatMap(({ parameters, result, params }) => [
      ...commentOf(writer, line, indent, params),
      `${indent}${key}(${parameters}): ${result};`,
    ]),
  );
}

export const commentOf = (
  writer: DeclarationWriter,
  line: Line,
  indent: string,
  params?: readonly MemberParameter[],
): string[] => commentLines(lineFacts(line, writer.source.obsolete[lineKey(line.member)], params), indent);

/** An object at the property's path defines its type. */
export function propertyType(writer: DeclarationWriter, place: TypePlace, line: Line): string {
  const { is, as, of, gives, access, otherwise } = line.member;
  const at = line.holders.flatMap((name) => {
    const holder = line.file.holders[name];
    return holder === undefined ? [] : [[holderPath(holder), propertyOf(line)].filter((part) => part !== '').join('.')];
  });
  const holders = writer.declared.holders.find(({ file, path }) => file === line.file && at.includes(path));
  if (holders !== undefined) return referenceText(place, holders.name, holders.scope);
  const own = valueText(place, { types: typesIn(is), as, of, gives, access }) ?? 'unknown';
  return unionText([own, ...typesIn(otherwise)]);
}

/** Objects on it without a line of their own, such as a table of constants. */
function holderLines(writer: DeclarationWriter, object: DeclaredObject, indent: string): string[] {
  const { file, holders, lines } = object;
  const known = new Set(lines.map(propertyOf));
  const here = new Set(holders.filter(isReachedByPath).map(holderPath));
  return writer.declared.holders.flatMap((one) => {
    const end = one.path.lastIndexOf('.');
    const name = one.path.slice(end + 1);
    if (one.file !== file || end < 0 || !here.has(one.path.slice(0, end)) || known.has(name)) return [];
    return [`${indent}readonly ${name}: ${referenceText(writer.placeOf(object), one.name, one.scope)};`];
  });
}

/**
 * A member with an arbitrary name is an index signature. It is separate from the named members, whose types may differ, and a pattern such
 * as `$attr$…` is separate from arbitrary names.
 */
function openLines(
  writer: DeclarationWriter,
  place: TypePlace,
  base: string,
  lines: readonly Line[],
  indent: string,
  keyword: string,
  comment: readonly string[],
): string[] {
  const signatures = lines.map((line) => {
    const name = propertyOf(line);
    const example = line.member.placeholder ?? name;
    const pattern = name === example ? 'string' : `\`${name.slice(0, -example.length)}$\{string}\``;
    const readonly = line.member.access === 'writable' ? '' : 'readonly ';
    return [
      ...commentOf(writer, line, `${indent}  `),
      `${indent}  ${readonly}[name: ${pattern}]: ${propertyType(writer, place, line)};`,
    ];
  });
  const bodies = signatures.flatMap((body) => [`${indent}} & {`, ...body]).slice(1);
  return [...comment, `${indent}${keyword}type ${place.itself} = ${base} & {`, ...bodies, `${indent}};`];
}
