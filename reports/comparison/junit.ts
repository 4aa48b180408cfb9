import { type JunitResult, type JunitSuite, type JunitTest, junitText } from '../junit-xml.js';
import { failsGate, failsOnDifferences, type Gate } from './gate.js';
import {
  type CaseChange,
  CHANGES,
  type Change,
  type ComparedRequirement,
  type Comparison,
  UNCHANGED,
} from './model.js';
import {
  answerText,
  BLAME_WORDS,
  CHANGE_WORDS,
  differentialSentence,
  quirkCause,
  quirksSentence,
  quirkText,
  sentence,
  sideEvidence,
  sideVerdict,
} from './wording.js';

/**
 * A change that fails the gate is a failure, or an error if the target crashes or hangs. An undecided change is an error too: CI systems
 * count a skipped test as passed. Other changes are skipped with both answers.
 */
function outcomeOf(change: Change, gate: Gate): JunitResult['outcome'] | 'passed' {
  if (change === 'crashes') return 'error';
  return failsGate(change, gate) ? 'failure' : CHANGE_WORDS[change].junit;
}

/**
 * JUnit XML: a suite for each requirement with changed cases, a test for each of them. The first suite has the summary, the notes, and one
 * test for all unchanged cases, so that a comparison is never empty. Inputs with different answers of two targets are a suite of skipped
 * tests, unless any difference fails the gate. If one of the answers is wrong, its case fails in its own suite. Quirks are a suite of
 * skipped tests.
 */
export function junitComparison(comparison: Comparison, gate: Gate = 'worse'): string {
  const { groups, requirements } = comparison;
  const changes = groups.flatMap(({ cases }) => cases);
  const changesOf = ({ id }: ComparedRequirement) => changes.filter(({ requirement }) => requirement === id);
  return junitText(sentence(comparison), [
    unchanged(comparison),
    ...requirements.map((one) => suiteOf(one, changesOf(one), gate)),
    ...differences(comparison, gate),
    ...quirkSuite(comparison),
  ]);
}

const unchanged = (comparison: Comparison): JunitSuite => ({
  name: 'comparison',
  properties: [
    ['sentence', sentence(comparison)],
    ...comparison.notes.map((note) => ['note', note] as const),
    ...UNCHANGED.map((change) => [CHANGE_WORDS[change].label, `${comparison.totals[change]}`] as const),
  ],
  tests: [{ name: 'cases that did not change', classname: 'comparison' }],
});

const suiteOf = (
  { id, title, says, rows }: ComparedRequirement,
  changes: readonly CaseChange[],
  gate: Gate,
): JunitSuite => ({
  name: id,
  properties: [
    ['says', says],
    ['rows', rows.join(' ')],
  ],
  tests: [...changes]
    .sort((a, b) => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change))
    .map((one) => ({ name: one.id, classname: title, result: resultOf(one, says, gate) })),
});

function resultOf({ change, before, after }: CaseChange, says: string, gate: Gate): JunitResult | undefined {
  const outcome = outcomeOf(change, gate);
  if (outcome === 'passed') return undefined;
  const message = `${CHANGE_WORDS[change].label}: ${sideVerdict(before)} → ${sideVerdict(after)}`;
  if (outcome === 'skipped')
    return { outcome, message: `${message}: ${answerText(before) ?? ''} → ${answerText(after) ?? ''}` };
  const lines = [...sideEvidence(before, after), ['replay', (after ?? before)?.replay ?? ''] as const];
  const text = [says, ...lines.map(([label, of]) => `${label}:`.padEnd(10) + of)].join('\n');
  return { outcome, message, type: change, text };
}

function differences({ differential }: Comparison, gate: Gate): readonly JunitSuite[] {
  if (differential === undefined) return [];
  const missed = {
    outcome: 'error',
    message: 'it was not found: others may be missing, too',
    type: 'planted',
  } as const;
  const tests = differential.groups.map(({ title, says, cause, blame, cases, examples }): JunitTest => {
    const [one] = examples;
    const seen = one === undefined ? 'not seen again alone' : `${one.input}: ${one.first} ≠ ${one.second}`;
    const message = `${says} ${BLAME_WORDS[blame]}: ${seen}`;
    return {
      name: `${title}, ${cases[0] ?? ''}: ${cause}`,
      classname: 'differences',
      result: failsOnDifferences(gate)
        ? { outcome: 'failure', message, type: 'difference' }
        : { outcome: 'skipped', message },
    };
  });
  const planted = {
    name: 'the planted difference is found',
    classname: 'differences',
    result: differential.plantedFound ? undefined : missed,
  };
  return [
    { name: 'differences', properties: [['sentence', differentialSentence(differential)]], tests: [planted, ...tests] },
  ];
}

function quirkSuite({ quirks }: Comparison): readonly JunitSuite[] {
  if (quirks.length === 0) return [];
  const tests = quirks.map((quirk): JunitTest => {
    const { of, reason, source } = quirk;
    const message = `${quirkText(quirk)}: ${reason} (${source})`;
    return {
      name: `${of[0] ?? ''}: ${quirkCause(quirk)}`,
      classname: 'quirks',
      result: { outcome: 'skipped', message },
    };
  });
  return [{ name: 'quirks', properties: [['sentence', quirksSentence(quirks)]], tests }];
}
