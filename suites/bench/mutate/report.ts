/** The result of a run of the bench. */
import { renameSync, writeFileSync } from 'node:fs';
import { code, markdownTable, page, prose } from '../../../reports/markdown-text.js';
import type { ChangeOutcome, SourceChange } from './change.js';

/** A change with its verdict, and the group in which it counts. */
export interface JudgedChange {
  readonly change: SourceChange;
  readonly outcome: ChangeOutcome;
  readonly documents: readonly string[];
  /** Rows of the surrounding function. */
  readonly rows: readonly string[];
  /** Why it may survive. */
  readonly excuse?: string | undefined;
}

const GROUPS = ['killed', 'timed out', 'survived', 'undecided', 'excused', 'invalid'] as const;

type ReportGroup = (typeof GROUPS)[number];

export type ChangeCounts = { readonly [G in ReportGroup]: number };

const groupOf = ({ outcome: { verdict }, excuse }: JudgedChange): ReportGroup =>
  verdict === 'survived' && excuse !== undefined ? 'excused' : verdict;

/** The number of changes in each group. */
export function countsOf(all: readonly JudgedChange[]): ChangeCounts {
  const counts = { killed: 0, 'timed out': 0, survived: 0, undecided: 0, excused: 0, invalid: 0 };
  for (const one of all) counts[groupOf(one)] += 1;
  return counts;
}

/** The seen part of the changes that count; 1 if none does. */
export function scoreOf(all: readonly JudgedChange[]): number {
  const { killed, survived, 'timed out': late } = countsOf(all);
  return killed + late + survived === 0 ? 1 : (killed + late) / (killed + late + survived);
}

const isSeenAtStandard = ({ outcome: { verdict, depth } }: JudgedChange): boolean =>
  verdict === 'timed out' || (verdict === 'killed' && depth !== 'full');

const LEAST_KILLED = 0.9;
const LEAST_SEEN = 0.95;

export interface Summary {
  readonly passes: boolean;
  readonly seconds: number;
  readonly processorSeconds: ChangeOutcome['processor'];
  readonly mutants: ChangeCounts & { readonly score: number };
  readonly faults: { readonly all: number; readonly atStandard: number; readonly atFull: number };
  readonly byDocument: Readonly<Record<string, ChangeCounts>>;
  readonly byFile: Readonly<Record<string, ChangeCounts>>;
  readonly byRow: Readonly<Record<string, ChangeCounts>>;
}

/** Figures of a run that took so many seconds. */
export function summaryOf(all: readonly JudgedChange[], seconds: number): Summary {
  const valid = all.filter(({ change, outcome }) => change.source === 'fault' && outcome.verdict !== 'invalid');
  const mutants = all.filter(({ change }) => change.source === 'mutant');
  const seen = valid.filter(({ outcome }) => outcome.verdict !== 'survived').length;
  const atStandard = valid.filter(isSeenAtStandard).length;
  const broken = all.some(({ change, outcome }) => change.source === 'fault' && outcome.verdict === 'invalid');
  const spent = (depth: keyof ChangeOutcome['processor']): number =>
    Math.round(all.reduce((sum, { outcome }) => sum + outcome.processor[depth], 0) / 1000);
  return {
    passes: !broken && atStandard >= LEAST_SEEN * valid.length && scoreOf(mutants) >= LEAST_KILLED,
    seconds,
    processorSeconds: { standard: spent('standard'), full: spent('full') },
    mutants: { ...countsOf(mutants), score: scoreOf(mutants) },
    faults: { all: valid.length, atStandard, atFull: seen },
    byDocument: grouped(all, ({ documents }) => documents),
    byFile: grouped(all, ({ change }) => [change.file]),
    byRow: grouped(all, ({ rows }) => rows),
  };
}

function grouped(
  all: readonly JudgedChange[],
  keysOf: (one: JudgedChange) => readonly string[],
): Record<string, ChangeCounts> {
  const keys = [...new Set(all.flatMap(keysOf))].sort();
  return Object.fromEntries(keys.map((key) => [key, countsOf(all.filter((one) => keysOf(one).includes(key)))]));
}

/** One line for a terminal. */
export function summaryLine({ mutants, faults, seconds, processorSeconds: { standard, full } }: Summary): string {
  const { killed, survived, undecided, excused, invalid, score } = mutants;
  return [
    `mutants: ${percent(score)} seen: ${killed} killed, ${mutants['timed out']} timed out, ${survived} survived, ${undecided} undecided, ${excused} excused, ${invalid} invalid`,
    `faults by hand: ${faults.atStandard} of ${faults.all} seen at standard depth, ${faults.atFull} at full depth`,
    `${seconds} s; processor time of cases: ${standard} s at standard depth, ${full} s more at full depth`,
  ].join('\n');
}

const percent = (part: number): string => `${Math.round(1000 * part) / 10} %`;

/** Writes `report.json` and `report.md`. */
export function writeReport(folder: string, all: readonly JudgedChange[], summary: Summary): void {
  writeWhole(`${folder}/report.json`, `${JSON.stringify({ ...summary, changes: all }, undefined, 1)}\n`);
  writeWhole(`${folder}/report.md`, markdownOf(all, summary));
}

/** Writes a temporary file first, so that nobody reads half a file. */
function writeWhole(path: string, text: string): void {
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

function markdownOf(all: readonly JudgedChange[], summary: Summary): string {
  const survivors = all.filter((one) => groupOf(one) === 'survived');
  const lines = (source: SourceChange['source']): readonly (readonly string[])[] =>
    survivors
      .filter(({ change }) => change.source === source)
      .map(({ change, rows }) => [
        `${code(`${change.file}:${change.line}`)}`,
        code(change.says),
        rows.map(code).join(' '),
        code(change.id),
      ]);
  const byGroup = (title: string, groups: Readonly<Record<string, ChangeCounts>>): string =>
    markdownTable(
      [title, ...GROUPS],
      Object.entries(groups).map(([key, counts]) => [prose(key), ...GROUPS.map((group) => `${counts[group]}`)]),
    );
  const columns = ['place', 'change', 'rows', 'id'];
  return page([
    '# Mutation bench',
    prose(summaryLine(summary).replaceAll('\n', '; ')),
    byGroup('document', summary.byDocument),
    '## Faults by hand that are missed',
    markdownTable(columns, lines('fault')),
    '## Mutants that survive',
    markdownTable(columns, lines('mutant')),
    '## By file',
    byGroup('file', summary.byFile),
    '## By row',
    byGroup('row', summary.byRow),
  ]);
}
