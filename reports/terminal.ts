import { labelled, linesOf, type Paint, PROSE, painting, widest } from './lines.js';
import type { CaseReport, RunReport, Totals } from './model.js';
import { type DocumentOutline, findingsOf, outlineOf, type RequirementFinding, type RowCounts } from './outline.js';
import { printableLine } from './printable.js';
import { countOf, isGreen } from './totals.js';
import {
  briefReason,
  counted,
  duration,
  headline,
  leftoverCounts,
  leftoverName,
  numeral,
  percent,
  placing,
  runtimeOf,
  shortTitle,
  tally,
  unobservedReasons,
  VERDICT_WORDS,
} from './wording.js';

export interface TerminalOptions {
  /** Whether to use ANSI colours. */
  readonly colour: boolean;
  /** How many violated requirements are shown; 10 unless given. */
  readonly shown?: number;
}

/** Verdicts in the order of the table. */
const COLUMNS = ['conforms', 'recorded', 'violates', 'deviates', 'inconclusive', 'not-applicable'] as const;
/** Columns of a bar, of a document's title. */
const BAR_WIDTH = 16;
const TITLE_WIDTH = 44;
/** Names of records left at a service that are shown. */
const LEFTOVER_NAMES = 2;
/** Violating cases of a requirement that are shown. */
const CASES_EACH = 3;

/** The summary that a run prints: target, verdicts by object, coverage by document, violations, stale deviations. */
export function terminalReport(report: RunReport, { colour, shown = 10 }: TerminalOptions): string {
  const paint = painting(colour);
  const documents = outlineOf(report);
  const blocks = [
    heading(report, paint),
    violations(findingsOf(report, 'violates'), shown, paint),
    staleDeviations(report, paint),
    verdicts(documents, paint),
    coverage(documents, paint),
    service(report, paint),
    unobserved(report, paint),
    closing(report, paint),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function heading(report: RunReport, paint: Paint): readonly string[] {
  const { target, documents, seed, srvspec, durationMs } = report;
  const numbers = documents.map(({ id }) => id).join(', ');
  return [
    `${paint('strong', printableLine(target.name))}  ${printableLine(runtimeOf(report))}`,
    paint('faint', `srvspec ${srvspec}, documents ${numbers}, seed ${seed}, ${duration(durationMs)}`),
  ];
}

function verdicts(documents: readonly DocumentOutline[], paint: Paint): readonly string[] {
  const objects = documents.flatMap((document) => document.objects);
  const width = widest(objects.map(({ title }) => printableLine(title)));
  const lines = objects.map(({ title, totals }) =>
    `  ${printableLine(title).padEnd(width)}  ${counts(totals, paint)}`.trimEnd(),
  );
  return lines.length === 0 ? [] : [paint('strong', 'Cases by object'), ...lines];
}

/** One column for each verdict, empty where it does not occur. */
function counts(totals: Totals, paint: Paint): string {
  const cells = COLUMNS.map((verdict) => {
    const count = countOf(totals, verdict);
    const cell = `${VERDICT_WORDS[verdict].mark} ${numeral(count).padStart(5)}`;
    return count === 0 ? ' '.repeat(cell.length) : paint(verdict, cell);
  });
  return cells.join('  ');
}

function coverage(documents: readonly DocumentOutline[], paint: Paint): readonly string[] {
  const texts = documents.map(({ rows }) => coverageText(rows));
  const lines = documents.map(({ id, title, rows }, at) => {
    const filled = Math.floor((BAR_WIDTH * rows.covered) / Math.max(1, rows.total - rows.excluded));
    const bar = paint('conforms', '█'.repeat(filled)) + paint('faint', '░'.repeat(BAR_WIDTH - filled));
    return `  ${id}  ${bar} ${(texts[at] ?? '').padEnd(widest(texts))}  ${paint('faint', cutTitle(title))}`;
  });
  return lines.length === 0 ? [] : [paint('strong', 'Rows of the documents covered'), ...lines];
}

function coverageText({ total, covered, excluded }: RowCounts): string {
  const share = `${percent(covered, total - excluded)}%`.padStart(4);
  return `${share}  ${numeral(covered)} of ${counted(total, 'row')}${excluded === 0 ? '' : `, ${numeral(excluded)} excluded`}`;
}

/** Short enough for a line. */
function cutTitle(title: string): string {
  const own = printableLine(shortTitle(title));
  return own.length > TITLE_WIDTH ? `${own.slice(0, TITLE_WIDTH - 1)}…` : own;
}

/** Where values were found that have no documented place, and what the run left, since nothing shows how to remove it. */
function service({ service: facts }: RunReport, paint: Paint): readonly string[] {
  if (facts === undefined) return [];
  const { mapping, leftovers } = facts;
  const names = leftovers.slice(0, LEFTOVER_NAMES).map(leftoverName).join(', ');
  const left = leftovers.length === 0 ? undefined : printableLine(`${leftoverCounts(facts)}: ${names}`);
  const values = mapping.length === 0 ? undefined : printableLine(mapping.map(placing).join(', '));
  const rest = leftovers.length - LEFTOVER_NAMES;
  const more = rest > 0 ? `… and ${numeral(rest)} more: --report html=FILE` : undefined;
  const lines = [
    ...labelled('values', values, paint, PROSE),
    ...labelled('left', left, paint, PROSE),
    ...labelled('', more, paint, PROSE),
  ];
  return lines.length === 0 ? [] : [paint('strong', 'Service'), ...lines];
}

/** What would have to be there for more to be observed. */
function unobserved(report: RunReport, paint: Paint): readonly string[] {
  const reasons = unobservedReasons(report);
  return reasons.length === 0
    ? []
    : [paint('strong', 'Not observed'), ...reasons.map((why) => `  ${printableLine(why)}`)];
}

function closing(report: RunReport, paint: Paint): readonly string[] {
  return [paint(isGreen(report) ? 'conforms' : 'violates', headline(report)), tally(report.totals)];
}

function staleDeviations({ staleDeviations: stale }: RunReport, paint: Paint): readonly string[] {
  if (stale.length === 0) return [];
  return [
    paint('violates', 'Stale deviations: recorded, but they did not happen'),
    ...stale.flatMap(({ id, why }) => [`  ${printableLine(id)}`, ...labelled('why', why, paint, PROSE)]),
  ];
}

function violations(findings: readonly RequirementFinding[], shown: number, paint: Paint): readonly string[] {
  const blocks = findings.slice(0, shown).map((finding) => findingBlock(finding, paint));
  const rest = findings.length - shown;
  if (rest > 0) blocks.push(paint('faint', `… and ${counted(rest, 'more violated requirement')}: --report html=FILE`));
  return blocks.length === 0 ? [] : [blocks.join('\n\n')];
}

function findingBlock({ requirement, cases }: RequirementFinding, paint: Paint): string {
  const title = paint('violates', `${VERDICT_WORDS.violates.mark} ${printableLine(requirement.id)}`);
  const rows = paint('faint', requirement.rows.map(printableLine).join(', '));
  const says = linesOf(requirement.says, PROSE).map((line) => `  ${paint('strong', line)}`);
  const rest = cases.length - CASES_EACH;
  return [
    [`${title}  ${rows}`, ...says].join('\n'),
    ...cases.slice(0, CASES_EACH).map((one) => caseBlock(one, paint)),
    ...(rest > 0 ? [`  ${paint('faint', `… and ${counted(rest, 'more case')} of this requirement`)}`] : []),
  ].join('\n\n');
}

function caseBlock(one: CaseReport, paint: Paint): string {
  const how = `${one.kind}, ${counted(one.inputs, 'input')}`;
  return [
    ...labelled('case', `${one.id} (${how}): ${briefReason(one)}`, paint),
    ...labelled('input', one.counterexample, paint),
    ...labelled('expected', one.expected, paint),
    ...labelled('observed', one.observed, paint),
    `  ${paint('faint', 'replay'.padEnd(9))} ${printableLine(one.replay)}`,
  ].join('\n');
}
