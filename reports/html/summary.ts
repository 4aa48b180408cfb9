import { type Cause, failuresOf, remarksOn, unobservedIn } from '../causes.js';
import type { CaseReport, Circumstances, RunReport, SectionCoverage, ServiceFacts, Totals } from '../model.js';
import { runOutcome, styleOf } from '../outcome.js';
import { type DocumentOutline, type RowCounts, sectionPrefix } from '../outline.js';
import { printableLine, printableText } from '../printable.js';
import { countOf } from '../totals.js';
import {
  caseCount,
  counted,
  duration,
  leftoverCounts,
  leftoverName,
  numeral,
  placing,
  runtimeOf,
  VERDICT_WORDS,
  when,
  wholePercent,
} from '../wording.js';
import { inLine } from './cutting.js';
import { inAddress } from './filter.js';
import { html, type Markup } from './markup.js';

/** Verdicts in the order of the bars: conforming, recorded, violating, unjudged. */
export const BAR_ORDER = ['conforms', 'recorded', 'deviates', 'violates', 'inconclusive', 'not-applicable'] as const;

/** Page header: the target and the outcome. */
export function summary(report: RunReport, home?: string): Markup {
  const { target, totals } = report;
  return html`<header class="summary">
${eyebrow('srvspec conformance report', home)}
<h1>${printableLine(target.name)} <small>${runtimeOf(report)}</small></h1>
${runCircumstances(report.circumstances)}
<p class="headline ${styleOf(report)}">${runOutcome(report).headline}</p>
${verdictBar(totals)}
<ul class="legend">${legend(totals)}</ul>
<dl class="facts">${facts(report)}</dl>
</header>`;
}

/** The kind of page, and a link to the page about all targets. */
export function eyebrow(kind: string, home: string | undefined): Markup {
  return html`<p class="eyebrow">${kind}${home === undefined ? html`` : html` · <a href="${home}">All targets</a>`}</p>`;
}

function legend(totals: Totals): readonly Markup[] {
  return BAR_ORDER.filter((verdict) => countOf(totals, verdict) > 0).map(
    (verdict) =>
      html`<li class="${verdict}"><a href="#verdict=${verdict}" >${VERDICT_WORDS[verdict].mark} ${numeral(countOf(totals, verdict))} ${VERDICT_WORDS[verdict].label}</a> <small>${VERDICT_WORDS[verdict].meaning}</small></li>`,
  );
}

function facts(report: RunReport): readonly Markup[] {
  const { target, coverage } = report;
  const rows = counted(coverage.rows.total, 'row');
  const all: readonly (readonly [string, string])[] = [
    ['Requirements tested', `${numeral(coverage.requirements.tested)} of ${numeral(coverage.requirements.total)}`],
    ['Rows covered', `${numeral(coverage.rows.covered)} of ${rows}`],
    ['Target', target.kind],
    ['Seed', String(report.seed)],
    ['Inputs a property', numeral(report.runs)],
    ['Time', duration(report.durationMs)],
    ['srvspec', report.srvspec],
  ];
  return all.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);
}

/** When, where and by which command a run was made. */
export function runCircumstances({ startedAt, machine, command }: Circumstances): Markup {
  return html`<p class="made"><time datetime="${startedAt}">${when(startedAt)}</time> · ${machine}<br><code>${command}</code></p>`;
}

/** All cases as one bar. The counts are beside it in words, so it is hidden from screen readers. */
export function verdictBar(totals: Totals): Markup {
  const all = caseCount(totals);
  let from = 0;
  const parts = BAR_ORDER.filter((verdict) => countOf(totals, verdict) > 0).map((verdict) => {
    const width = (100 * countOf(totals, verdict)) / all;
    const part = html`<rect class="${verdict}" x="${from.toFixed(2)}" width="${width.toFixed(2)}" height="1"><title>${numeral(countOf(totals, verdict))} ${VERDICT_WORDS[verdict].label}</title></rect>`;
    from += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** The number of cases of a cause that are named. */
const CASES = 3;

/** The number of causes that are not folded. */
const CAUSES = 12;

/** Violations by cause, crashes and hangs first; empty without any. */
export function violations(report: RunReport): Markup {
  const causes = failuresOf(report);
  if (causes.length === 0) return html``;
  const rest = causes.slice(CAUSES);
  const cases = rest.reduce((sum, one) => sum + one.cases.length, 0);
  const more = html`<details class="more"><summary>${counted(rest.length, 'more cause')} of ${counted(cases, 'case')}</summary>
<ol>${rest.map(causeItem)}</ol></details>`;
  return html`<section class="causes" aria-labelledby="causes-title">
<h2 id="causes-title">Wrong, by cause</h2>
<ol>${causes.slice(0, CAUSES).map(causeItem)}</ol>
${rest.length === 0 ? html`` : more}
</section>`;
}

function causeItem(of: Cause): Markup {
  const { cause, cases } = of;
  const links = cases.slice(0, CASES).map(({ id }) => html`<a href="#${inAddress(id)}"><code>${id}</code></a> `);
  const more = cases.length > CASES ? `and ${numeral(cases.length - CASES)} more` : '';
  const part = remarksOn(of)
    .map((remark) => `${remark}; `)
    .join('');
  return html`<li><b>${numeral(cases.length)}</b> <span>${cases.length === 1 ? cutReason(cases) : cause}<br>${part}${links}${more}</span></li>`;
}

/** The most characters of the reason of a single case. */
const REASON = 160;

/** A single case shows its reason in full, without the placeholders for varying parts of a group. */
const cutReason = ([one]: readonly CaseReport[]): string => inLine(one?.reason ?? '', REASON);

/** The number of ids of a reason that are not folded. */
const IDS = 5;

/** Deviations that should have happened and did not, by reason; empty without any. */
export function staleDeviations({ staleDeviations: stale }: RunReport): Markup {
  if (stale.length === 0) return html``;
  const reasons = [...new Set(stale.map(({ why }) => why))];
  const idsOf = (reason: string): Markup => {
    const ids = stale.filter(({ why }) => why === reason).map(({ id }) => html`<code>${id}</code> `);
    const rest = ids.slice(IDS);
    return rest.length <= 1
      ? html`<span class="ids">${ids}</span>`
      : html`<span class="ids">${ids.slice(0, IDS)}</span><details class="ids"><summary>and ${numeral(rest.length)} more</summary>${rest}</details>`;
  };
  return html`<section class="stale" aria-labelledby="stale-title">
<h2 id="stale-title">Stale deviations</h2>
<p>These are recorded as known, but did not happen. Each of them fails the run until its entry is removed.</p>
<ul>${reasons.map((reason) => html`<li><span>${reason}</span>${idsOf(reason)}</li>`)}</ul>
</section>`;
}

/** The number of reasons for missing observations that are shown. */
const REASONS = 3;

/** Why cases were not observed, the most frequent reasons first; empty if all were observed. */
export function unobserved(report: RunReport): Markup {
  const reasons = unobservedIn(report).slice(0, REASONS);
  if (reasons.length === 0) return html``;
  const item = ({ cause, cases, requirements }: Cause): Markup =>
    html`<li><b>${numeral(cases.length)}</b> <a href="#verdict=${cases[0]?.verdict ?? ''}&amp;text=${encodeURIComponent(printableText(cause))}">${inLine(cause)}</a> <small>${counted(requirements, 'requirement')}</small></li>`;
  return html`<section class="causes" aria-labelledby="unobserved-title">
<h2 id="unobserved-title">Not observed, by cause</h2>
<ol>${reasons.map(item)}</ol>
</section>`;
}

/** What a run learned about a service besides verdicts; empty without facts. */
export function service({ service: facts }: RunReport): Markup {
  if (facts === undefined || facts.mapping.length + facts.leftovers.length === 0) return html``;
  return html`<section class="service" aria-labelledby="service-title">
<h2 id="service-title">Service</h2>
${places(facts)}
${leftovers(facts)}
</section>`;
}

function places({ mapping }: ServiceFacts): Markup {
  if (mapping.length === 0) return html``;
  return html`<p>The documents give these values no place in an answer:</p>
<ul>${mapping.map((one) => html`<li><code>${placing(one)}</code></li>`)}</ul>`;
}

/** Folded, since it can be long. */
function leftovers(facts: ServiceFacts): Markup {
  if (facts.leftovers.length === 0) return html``;
  const items = facts.leftovers.map(
    (one) => html`<li><span>${one.resource}</span><code>${leftoverName(one)}</code></li>`,
  );
  return html`<details>
<summary>Left there, since the documents show no way to remove them: ${leftoverCounts(facts)}</summary>
<ul>${items}</ul>
</details>`;
}

/** Coverage of each document, its sections folded below. */
export function coverageMarkup(report: RunReport, documents: readonly DocumentOutline[]): Markup {
  const cited = citedSections(report);
  return html`<section class="coverage" aria-labelledby="coverage-title">
<h2 id="coverage-title">Coverage of the documents</h2>
${documents.map((document) => documentCoverage(document, cited, digestOf(report, document.id)))}
</section>`;
}

function documentCoverage(
  { id, title, rows, sections }: DocumentOutline,
  cited: ReadonlySet<string>,
  sha256: string | undefined,
): Markup {
  return html`<details>
<summary><b>${id}</b><span class="title">${title}</span>${coverageBar(rows)}<span class="share">${share(rows)}</span></summary>
<table>
<thead><tr><th scope="col">Section</th><th scope="col">Coverage</th><th scope="col">Rows</th><th scope="col">Covered</th><th scope="col">Excluded</th><th scope="col">Uncovered</th></tr></thead>
<tbody>${sections.map((section) => sectionRow(section, cited))}</tbody>
</table>
<p class="digest">${sha256 === undefined ? '' : `sha256 ${sha256}`}</p>
</details>`;
}

function digestOf({ documents }: RunReport, id: number): string | undefined {
  return documents.find((document) => document.id === id)?.sha256;
}

function sectionRow(section: SectionCoverage, cited: ReadonlySet<string>): Markup {
  const { rows: total, covered, excluded } = section;
  const open = total - covered - excluded;
  const prefix = sectionPrefix(section);
  const name = cited.has(prefix)
    ? html`<a href="#in=${inAddress(prefix)}" title="Show its requirements">${section.section}</a>`
    : html`${section.section}`;
  return html`<tr><th scope="row">${name}</th><td>${coverageBar({ total, covered, excluded })}</td><td>${total}</td><td>${covered}</td><td>${excluded}</td><td>${open}</td></tr>
`;
}

function coverageBar({ total, covered, excluded }: RowCounts): Markup {
  const width = (part: number): string => (total === 0 ? '0' : ((100 * part) / total).toFixed(2));
  return html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="covered" width="${width(covered)}" height="1"/><rect class="excluded" x="${width(covered)}" width="${width(excluded)}" height="1"/></svg>`;
}

function share({ total, covered, excluded }: RowCounts): Markup {
  const aside = excluded === 0 ? '' : `, ${numeral(excluded)} excluded`;
  return html`<b>${wholePercent(covered, total - excluded)}%</b> ${numeral(covered)} of ${counted(total, 'row')}${aside}`;
}

function citedSections({ requirements }: RunReport): ReadonlySet<string> {
  return new Set(requirements.flatMap(({ rows }) => rows.map((row) => row.slice(0, row.lastIndexOf('/')))));
}
