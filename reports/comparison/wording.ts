/** The words of a comparison for people. */
import type { VerdictKind } from '../model.js';
import { counted, numeral, VERDICT_WORDS } from '../wording.js';
import {
  type Blame,
  CHANGES,
  type Change,
  type Comparison,
  type ComparisonVerdict,
  type Differential,
  type QuirkUse,
  type Side,
} from './model.js';

/** How a change is shown. */
interface ChangeWords {
  /** For a count: `3 regressed`. */
  readonly label: string;
  readonly meaning: string;
  /** A character that distinguishes changes without colour. */
  readonly mark: string;
  /** The verdict whose colour the change has. */
  readonly style: VerdictKind;
  /** The outcome of a test in JUnit that does not fail the gate. */
  readonly junit: 'error' | 'skipped' | 'passed';
}

const words = (
  mark: string,
  style: VerdictKind,
  junit: ChangeWords['junit'],
  label: string,
  meaning: string,
): ChangeWords => ({ label, meaning, mark, style, junit });

const OPEN = 'left open by the documents';
const NOT_COMPARED = 'observed on neither side, left open and tried with different inputs, or varying by itself';

// biome-ignore format: a table
export const CHANGE_WORDS: { readonly [C in Change]: ChangeWords } = {
  crashes: words('!', 'violates', 'error', 'crashing', 'ends or hangs the target now, and did not before'),
  regressed: words('✗', 'violates', 'skipped', 'regressed', 'right before, wrong now'),
  'new-failing': words('✗', 'violates', 'skipped', 'new and failing', 'wrong now; there was nothing to judge before'),
  lost: words('✗', 'violates', 'skipped', 'lost', 'observed before; what it asks for is missing now'),
  removed: words('✗', 'violates', 'skipped', 'removed', 'observed before; the second run has no such case'),
  undecided: words('?', 'inconclusive', 'error', 'undecided', 'observed on only one side, so it may have got worse'),
  unstable: words('?', 'inconclusive', 'error', 'unstable', 'worse, but not each time it was tried again'),
  'fails-differently': words('≈', 'deviates', 'skipped', 'failing differently', 'wrong before and now, in another way'),
  'answers-differently': words('○', 'recorded', 'skipped', 'answering differently', `${OPEN}, and answered in another way`),
  'now-skipped': words('–', 'not-applicable', 'skipped', 'no longer applicable', 'observed before; does not apply to the second target'),
  fixed: words('✓', 'conforms', 'passed', 'fixed', 'wrong before, not now'),
  'new-passing': words('✓', 'conforms', 'passed', 'new and right', 'right now; there was nothing to judge before'),
  'new-open': words('○', 'recorded', 'passed', 'newly recorded', `${OPEN}; recorded for the first time`),
  ignored: words('○', 'recorded', 'skipped', 'ignored per quirk', `${OPEN}, and answered in another way that is known to be harmless`),
  'still-failing': words('≈', 'recorded', 'passed', 'failing as before', 'wrong in the same way'),
  same: words('✓', 'recorded', 'passed', 'same', 'right before and now, or open with the same answer'),
  'not-compared': words('?', 'recorded', 'passed', 'not compared', NOT_COMPARED),
};

const VERDICT_TEXT: { readonly [V in ComparisonVerdict]: string } = {
  worse: 'WORSE',
  undecided: 'UNDECIDED',
  'not-worse': 'NOT WORSE',
  'not-compared': 'NOT COMPARED',
};

/** The comparison in one sentence: `WORSE: 3 regressed, 2 fixed, 812 same (0.8.4 → 0.9.1)`. */
export function sentence({ verdict, totals, before, after }: Comparison): string {
  const counts = CHANGES.filter((change) => totals[change] > 0).map(
    (change) => `${numeral(totals[change])} ${CHANGE_WORDS[change].label}`,
  );
  return `${VERDICT_TEXT[verdict]}: ${counts.join(', ')} (${before.label} → ${after.label})`;
}

/** `✓ conforms`, `✗ violates (crash)`; `absent` for a missing case. */
export function sideVerdict(side: Side | undefined): string {
  if (side === undefined) return 'absent';
  const { mark, label } = VERDICT_WORDS[side.verdict];
  const down = side.failure === 'crash' || side.failure === 'hang' ? ` (${side.failure})` : '';
  return `${mark} ${label}${down}`;
}

/** The answer of one side in one line: the observation, or why there is none. */
export const answerText = (side: Side | undefined): string | undefined =>
  side === undefined ? undefined : (side.observed ?? (side.verdict === 'conforms' ? 'as expected' : side.reason));

/** Why two targets were not compared. */
export const PLANTED_MISSED =
  'the difference that is planted in every run was not found, so others may be missing, too: nothing was compared';

/** In the order of reports. */
export const BLAMES = ['second', 'both', 'first', 'neither', 'open'] as const satisfies readonly Blame[];

export const BLAME_WORDS: { readonly [B in Blame]: string } = {
  second: 'the second against the documents',
  both: 'both against the documents, each in its way',
  first: 'the first against the documents',
  neither: 'and the documents allow both',
  open: 'where the documents leave it open',
};

/** The number of cases of the groups; one case may be in several. */
export const casesIn = (groups: readonly { readonly cases: readonly string[] }[]): number =>
  new Set(groups.flatMap(({ cases }) => cases)).size;

/** `1 case differs`, `330 cases differ` */
export const differ = (cases: number): string => `${counted(cases, 'case')} ${cases === 1 ? 'differs' : 'differ'}`;

/** `330 cases differ; 12,010 inputs drawn for both: 11,500 answered alike, 467 otherwise (14 groups), 43 dropped, …` */
export function differentialSentence(differential: Differential): string {
  const { differing, inputs, agreed, differed, ignored, dropped, unobserved, groups } = differential;
  const counts = [
    `${numeral(agreed)} answered alike`,
    ...(differed === 0 ? [] : [`${numeral(differed)} otherwise (${counted(groups.length, 'group')})`]),
    ...(ignored === 0 ? [] : [`${numeral(ignored)} ignored per quirk`]),
    ...(dropped === 0 ? [] : [`${numeral(dropped)} dropped, since an answer varies by itself`]),
    ...(unobserved === 0 ? [] : [`${numeral(unobserved)} not observed on both`]),
  ];
  return `${differ(differing)}; ${counted(inputs, 'input')} drawn for both: ${counts.join(', ')}`;
}

/** `4 quirks, 1 of them unused: 37 cases ignored` */
export function quirksSentence(quirks: readonly QuirkUse[]): string {
  const unused = quirks.filter(({ cases }) => cases.length === 0).length;
  const how = unused === 0 ? '' : `, ${numeral(unused)} unused`;
  return `${counted(quirks.length, 'quirk')}${how}: ${counted(casesIn(quirks), 'case')} ignored`;
}

/** The result of a quirk: `12 cases ignored`. */
export const quirkText = ({ cases }: QuirkUse): string =>
  cases.length === 0 ? 'unused: no difference was as it says' : `${counted(cases.length, 'case')} ignored`;

/** `The first returns, the second throws TypeError`, with the engines. */
export const quirkCause = ({ cause, engines }: QuirkUse): string =>
  engines === undefined ? cause : `${cause} (${engines.join(', ')})`;

/** The input of both answers if both have the same or only one is shown; otherwise the input of each. */
export function inputsOf(before: Side | undefined, after: Side | undefined): Inputs {
  const [was, is] = [before?.counterexample, after?.counterexample];
  if (was === undefined || is === undefined || was === is) return { both: is ?? was };
  return { before: was, after: is };
}

interface Inputs {
  readonly both?: string | undefined;
  readonly before?: string;
  readonly after?: string;
}

/** The evidence of both sides, in order. Answers to different inputs have their own input each. */
export function sideEvidence(
  before: Side | undefined,
  after: Side | undefined,
): readonly (readonly [label: 'input' | 'expected' | 'before' | 'after', text: string])[] {
  const inputs = inputsOf(before, after);
  const expected = ['expected', after?.expected ?? before?.expected] as const;
  const was = ['before', answerText(before)] as const;
  const is = ['after', answerText(after)] as const;
  const lines =
    inputs.after === undefined
      ? [['input', inputs.both] as const, expected, was, is]
      : [['input', inputs.before] as const, was, ['input', inputs.after] as const, expected, is];
  return lines.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const]));
}
