/**
 * Plans cases from requirements: pure, in the order of the files' names and of their entries. A case is a law applied to a requirement's
 * data. Its id never depends on its neighbours.
 */

import { goesThrough } from '../../spec/reading/axes.js';
import { caseId, casesOf, narrowed } from '../../spec/reading/case-names.js';
import { isBelow } from '../../spec/reading/check-requirements.js';
import { type Line, linesBeside, sinceOf } from '../../spec/reading/members.js';
import { UserError } from '../../spec/reading/user-error.js';
import type { Depth } from '../../spec/types/depth.js';
import type { Application, Plain, Requirement, RequirementFile, Scope, Subject } from '../../spec/types/requirement.js';
import type { Spec } from '../../spec/types/specification.js';
import type { Axis } from '../../spec/types/tables.js';
import { axisCases } from './axes.js';
import { type Covering, coveredBy, coveredByLine, depthsOf } from './depth.js';
import { documentedCases, openCases } from './members.js';
import { SIGHTS, type Sights } from './sights.js';

/** A case before it is written as TypeScript. */
export interface PlannedCase extends Scope {
  readonly id: string;
  /** The law's export in the laws file with the requirement file's name. */
  readonly law: string;
  /** Where the law is instead: among the member laws, or in `suites/language`, which has the default law. */
  readonly from?: 'members' | 'axes' | 'language';
  readonly data: { readonly [key: string]: Plain };
  /** The least depth that it belongs to. */
  readonly depth: Depth;
}

/** A case before its depth is known, with what it covers. */
interface CaseWithCover extends Omit<PlannedCase, 'depth'> {
  readonly covers: Covering['covers'];
}

export interface PlannedRequirement extends Required<Pick<Requirement, 'id' | 'says' | 'strength' | 'rows'>> {
  readonly cases: readonly PlannedCase[];
}

export interface PlannedFile extends Pick<RequirementFile, 'title'> {
  /** Name of the requirement file without its ending. */
  readonly object: string;
  readonly subject: Subject;
  readonly requirements: readonly PlannedRequirement[];
}

/** The requirements have no valid set of cases. */
export class PlanningError extends UserError {}

/**
 * All cases of a specification. Their depths also depend on the record of the mutation bench. Throws `PlanningError` naming each case id
 * that is malformed or used twice.
 */
export function planCases(spec: Pick<Spec, 'files' | 'members' | 'axes'>, sights: Sights = new Map()): PlannedFile[] {
  const files = [...spec.files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([object, file]) => planFile(object, file, linesBeside(spec, object), spec.axes, sights));
  const ids = files.flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases.map(({ id }) => id)));
  const met = new Set<string>();
  const isNew = (id: string): boolean => met.size < met.add(id).size;
  const wrong = [...new Set(ids.filter((id) => !isNew(id) || !/^[A-Za-z0-9._/-]+$/.test(id)))];
  if (wrong.length > 0)
    throw new PlanningError(
      `case ids must be unique and made of letters, digits and ._/-; give these another name:\n${wrong.join('\n')}`,
    );
  const gone = [...sights.keys()].filter((id) => !met.has(id));
  if (gone.length > 0)
    throw new PlanningError(
      `${SIGHTS} names cases that are gone; remove them, and run \`npm run mutate -- --record\`:\n${gone.join('\n')}`,
    );
  return files;
}

function planFile(
  object: string,
  file: RequirementFile,
  lines: readonly Line[],
  axes: readonly Axis[],
  sights: Sights,
): PlannedFile {
  const requirements = file.requirements.map((authored) => {
    const requirement = dated(authored, lines);
    const { id, says, strength = 'must', rows } = requirement;
    const cases = [
      ...memberCases(requirement, lines, axes),
      ...(requirement.cases ?? []).flatMap((application) => applied(requirement, application, file)),
    ];
    return { id, says, strength, rows, cases };
  });
  const { title, subject = 'runtime' } = file;
  return { object, title, subject, requirements: withDepths(requirements, sights) };
}

type UndecidedRequirement = Omit<PlannedRequirement, 'cases'> & { readonly cases: readonly CaseWithCover[] };

/** The depths of a file's cases depend on each other. */
function withDepths(requirements: readonly UndecidedRequirement[], sights: Sights): PlannedRequirement[] {
  const all = requirements.flatMap(({ strength, cases }) =>
    cases.map(({ id, covers }) => ({ id, strength, covers: [...covers, ...(sights.get(id) ?? [])] })),
  );
  const depths = depthsOf(all);
  return requirements.map((requirement) => ({
    ...requirement,
    cases: requirement.cases.map(({ covers: _, ...one }) => ({ ...one, depth: depths.get(one.id) ?? 'full' })),
  }));
}

/** Plain vectors: the object of a call, its arguments, and how it ends. */
const DEFAULT_LAW = 'calls';

/** A requirement with members and without a version applies since the newest of them. */
function dated(requirement: Requirement, lines: readonly Line[]): Requirement {
  const { since, members = [], rows } = requirement;
  const named = lines.filter(({ member }) => members.includes(member.member) && rows.includes(member.row));
  const versions = named.flatMap((line) => sinceOf(line) ?? []);
  const newest = versions.find((version) => !versions.some((other) => isBelow(version, other)));
  return since !== undefined || newest === undefined ? requirement : { ...requirement, since: newest };
}

function applied(requirement: Requirement, application: Application, file: RequirementFile): CaseWithCover[] {
  const { law = DEFAULT_LAW } = application;
  const from = law === DEFAULT_LAW ? { from: 'language' as const } : {};
  return casesOf(application, file).map((one) => {
    const scope = narrowed(requirement, one.scope);
    const covers = coveredBy(one, requirement, scope.until);
    return { id: caseId(requirement.id, one.name), law, ...from, data: one.data, ...scope, covers };
  });
}

/** The cases of a requirement's lines: of what the documents define, of what they leave open, or of an axis. */
function memberCases(requirement: Requirement, lines: readonly Line[], axes: readonly Axis[]): CaseWithCover[] {
  const { id, members = [], strength, rows } = requirement;
  const axis = axes.find(({ name }) => name === requirement.axis);
  const named = members.flatMap((name) =>
    lines.filter(({ member }) => member.member === name && rows.includes(member.row)),
  );
  const going = axis === undefined ? named : named.filter((line) => goesThrough(line, axis));
  return going.flatMap((line) => {
    const overloads = named.filter(({ member }) => member.member === line.member.member);
    const made = strength === 'open' ? openCases : documentedCases;
    const cases = axis === undefined ? made(line) : axisCases(line, axis);
    return cases.map(({ name, ...one }) => ({
      ...one,
      covers: coveredByLine({ name, ...one }, id, line.member.member, strength ?? 'must'),
      id: caseId(id, overloads.length > 1 ? overloadName(line, overloads, name) : name),
      from: axis === undefined ? ('members' as const) : ('axes' as const),
    }));
  });
}

/** Overloads of one name are distinguished by their rows, or by their sections if the rows have the same name. */
function overloadName(line: Line, overloads: readonly Line[], name: readonly string[]): readonly string[] {
  const [, section = '', row = ''] = line.member.row.split('/');
  const alike = overloads.filter(({ member }) => member.row.endsWith(`/${row}`));
  return alike.length > 1 ? [section, ...name] : [row, ...name.slice(1)];
}
