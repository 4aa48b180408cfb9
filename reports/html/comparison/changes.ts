import { isUnchanged } from '../../comparison/change.js';
import {
  type CaseChange,
  CHANGES,
  type ChangeGroup,
  type ComparedRequirement,
  type Comparison,
  type Side,
} from '../../comparison/model.js';
import { CHANGE_WORDS, inputsOf, sideVerdict } from '../../comparison/wording.js';
import { counted, numeral } from '../../wording.js';
import { evidence, searchTexts } from '../evidence.js';
import { anchor, namedMark } from '../filter.js';
import type { Group, Item, ListEntry } from '../list-model.js';
import { html, type Markup } from '../markup.js';
import { replayLine } from './differential.js';

/** The data that the script of the page shows. */
export type ChangeData = Pick<Comparison, 'groups' | 'requirements' | 'totals'>;

/** The groups of all changes, class by class. */
export function changeEntries({ groups, requirements, totals }: ChangeData): readonly ListEntry[] {
  const byId = new Map(requirements.map((one) => [one.id, one]));
  return CHANGES.flatMap((change): readonly ListEntry[] => {
    const { label, meaning, style } = CHANGE_WORDS[change];
    const heading = (): Markup =>
      html`<h3 class="${style}"><b>${numeral(totals[change])} ${label}</b> <span>${meaning}</span></h3>\n`;
    return [
      { kind: 'heading', depth: 1, markup: heading },
      ...groups.filter((group) => group.change === change).map((group) => changeGroup(group, byId)),
    ];
  });
}

function changeGroup(
  { change, title, cause, cases }: ChangeGroup,
  byId: ReadonlyMap<string, ComparedRequirement>,
): Group {
  return {
    kind: 'group',
    id: '',
    rows: [],
    texts: [title, cause],
    // The cases changed alike, so one of them is an example of all.
    items: cases.map((one, at) => changeItem(one, at === 0, byId.get(one.requirement))),
    onPaper: !isUnchanged(change),
    summary: () =>
      html`${namedMark(CHANGE_WORDS[change])}<span class="says">${cause === '' ? title : cause}</span><span class="id">${title}</span><span class="counts">${counted(cases.length, 'case')}</span>`,
  };
}

function changeItem(
  { id, change, before, after }: CaseChange,
  open: boolean,
  { rows = [], says = '' }: Partial<ComparedRequirement> = {},
): Item {
  return {
    kind: 'item',
    id,
    value: change,
    rows,
    texts: () => [
      id,
      says,
      ...rows,
      ...[before, after].flatMap((side) =>
        side === undefined ? [] : [sideVerdict(side), side.reason, ...searchTexts(side)],
      ),
    ],
    open,
    summary: () =>
      html`${namedMark(CHANGE_WORDS[change])}<span class="name"><code>${id}</code></span><span class="reason">${sideVerdict(before)} → ${sideVerdict(after)}</span>`,
    content: () => html`<p class="says">${anchor(id)} ${says} ${rows.map((row) => html`<code>${row}</code> `)}</p>
${sides(before, after)}
${[...sideReplay('before', before), ...sideReplay('after', after)]}`,
  };
}

const sideReplay = (name: string, side: Side | undefined): readonly Markup[] =>
  side === undefined || side.verdict === 'not-applicable' ? [] : [replayLine(name, side.replay)];

/** Both answers side by side. A conforming case shows the expectation in place of its answer. */
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
  // Answers to different inputs are not compared with each other.
  return inputs.after === undefined
    ? html`${evidence({ ...given(inputs.both), sides: wanted })}${evidence({ sides: [...first, ...second] })}`
    : html`${evidence({ ...given(inputs.before), sides: first })}${evidence({ ...given(inputs.after), sides: [...wanted, ...second] })}`;
}
