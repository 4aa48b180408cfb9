import { attributes, escaped } from '../xml.js';
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
  standingText,
} from './wording.js';

type JunitOutcome = 'failure' | 'error' | 'skipped' | 'passed';

/**
 * What fails the gate is a failure, or an error where the target goes down. What could not be told is an error, too: a test that came
 * to no result, which no CI system takes for a pass, as it would take a skipped one. What got worse and does not fail the gate, or is
 * neither better nor worse, is skipped with both answers.
 */
function outcomeOf(change: Change, gate: Gate): JunitOutcome {
  if (change === 'crashes') return 'error';
  return failsGate(change, gate) ? 'failure' : OTHERWISE[change];
}

/** Of what does not fail the gate. */
const OTHERWISE: { readonly [C in Change]: JunitOutcome } = {
  crashes: 'error',
  regressed: 'skipped',
  'new-failing': 'skipped',
  lost: 'skipped',
  removed: 'skipped',
  undecided: 'error',
  unstable: 'error',
  'fails-differently': 'skipped',
  'answers-differently': 'skipped',
  'now-skipped': 'skipped',
  fixed: 'passed',
  'new-passing': 'passed',
  'new-open': 'passed',
  ignored: 'skipped',
  'still-failing': 'passed',
  same: 'passed',
  'not-compared': 'passed',
};

/** One test of a suite; its outcome as XML, nothing where it passed. */
interface JunitTest {
  readonly name: string;
  readonly classname: string;
  readonly outcome: JunitOutcome;
  readonly element: string;
}

/**
 * JUnit XML: a suite for each requirement with cases that changed, a test for each of them. The suite before them tells the
 * sentence and the notes, and has one test for all that did not change, so that a comparison is never empty. Inputs to which two
 * targets give different answers are a suite of skipped tests, unless the gate is any difference: where one of the answers is wrong,
 * its case fails above. Quirks are a suite of skipped tests.
 */
export function junitComparison(comparison: Comparison, gate: Gate = 'worse'): string {
  const { groups, requirements } = comparison;
  const changes = groups.flatMap(({ cases }) => cases);
  const suites = [
    unchanged(comparison),
    ...requirements.map((one) =>
      suiteOf(
        one,
        changes.filter(({ requirement }) => requirement === one.id),
        gate,
      ),
    ),
    ...differences(comparison, gate),
    ...quirkSuite(comparison),
  ];
  const tests = suites.flatMap((one) => one.tests);
  const { tests: all, failures, errors, time } = countsOf(tests);
  const head = attributes({ name: sentence(comparison), tests: all, failures, errors, time });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${head}>`,
    ...suites.map(suiteText),
    '</testsuites>',
    '',
  ].join('\n');
}

interface Suite {
  readonly name: string;
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly tests: readonly JunitTest[];
}

function suiteText({ name, properties, tests }: Suite): string {
  return [
    `  <testsuite${attributes({ name, ...countsOf(tests), skipped: count(tests, 'skipped') })}>`,
    '    <properties>',
    ...properties.map(([of, value]) => `      <property${attributes({ name: of, value })}/>`),
    '    </properties>',
    ...tests.map(testText),
    '  </testsuite>',
  ].join('\n');
}

const count = (tests: readonly JunitTest[], wanted: JunitOutcome): number =>
  tests.filter(({ outcome }) => outcome === wanted).length;

const countsOf = (tests: readonly JunitTest[]) => ({
  tests: tests.length,
  failures: count(tests, 'failure'),
  errors: count(tests, 'error'),
  time: '0.000',
});

function testText({ name, classname, element }: JunitTest): string {
  const head = `    <testcase${attributes({ name, classname, time: '0.000' })}`;
  return element === '' ? `${head}/>` : `${head}>\n      ${element}\n    </testcase>`;
}

function unchanged(comparison: Comparison): Suite {
  const { notes, totals } = comparison;
  const counts = UNCHANGED.map((change): readonly [string, string] => [
    CHANGE_WORDS[change].label,
    `${totals[change]}`,
  ]);
  return {
    name: 'comparison',
    properties: [
      ['sentence', sentence(comparison)],
      ...notes.map((note): readonly [string, string] => ['note', note]),
      ...counts,
    ],
    tests: [{ name: 'cases that did not change', classname: 'comparison', outcome: 'passed', element: '' }],
  };
}

function suiteOf({ id, title, says, rows }: ComparedRequirement, changes: readonly CaseChange[], gate: Gate): Suite {
  return {
    name: id,
    properties: [
      ['says', says],
      ['rows', rows.join(' ')],
    ],
    tests: [...changes].sort(byChange).map((one) => ({
      name: one.id,
      classname: title,
      outcome: outcomeOf(one.change, gate),
      element: elementOf(one, says, outcomeOf(one.change, gate)),
    })),
  };
}

const byChange = (a: CaseChange, b: CaseChange): number => CHANGES.indexOf(a.change) - CHANGES.indexOf(b.change);

function elementOf({ change, before, after }: CaseChange, says: string, outcome: JunitOutcome): string {
  const message = `${CHANGE_WORDS[change].label}: ${standingText(before)} → ${standingText(after)}`;
  switch (outcome) {
    case 'passed':
      return '';
    case 'skipped':
      return `<skipped${attributes({ message: `${message}: ${answerText(before) ?? ''} → ${answerText(after) ?? ''}` })}/>`;
    case 'failure':
    case 'error': {
      const told = [
        says,
        ...[...sideEvidence(before, after), ['replay', (after ?? before)?.replay ?? '']].map(
          ([label, text]) => `${label}:`.padEnd(10) + text,
        ),
      ].join('\n');
      return `<${outcome}${attributes({ message, type: change })}>${escaped(told)}</${outcome}>`;
    }
  }
}

function differences({ differential }: Comparison, gate: Gate): readonly Suite[] {
  if (differential === undefined) return [];
  const planted: JunitTest = {
    name: 'the planted difference is found',
    classname: 'differences',
    ...(differential.plantedFound
      ? { outcome: 'passed', element: '' }
      : {
          outcome: 'error',
          element: `<error${attributes({ message: 'it was not found: others may be missing, too', type: 'planted' })}></error>`,
        }),
  };
  const tests = differential.groups.map(({ title, says, cause, blame, cases, examples }): JunitTest => {
    const [one] = examples;
    const seen = one === undefined ? 'not seen again alone' : `${one.input}: ${one.first} ≠ ${one.second}`;
    const message = `${says} ${BLAME_WORDS[blame]}: ${seen}`;
    return {
      name: `${title}, ${cases[0] ?? ''}: ${cause}`,
      classname: 'differences',
      ...(failsOnDifferences(gate)
        ? { outcome: 'failure', element: `<failure${attributes({ message, type: 'difference' })}></failure>` }
        : { outcome: 'skipped', element: `<skipped${attributes({ message })}/>` }),
    };
  });
  return [
    { name: 'differences', properties: [['sentence', differentialSentence(differential)]], tests: [planted, ...tests] },
  ];
}

function quirkSuite({ quirks }: Comparison): readonly Suite[] {
  if (quirks.length === 0) return [];
  const tests = quirks.map((quirk): JunitTest => {
    const { of, reason, source } = quirk;
    return {
      name: `${of[0] ?? ''}: ${quirkCause(quirk)}`,
      classname: 'quirks',
      outcome: 'skipped',
      element: `<skipped${attributes({ message: `${quirkText(quirk)}: ${reason} (${source})` })}/>`,
    };
  });
  return [{ name: 'quirks', properties: [['sentence', quirksSentence(quirks)]], tests }];
}
