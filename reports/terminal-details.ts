/**
 * The part that `--details` shows above the summary: every violation with its evidence, stale deviations, objects, coverage, the service.
 */
import { brokenLines, labelled, type Paint, type Screen, shortened, widest } from './lines.js';
import type { CaseReport, RunReport, Totals, VerdictKind } from './model.js';
import { type DocumentOutline, findingsOf, outlineOf, type RequirementFinding, type RowCounts } from './outline.js';
import { printableLine } from './printable.js';
import { countOf } from './totals.js';
import {
  briefReason,
  citedRows,
  counted,
  leftoverCounts,
  leftoverName,
  numeral,
  placing,
  shortTitle,
  VERDICT_WORDS,
  wholePercent,
} from './wording.js';

/** Verdicts in the order of the table. */
const COLUMNS = ['conforms', 'recorded', 'violates', 'deviates', 'inconclusive', 'not-applicable'] as const;
/** Columns of a bar and of a document's title, and the least number of columns of an object's title. */
const BAR_WIDTH = 16;
const TITLE_WIDTH = 44;
const LEAST_TITLE = 10;
/** The number of names of leftovers that are shown. */
const LEFTOVER_NAMES = 2;
/** The number of violating cases of a requirement that are shown. */
const CASES_EACH = 3;

/** Blocks of lines. */
export function detailsOf(report: RunReport, screen: Screen): readonly (readonly string[])[] {
  const documents = outlineOf(report);
  return [
    violationsInFull(report, screen),
    staleDeviations(report, screen),
    verdicts(documents, screen),
    coverage(documents, screen),
    service(report, screen),
  ];
}

/** One line for each object and one column for each verdict that occurs. If columns do not fit, an object has two lines. */
function verdicts(documents: readonly DocumentOutline[], { paint, columns }: Screen): readonly string[] {
  const objects = documents.flatMap((document) => document.objects);
  const occurring = COLUMNS.filter((verdict) => objects.some(({ totals }) => countOf(totals, verdict) > 0));
  const room = columns === undefined ? columns : Math.max(LEAST_TITLE, columns - 2 - (CELL + 2) * occurring.length);
  const titles = objects.map(({ title }) => shortened(printableLine(title), room));
  const width = widest(titles);
  const isNarrow = columns !== undefined && columns < 4 + LEAST_TITLE + (CELL + 2) * occurring.length;
  const lines = objects.flatMap(({ title, totals }, at) =>
    isNarrow
      ? [
          ...brokenLines(title, 'words', columns, 2).map((line) => `  ${line}`),
          ...countsBelow(totals, occurring, paint),
        ]
      : [`  ${(titles[at] ?? '').padEnd(width)}  ${counts(totals, occurring, paint)}`.trimEnd()],
  );
  return lines.length === 0 ? [] : [paint('strong', 'Cases by object'), ...lines];
}

/** Columns of a mark and a count. */
const CELL = 7;

/** A cell is empty if the verdict does not occur. */
function counts(totals: Totals, occurring: readonly VerdictKind[], paint: Paint): string {
  const cells = occurring.map((verdict) => {
    const count = countOf(totals, verdict);
    const cell = `${VERDICT_WORDS[verdict].mark} ${numeral(count).padStart(CELL - 2)}`;
    return count === 0 ? ' '.repeat(cell.length) : paint(verdict, cell);
  });
  return cells.join('  ');
}

/** Two counts side by side, which fit any terminal. */
function countsBelow(totals: Totals, occurring: readonly VerdictKind[], paint: Paint): readonly string[] {
  const cells = occurring
    .filter((verdict) => countOf(totals, verdict) > 0)
    .map((verdict) =>
      paint(verdict, `${VERDICT_WORDS[verdict].mark} ${numeral(countOf(totals, verdict)).padStart(CELL - 2)}`),
    );
  return cells
    .filter((_, at) => at % 2 === 0)
    .map((cell, at) => `    ${[cell, ...cells.slice(2 * at + 1, 2 * at + 2)].join('  ')}`);
}

function coverage(documents: readonly DocumentOutline[], { paint, columns }: Screen): readonly string[] {
  const texts = documents.map(({ rows }) => coverageText(rows));
  const before = BAR_WIDTH + widest(texts) + 8;
  const room = columns === undefined ? TITLE_WIDTH : Math.min(TITLE_WIDTH, columns - before);
  const lines = documents.map(({ id, title, rows }, at) => {
    const filled = Math.floor((BAR_WIDTH * rows.covered) / Math.max(1, rows.total - rows.excluded));
    const bar = paint('conforms', '█'.repeat(filled)) + paint('faint', '░'.repeat(BAR_WIDTH - filled));
    const shown = room < 0 ? [] : [bar];
    const named = room < LEAST_TITLE ? '' : `  ${paint('faint', titleIn(title, room))}`;
    return `  ${id}  ${[...shown, (texts[at] ?? '').padEnd(named === '' ? 0 : widest(texts))].join(' ')}${named}`;
  });
  return lines.length === 0 ? [] : [paint('strong', 'Rows of the documents covered'), ...lines];
}

function coverageText({ total, covered, excluded }: RowCounts): string {
  const share = `${wholePercent(covered, total - excluded)}%`.padStart(4);
  return `${share}  ${numeral(covered)} of ${counted(total, 'row')}${excluded === 0 ? '' : `, ${numeral(excluded)} excluded`}`;
}

/** A title shortened to fit into a line. */
const titleIn = (title: string, room: number): string => shortened(printableLine(shortTitle(title)), room);

/** Where values without a documented place were found, and what the run left, since the documents show no way to remove it. */
function service({ service: facts }: RunReport, screen: Screen): readonly string[] {
  if (facts === undefined) return [];
  const { mapping, leftovers } = facts;
  const names = leftovers.slice(0, LEFTOVER_NAMES).map(leftoverName).join(', ');
  const left = leftovers.length === 0 ? undefined : printableLine(`${leftoverCounts(facts)}: ${names}`);
  const values = mapping.length === 0 ? undefined : printableLine(mapping.map(placing).join(', '));
  const rest = leftovers.length - LEFTOVER_NAMES;
  const more = rest > 0 ? `… and ${numeral(rest)} more: --report html=FILE` : undefined;
  const lines = [
    ...labelled('values', values, screen, 'words'),
    ...labelled('left', left, screen, 'words'),
    ...labelled('', more, screen, 'words'),
  ];
  return lines.length === 0 ? [] : [screen.paint('strong', 'Service'), ...lines];
}

function staleDeviations({ staleDeviations: stale }: RunReport, screen: Screen): readonly string[] {
  if (stale.length === 0) return [];
  const title = brokenLines('Stale deviations: recorded, but they no longer happen', 'words', screen.columns);
  return [
    ...title.map((line) => screen.paint('violates', line)),
    ...stale.flatMap(({ id, why }) => [`  ${printableLine(id)}`, ...labelled('why', why, screen, 'words')]),
  ];
}

/** Every violated requirement with its first cases. */
export function violationsInFull(report: RunReport, screen: Screen): readonly string[] {
  const blocks = findingsOf(report, 'violates').map((finding) => findingBlock(finding, screen));
  return blocks.length === 0 ? [] : blocks.join('\n\n').split('\n');
}

function findingBlock({ requirement, cases }: RequirementFinding, screen: Screen): string {
  const { paint, columns } = screen;
  const id = `${VERDICT_WORDS.violates.mark} ${printableLine(requirement.id)}`;
  const rows = citedRows(requirement.rows, printableLine);
  const fits = columns === undefined || id.length + 2 + rows.length <= columns;
  const title = fits
    ? [`${paint('violates', id)}  ${paint('faint', rows)}`]
    : [paint('violates', id), ...brokenLines(rows, 'words', columns, 2).map((line) => `  ${paint('faint', line)}`)];
  const says = brokenLines(requirement.says, 'words', columns, 2).map((line) => `  ${paint('strong', line)}`);
  const rest = cases.length - CASES_EACH;
  return [
    [...title, ...says].join('\n'),
    ...cases.slice(0, CASES_EACH).map((one) => caseBlock(one, screen)),
    ...(rest > 0 ? [`  ${paint('faint', `… and ${counted(rest, 'more case')} of this requirement`)}`] : []),
  ].join('\n\n');
}

function caseBlock(one: CaseReport, screen: Screen): string {
  const how = `${one.kind}, ${counted(one.inputs, 'input')}`;
  return [
    ...labelled('case', `${one.id} (${how}): ${briefReason(one)}`, screen),
    ...labelled('input', one.counterexample, screen),
    ...labelled('requests', one.requests?.join('; '), screen),
    ...labelled('expected', one.expected, screen),
    ...labelled('observed', one.observed, screen),
    `  ${screen.paint('faint', 'replay'.padEnd(9))} ${printableLine(one.replay)}`,
  ].join('\n');
}
