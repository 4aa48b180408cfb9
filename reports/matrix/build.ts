/** Combines several reports into a matrix. */
import type { CaseReport, RequirementReport, RunReport } from '../model.js';
import { engineOf, when } from '../wording.js';
import {
  CASE_ID,
  type Matrix,
  type MatrixCase,
  type MatrixColumn,
  type MatrixObject,
  type MatrixVerdict,
} from './model.js';

/** A report, and addresses: of its own page, and of what is known about the cause of a failing case. */
export interface MatrixSource {
  readonly report: RunReport;
  readonly link?: string;
  readonly findingOf?: (requirement: string, id: string) => string | undefined;
}

/** Combines the reports as columns: by target and engine, newest version first. */
export function matrixOf(sources: readonly MatrixSource[]): Matrix {
  const ordered = inOrder(sources);
  const reports = ordered.map(({ report }) => report);
  const columns = columnsOf(ordered);
  const store = new Store();
  const objects = objectsOf(ordered, columns, store);
  const titles = new Map(reports.flatMap(({ documents }) => documents.map(({ id, title }) => [id, title] as const)));
  return {
    columns,
    groups: groupsOf(reports),
    documents: ([1, 2, 3] as const).flatMap((id) =>
      objects.some(({ document }) => document === id) ? [{ id, title: titles.get(id) ?? `Document ${id}` }] : [],
    ),
    objects,
    answers: store.answers,
    texts: store.texts,
  };
}

/** Stores each text and each answer once. */
class Store {
  readonly texts: string[] = [];
  readonly answers: MatrixVerdict[] = [];
  readonly #texts = new Map<string, number>();
  readonly #answers = new Map<string, number>();

  text(text: string): number {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  answer({ verdict, failure, reason, expected, observed, counterexample }: CaseReport, finding?: string): number {
    const answer: MatrixVerdict = {
      verdict,
      reason: this.text(reason),
      ...(finding !== undefined && { finding: this.text(finding) }),
      ...(failure !== undefined && { failure }),
      ...(expected !== undefined && { expected: this.text(expected) }),
      ...(observed !== undefined && { observed: this.text(observed) }),
      ...(counterexample !== undefined && { counterexample: this.text(counterexample) }),
    };
    const key = JSON.stringify(answer);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    this.#answers.set(key, this.answers.length);
    return this.answers.push(answer) - 1;
  }
}

function groupName({ target }: RunReport): string {
  const engine = engineOf(target);
  return engine === undefined ? target.name : `${target.name}, ${engine}`;
}

/** Groups in the order of their newest versions; groups with the same version keep their order. */
function inOrder(sources: readonly MatrixSource[]): readonly MatrixSource[] {
  const newest = [...sources].sort((a, b) => compareVersions(b.report, a.report));
  const groups = [...new Set(newest.map(({ report }) => groupName(report)))];
  return groups.flatMap((group) => newest.filter(({ report }) => groupName(report) === group));
}

function compareVersions({ target: a }: RunReport, { target: b }: RunReport): number {
  const [left, right] = [numbersIn(a.runtimeVersion), numbersIn(b.runtimeVersion)];
  const at = left.findIndex((number, i) => number !== right[i]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

const numbersIn = (version: string): readonly number[] => (version.match(/\d+/g) ?? []).map(Number);

function groupsOf(reports: readonly RunReport[]): Matrix['groups'] {
  const names = reports.map(groupName);
  return [...new Set(names)].map((label) => ({ label, columns: names.filter((name) => name === label).length }));
}

function columnsOf(sources: readonly MatrixSource[]): readonly MatrixColumn[] {
  const ids = new Set<string>();
  return sources.map((source) => {
    const { report, link } = source;
    const { target, circumstances, cutShort } = report;
    const slug = `${target.name}-${target.runtimeVersion}-${target.engine}`.replaceAll(/[^\w.]+/g, '-');
    let id = slug;
    for (let n = 2; ids.has(id); n += 1) id = `${slug}-${n}`;
    ids.add(id);
    return {
      id,
      label: labelIn(sources, source),
      target,
      circumstances,
      replay: mostFrequentReplay(report),
      ...(cutShort !== undefined && { cutShort }),
      ...(link !== undefined && { link }),
    };
  });
}

/** The version; of several runs of one version also their times, and for equal times a number. */
function labelIn(sources: readonly MatrixSource[], source: MatrixSource): string {
  const { runtimeVersion } = source.report.target;
  const timeOf = ({ report }: MatrixSource): string => when(report.circumstances.startedAt);
  const alike = sources.filter(
    ({ report }) => groupName(report) === groupName(source.report) && report.target.runtimeVersion === runtimeVersion,
  );
  if (alike.length === 1) return runtimeVersion;
  const atOnce = alike.filter((one) => timeOf(one) === timeOf(source));
  const which = atOnce.length === 1 ? '' : `, run ${atOnce.indexOf(source) + 1}`;
  return `${runtimeVersion} (${timeOf(source)}${which})`;
}

/** The command with a placeholder for the id, so that most cases have the same command. */
const replayPattern = ({ id, replay }: CaseReport): string => replay.replaceAll(id, CASE_ID);

function mostFrequentReplay({ requirements }: RunReport): string {
  const counts = new Map<string, number>();
  for (const { cases } of requirements)
    for (const one of cases) counts.set(replayPattern(one), (counts.get(replayPattern(one)) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? '';
}

/** Objects in the order of the documents, each with all requirements and cases of any report. */
function objectsOf(
  sources: readonly MatrixSource[],
  columns: readonly MatrixColumn[],
  store: Store,
): readonly MatrixObject[] {
  const requirements = new Map<string, (RequirementReport | undefined)[]>();
  for (const [i, { report }] of sources.entries())
    for (const one of report.requirements) {
      const known = requirements.get(one.id) ?? [];
      known[i] = one;
      requirements.set(one.id, known);
    }
  const objects = new Map<
    string,
    { title: string; document: 1 | 2 | 3; requirements: MatrixObject['requirements'][number][] }
  >();
  for (const of of requirements.values()) {
    const any = of.find((one) => one !== undefined);
    if (any === undefined) continue;
    const { id, object, title, document, says, strength, rows } = any;
    const into = objects.get(`${document}/${object}`) ?? { title, document, requirements: [] };
    objects.set(`${document}/${object}`, into);
    const cases = casesOf({ id, of, sources, columns }, store);
    into.requirements.push({ id, says, open: strength === 'open', rows, cases });
  }
  return [...objects.values()].sort((a, b) => a.document - b.document);
}

interface RequirementSources {
  readonly id: string;
  readonly of: readonly (RequirementReport | undefined)[];
  readonly sources: readonly MatrixSource[];
  readonly columns: readonly MatrixColumn[];
}

function casesOf({ id: requirement, of, sources, columns }: RequirementSources, store: Store): readonly MatrixCase[] {
  const byColumn = columns.map((_, i) => new Map(of[i]?.cases.map((one) => [one.id, one])));
  const ids = new Set(byColumn.flatMap((cases) => [...cases.keys()]));
  return [...ids].map((id) => {
    const cases = byColumn.map((some) => some.get(id));
    const replays = cases.map((one, i) => {
      const pattern = one === undefined ? undefined : replayPattern(one);
      return pattern === undefined || pattern === columns[i]?.replay ? -1 : store.text(pattern);
    });
    const isBelow = id.startsWith(`${requirement}/`);
    return {
      name: isBelow ? id.slice(requirement.length + 1) : id,
      ...(!isBelow && { id }),
      answers: cases.map((one, i) => {
        if (one === undefined) return -1;
        const fails = one.verdict === 'violates' || one.verdict === 'deviates';
        return store.answer(one, fails ? sources[i]?.findingOf?.(requirement, id) : undefined);
      }),
      ...(replays.some((place) => place >= 0) && { replays }),
    };
  });
}
