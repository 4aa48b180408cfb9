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

function checkFile(spec: LocatedSpec, file: MemberFile): readonly Complaint[] {
  return linesOf(file).flatMap((line) => {
    const row = spec.rows.get(line.member.row);
    if (row === undefined) return [unknownRow(spec, line.member)];
    return [
      ...checkHolders(spec, line),
      ...checkSignature(spec, line, row),
      ...checkVersions(spec, line, row),
      ...checkAccess(spec, line, row),
      ...checkTypes(spec, line, row),
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
function checkSignature(spec: LocatedSpec, { member }: Line, row: Row): Complaint[] {
  if (row.signatures.length === 0) return [];
  const signatures = row.signatures.filter(({ name }) => name === member.member);
  const [signature] = signatures;
  if (signature === undefined) {
    const expected = `one of its members: ${row.signatures.map(({ name }) => name).join(', ')}`;
    return [complaintAt(spec.places.of(member, 'member'), `${member.member} in row ${row.id}`, expected, UPDATE)];
  }
  return [...checkKind(spec, member, signature), ...checkParameters(spec, member, row, signature)];
}

function checkKind({ places }: LocatedSpec, member: Member, { parameters }: Signature): Complaint[] {
  const isCalled = member.kind === 'method' || member.kind === 'constructor';
  if (parameters === undefined || isCalled) return [];
  const found = `the ${member.kind} ${member.member}, which its row calls`;
  return [complaintAt(places.of(member, 'kind'), found, 'a method or constructor', UPDATE)];
}

/** Parameters are unknown if a row names the member without brackets. */
function checkParameters({ places }: LocatedSpec, member: Member, row: Row, signature: Signature): Complaint[] {
  const { params } = member;
  const stated = signature.parameters ?? [];
  if (params === undefined) {
    const isFirst = row.cells?.[0]?.code.some((code) => code.startsWith(`${member.member}(`)) ?? false;
    if (stated.length === 0 || !isFirst) return [];
    const found = `no parameters of ${member.member}`;
    return [complaintAt(places.of(member), found, `params: ${shown(stated)}`, 'add them')];
  }
  const own = params.map((one) => `${one.name}${isOptional(one) ? '?' : ''}`).join(', ');
  const expected = shown(stated);
  if (own === expected)
    return params.flatMap((one) => [
      ...checkDefault(places, member, one, row),
      ...checkValues(places, member, one, row),
    ]);
  return [
    complaintAt(places.of(member, 'params'), `the parameters (${own})`, `(${expected}), as in row ${row.id}`, UPDATE),
  ];
}

const shown = (parameters: readonly Parameter[]): string =>
  parameters.map(({ name, optionalDepth, rest }) => `${name}${optionalDepth > 0 || rest ? '?' : ''}`).join(', ');

function checkDefault(
  places: LocatedSpec['places'],
  member: Member,
  parameter: MemberParameter,
  row: Row,
): Complaint[] {
  const stated = (row.facts?.defaults ?? []).filter(({ of }) => of === parameter.name).map(({ value }) => value);
  const elsewhere = (row.facts?.defaults ?? []).filter(({ of }) => of === undefined).map(({ value }) => value);
  const own = parameter.default === undefined ? undefined : String(parameter.default);
  if (own === undefined ? stated.length === 0 : [...stated, ...(stated.length === 0 ? elsewhere : [])].includes(own))
    return [];
  // The row may also give the default in words, without naming the parameter.
  if (stated.length === 0 && elsewhere.length === 0) return [];
  const found = own === undefined ? `no default of ${parameter.name}` : `the default ${own} of ${parameter.name}`;
  const expected = `${[...stated, ...elsewhere].join(' or ')}, as in row ${row.id}`;
  return stated.length === 0 && own === undefined
    ? []
    : [complaintAt(places.of(member, 'params'), found, expected, UPDATE)];
}

/** Enumerations and ranges that a row gives for a parameter by name. */
function checkValues(places: LocatedSpec['places'], member: Member, parameter: MemberParameter, row: Row): Complaint[] {
  const { name, oneOf = [], from, to } = parameter;
  const list = row.facts?.lists?.find(({ of }) => of === name)?.values ?? [];
  const range = row.facts?.limits?.find(({ of, bound }) => of === name && bound === 'between')?.numbers ?? [];
  const differs = (own: readonly unknown[], stated: readonly string[]): boolean =>
    stated.length > 0 && own.map(String).join() !== stated.join();
  const complain = (found: string, stated: readonly string[]): Complaint =>
    complaintAt(places.of(member, 'params'), found, `${stated.join(', ')}, as in row ${row.id}`, UPDATE);
  return [
    ...(differs(oneOf, list) ? [complain(`the values ${oneOf.join(', ') || 'unsaid'} of ${name}`, list)] : []),
    ...(differs([from, to], range) ? [complain(`the range ${from} to ${to} of ${name}`, range)] : []),
  ];
}

function checkVersions(spec: LocatedSpec, line: Line, row: Row): Complaint[] {
  const { member } = line;
  const complain = (key: 'since' | 'removed', own: Version | undefined, stated: string) =>
    complaintAt(
      spec.places.of(member, key),
      `${member.member} ${key} ${own ?? 'no version'}`,
      `${stated}, as documented`,
      UPDATE,
    );
  const since = statedSince(spec, line, row);
  const removed = row.versions.find(({ turn, of }) => turn === 'removed' && of === member.member)?.version;
  return [
    ...(since === undefined || since === sinceOf(line) ? [] : [complain('since', sinceOf(line), since)]),
    ...(removed === undefined || removed === member.removed ? [] : [complain('removed', member.removed, removed)]),
    ...(member.params ?? []).flatMap((one) => parameterVersion(spec, member, one, row)),
  ];
}

/** The version in the member's row, or in the heading of its section. */
function statedSince({ sections }: LocatedSpec, { member }: Line, row: Row): string | undefined {
  const own = row.versions.find(({ turn, of }) => turn === 'since' && of === member.member)?.version;
  if (own !== undefined) return own;
  const [heading, ...others] = sections.get([row.id.split('/')[0], ...row.section].join('/'))?.versions ?? [];
  return others.length === 0 ? heading?.version : undefined;
}

function parameterVersion(
  { places }: LocatedSpec,
  member: Member,
  { name, is, since }: MemberParameter,
  row: Row,
): Complaint[] {
  const stated = row.versions.find(({ turn, of }) => turn === 'since' && of === name)?.version;
  // The version beside a parameter of several types may belong to one of them.
  const isOfOne = since === undefined && typeof is === 'object';
  if (stated === since || isOfOne) return [];
  const found = `the parameter ${name} since ${since ?? 'no version'}`;
  return [complaintAt(places.of(member, 'params'), found, `${stated ?? 'no version'}, as in row ${row.id}`, UPDATE)];
}

function checkAccess({ places }: LocatedSpec, { member }: Line, row: Row): Complaint[] {
  const stated = row.facts?.access;
  if (stated === undefined || (stated === 'removed' ? member.removed !== undefined : stated === member.access))
    return [];
  const found = `${member.member} with access ${member.access ?? 'unsaid'}`;
  return [complaintAt(places.of(member), found, `${stated}, as in row ${row.id}`, UPDATE)];
}

function checkTypes({ places }: LocatedSpec, { member }: Line, row: Row): Complaint[] {
  const stated: readonly string[] = row.facts?.types ?? [];
  const key = member.kind === 'method' ? 'returns' : 'is';
  const own: readonly string[] = typesIn(member[key]);
  if (member.kind === 'constructor' || stated.every((type) => own.includes(type))) return [];
  const found = `${member.member} of type ${own.join(' or ') || 'unsaid'}`;
  return [complaintAt(places.of(member), found, `${key}: ${stated.join(' or ')}, as in row ${row.id}`, UPDATE)];
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
