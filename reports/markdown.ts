import { code, codeBlock, folded, type MarkdownPart, markdownTable, page, prose } from './markdown-text.js';
import type { CaseReport, RunReport, Totals, VerdictKind } from './model.js';
import { runOutcome } from './outcome.js';
import { type DocumentOutline, findingsOf, type ObjectOutline, outlineOf, type RequirementFinding } from './outline.js';
import { countOf, WORST_FIRST } from './totals.js';
import {
  briefReason,
  citedRows,
  counted,
  duration,
  leftoverCounts,
  leftoverName,
  numeral,
  occurring,
  placing,
  runtimeOf,
  tally,
  VERDICT_WORDS,
  wholePercent,
} from './wording.js';

/**
 * GitHub-flavoured Markdown: summary, violations in full, folded deviations, unjudged and recorded cases, coverage.
 * @param most bytes that it may have, see `page`
 */
export function markdownReport(report: RunReport, most?: number): string {
  const documents = outlineOf(report);
  const parts: readonly MarkdownPart[] = [
    ...heading(report),
    ...summary(documents),
    staleDeviations(report),
    violations(findingsOf(report, 'violates')),
    deviations(findingsOf(report, 'deviates')),
    inconclusive(findingsOf(report, 'inconclusive')),
    recorded(findingsOf(report, 'recorded')),
    ...service(report),
    ...coverage(report, documents),
  ];
  return page(parts, most);
}

function heading(report: RunReport): readonly string[] {
  const run = `srvspec ${report.srvspec}, seed ${report.seed}, ${counted(report.runs, 'run')} a property`;
  return [
    `# ${prose(report.target.name)}: ${prose(runOutcome(report).headline)}`,
    prose(`${runtimeOf(report)} · ${run} · ${duration(report.durationMs)}`),
    tally(report.totals),
    occurring(report.totals).map(meaningOf).join('\n'),
  ];
}

const meaningOf = (verdict: VerdictKind): string =>
  `- ${VERDICT_WORDS[verdict].mark} ${VERDICT_WORDS[verdict].label}: ${VERDICT_WORDS[verdict].meaning}`;

function summary(documents: readonly DocumentOutline[]): readonly string[] {
  const rows = documents.flatMap(({ id, objects }) => objects.map((object) => objectRow(id, object)));
  const columns = ['Document', 'Object', ...WORST_FIRST.map((verdict) => VERDICT_WORDS[verdict].label)];
  return ['## Summary', markdownTable(columns, rows)];
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

function staleDeviations({ staleDeviations: stale }: RunReport): MarkdownPart {
  const head = ['## Stale deviations', 'Recorded, but they did not happen. Each fails the run.'];
  const items = stale.map(({ id, why }) => `- ${code(id)}: ${prose(why)}`);
  return { head, items, between: '\n', noun: 'stale deviation' };
}

function violations(findings: readonly RequirementFinding[]): MarkdownPart {
  const items = findings.map(findingInFull);
  return { head: ['## Violations'], items, between: '\n\n', noun: 'violated requirement' };
}

function deviations(findings: readonly RequirementFinding[]): MarkdownPart {
  const count = counted(findings.flatMap(({ cases }) => cases).length, 'known deviation');
  const items = findings.map(findingInFull);
  return folded(count, { items, between: '\n\n', noun: 'requirement' }, ['## Deviations']);
}

function findingInFull({ requirement, cases }: RequirementFinding): string {
  const rows = citedRows(requirement.rows, code);
  const parts = [`### ${code(requirement.id)}`, `${prose(requirement.says)} (${rows})`, ...cases.flatMap(caseInFull)];
  return parts.join('\n\n');
}

function caseInFull(one: CaseReport): readonly string[] {
  return [
    `**${VERDICT_WORDS[one.verdict].mark}** ${code(one.id)}: ${prose(briefReason(one))}`,
    ...codeBlock('Input', one.counterexample),
    ...codeBlock('Requests', one.requests?.join('\n')),
    ...codeBlock('Expected', one.expected),
    ...codeBlock('Observed', one.observed),
    ...codeBlock('Replay', one.replay),
  ];
}

function inconclusive(findings: readonly RequirementFinding[]): MarkdownPart {
  const items = findings.flatMap(({ cases }) => cases.map(({ id, reason }) => `- ${code(id)}: ${prose(reason)}`));
  return { head: ['## Not judged'], items, between: '\n', noun: 'case' };
}

/** The target's answers where the documents leave them open. */
function recorded(findings: readonly RequirementFinding[]): MarkdownPart {
  const items = findings.flatMap(({ cases }) =>
    cases.map(({ id, observed = '' }) => `- ${code(id)}: ${code(observed)}`),
  );
  const count = `${counted(items.length, 'case')} that the documents leave open`;
  return folded(count, { items, between: '\n', noun: 'case' }, ['## Recorded']);
}

function service({ service: facts }: RunReport): readonly MarkdownPart[] {
  if (facts === undefined || facts.mapping.length + facts.leftovers.length === 0) return [];
  const places = facts.mapping.map((one) => `- ${code(placing(one))}`);
  const items = facts.leftovers.map((one) => `- ${one.resource} ${code(leftoverName(one))}`);
  return [
    '## Service',
    ...(places.length === 0 ? [] : [places.join('\n')]),
    folded(`Left there: ${leftoverCounts(facts)}`, { items, between: '\n', noun: 'record' }),
  ];
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
    markdownTable(['Document', 'Rows', 'Covered', 'Excluded', 'Share'], documents.map(documentRow)),
    ...(uncovered.length === 0
      ? []
      : ['### Not covered', markdownTable(['Document', 'Section', 'Uncovered', 'Rows'], uncovered)]),
  ];
}

function documentRow({ id, title, rows }: DocumentOutline): readonly string[] {
  const share = `${wholePercent(rows.covered, rows.total - rows.excluded)} %`;
  return [`${id} ${prose(title)}`, numeral(rows.total), numeral(rows.covered), numeral(rows.excluded), share];
}

function rowsCovered({ total, covered, excluded }: RunReport['coverage']['rows']): string {
  return `${numeral(covered)} of ${counted(total, 'row')} covered, ${numeral(excluded)} excluded`;
}
