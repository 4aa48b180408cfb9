import type { CaseReport, RequirementReport, Totals } from '../model.js';
import { type DocumentOutline, type ObjectOutline, shortCaseId } from '../outline.js';
import { printableLine } from '../printable.js';
import { countOf, totalsOf } from '../totals.js';
import { briefReason, counted, duration, numeral, VERDICT_WORDS } from '../wording.js';
import { evidence } from './evidence.js';
import { anchor, filterBar } from './filter.js';
import { html, type Markup } from './markup.js';
import { BAR_ORDER, verdictBar } from './summary.js';

/** Filters requirements by verdict, document and text. */
export function verdictFilter(totals: Totals, documents: readonly DocumentOutline[]): Markup {
  const values = BAR_ORDER.map((verdict) => ({
    name: verdict,
    ...VERDICT_WORDS[verdict],
    count: countOf(totals, verdict),
  }));
  return filterBar({
    key: 'verdict',
    values,
    first: ['violates'],
    nouns: ['requirements', 'cases'],
    places: documents,
  });
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
<summary>${mark(verdict)}<span class="says">${says}${open}</span><span class="id"><code>${id}</code></span><span class="counts">${verdictCounts(totalsOf(cases))}</span></summary>
<p class="rows">${anchor(id)} ${rows.map((row) => html`<code>${row}</code> `)}</p>
${cases.map((one) => caseItem(requirement, one))}
</details>
`;
}

function caseItem(requirement: RequirementReport, one: CaseReport): Markup {
  const { id, verdict, kind, inputs, durationMs } = one;
  const open = verdict === 'violates' || verdict === 'deviates' ? html` open` : html``;
  return html`<details class="case" id="${printableLine(id)}" data-verdict="${verdict}"${open}>
<summary>${mark(verdict)}<span class="name"><code>${shortCaseId(requirement, one)}</code></span><span class="reason">${verdict === 'recorded' ? (one.observed ?? '') : briefReason(one)}</span><span class="kind">${kind}, ${counted(inputs, 'input')}, ${duration(durationMs)}</span></summary>
${evidenceOf(one)}
<div class="replay">${anchor(id)}<code>${one.replay}</code><button type="button" data-action="copy">Copy</button></div>
</details>
`;
}

function evidenceOf({ verdict, counterexample, expected, observed }: CaseReport): Markup {
  const names = verdict === 'recorded' ? RECORDED : FOUND;
  const known = expected !== undefined || observed !== undefined;
  return evidence({
    input: names.input,
    ...(counterexample !== undefined && { counterexample }),
    sides: known
      ? [
          [names.expected, expected ?? ''],
          ['Observed', observed ?? ''],
        ]
      : [],
  });
}

/** Headings of what shows a violation, and of what is only recorded. */
const FOUND = { input: 'Smallest input', expected: 'Expected' } as const;
const RECORDED = { input: 'Input', expected: 'Supposed' } as const;

export function mark(verdict: CaseReport['verdict']): Markup {
  const { mark: character, label } = VERDICT_WORDS[verdict];
  return html`<span class="mark ${verdict}" role="img" aria-label="${label}" title="${label}">${character}</span>`;
}
