import { type JunitResult, type JunitSuite, junitText } from './junit-xml.js';
import type { CaseReport, RequirementReport, RunReport } from './model.js';
import { runOutcome } from './outcome.js';
import { isDown } from './totals.js';
import { leftoverName, placing, runtimeOf, verdictLine } from './wording.js';

/**
 * JUnit XML: a suite for each requirement, a test for each case.
 * - A wrong answer is a failure; a crash or a hang is an error.
 * - Deviations, recorded and unjudged cases are skipped with the reason or the observation.
 * - Stale deviations are failures in a suite of their own.
 * - Facts about a service are properties of a suite without tests, since only suites have properties.
 * - A run that leaves something open is an error in a suite of its own, since many readers count skipped tests as passed.
 */
export function junitReport(report: RunReport): string {
  const suites = [
    ...report.requirements.map(requirementSuite),
    ...staleSuite(report.staleDeviations),
    ...serviceSuite(report),
    ...openSuite(report),
  ];
  return junitText(`${report.target.name}, ${runtimeOf(report)}`, suites, report.durationMs);
}

const requirementSuite = (requirement: RequirementReport): JunitSuite => ({
  name: requirement.id,
  properties: [
    ['says', requirement.says],
    ['rows', requirement.rows.join(' ')],
  ],
  tests: requirement.cases.map((one) => ({
    name: one.id,
    classname: requirement.object.replaceAll('/', '.'),
    ms: one.durationMs,
    result: resultOf(requirement, one),
  })),
});

function resultOf({ says }: RequirementReport, one: CaseReport): JunitResult | undefined {
  const { verdict, reason: message, failure: type = '' } = one;
  if (verdict === 'conforms') return undefined;
  if (verdict !== 'violates') return { outcome: 'skipped', message: verdictLine(one) };
  return { outcome: isDown(one) ? 'error' : 'failure', message, type, text: story(says, one) };
}

function story(says: string, one: CaseReport): string {
  const { counterexample, requests = [], expected, observed, replay } = one;
  const input = [
    ...(counterexample === undefined ? [] : [`input:    ${counterexample}`]),
    ...requests.map((request) => `request:  ${request}`),
  ];
  return [says, ...input, `expected: ${expected ?? ''}`, `observed: ${observed ?? ''}`, `replay:   ${replay}`].join(
    '\n',
  );
}

function staleSuite(stale: RunReport['staleDeviations']): readonly JunitSuite[] {
  if (stale.length === 0) return [];
  const tests = stale.map(({ id, why }) => ({
    name: id,
    classname: 'deviations',
    result: { outcome: 'failure', message: 'it conforms', type: 'stale', text: why } as const,
  }));
  return [{ name: 'recorded deviations that did not happen', tests }];
}

function serviceSuite({ service }: RunReport): readonly JunitSuite[] {
  const { mapping = [], leftovers = [] } = service ?? {};
  const properties = [
    ...mapping.map((one) => ['value', placing(one)] as const),
    ...leftovers.map((one) => [`left ${one.resource}`, leftoverName(one)] as const),
  ];
  return properties.length === 0 ? [] : [{ name: 'service', properties, tests: [] }];
}

function openSuite(report: RunReport): readonly JunitSuite[] {
  const { open } = runOutcome(report);
  if (open.length === 0) return [];
  const result = { outcome: 'error', message: open.join('; '), type: 'undecided' } as const;
  return [{ name: 'the run', tests: [{ name: 'leaves nothing open', classname: 'run', result }] }];
}
