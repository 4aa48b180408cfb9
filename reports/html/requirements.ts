import type { CaseReport, RequirementReport, Totals } from '../model.js';
import { type DocumentOutline, type ObjectOutline, shortCaseId } from '../outline.js';
import { printable, printableLine } from '../printable.js';
import { countOf, totalsOf } from '../totals.js';
import { briefReason, counted, duration, numeral, VERDICT_WORDS } from '../wording.js';
import { differing } from './differing.js';
import { html, type Markup } from './markup.js';
import { BAR_ORDER, verdictBar } from './summary.js';

/** Search, verdict buttons and places; hidden until the script that makes them work has started. */
export function filterBar(totals: Totals, documents: readonly DocumentOutline[]): Markup {
  const buttons = BAR_ORDER.map(
    (verdict) =>
      html`<button type="button" class="verdict ${verdict}" data-filter="${verdict}" aria-pressed="false"${countOf(totals, verdict) === 0 ? html` disabled` : html``}><span aria-hidden="true">${VERDICT_WORDS[verdict].mark}</span> ${VERDICT_WORDS[verdict].label} <b>${numeral(countOf(totals, verdict))}</b></button>`,
  );
  return html`<form class="filter" role="search" hidden>
<input type="search" name="text" aria-label="Filter by text" placeholder="Filter by id, sentence, input, observed …" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
<select name="place" aria-label="Filter by document"><option value="">All documents</option>${documents.map(({ id, title }) => html`<option value="${id}">${id} ${title}</option>`)}</select>
<div class="verdicts" role="group" aria-label="Filter by verdict">${buttons}</div>
<p class="shown"><output></output> <button type="button" data-action="clear">Show all</button> <button type="button" data-action="open">Open shown</button> <button type="button" data-action="close">Close all</button></p>
</form>
<p class="nothing" hidden>No requirement matches.</p>`;
}

/** Every requirement with its cases, by document and object. */
export function requirementList(documents: readonly DocumentOutline[]): Markup {
  return html`${documents.filter(({ objects }) => objects.length > 0).map(documentSection)}`;
}

function documentSection({ id, title, objects }: DocumentOutline): Markup {
  return html`<section class="document">
<h3><span>Document ${id}</span> ${title}</h3>
${objects.map(objectSection)}
</section>
`;
}

function objectSection({ title, requirements, totals }: ObjectOutline): Markup {
  return html`<section class="object">
<h4><span class="title">${title}</span>${verdictBar(totals)}<span class="counts">${verdictCounts(totals)}</span></h4>
${requirements.map(requirementItem)}
</section>
`;
}

function verdictCounts(totals: Totals): readonly Markup[] {
  return BAR_ORDER.filter((verdict) => countOf(totals, verdict) > 0).map(
    (verdict) =>
      html`<span class="${verdict}" title="${VERDICT_WORDS[verdict].label}">${VERDICT_WORDS[verdict].mark} ${numeral(countOf(totals, verdict))}</span>`,
  );
}

function requirementItem(requirement: RequirementReport): Markup {
  const { id, verdict, says, strength, rows, cases } = requirement;
  const open =
    strength === 'open' ? html`<span class="strength" title="The documents leave it open">open</span>` : html``;
  return html`<details class="requirement" id="${printableLine(id)}" data-rows="${rows.join(' ')}">
<summary>${mark(verdict)}<span class="says">${says}${open}</span><code class="id">${id}</code><span class="counts">${verdictCounts(totalsOf(cases))}</span></summary>
<p class="rows"><a href="#${encodeURIComponent(printableLine(id))}">Link</a> ${rows.map((row) => html`<code>${row}</code> `)}</p>
${cases.map((one) => caseItem(requirement, one))}
</details>
`;
}

function caseItem(requirement: RequirementReport, one: CaseReport): Markup {
  const { id, verdict, kind, inputs, durationMs } = one;
  const open = verdict === 'violates' || verdict === 'deviates' ? html` open` : html``;
  return html`<details class="case" id="${printableLine(id)}" data-verdict="${verdict}"${open}>
<summary>${mark(verdict)}<code class="name">${shortCaseId(requirement, one)}</code><span class="reason">${verdict === 'recorded' ? (one.observed ?? '') : briefReason(one)}</span><span class="kind">${kind}, ${counted(inputs, 'input')}, ${duration(durationMs)}</span></summary>
${evidence(one)}
<div class="replay"><code>${one.replay}</code><button type="button" data-action="copy">Copy</button></div>
</details>
`;
}

function evidence({ verdict, counterexample, expected, observed }: CaseReport): Markup {
  const names = verdict === 'recorded' ? RECORDED : FOUND;
  const [wanted, got] = differing(printable(expected ?? ''), printable(observed ?? ''));
  return html`${counterexample === undefined ? html`` : panel(names.input, html`${counterexample}`)}${
    expected === undefined && observed === undefined
      ? html``
      : html`<div class="against">${panel(names.expected, wanted)}${panel('Observed', got)}</div>`
  }`;
}

/** Headings of what shows a violation, and of what is only recorded. */
const FOUND = { input: 'Smallest input', expected: 'Expected' } as const;
const RECORDED = { input: 'Input', expected: 'Supposed' } as const;

function panel(title: string, content: Markup): Markup {
  return html`<figure><figcaption>${title}</figcaption><pre tabindex="0">\n${content}</pre></figure>`;
}

function mark(verdict: CaseReport['verdict']): Markup {
  const { mark: character, label } = VERDICT_WORDS[verdict];
  return html`<span class="mark ${verdict}" role="img" aria-label="${label}" title="${label}">${character}</span>`;
}
