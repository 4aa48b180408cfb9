import type { DifferenceExample, DifferenceGroup, Differential, QuirkUse } from '../../comparison/model.js';
import {
  BLAME_WORDS,
  BLAMES,
  casesIn,
  differentialSentence,
  PLANTED_MISSED,
  quirkCause,
  quirksSentence,
  quirkText,
} from '../../comparison/wording.js';
import { printableLine } from '../../printable.js';
import { counted } from '../../wording.js';
import { evidence } from '../evidence.js';
import { html, type Markup } from '../markup.js';

/** The differences between two targets with the same inputs, by the target that departs from the documents. */
export function differentialSection(differential: Differential, names: readonly [string, string]): Markup {
  const classes = BLAMES.map((blame) => {
    const groups = differential.groups.filter((group) => group.blame === blame);
    if (groups.length === 0) return html``;
    const cases = casesIn(groups);
    return html`<h3>${counted(cases, 'case')} <span>${BLAME_WORDS[blame]}</span></h3>
${groups.map((group) => groupItem(group, names))}`;
  });
  return html`<section class="differential" aria-labelledby="differential-title">
<h2 id="differential-title">The same inputs, other answers</h2>
<p>${differentialSentence(differential)}</p>
${differential.plantedFound ? html`` : html`<p class="headline violates">${PLANTED_MISSED}</p>`}
${classes}
</section>`;
}

/** The page's script does not filter these groups, since a case may also be among the changes. */
function groupItem({ title, says, cause, cases, examples }: DifferenceGroup, names: readonly [string, string]): Markup {
  return html`<details class="difference">
<summary><span class="says">${says} <b>${cause}</b></span> <span class="id">${title}</span> <span class="counts">${counted(cases.length, 'case')}</span></summary>
${examples.map((one) => exampleItem(one, names))}
${idsOf(cases, examples)}
</details>
`;
}

function idsOf(cases: readonly string[], examples: readonly DifferenceExample[]): Markup {
  const others = cases.filter((id) => !examples.some((one) => one.id === id));
  if (others.length === 0) return html``;
  const what = examples.length === 0 ? 'Not seen again alone' : 'Alike';
  return html`<p>${what}: ${others.map((id, i) => html`${i === 0 ? '' : ', '}<code>${id}</code>`)}</p>`;
}

function exampleItem(
  { id, input, first, second, replays }: DifferenceExample,
  names: readonly [string, string],
): Markup {
  return html`<div class="example">
<p><code>${id}</code></p>
${evidence({
  counterexample: input,
  sides: [
    [names[0], first],
    [names[1], second],
  ],
})}
${replays.map((replay, i) => replayLine(names[i] ?? '', replay))}
</div>`;
}

/** The known harmless differences: reason and source of each, and the cases that it explained. */
export function quirkSection(quirks: readonly QuirkUse[]): Markup {
  if (quirks.length === 0) return html``;
  return html`<section class="differential" aria-labelledby="quirks-title">
<h2 id="quirks-title">Ignored per quirk</h2>
<p>${quirksSentence(quirks)}</p>
${quirks.map(quirkItem)}
</section>`;
}

function quirkItem(quirk: QuirkUse): Markup {
  const { of, reason, source, cases } = quirk;
  const ids = cases.length === 0 ? of : cases;
  return html`<details class="difference">
<summary><span class="says">${reason} <b>${quirkCause(quirk)}</b></span> <span class="id">${source}</span> <span class="counts">${quirkText(quirk)}</span></summary>
<p>${ids.map((id, i) => html`${i === 0 ? '' : ', '}<code>${id}</code>`)}</p>
</details>
`;
}

/** A command to copy, with its purpose. */
export function replayLine(name: string, command: string): Markup {
  return html`<div class="replay"><span>${name}</span><code>${printableLine(command)}</code><button type="button" data-action="copy" aria-label="Copy the command: ${name}">Copy</button></div>`;
}
