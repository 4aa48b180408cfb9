import { isUnchanged, isWorse } from '../../comparison/change.js';
import {
  type CaseChange,
  CHANGES,
  type Change,
  type ChangeGroup,
  type ComparedRequirement,
  type ComparedRun,
  type Comparison,
  type Side,
  UNDECIDED,
  WORSE,
} from '../../comparison/model.js';
import { CHANGE_WORDS, inputsOf, sentence, standingText } from '../../comparison/wording.js';
import { printableLine } from '../../printable.js';
import { counted, numeral } from '../../wording.js';
import { evidence } from '../evidence.js';
import { anchor, filterBar } from '../filter.js';
import { html, type Markup } from '../markup.js';
import { filterScript, pageOf } from '../shell.js';
import { eyebrow, madeBy } from '../summary.js';
import { differentialSection, replayLine } from './differential.js';

/** What changed as one HTML page; all text is in the page, the script only filters, opens and copies; `home` as in `htmlReport`. */
export function htmlComparison(comparison: Comparison, home?: string): string {
  const { before, after } = comparison;
  return pageOf({
    title: `${nameOf(before)} → ${nameOf(after)}: srvspec comparison`,
    styles: ['requirements.css', 'evidence.css', 'comparison/comparison.css'],
    script: filterScript(),
    body: body(comparison, home),
  });
}

function body(comparison: Comparison, home: string | undefined): Markup {
  const { before, after, notes, verdict, differential } = comparison;
  const moods = { worse: 'bad', undecided: 'undecided', 'not-worse': 'good', 'not-compared': 'bad' } as const;
  return html`<body>
<a class="skip" href="#requirements">Skip to the changes</a>
<header class="summary">
${eyebrow('srvspec comparison', home)}
<h1>${nameOf(before)} → ${nameOf(after)}</h1>
<p class="headline ${moods[verdict]}">${headline(comparison)}</p>
<div class="against">${runBlock('Before', before)}${runBlock('After', after)}</div>
${notes.length === 0 ? html`` : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
</header>
<main>
${differential === undefined ? html`` : differentialSection(differential, [nameOf(before), nameOf(after)])}
<section id="requirements" aria-labelledby="requirements-title" tabindex="-1">
<h2 id="requirements-title">Changes</h2>
${filterBar({
  key: 'change',
  values: CHANGES.filter((change) => comparison.totals[change] > 0 && !isUnchanged(change)).map((change) => ({
    name: change,
    mark: MARKS[change],
    label: CHANGE_WORDS[change].label,
    count: comparison.totals[change],
    style: styleOf(change),
  })),
  first: [...WORSE, ...UNDECIDED],
  nouns: ['groups', 'cases'],
  places: DOCUMENTS,
})}
${CHANGES.map((change) => classSection(comparison, change))}
</section>
</main>
</body>`;
}

/** The sentence; what made the verdict stands out in it. */
function headline(comparison: Comparison): Markup {
  const deciding = [...WORSE, ...UNDECIDED].filter((change) => comparison.totals[change] > 0).length;
  const parts = sentence(comparison).split(', ');
  const [first, rest] = [parts.slice(0, Math.max(1, deciding)), parts.slice(Math.max(1, deciding))];
  return html`${first.join(', ')}${rest.length === 0 ? html`` : html`<span class="rest">, ${rest.join(', ')}</span>`}`;
}

const DOCUMENTS = ([1, 2, 3] as const).map((id) => ({ id, title: `Document ${id}` }));

/** What tells changes apart without colour. */
const MARKS: { readonly [C in Change]: string } = {
  crashes: '!',
  regressed: '✗',
  'new-failing': '✗',
  removed: '✗',
  undecided: '?',
  unstable: '?',
  'fails-differently': '≈',
  'answers-differently': '○',
  'now-skipped': '–',
  fixed: '✓',
  'new-passing': '✓',
  'new-open': '○',
  'still-failing': '≈',
  same: '✓',
  'not-compared': '?',
};

/** Class of the verdict whose colour a change has. */
function styleOf(change: Change): string {
  if (isWorse(change)) return 'violates';
  if (change === 'undecided' || change === 'unstable') return 'inconclusive';
  if (change === 'fixed' || change === 'new-passing') return 'conforms';
  return change === 'now-skipped' ? 'not-applicable' : change === 'fails-differently' ? 'deviates' : 'recorded';
}

/** Target, what tells it from the other run, and engine. */
function nameOf({ label, target }: ComparedRun): string {
  const name = label.includes(target.name) ? label : `${target.name} ${label}`;
  const told = target.engine === 'none' || name.split(' ').includes(target.engine);
  return printableLine(told ? name : `${name} ${target.engine}`);
}

function runBlock(title: string, run: ComparedRun): Markup {
  return html`<div><h2 class="side">${title}: ${nameOf(run)}</h2>${madeBy(run.circumstances)}</div>`;
}

/** All groups of one class of change. */
function classSection({ groups, requirements, totals }: Comparison, change: Change): Markup {
  const own = groups.filter((group) => group.change === change);
  if (own.length === 0) return html``;
  const byId = new Map(requirements.map((one) => [one.id, one]));
  const { label, meaning } = CHANGE_WORDS[change];
  return html`<section class="document">
<h3 class="${styleOf(change)}"><b>${numeral(totals[change])} ${label}</b> <span>${meaning}</span></h3>
${own.map((group) => groupItem(group, byId))}
</section>
`;
}

function groupItem(
  { change, title, cause, cases }: ChangeGroup,
  byId: ReadonlyMap<string, ComparedRequirement>,
): Markup {
  return html`<details class="requirement">
<summary>${changeMark(change)}<span class="says">${cause === '' ? title : cause}</span><span class="id">${title}</span><span class="counts">${counted(cases.length, 'case')}</span></summary>
${cases.map((one) => caseItem(one, byId.get(one.requirement)))}
</details>
`;
}

function changeMark(change: Change): Markup {
  const { label } = CHANGE_WORDS[change];
  return html`<span class="mark ${styleOf(change)}" role="img" aria-label="${label}" title="${label}">${MARKS[change]}</span>`;
}

function caseItem({ id, change, before, after }: CaseChange, requirement: ComparedRequirement | undefined): Markup {
  const rows = requirement?.rows ?? [];
  return html`<details class="case" id="${printableLine(id)}" data-change="${change}" data-rows="${rows.join(' ')}">
<summary>${changeMark(change)}<span class="name"><code>${id}</code></span><span class="reason">${standingText(before)} → ${standingText(after)}</span></summary>
<p class="says">${anchor(id)} ${requirement?.says ?? ''} ${rows.map((row) => html`<code>${row}</code> `)}</p>
${sides(before, after)}
${[...sideReplay('before', before), ...sideReplay('after', after)]}
</details>
`;
}

const sideReplay = (name: string, side: Side | undefined): readonly Markup[] =>
  side === undefined || side.verdict === 'not-applicable' ? [] : [replayLine(name, side.replay)];

/** Both answers side by side. What conforms has what was expected in the place of its answer. */
function sides(before: Side | undefined, after: Side | undefined): Markup {
  const expected = after?.expected ?? before?.expected;
  const inputs = inputsOf(before, after);
  const text = (side: Side | undefined): string =>
    side?.observed ?? (side?.verdict === 'conforms' ? (expected ?? 'as expected') : (side?.reason ?? ''));
  const heading = (name: string, side: Side | undefined): string =>
    side?.verdict === 'conforms' ? `${name}: as expected` : name;
  const shown = [before, after].some((side) => side?.observed !== undefined || (side?.reason ?? '') !== '');
  const whatFor = [before, after].some((side) => side?.verdict === 'conforms') ? undefined : expected;
  const given = (counterexample: string | undefined) => (counterexample === undefined ? {} : { counterexample });
  const first: [string, string][] = shown ? [[heading('Before', before), text(before)]] : [];
  const second: [string, string][] = shown ? [[heading('After', after), text(after)]] : [];
  const wanted: [string, string][] = shown && whatFor !== undefined ? [['Expected', whatFor]] : [];
  // Answers to different inputs are not held against each other.
  return inputs.after === undefined
    ? html`${evidence({ ...given(inputs.both), sides: wanted })}${evidence({ sides: [...first, ...second] })}`
    : html`${evidence({ ...given(inputs.before), sides: first })}${evidence({ ...given(inputs.after), sides: [...wanted, ...second] })}`;
}
