import type { CaseReport, RequirementReport } from '../model.js';
import { type DocumentOutline, type ObjectOutline, type OutlineSource, shortCaseId } from '../outline.js';
import { countOf, totalsOf } from '../totals.js';
import { briefReason, counted, duration, numeral, VERDICT_WORDS } from '../wording.js';
import { inLine } from './cutting.js';
import { caseEvidence, searchTexts } from './evidence.js';
import { anchor, inAddress, namedMark } from './filter.js';
import type { Group, Item, ListEntry } from './list-model.js';
import { html, type Markup } from './markup.js';
import { BAR_ORDER, verdictBar } from './summary.js';

/** The data that the script of the page of a run shows. */
export interface RunData extends OutlineSource {
  /** Address of the page about all targets. */
  readonly home?: string;
}

/**
 * Every requirement with its cases, by document and object.
 * @param home address of the page about all targets, if there is one
 */
export function requirementEntries(documents: readonly DocumentOutline[], home = ''): readonly ListEntry[] {
  return documents.flatMap(({ id, title, objects }): readonly ListEntry[] => [
    { kind: 'heading', depth: 1, markup: () => html`<h3><span>Document ${id}</span> ${title}</h3>\n` },
    ...objects.flatMap((object) => objectEntries(object, home)),
  ]);
}

function objectEntries({ title, requirements, totals }: ObjectOutline, home: string): readonly ListEntry[] {
  const heading = (): Markup =>
    html`<h4><span class="title">${title}</span>${verdictBar(totals)}<span class="counts">${verdictCounts(totals)}</span></h4>\n`;
  return [
    { kind: 'heading', depth: 2, markup: heading },
    ...requirements.map((one) => requirementGroup(one, title, home)),
  ];
}

function verdictCounts(totals: ObjectOutline['totals']): readonly Markup[] {
  return BAR_ORDER.filter((verdict) => countOf(totals, verdict) > 0).map(
    (verdict) =>
      html`<span class="${verdict}" title="${VERDICT_WORDS[verdict].label}">${VERDICT_WORDS[verdict].mark} ${numeral(countOf(totals, verdict))}</span>`,
  );
}

function requirementGroup(requirement: RequirementReport, title: string, home: string): Group {
  const { id, verdict, says, strength, rows, cases } = requirement;
  const open =
    strength === 'open' ? html`<span class="strength" title="The documents leave it open">open</span>` : html``;
  return {
    kind: 'group',
    id,
    rows,
    texts: [id, says, title, ...rows],
    items: cases.map((one) => caseItem(requirement, one)),
    onPaper: cases.some(isWrong),
    summary: () =>
      html`${mark(verdict)}<span class="says">${says}${open}</span><span class="id"><code>${id}</code></span><span class="counts">${verdictCounts(totalsOf(cases))}</span>`,
    above: () => html`<p class="rows">${anchor(id)} ${rows.map((row) => rowLink(row, home))}</p>`,
  };
}

/** A link to all targets' results for a row, or to this target's other results for it. */
const rowLink = (row: string, home: string): Markup =>
  html`<a href="${home}#in=${inAddress(row)}" title="${home === '' ? 'All requirements of this row' : 'All targets on this row'}"><code>${row}</code></a> `;

const isWrong = ({ verdict }: CaseReport): boolean => verdict === 'violates' || verdict === 'deviates';

function caseItem(requirement: RequirementReport, one: CaseReport): Item {
  const { id, verdict, kind, inputs, durationMs, reason } = one;
  return {
    kind: 'item',
    id,
    value: verdict,
    texts: () => [id, VERDICT_WORDS[verdict].label, kind, reason, ...searchTexts(one)],
    open: isWrong(one),
    summary: () =>
      html`${mark(verdict)}<span class="name"><code>${shortCaseId(requirement, one)}</code></span><span class="reason">${inLine(verdict === 'recorded' ? (one.observed ?? '') : briefReason(one))}</span><span class="kind">${kind}, ${counted(inputs, 'input')}, ${duration(durationMs)}</span>`,
    content: () => html`${caseEvidence(one, verdict === 'recorded')}
<div class="replay">${anchor(id)}<code>${one.replay}</code><button type="button" data-action="copy">Copy</button></div>`,
  };
}

export const mark = (verdict: CaseReport['verdict']): Markup =>
  namedMark({ ...VERDICT_WORDS[verdict], style: verdict });
