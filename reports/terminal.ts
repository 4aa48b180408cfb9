/** The summary that a run prints: at most a screen, by cause; `--details` shows the rest above it. */
import { type Cause, failuresOf, remarksOn, unobservedIn } from './causes.js';
import { brokenLines, type Display, type Screen, screenOf, shortened, widest } from './lines.js';
import type { RunReport } from './model.js';
import { isUnconfirmed, runOutcome, styleOf } from './outcome.js';
import { printableLine } from './printable.js';
import { detailsOf, violationsInFull } from './terminal-details.js';
import { countOf } from './totals.js';
import { counted, duration, numeral, occurring, runtimeOf, VERDICT_WORDS } from './wording.js';

export interface TerminalOptions extends Display {
  /** Shows all evidence, objects and coverage above the summary. */
  readonly details?: boolean;
  /** Shows only the outcome. */
  readonly brief?: boolean;
}

/** The number of lines of a summary. */
const LINES = 30;
/** The number of causes of missing observations that are shown. */
const UNOBSERVED = 3;
/** Characters of a cause that columns do not bound. */
const CAUSE_LENGTH = 200;

type ReportBlock = readonly string[];

export function terminalReport(
  report: RunReport,
  { details = false, brief = false, ...display }: TerminalOptions,
): string {
  const screen = screenOf(display);
  const closing = [outcome(report, screen), legend(report, screen)].flat();
  if (brief) return textOf([closing]);
  const head = heading(report, screen);
  const end = [unobserved(report, screen), closing];
  if (details)
    return textOf([head, ...detailsOf(report, screen), causes(report, Number.POSITIVE_INFINITY, screen), ...end]);
  const inFull = violationsInFull(report, screen);
  const room = LINES - linesIn([head, ...end]) - 1;
  const found = inFull.length <= room && report.staleDeviations.length === 0 ? inFull : causes(report, room, screen);
  return textOf([head, found, ...end]);
}

/** Blocks of lines, with an empty line between them. */
const textOf = (blocks: readonly ReportBlock[]): string =>
  blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');

const linesIn = (blocks: readonly ReportBlock[]): number => textOf(blocks).split('\n').length;

function heading(report: RunReport, { paint, columns }: Screen): ReportBlock {
  const { target, documents, seed, srvspec, durationMs, selected } = report;
  const depth = selected.depth === undefined ? '' : `${selected.depth} depth, `;
  const numbers = documents.map(({ id }) => id).join(', ');
  return [
    `${paint('strong', printableLine(target.name))}  ${printableLine(runtimeOf(report))}`,
    ...brokenLines(
      `srvspec ${srvspec}, documents ${numbers}, ${depth}seed ${seed}, ${duration(durationMs)}`,
      'words',
      columns,
    ).map((line) => paint('faint', line)),
  ];
}

/** A cause with its number of cases, and the command that shows it. */
interface ReportLine {
  readonly text: string;
  readonly count: string;
  readonly style: 'violates' | 'inconclusive';
  readonly again: string;
}

/** Violations by cause, with a command for one case of each; as many causes as fit into so many lines. */
function causes(report: RunReport, room: number, { paint, columns }: Screen): ReportBlock {
  const all = [...failuresOf(report).map(causeLine), ...staleLines(report)];
  if (all.length === 0) return [];
  const shown = all.slice(0, Math.max(1, Math.floor((room - 2) / 2)));
  const lines = shown.flatMap(({ text, count, style, again }) => [
    `  ${paint(style, shortened(printableLine(text), (columns ?? CAUSE_LENGTH) - count.length - 2))}${count}`,
    `    ${again}`,
  ]);
  const rest = all.length - shown.length;
  const more = rest === 0 ? [] : [paint('faint', `  … and ${counted(rest, 'more cause')}`)];
  return [paint('strong', 'Wrong, by cause'), ...lines, ...more];
}

function causeLine(of: Cause): ReportLine {
  const { cause, cases, requirements } = of;
  const [first] = cases;
  const style = cases.every(isUnconfirmed) ? 'inconclusive' : 'violates';
  const text = cases.length === 1 ? (first?.reason ?? cause) : cause;
  return {
    text: `${VERDICT_WORDS[style].mark} ${text}`,
    count: [`: ${counted(cases.length, 'case')} of ${counted(requirements, 'requirement')}`, ...remarksOn(of)].join(
      ', ',
    ),
    style,
    again: printableLine(first?.replay ?? ''),
  };
}

function staleLines({ staleDeviations: [first, ...more] }: RunReport): readonly ReportLine[] {
  if (first === undefined) return [];
  const text = `${VERDICT_WORDS.violates.mark} recorded as a deviation, and it no longer happens`;
  return [{ text, count: `: ${counted(1 + more.length, 'case')}`, style: 'violates', again: printableLine(first.id) }];
}

/** Why cases were not observed, by cause. */
function unobserved(report: RunReport, { paint, columns }: Screen): ReportBlock {
  const all = unobservedIn(report);
  if (all.length === 0) return [];
  const lines = all.slice(0, UNOBSERVED).map(({ cause, cases, requirements }) => {
    const count = `: ${counted(cases.length, 'case')} of ${counted(requirements, 'requirement')}`;
    return `  ${shortened(printableLine(cause), (columns ?? CAUSE_LENGTH) - count.length - 2)}${count}`;
  });
  const rest = all.slice(UNOBSERVED);
  const cases = rest.reduce((sum, one) => sum + one.cases.length, 0);
  const more =
    rest.length === 0
      ? []
      : [paint('faint', `  … and ${counted(rest.length, 'more cause')} of ${counted(cases, 'case')}`)];
  return [paint('strong', 'Not observed, by cause'), ...lines, ...more];
}

/** The headline, and the next step if not all cases passed. */
function outcome(report: RunReport, { paint, columns }: Screen): ReportBlock {
  const { headline, verdict } = runOutcome(report);
  const mood = styleOf(report);
  return [
    ...brokenLines(`${VERDICT_WORDS[mood].mark} ${headline}`, 'words', columns).map((line) => paint(mood, line)),
    ...(verdict === 'passed' ? [] : brokenLines(NEXT, 'words', columns).map((line) => paint('faint', line))),
  ];
}

const NEXT =
  'next: --details shows all evidence, --report html=FILE writes a page; after a run, --last-failed repeats what failed';

/** The verdicts that occur, with their meaning and number of cases. */
function legend({ totals }: RunReport, { paint, columns }: Screen): ReportBlock {
  const verdicts = occurring(totals);
  const counts = verdicts.map((verdict) => numeral(countOf(totals, verdict)));
  const labels = widest(verdicts.map((verdict) => VERDICT_WORDS[verdict].label));
  return verdicts.map((verdict, i) => {
    const { mark, label, meaning } = VERDICT_WORDS[verdict];
    const count = `${mark} ${(counts[i] ?? '').padStart(widest(counts))} ${label.padEnd(labels)}`;
    return `${paint(verdict, count)}  ${paint('faint', shortened(meaning, columns === undefined ? columns : columns - count.length - 2))}`;
  });
}
