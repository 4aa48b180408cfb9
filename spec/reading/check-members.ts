/** Whether the members tables and the documents' rows agree. */
import type { Holder, Member, MemberFile, MemberParameter } from '../types/member.js';
import type { Version } from '../types/requirement.js';
import type { Parameter, Row, Signature } from '../types/row.js';
import { type Complaint, complaintAt } from './complaints.js';
import { isOptional, type Line, linesOf, sinceOf, typesIn } from './members.js';
import { nearestWord } from './nearest.js';
import type { LocatedSpec } from './read.js';
import { rowStatuses } from './row-status.js';

/** Every line that disagrees with its row, and every member of a covered row that no table has. */
export function checkMembers(spec: LocatedSpec): readonly Complaint[] {
  const files = [...spec.members.values()];
  return [...files.flatMap((file) => checkFile(spec, file)), ...missingMembers(spec), ...unjudgedMethods(spec)];
}

/** Methods that no authored requirement describes. */
function unjudgedMethods(spec: LocatedSpec): readonly Complaint[] {
  const authored = [...spec.files].filter(([path]) => !spec.members.has(path));
  const cited = new Set(authored.flatMap(([, { requirements }]) => requirements.flatMap(({ rows }) => rows)));
  const methods = [...spec.members.values()].flatMap(({ members }) => members.filter(({ kind }) => kind === 'method'));
  return methods.flatMap((member) => {
    if (cited.has(member.row) || !spec.rows.has(member.row)) return [];
    const found = `method ${member.member}, which only this line describes`;
    const expected = `a requirement that cites ${member.row} and says what it does`;
    return [complaintAt(spec.places.of(member, 'member'), found, expected, 'write one')];
  });
}

/** A line of a table with its row. */
interface LineAndRow {
  readonly line: Line;
  readonly member: Member;
  readonly row: Row;
  readonly sections: LocatedSpec['sections'];
  /** A complaint about the line, or about one of its keys. */
  complain(found: string, expected: string, key?: keyof Member, remedy?: string): Complaint;
}

function checkFile(spec: LocatedSpec, file: MemberFile): readonly Complaint[] {
  return linesOf(file).flatMap((line) => {
    const { member } = line;
    const row = spec.rows.get(member.row);
    if (row === undefined) return [unknownRow(spec, member)];
    const complain: LineAndRow['complain'] = (found, expected, key, remedy = UPDATE) =>
      complaintAt(spec.places.of(member, ...(key === undefined ? [] : [key])), found, expected, remedy);
    const both = { line, member, row, sections: spec.sections, complain };
    return [
      ...checkHolders(spec, line),
      ...checkSignature(both),
      ...checkVersions(both),
      ...checkAccess(both),
      ...checkTypes(both),
      ...checkErrors(spec, line),
    ];
  });
}

const UPDATE = 'correct the line, or extract the rows again';

function unknownRow({ places, rows }: LocatedSpec, member: Member): Complaint {
  const found = `row ${member.row}, which no document has`;
  return complaintAt(
    places.of(member, 'row'),
    found,
    'the id of a row',
    `the nearest id is ${nearestWord(member.row, rows.keys())}`,
  );
}

function checkHolders({ places }: LocatedSpec, { member, file, holders }: Line): Complaint[] {
  const known: { readonly [name: string]: Holder } = file.holders;
  const named = [...holders, ...(member.throws ?? []).flatMap(({ on }) => on ?? [])];
  return named.flatMap((name) => {
    if (name in known) return [];
    const expected = `one of ${Object.keys(known).join(', ')}`;
    return [complaintAt(places.of(member), `the holder ${name}`, expected, 'correct the name, or add it to `holders`')];
  });
}

/** A line may cite a row without members for the subject of its section. */
function checkSignature(both: LineAndRow): Complaint[] {
  const { member, row, complain } = both;
  if (row.signatures.length === 0) return [];
  const signature = row.signatures.find(({ name }) => name === member.member);
  if (signature === undefined) {
    const expected = `one of its members: ${row.signatures.map(({ name }) => name).join(', ')}`;
    return [complain(`${member.member} in row ${row.id}`, expected, 'member')];
  }
  return [...checkKind(both, signature), ...checkParameters(both, signature)];
}

function checkKind({ member, complain }: LineAndRow, { parameters }: Signature): Complaint[] {
  const isCalled = member.kind === 'method' || member.kind === 'constructor';
  if (parameters === undefined || isCalled) return [];
  return [complain(`the ${member.kind} ${member.member}, which its row calls`, 'a method or constructor', 'kind')];
}

/** Parameters are unknown if a row names the member without brackets. */
function checkParameters(both: LineAndRow, signature: Signature): Complaint[] {
  const { member, row, complain } = both;
  const { params } = member;
  const stated = signature.parameters ?? [];
  const expected = shown(stated);
  if (params === undefined) {
    const isFirst = row.cells?.[0]?.code.some((code) => code.startsWith(`${member.member}(`)) ?? false;
    if (stated.length === 0 || !isFirst) return [];
    return [complain(`no parameters of ${member.member}`, `params: ${expected}`, undefined, 'add them')];
  }
  const own = params.map((one) => `${one.name}${isOptional(one) ? '?' : ''}`).join(', ');
  if (own === expected) return params.flatMap((one) => [...checkDefault(both, one), ...checkValues(both, one)]);
  return [complain(`the parameters (${own})`, `(${expected}), as in row ${row.id}`, 'params')];
}

const shown = (parameters: readonly Parameter[]): string =>
  parameters.map(({ name, optionalDepth, rest }) => `${name}${optionalDepth > 0 || rest ? '?' : ''}`).join(', ');

function checkDefault({ row, complain }: LineAndRow, parameter: MemberParameter): Complaint[] {
  const defaults = row.facts?.defaults ?? [];
  const stated = defaults.filter(({ of }) => of === parameter.name).map(({ value }) => value);
  const elsewhere = defaults.filter(({ of }) => of === undefined).map(({ value }) => value);
  const own = parameter.default === undefined ? undefined : String(parameter.default);
  const allowed = stated.length === 0 ? elsewhere : stated;
  // The row may also give the default in words, without naming the parameter.
  if (own === undefined ? stated.length === 0 : allowed.length === 0 || allowed.includes(own)) return [];
  const found = own === undefined ? `no default of ${parameter.name}` : `the default ${own} of ${parameter.name}`;
  return [complain(found, `${[...stated, ...elsewhere].join(' or ')}, as in row ${row.id}`, 'params')];
}

/** Enumerations and ranges that a row gives for a parameter by name. */
function checkValues({ row, complain }: LineAndRow, { name, oneOf = [], from, to }: MemberParameter): Complaint[] {
  const list = row.facts?.lists?.find(({ of }) => of === name)?.values ?? [];
  const range = row.facts?.limits?.find(({ of, bound }) => of === name && bound === 'between')?.numbers ?? [];
  const differs = (own: readonly unknown[], stated: readonly string[]): boolean =>
    stated.length > 0 && own.map(String).join() !== stated.join();
  const complaint = (found: string, stated: readonly string[]): Complaint =>
    complain(found, `${stated.join(', ')}, as in row ${row.id}`, 'params');
  return [
    ...(differs(oneOf, list) ? [complaint(`the values ${oneOf.join(', ') || 'unsaid'} of ${name}`, list)] : []),
    ...(differs([from, to], range) ? [complaint(`the range ${from} to ${to} of ${name}`, range)] : []),
  ];
}

function checkVersions(both: LineAndRow): Complaint[] {
  const { line, member, row, complain } = both;
  const complaint = (key: 'since' | 'removed', own: Version | undefined, stated: string): Complaint =>
    complain(`${member.member} ${key} ${own ?? 'no version'}`, `${stated}, as documented`, key);
  const since = statedSince(both);
  const removed = row.versions.find(({ turn, of }) => turn === 'removed' && of === member.member)?.version;
  return [
    ...(since === undefined || since === sinceOf(line) ? [] : [complaint('since', sinceOf(line), since)]),
    ...(removed === undefined || removed === member.removed ? [] : [complaint('removed', member.removed, removed)]),
    ...(member.params ?? []).flatMap((one) => parameterVersion(both, one)),
  ];
}

/** The version in the member's row, or in the heading of its section. */
function statedSince({ sections, member, row }: LineAndRow): string | undefined {
  const own = row.versions.find(({ turn, of }) => turn === 'since' && of === member.member)?.version;
  if (own !== undefined) return own;
  const [heading, ...others] = sections.get([row.id.split('/')[0], ...row.section].join('/'))?.versions ?? [];
  return others.length === 0 ? heading?.version : undefined;
}

function parameterVersion({ row, complain }: LineAndRow, { name, is, since }: MemberParameter): Complaint[] {
  const stated = row.versions.find(({ turn, of }) => turn === 'since' && of === name)?.version;
  // The version beside a parameter of several types may belong to one of them.
  const isOfOne = since === undefined && typeof is === 'object';
  if (stated === since || isOfOne) return [];
  const found = `the parameter ${name} since ${since ?? 'no version'}`;
  return [complain(found, `${stated ?? 'no version'}, as in row ${row.id}`, 'params')];
}

function checkAccess({ member, row, complain }: LineAndRow): Complaint[] {
  const stated = row.facts?.access;
  if (stated === undefined || (stated === 'removed' ? member.removed !== undefined : stated === member.access))
    return [];
  const found = `${member.member} with access ${member.access ?? 'unsaid'}`;
  return [complain(found, `${stated}, as in row ${row.id}`)];
}

function checkTypes({ member, row, complain }: LineAndRow): Complaint[] {
  const stated: readonly string[] = row.facts?.types ?? [];
  const key = member.kind === 'method' ? 'returns' : 'is';
  const own: readonly string[] = typesIn(member[key]);
  if (member.kind === 'constructor' || stated.every((type) => own.includes(type))) return [];
  const found = `${member.member} of type ${own.join(' or ') || 'unsaid'}`;
  return [complain(found, `${key}: ${stated.join(' or ')}, as in row ${row.id}`)];
}

function checkErrors({ places, rows }: LocatedSpec, { member }: Line): Complaint[] {
  return (member.throws ?? []).flatMap((error) => {
    const stated = rows.get(error.row)?.facts?.outcome;
    if (stated?.kind === 'throws' && stated.error === error.name) return [];
    const found = `${member.member} throwing ${error.name ?? 'anything'} by row ${error.row}`;
    const expected = stated === undefined ? 'a row with an outcome' : `${stated.kind} ${stated.error ?? 'anything'}`;
    return [complaintAt(places.of(error), found, expected, UPDATE)];
  });
}

/** Names with brackets, such as `buffer[index]`, are not members of a holder. */
function missingMembers(spec: LocatedSpec): Complaint[] {
  const known = new Set(
    [...spec.members.values()].flatMap(({ members }) => members.map(({ member, row }) => `${row} ${member}`)),
  );
  return [...rowStatuses(spec)].flatMap(([id, { citedBy, pending }]) => {
    const row = spec.rows.get(id);
    if (row === undefined || citedBy.length === 0 || pending || !hasMembers(row)) return [];
    const missing = row.signatures.filter(({ name }) => /^[\w$.]+$/.test(name) && !known.has(`${id} ${name}`));
    return missing.map(({ name }) => {
      const found = `${name} of row ${id} in no members table`;
      const expected = 'a line for each member of a covered row';
      return complaintAt(spec.places.of(row), found, expected, 'add it to the `members.yaml` of its object');
    });
  });
}

/** Paragraphs mention operations in passing, document 1 is no runtime, and scripts give options rather than find them. */
const hasMembers = ({ id, kind, cells }: Row): boolean =>
  !id.startsWith('1/') && (kind === 'table-row' || kind === 'rule') && !/^Option/.test(cells?.[0]?.column ?? '');
