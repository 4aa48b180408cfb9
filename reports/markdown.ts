import type { CaseReport, RunReport, ServiceFacts, Totals } from './model.js';
import { type DocumentOutline, findingsOf, type ObjectOutline, outlineOf, type RequirementFinding } from './outline.js';
import { printable, printableLine } from './printable.js';
import { countOf, WORST_FIRST } from './totals.js';
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
  tally,
  VERDICT_WORDS,
} from './wording.js';

/** GitHub-flavoured Markdown: summary, violations in full, deviations folded, what was not judged or only recorded, coverage. */
export function markdownReport(report: RunReport): string {
  const documents = outlineOf(report);
  const parts = [
    ...heading(report),
    ...summary(documents),
    ...staleDeviations(report),
    ...violations(findingsOf(report, 'violates')),
    ...deviations(findingsOf(report, 'deviates')),
    ...inconclusive(findingsOf(report, 'inconclusive')),
    ...recorded(findingsOf(report, 'recorded')),
    ...service(report),
    ...coverage(report, documents),
  ];
  return `${parts.join('\n\n')}\n`;
}

function heading(report: RunReport): readonly string[] {
  const run = `srvspec ${report.srvspec}, seed ${report.seed}, ${counted(report.runs, 'run')} a property`;
  return [
    `# ${prose(report.target.name)}: ${headline(report)}`,
    prose(`${runtimeOf(report)} · ${run} · ${duration(report.durationMs)}`),
    tally(report.totals),
  ];
}

function summary(documents: readonly DocumentOutline[]): readonly string[] {
  const rows = documents.flatMap(({ id, objects }) => objects.map((object) => objectRow(id, object)));
  const columns = ['Document', 'Object', ...WORST_FIRST.map((verdict) => VERDICT_WORDS[verdict].label)];
  return ['## Summary', table(columns, rows)];
}

function objectRow(document: number, { title, totals }: ObjectOutline): readonly string[] {
  return [String(document), prose(title), ...verdictCells(totals)];
}

function verdictCells(totals: Totals): readonly string[] {
  return WORST_FIRST.map((verdict) => {
    const count = countOf(totals, verdict);
    return count === 0 ? '' : numeral(count);
  });
}

function staleDeviations({ staleDeviations: stale }: RunReport): readonly string[] {
  if (stale.length === 0) return [];
  const items = stale.map(({ id, why }) => `- ${code(id)}: ${prose(why)}`);
  return ['## Stale deviations', 'Recorded, but they did not happen. Each fails the run.', items.join('\n')];
}

function violations(findings: readonly RequirementFinding[]): readonly string[] {
  return findings.length === 0 ? [] : ['## Violations', ...findings.flatMap(findingInFull)];
}

function deviations(findings: readonly RequirementFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  const count = counted(findings.flatMap(({ cases }) => cases).length, 'known deviation');
  return ['## Deviations', `<details>\n<summary>${count}</summary>`, ...findings.flatMap(findingInFull), '</details>'];
}

function findingInFull({ requirement, cases }: RequirementFinding): readonly string[] {
  const rows = requirement.rows.map(code).join(', ');
  return [`### ${code(requirement.id)}`, `${prose(requirement.says)} (${rows})`, ...cases.flatMap(caseInFull)];
}

function caseInFull(one: CaseReport): readonly string[] {
  return [
    `**${VERDICT_WORDS[one.verdict].mark}** ${code(one.id)}: ${prose(briefReason(one))}`,
    ...block('Input', one.counterexample),
    ...block('Expected', one.expected),
    ...block('Observed', one.observed),
    ...block('Replay', one.replay),
  ];
}

function inconclusive(findings: readonly RequirementFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  const items = findings.flatMap(({ cases }) => cases.map(({ id, reason }) => `- ${code(id)}: ${prose(reason)}`));
  return ['## Not judged', items.join('\n')];
}

/** What the documents leave open, and what the target does there. */
function recorded(findings: readonly RequirementFinding[]): readonly string[] {
  if (findings.length === 0) return [];
  const items = findings.flatMap(({ cases }) =>
    cases.map(({ id, observed = '' }) => `- ${code(id)}: ${code(observed)}`),
  );
  const count = `${counted(items.length, 'case')} that the documents leave open`;
  return ['## Recorded', `<details>\n<summary>${count}</summary>`, items.join('\n'), '</details>'];
}

function service({ service: facts }: RunReport): readonly string[] {
  if (facts === undefined || facts.mapping.length + facts.leftovers.length === 0) return [];
  const places = facts.mapping.map((one) => `- ${code(placing(one))}`);
  return ['## Service', ...(places.length === 0 ? [] : [places.join('\n')]), ...leftovers(facts)];
}

function leftovers(facts: ServiceFacts): readonly string[] {
  if (facts.leftovers.length === 0) return [];
  const items = facts.leftovers.map((one) => `- ${one.resource} ${code(leftoverName(one))}`);
  return [`<details>\n<summary>Left there: ${leftoverCounts(facts)}</summary>`, items.join('\n'), '</details>'];
}

function coverage(report: RunReport, documents: readonly DocumentOutline[]): readonly string[] {
  const { rows, requirements } = report.coverage;
  const tested = `${numeral(requirements.tested)} of ${counted(requirements.total, 'requirement')} tested`;
  const uncovered = documents.flatMap(({ sections }) =>
    sections
      .filter((section) => section.covered + section.excluded < section.rows)
      .map(({ document, section, rows: all, covered, excluded }) => [
        String(document),
        code(section),
        numeral(all - covered - excluded),
        numeral(all),
      ]),
  );
  return [
    '## Coverage',
    `${rowsCovered(rows)}; ${tested}.`,
    table(['Document', 'Rows', 'Covered', 'Excluded', 'Share'], documents.map(documentRow)),
    ...(uncovered.length === 0
      ? []
      : ['### Not covered', table(['Document', 'Section', 'Uncovered', 'Rows'], uncovered)]),
  ];
}

function documentRow({ id, title, rows }: DocumentOutline): readonly string[] {
  const share = `${percent(rows.covered, rows.total - rows.excluded)} %`;
  return [`${id} ${prose(title)}`, numeral(rows.total), numeral(rows.covered), numeral(rows.excluded), share];
}

function rowsCovered({ total, covered, excluded }: RunReport['coverage']['rows']): string {
  return `${numeral(covered)} of ${counted(total, 'row')} covered, ${numeral(excluded)} excluded`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text in which nothing is markup. */
function prose(text: string): string {
  return printableLine(text)
    .replaceAll('&', '&amp;')
    .replace(/[\\`*_[\]<>#~$@]/g, '\\$&')
    .replaceAll('://', ':\\//')
    .trim()
    .replace(/^[-+=]|(?<=^\d+)[.)]/, '\\$&');
}

/** A code span; its fence is longer than any run of backticks inside, padded where the span would swallow an edge. */
function code(text: string): string {
  const fence = fenceFor(text, 1);
  const line = printableLine(text);
  const pad = /^$|^`|`$|^ .* $/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

function block(title: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const fence = fenceFor(text, 3);
  return [`${title}:`, `${fence}\n${printable(text)}\n${fence}`];
}

function fenceFor(text: string, least: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return '`'.repeat(Math.max(least, longest + 1));
}
