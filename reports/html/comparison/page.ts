import { isUnchanged } from '../../comparison/change.js';
import {
  CHANGES,
  type ComparedRun,
  type Comparison,
  type ComparisonVerdict,
  UNDECIDED,
  WORSE,
} from '../../comparison/model.js';
import { CHANGE_WORDS, sentence } from '../../comparison/wording.js';
import type { VerdictKind } from '../../model.js';
import { printableLine } from '../../printable.js';
import { html, type Markup } from '../markup.js';
import { listSection, pageOf } from '../shell.js';
import { eyebrow, runCircumstances } from '../summary.js';
import type { ChangeData } from './changes.js';
import { differentialSection, quirkSection } from './differential.js';

/** The comparison as one HTML page with its changes packed into it. `home` as in `htmlReport`. */
export function htmlComparison(comparison: Comparison, home?: string): string {
  const { before, after, groups, requirements, totals } = comparison;
  return pageOf<ChangeData>({
    kind: 'comparison',
    title: `${nameOf(before)} → ${nameOf(after)}: srvspec comparison`,
    styles: ['requirements.css', 'evidence.css', 'comparison/comparison.css'],
    body: body(comparison, home),
    data: { groups, requirements, totals },
  });
}

const STYLES: { readonly [V in ComparisonVerdict]: VerdictKind } = {
  worse: 'violates',
  undecided: 'inconclusive',
  'not-worse': 'conforms',
  'not-compared': 'violates',
};

function body(comparison: Comparison, home: string | undefined): Markup {
  const { before, after, notes, verdict, differential, quirks } = comparison;
  return html`<a class="skip" href="#requirements">Skip to the changes</a>
<header class="summary">
${eyebrow('srvspec comparison', home)}
<h1>${nameOf(before)} → ${nameOf(after)}</h1>
<p class="headline ${STYLES[verdict]}">${headline(comparison)}</p>
<div class="against">${runBlock('Before', before)}${runBlock('After', after)}</div>
${notes.length === 0 ? html`` : html`<ul class="notes">${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
</header>
<main>
${differential === undefined ? html`` : differentialSection(differential, [nameOf(before), nameOf(after)])}
${listSection(
  'Changes',
  {
    key: 'change',
    values: CHANGES.filter((change) => comparison.totals[change] > 0 && !isUnchanged(change)).map((change) => ({
      name: change,
      ...CHANGE_WORDS[change],
      count: comparison.totals[change],
    })),
    first: [...WORSE, ...UNDECIDED],
    nouns: ['groups', 'cases'],
    foundIn: 'id, sentence, reason, input, observed',
    places: DOCUMENTS,
  },
  'The changes are',
  'srvspec compare … --report markdown=FILE',
)}
${quirkSection(quirks)}
</main>`;
}

/** The summary, with the words that decided the verdict in bold. */
function headline(comparison: Comparison): Markup {
  const deciding = [...WORSE, ...UNDECIDED].filter((change) => comparison.totals[change] > 0).length;
  const parts = sentence(comparison).split(', ');
  const [first, rest] = [parts.slice(0, Math.max(1, deciding)), parts.slice(Math.max(1, deciding))];
  return html`${first.join(', ')}${rest.length === 0 ? html`` : html`<span class="rest">, ${rest.join(', ')}</span>`}`;
}

const DOCUMENTS = ([1, 2, 3] as const).map((id) => ({ id, title: `Document ${id}` }));

/** The target, what distinguishes it from the other run, and the engine. */
function nameOf({ label, target }: ComparedRun): string {
  const name = label.includes(target.name) ? label : `${target.name} ${label}`;
  const hasEngine = target.engine === 'none' || name.split(' ').includes(target.engine);
  return printableLine(hasEngine ? name : `${name} ${target.engine}`);
}

const hostOf = ({ host }: ComparedRun['target']): string => (host === undefined ? '' : printableLine(`, ${host}`));

function runBlock(title: string, run: ComparedRun): Markup {
  return html`<div><h2 class="side">${title}: ${nameOf(run)}${hostOf(run.target)}</h2>${runCircumstances(run.circumstances)}</div>`;
}
