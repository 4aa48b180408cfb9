import type { CaseReport, RequirementReport, RunReport, SectionCoverage, Totals, VerdictKind } from './model.js';
import { totalsOf } from './totals.js';

/** The requirements of one object or module of a document, in the report's order. */
export interface ObjectOutline {
  readonly object: string;
  readonly title: string;
  readonly requirements: readonly RequirementReport[];
  /** Cases, by verdict. */
  readonly totals: Totals;
}

/** Numbers of rows. Rows that are neither covered nor excluded still need work. */
export interface RowCounts {
  readonly total: number;
  readonly covered: number;
  readonly excluded: number;
}

export interface DocumentOutline {
  readonly id: 1 | 2 | 3;
  readonly title: string;
  readonly objects: readonly ObjectOutline[];
  readonly rows: RowCounts;
  readonly sections: readonly SectionCoverage[];
}

/** A requirement with its cases of one verdict. */
export interface RequirementFinding {
  readonly requirement: RequirementReport;
  readonly cases: readonly CaseReport[];
}

const DOCUMENTS = [1, 2, 3] as const;

/** The part of a report from which its outline is made. */
export type OutlineSource = Pick<RunReport, 'documents' | 'requirements' | 'coverage'>;

/** The report in the order in which people read it: by document, then by object. Documents without requirements and rows are left out. */
export function outlineOf(report: OutlineSource): readonly DocumentOutline[] {
  return DOCUMENTS.map((id) => documentOutline(report, id)).filter(
    ({ id, objects, sections }) =>
      objects.length > 0 || sections.length > 0 || report.documents.some((document) => document.id === id),
  );
}

/** Every requirement with a case of this verdict, in the report's order. */
export function findingsOf(report: RunReport, verdict: VerdictKind): readonly RequirementFinding[] {
  return report.requirements
    .map((requirement) => ({ requirement, cases: requirement.cases.filter((one) => one.verdict === verdict) }))
    .filter(({ cases }) => cases.length > 0);
}

/** A case id without the beginning that its requirement's id already has. */
export function shortCaseId(requirement: RequirementReport, { id }: CaseReport): string {
  const shared = `${requirement.id}/`;
  return id.startsWith(shared) && id.length > shared.length ? id.slice(shared.length) : id;
}

/** The common beginning of the ids of a section's rows, before a `/`: ids have only the last slug of the section. */
export function sectionPrefix({ document, section }: SectionCoverage): string {
  return `${document}/${section.slice(section.lastIndexOf('/') + 1)}`;
}

function documentOutline(report: OutlineSource, id: 1 | 2 | 3): DocumentOutline {
  const sections = report.coverage.sections.filter((section) => section.document === id);
  return {
    id,
    title: report.documents.find((document) => document.id === id)?.title ?? `Document ${id}`,
    objects: objectOutlines(report.requirements.filter((requirement) => requirement.document === id)),
    rows: {
      total: sum(sections.map(({ rows }) => rows)),
      covered: sum(sections.map(({ covered }) => covered)),
      excluded: sum(sections.map(({ excluded }) => excluded)),
    },
    sections,
  };
}

function objectOutlines(requirements: readonly RequirementReport[]): readonly ObjectOutline[] {
  const objects = [...new Set(requirements.map(({ object }) => object))];
  return objects.map((object) => {
    const own = requirements.filter((requirement) => requirement.object === object);
    return {
      object,
      title: own[0]?.title ?? object,
      requirements: own,
      totals: totalsOf(own.flatMap(({ cases }) => cases)),
    };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
