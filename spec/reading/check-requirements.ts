import type { Application, Exclusion, Requirement, RequirementFile, Scope, Version } from '../types/requirement.js';
import type { Ruling } from '../types/ruling.js';
import { casesOf } from './case-names.js';
import { sentenceComplaints } from './check-says.js';
import { type Complaint, complaintAt } from './complaints.js';
import { linesBeside } from './members.js';
import { nearestWord } from './nearest.js';
import type { LocatedSpec } from './read.js';

/** Complaints about requirements, their tables and exclusions, alone and compared with each other. */
export function checkRequirements(spec: LocatedSpec): readonly Complaint[] {
  const cited = new Set([...spec.files.values()].flatMap((file) => file.requirements.flatMap(({ rows }) => rows)));
  return [...spec.files].flatMap(([path, file]) => [
    ...file.requirements.flatMap((requirement) => checkRequirement(spec, path, file, requirement)),
    ...checkTables(spec, file),
    ...(file.excluded ?? []).flatMap((exclusion) => checkExclusion(spec, exclusion, cited)),
  ]);
}

function checkRequirement(spec: LocatedSpec, path: string, file: RequirementFile, requirement: Requirement) {
  return [
    ...idComplaints(spec, file, requirement),
    ...sentenceComplaints(spec.places, requirement),
    ...memberComplaints(spec, path, requirement),
    ...rowComplaints(spec, requirement),
    ...[requirement, ...(requirement.cases ?? [])].flatMap((scope) => boundComplaints(spec, scope)),
    ...rulingComplaints(spec, requirement),
    ...caseComplaints(spec, file, requirement),
  ];
}

/** Ids never change but files may move, so the first part of an id equals that of the other ids in its file. */
function idComplaints({ places }: LocatedSpec, file: RequirementFile, requirement: Requirement): Complaint[] {
  const prefix = file.requirements[0]?.id.replace(/\..*$/s, '') ?? '';
  if (requirement.id.startsWith(`${prefix}.`)) return [];
  const expected = `an id that begins like the first one of this file, with \`${prefix}.\``;
  const advice = 'rename the requirement, or move it to the file of its object';
  return [complaintAt(places.of(requirement, 'id'), `the id ${requirement.id}`, expected, advice)];
}

/** Members that a requirement names but the table of its object lacks. */
function memberComplaints(spec: LocatedSpec, path: string, { members = [] }: Requirement): Complaint[] {
  const known = linesBeside(spec, path).map(({ member }) => member.member);
  return members.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const found = `the member ${name}, which no line of members.yaml has`;
    const advice = known.length === 0 ? 'write the table' : `the nearest is ${nearestWord(name, known)}`;
    return [complaintAt(spec.places.of(members, index), found, 'a member of the table beside this file', advice)];
  });
}

/** Rows that a requirement, ruling or exclusion names but no document has. */
export function rowComplaints(
  { places, rows }: Pick<LocatedSpec, 'places'> & { readonly rows: ReadonlyMap<string, unknown> },
  citing: Requirement | Ruling | Exclusion,
): Complaint[] {
  if (citing.rows.length === 0) {
    const advice = 'name the rows that it comes from';
    return [complaintAt(places.of(citing, 'rows'), 'no rows', 'at least one row', advice)];
  }
  return citing.rows.flatMap((id, index) => {
    if (rows.has(id)) return [];
    const advice = `the nearest id is ${nearestWord(id, rows.keys())}`;
    return [complaintAt(places.of(citing.rows, index), `row ${id}, which no document has`, 'the id of a row', advice)];
  });
}

function boundComplaints({ places }: LocatedSpec, scope: Scope): Complaint[] {
  const { since, until } = scope;
  if (since === undefined || until === undefined || isBelow(since, until)) return [];
  const advice = '`until` is the first version in which it no longer holds';
  return [complaintAt(places.of(scope, 'until'), `since ${since}, until ${until}`, '`since` below `until`', advice)];
}

export function isBelow(version: Version, other: Version): boolean {
  const parts = other.split('.').map(Number);
  const differences = version.split('.').map((part, index) => Number(part) - (parts[index] ?? 0));
  return (differences.find((difference) => difference !== 0) ?? 0) < 0;
}

function rulingComplaints({ places, rulings }: LocatedSpec, { rulings: cited = [] }: Requirement): Complaint[] {
  return cited.flatMap((id, index) => {
    if (rulings.has(id)) return [];
    const known = nearestWord(id, rulings.keys());
    const advice = known === undefined ? 'write it in the rulings.yaml of its object' : `the nearest id is ${known}`;
    const found = `ruling ${id}, which does not exist`;
    return [complaintAt(places.of(cited, index), found, 'the id of a ruling', advice)];
  });
}

/** Complaints about the cases of a requirement: their data, and names that clash. */
export function caseComplaints(
  spec: Pick<LocatedSpec, 'places'>,
  file: RequirementFile,
  requirement: Requirement,
): Complaint[] {
  const { cases = [], members = [] } = requirement;
  if (cases.length + members.length > 0) {
    return [
      ...cases.flatMap((application) => applicationComplaints(spec, file, application)),
      ...nameComplaints(spec, file, requirement),
    ];
  }
  return [complaintAt(spec.places.of(requirement, 'cases'), 'no cases', 'at least one case', 'apply a law to it')];
}

function applicationComplaints(
  { places }: Pick<LocatedSpec, 'places'>,
  file: RequirementFile,
  application: Application,
): Complaint[] {
  const { each, table } = application;
  const known = Object.keys(file.tables ?? {});
  if (each !== undefined && table !== undefined) {
    const advice = 'keep one of them';
    return [complaintAt(places.of(application, 'table'), 'both `each` and `table`', 'one of them', advice)];
  }
  const unknown = [table ?? []].flat().find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const expected = `one of the tables of this file: ${known.join(', ') || 'there is none'}`;
    const advice = 'correct the name, or add the table';
    return [complaintAt(places.of(application, 'table'), `the table ${unknown}`, expected, advice)];
  }
  if (each?.length !== 0) return [];
  const advice = 'add data, or drop `each` for one case without data';
  return [complaintAt(places.of(application, 'each'), 'no data', 'at least one case', advice)];
}

/**
 * Names become case ids, which must differ. None may be the beginning of another, because locations are named after them.
 */
function nameComplaints(
  { places }: Pick<LocatedSpec, 'places'>,
  file: RequirementFile,
  requirement: Requirement,
): Complaint[] {
  const named = (requirement.cases ?? []).flatMap((application) => casesOf(application, file));
  const names = named.map(({ name }) => name.join('/'));
  return named.flatMap(({ application, index }, at) => {
    const problem = clashing(at, names);
    if (problem === undefined) return [];
    const place = application.each ? places.of(application.each, index, 'name') : places.of(application);
    const expected = 'names of cases that differ within a requirement, none of them the beginning of another';
    return [complaintAt(place, problem, expected, 'give the application a `name`, or rename the row')];
  });
}

function clashing(at: number, names: readonly string[]): string | undefined {
  const own = names[at] ?? '';
  if (names.indexOf(own) < at) return own === '' ? 'a second case without a name' : `a second case ${own}`;
  const below = names.find((name) => name !== own && name.startsWith(own === '' ? '' : `${own}/`));
  if (below === undefined) return undefined;
  return own === '' ? `a case without a name beside ${below}` : `the case ${own} above ${below}`;
}

function checkTables({ places }: LocatedSpec, { tables = {}, requirements }: RequirementFile): Complaint[] {
  const used = new Set(requirements.flatMap(({ cases = [] }) => cases.flatMap(({ table = [] }) => table)));
  return Object.entries(tables).flatMap(([name, table]) => {
    const problem = used.has(name) ? (table.length === 0 ? 'without rows' : '') : 'that no case uses';
    if (problem === '') return [];
    const expected = 'tables whose rows become cases';
    return [complaintAt(places.of(tables, name), `the table ${name} ${problem}`, expected, 'use it or remove it')];
  });
}

function checkExclusion(spec: LocatedSpec, exclusion: Exclusion, cited: ReadonlySet<string>): Complaint[] {
  const contradicted = exclusion.rows.flatMap((id, index) => {
    if (!cited.has(id)) return [];
    const advice = 'drop the exclusion, or the citation';
    const found = `excluded row ${id}, which a requirement cites`;
    return [complaintAt(spec.places.of(exclusion.rows, index), found, 'one or the other', advice)];
  });
  return [...rowComplaints(spec, exclusion), ...contradicted];
}
