import { type Display, labelled, linesOf, type Screen, type Style, screenOf } from '../lines.js';
import { printableLine } from '../printable.js';
import { counted } from '../wording.js';
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
  answerText,
  BLAME_WORDS,
  BLAMES,
  CHANGE_WORDS,
  differ,
  differentialSentence,
  expectedOf,
  inputsOf,
  sentence,
  standingText,
} from './wording.js';

/** What is shown of each: groups of a class, cases of a group. The other formats have all. */
const GROUPS = 8;
const CASES = 2;

/** The comparison as a command prints it: one sentence, what limits it, then what changed, by cause, worst first. */
export function comparisonText(comparison: Comparison, display: Display): string {
  const screen = screenOf(display);
  const requirements = new Map(comparison.requirements.map((one) => [one.id, one]));
  const classes = CHANGES.flatMap((change) => {
    const groups = comparison.groups.filter((group) => group.change === change);
    return groups.length === 0 ? [] : [classBlock(change, groups, requirements, screen)];
  });
  const blocks = [heading(comparison, screen), ...classes, ...differentialBlocks(comparison, screen)];
  return `${blocks.join('\n\n')}\n`;
}

function heading(comparison: Comparison, { paint }: Screen): string {
  const style = {
    worse: 'violates',
    undecided: 'inconclusive',
    'not-worse': 'conforms',
    'not-compared': 'violates',
  } as const;
  return [
    paint(style[comparison.verdict], printableLine(sentence(comparison))),
    ...comparison.notes.map((note) => paint('faint', printableLine(note))),
  ].join('\n');
}

const styleOf = (change: Change): Style => {
  if (isWorse(change)) return 'violates';
  if (change === 'undecided' || change === 'unstable') return 'inconclusive';
  return change === 'fixed' || change === 'new-passing' ? 'conforms' : 'recorded';
};

function classBlock(
  change: Change,
  groups: readonly ChangeGroup[],
  requirements: ReadonlyMap<string, ComparedRequirement>,
  screen: Screen,
): string {
  const { paint } = screen;
  const { label, meaning } = CHANGE_WORDS[change];
  const count = groups.reduce((sum, { cases }) => sum + cases.length, 0);
  const rest = groups.slice(GROUPS).reduce((sum, { cases }) => sum + cases.length, 0);
  return [
    `${paint(styleOf(change), `${counted(count, 'case')} ${label}`)} ${paint('faint', `(${meaning})`)}`,
    ...groups.slice(0, GROUPS).map((group) => groupBlock(group, requirements, screen)),
    ...(rest > 0 ? [paint('faint', `  … and ${counted(rest, 'more case')}: --report html=FILE`)] : []),
  ].join('\n\n');
}

function groupBlock(
  { title, cause, cases }: ChangeGroup,
  requirements: ReadonlyMap<string, ComparedRequirement>,
  screen: Screen,
): string {
  const { paint } = screen;
  const shown = isWorse(cases[0]?.change ?? 'same') ? CASES : 1;
  const rest = cases.length - shown;
  return [
    ...linesOf(`${title}, ${counted(cases.length, 'case')}: ${cause}`, 'words', screen.columns, 2).map(
      (line) => `  ${paint('strong', line)}`,
    ),
    ...cases.slice(0, shown).map((one) => caseLines(one, requirements.get(one.requirement), screen)),
    ...(rest > 0 ? [`  ${paint('faint', `… and ${counted(rest, 'more case')} alike`)}`] : []),
  ].join('\n');
}

function caseLines({ id, before, after }: CaseChange, of: ComparedRequirement | undefined, screen: Screen): string {
  const { paint } = screen;
  const side = after ?? before;
  const inputs = inputsOf(before, after);
  return [
    ...labelled('case', `${id}: ${standingText(before)} → ${standingText(after)}`, screen),
    ...labelled('says', of === undefined ? undefined : `${of.says} (${of.rows.join(', ')})`, screen, 'words'),
    ...labelled('input', inputs.both ?? inputs.before, screen),
    ...labelled('before', answerText(before), screen),
    ...labelled('input', inputs.after, screen),
    ...labelled('expected', expectedOf(before, after), screen),
    ...labelled('after', answerText(after), screen),
    ...(side === undefined ? [] : [`  ${paint('faint', 'replay'.padEnd(9))} ${printableLine(side.replay)}`]),
  ].join('\n');
}

function differentialBlocks({ differential, before, after }: Comparison, screen: Screen): readonly string[] {
  if (differential === undefined) return [];
  const classes = BLAMES.flatMap((blame) => {
    const groups = differential.groups.filter((group) => group.blame === blame);
    return groups.length === 0 ? [] : [blameBlock(blame, groups, [before.label, after.label], screen)];
  });
  return [screen.paint('strong', printableLine(differentialSentence(differential))), ...classes];
}

function blameBlock(
  blame: Blame,
  groups: readonly DifferenceGroup[],
  labels: readonly [string, string],
  screen: Screen,
): string {
  const { paint } = screen;
  const count = groups.reduce((sum, { cases }) => sum + cases.length, 0);
  const rest = groups.slice(GROUPS).reduce((sum, { cases }) => sum + cases.length, 0);
  return [
    `${differ(count)}, ${paint('faint', BLAME_WORDS[blame])}`,
    ...groups.slice(0, GROUPS).map((group) => differenceLines(group, labels, screen)),
    ...(rest > 0 ? [paint('faint', `  … and ${counted(rest, 'more case')}: --report html=FILE`)] : []),
  ].join('\n\n');
}

function differenceLines(
  { title, cause, cases, examples }: DifferenceGroup,
  labels: readonly [string, string],
  screen: Screen,
): string {
  const { paint } = screen;
  const [smallest] = examples;
  const seen =
    smallest === undefined
      ? labelled('case', `${cases[0] ?? ''}: not seen again alone`, screen)
      : [
          ...labelled('case', smallest.id, screen),
          ...labelled('input', smallest.input, screen),
          ...labelled('first', `${smallest.first}  (${labels[0]})`, screen),
          ...labelled('second', `${smallest.second}  (${labels[1]})`, screen),
          ...smallest.replays.map(
            (replay, i) => `  ${paint('faint', (i === 0 ? 'replay' : '').padEnd(9))} ${printableLine(replay)}`,
          ),
        ];
  return [
    ...linesOf(`${title}, ${counted(cases.length, 'case')}: ${cause}`, 'words', screen.columns, 2).map(
      (line) => `  ${paint('strong', line)}`,
    ),
    ...seen,
    ...(smallest !== undefined && cases.length > 1
      ? [`  ${paint('faint', `… and ${counted(cases.length - 1, 'more case')} alike`)}`]
      : []),
  ].join('\n');
}
