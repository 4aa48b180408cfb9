import { brokenLines, type Display, labelled, type Screen, type Style, screenOf } from '../lines.js';
import { printableLine } from '../printable.js';
import { citedRows, counted } from '../wording.js';
import { isWorse } from './change.js';
import {
  type Blame,
  type CaseChange,
  CHANGES,
  type Change,
  type ChangeGroup,
  type ComparedRequirement,
  type Comparison,
  type DifferenceGroup,
} from './model.js';
import {
  BLAME_WORDS,
  BLAMES,
  CHANGE_WORDS,
  casesIn,
  differ,
  differentialSentence,
  quirkCause,
  quirksSentence,
  quirkText,
  sentence,
  sideEvidence,
  sideVerdict,
} from './wording.js';

/** The number of groups of a class and of cases of a group that are shown. The other formats have all. */
const GROUPS = 8;
const CASES = 2;
const QUIRKS = 8;

/** The comparison as text for a terminal: one sentence, its limits, then the changes by cause, worst first. */
export function comparisonText(comparison: Comparison, display: Display): string {
  const screen = screenOf(display);
  const requirements = new Map(comparison.requirements.map((one) => [one.id, one]));
  const classes = CHANGES.flatMap((change) => {
    const groups = comparison.groups.filter((group) => group.change === change);
    return groups.length === 0 ? [] : [classBlock(change, groups, requirements, screen)];
  });
  const blocks = [
    heading(comparison, screen),
    ...classes,
    ...differentialBlocks(comparison, screen),
    ...quirkBlocks(comparison, screen),
    ...endBlocks(comparison, screen),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function heading(comparison: Comparison, { paint, columns }: Screen): string {
  const style = {
    worse: 'violates',
    undecided: 'inconclusive',
    'not-worse': 'conforms',
    'not-compared': 'violates',
  } as const;
  return [
    ...sentenceLines(sentence(comparison), columns).map((line) => paint(style[comparison.verdict], line)),
    ...comparison.notes.flatMap((note) => sentenceLines(note, columns)).map((line) => paint('faint', line)),
  ].join('\n');
}

const sentenceLines = (text: string, columns: number | undefined): readonly string[] =>
  brokenLines(text.replaceAll('\n', ' '), 'words', columns);

function titleLines(title: string, meaning: string, style: Style, { paint, columns }: Screen): string {
  const [first = '', ...more] = sentenceLines(`${title} ${meaning}`, columns);
  const rest = first.slice(title.length);
  return [`${paint(style, first.slice(0, title.length))}${rest === '' ? '' : paint('faint', rest)}`]
    .concat(more.map((line) => paint('faint', line)))
    .join('\n');
}

const replayLine = (label: string, command: string, { paint }: Screen): string =>
  `  ${paint('faint', label.padEnd(9))} ${printableLine(command)}`;

function classBlock(
  change: Change,
  groups: readonly ChangeGroup[],
  requirements: ReadonlyMap<string, ComparedRequirement>,
  screen: Screen,
): string {
  const { paint } = screen;
  const { label, meaning, style } = CHANGE_WORDS[change];
  const count = groups.reduce((sum, { cases }) => sum + cases.length, 0);
  const rest = groups.slice(GROUPS).reduce((sum, { cases }) => sum + cases.length, 0);
  return [
    titleLines(`${counted(count, 'case')} ${label}`, `(${meaning})`, style, screen),
    ...groups.slice(0, GROUPS).map((group) => groupBlock(group, requirements, screen)),
    ...(rest > 0 ? [paint('faint', `  … and ${counted(rest, 'more case')}: --report html=FILE`)] : []),
  ].join('\n\n');
}

/** What the cases of a group have in common. */
const causeLines = (
  { title, cause, cases }: { readonly title: string; readonly cause: string; readonly cases: readonly unknown[] },
  { paint, columns }: Screen,
): readonly string[] =>
  brokenLines(`${title}, ${counted(cases.length, 'case')}: ${cause}`, 'words', columns, 2).map(
    (line) => `  ${paint('strong', line)}`,
  );

const moreAlike = (rest: number, { paint }: Screen): readonly string[] =>
  rest > 0 ? [`  ${paint('faint', `… and ${counted(rest, 'more case')} alike`)}`] : [];

function groupBlock(
  group: ChangeGroup,
  requirements: ReadonlyMap<string, ComparedRequirement>,
  screen: Screen,
): string {
  const { cases } = group;
  const shown = isWorse(cases[0]?.change ?? 'same') ? CASES : 1;
  return [
    ...causeLines(group, screen),
    ...cases.slice(0, shown).map((one) => caseLines(one, requirements.get(one.requirement), screen)),
    ...moreAlike(cases.length - shown, screen),
  ].join('\n');
}

function caseLines({ id, before, after }: CaseChange, of: ComparedRequirement | undefined, screen: Screen): string {
  const side = after ?? before;
  return [
    ...labelled('case', `${id}: ${sideVerdict(before)} → ${sideVerdict(after)}`, screen),
    ...labelled('says', of === undefined ? undefined : `${of.says} (${citedRows(of.rows)})`, screen, 'words'),
    ...sideEvidence(before, after).flatMap(([label, text]) => labelled(label, text, screen)),
    ...(side === undefined ? [] : [replayLine('replay', side.replay, screen)]),
  ].join('\n');
}

function differentialBlocks({ differential, before, after }: Comparison, screen: Screen): readonly string[] {
  if (differential === undefined) return [];
  const classes = BLAMES.flatMap((blame) => {
    const groups = differential.groups.filter((group) => group.blame === blame);
    return groups.length === 0 ? [] : [blameBlock(blame, groups, [before.label, after.label], screen)];
  });
  return [screen.paint('strong', `the same inputs, other answers: ${differ(differential.differing)}`), ...classes];
}

/** One line for each used quirk, unused ones first, since they may be removed from their file. */
function quirkBlocks({ quirks }: Comparison, screen: Screen): readonly string[] {
  if (quirks.length === 0) return [];
  const inOrder = [...quirks].sort((a, b) => Math.sign(a.cases.length) - Math.sign(b.cases.length));
  const rest = quirks.length - QUIRKS;
  const lines = inOrder
    .slice(0, QUIRKS)
    .flatMap((quirk) => [
      ...labelled('quirk', `${quirk.of[0] ?? ''}: ${quirkCause(quirk)}; ${quirkText(quirk)}`, screen, 'words'),
      ...labelled('', `${quirk.reason} (${quirk.source})`, screen, 'words'),
    ]);
  const more = rest > 0 ? [screen.paint('faint', `  … and ${counted(rest, 'more quirk')}: --report html=FILE`)] : [];
  return [[screen.paint('strong', quirksSentence(quirks)), ...lines, ...more].join('\n')];
}

function endBlocks({ differential }: Comparison, { paint, columns }: Screen): readonly string[] {
  if (differential === undefined) return [];
  const lines = sentenceLines(differentialSentence(differential), columns);
  return [lines.map((line) => paint('strong', line)).join('\n')];
}

function blameBlock(
  blame: Blame,
  groups: readonly DifferenceGroup[],
  labels: readonly [string, string],
  screen: Screen,
): string {
  const { paint } = screen;
  const count = casesIn(groups);
  const rest = groups.length - GROUPS;
  return [
    titleLines(`${differ(count)},`, BLAME_WORDS[blame], 'strong', screen),
    ...groups.slice(0, GROUPS).map((group) => differenceLines(group, labels, screen)),
    ...(rest > 0 ? [paint('faint', `  … and ${counted(rest, 'more group')}: --report html=FILE`)] : []),
  ].join('\n\n');
}

function differenceLines(group: DifferenceGroup, labels: readonly [string, string], screen: Screen): string {
  const { says, cases, examples } = group;
  const [smallest] = examples;
  const seen =
    smallest === undefined
      ? labelled('case', `${cases[0] ?? ''}: not seen again alone`, screen)
      : [
          ...labelled('case', smallest.id, screen),
          ...labelled('says', says, screen, 'words'),
          ...labelled('input', smallest.input, screen),
          ...labelled('first', `${smallest.first}  (${labels[0]})`, screen),
          ...labelled('second', `${smallest.second}  (${labels[1]})`, screen),
          ...smallest.replays.map((replay, i) => replayLine(i === 0 ? 'replay' : '', replay, screen)),
        ];
  return [
    ...causeLines(group, screen),
    ...seen,
    ...moreAlike(smallest === undefined ? 0 : cases.length - 1, screen),
  ].join('\n');
}
