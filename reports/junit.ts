import type { CaseReport, RequirementReport, RunReport } from './model.js';
import { runOutcome } from './outcome.js';
import { isDown, totalsOf } from './totals.js';
import { caseCount, leftoverName, placing, runtimeOf, standing } from './wording.js';
import { attributes, escaped } from './xml.js';

/**
 * JUnit XML: a suite for each requirement, a test for each case. A wrong answer is a failure, a crash or a hang an error;
 * deviations, what is only recorded and what was not judged are skipped with the reason or the observation. Stale deviations are a suite of failures of their own; what
 * was learned of a service stands as properties of a suite without tests, since only suites have properties. A run that leaves
 * something open is an error in a suite of its own: what is only skipped is green to many readers.
 */
export function junitReport(report: RunReport): string {
  const open = openSuite(report);
  const suites = [
    ...report.requirements.map(suite),
    ...staleSuite(report.staleDeviations),
    ...serviceSuite(report),
    ...open,
  ];
  const cases = report.requirements.flatMap((requirement) => requirement.cases);
  const counts = attributes({
    name: `${report.target.name}, ${runtimeOf(report)}`,
    tests: cases.length + report.staleDeviations.length + Math.sign(open.length),
    failures: cases.filter(isFailure).length + report.staleDeviations.length,
    errors: cases.filter(isError).length + Math.sign(open.length),
    time: seconds(report.durationMs),
  });
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${counts}>`, ...suites, '</testsuites>', ''].join('\n');
}

function suite(requirement: RequirementReport): string {
  const { id, cases, says, rows } = requirement;
  const totals = totalsOf(cases);
  const counts = attributes({
    name: id,
    tests: caseCount(totals),
    failures: cases.filter(isFailure).length,
    errors: cases.filter(isError).length,
    skipped: totals.recorded + totals.deviates + totals.inconclusive + totals.notApplicable,
    time: seconds(cases.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  });
  return [
    `  <testsuite${counts}>`,
    '    <properties>',
    `      <property${attributes({ name: 'says', value: says })}/>`,
    `      <property${attributes({ name: 'rows', value: rows.join(' ') })}/>`,
    '    </properties>',
    ...cases.map((one) => testcase(requirement, one)),
    '  </testsuite>',
  ].join('\n');
}

function testcase(requirement: RequirementReport, one: CaseReport): string {
  const head = `    <testcase${attributes({
    name: one.id,
    classname: requirement.object.replaceAll('/', '.'),
    time: seconds(one.durationMs),
  })}`;
  const result = resultOf(requirement, one);
  return result === undefined ? `${head}/>` : `${head}>\n      ${result}\n    </testcase>`;
}

function resultOf(requirement: RequirementReport, one: CaseReport): string | undefined {
  switch (one.verdict) {
    case 'conforms':
      return undefined;
    case 'violates': {
      const element = isError(one) ? 'error' : 'failure';
      return `<${element}${attributes({ message: one.reason, type: one.failure ?? '' })}>${escaped(story(requirement, one))}</${element}>`;
    }
    case 'recorded':
    case 'deviates':
    case 'inconclusive':
    case 'not-applicable':
      return `<skipped${attributes({ message: standing(one) })}/>`;
    default:
      return one.verdict satisfies never;
  }
}

function story({ says }: RequirementReport, one: CaseReport): string {
  const { counterexample, requests = [], expected, observed, replay } = one;
  const input = [
    ...(counterexample === undefined ? [] : [`input:    ${counterexample}`]),
    ...requests.map((request) => `request:  ${request}`),
  ];
  return [says, ...input, `expected: ${expected ?? ''}`, `observed: ${observed ?? ''}`, `replay:   ${replay}`].join(
    '\n',
  );
}

function staleSuite(stale: RunReport['staleDeviations']): readonly string[] {
  if (stale.length === 0) return [];
  const name = 'recorded deviations that did not happen';
  const counts = attributes({
    name,
    tests: stale.length,
    failures: stale.length,
    errors: 0,
    skipped: 0,
    time: '0.000',
  });
  const cases = stale.map(({ id, why }) => {
    const failure = `<failure${attributes({ message: 'it conforms', type: 'stale' })}>${escaped(why)}</failure>`;
    return `    <testcase${attributes({ name: id, classname: 'deviations', time: '0.000' })}>${failure}</testcase>`;
  });
  return [`  <testsuite${counts}>`, ...cases, '  </testsuite>'];
}

function serviceSuite({ service }: RunReport): readonly string[] {
  const { mapping = [], leftovers = [] } = service ?? {};
  const properties = [
    ...mapping.map((one) => attributes({ name: 'value', value: placing(one) })),
    ...leftovers.map((one) => attributes({ name: `left ${one.resource}`, value: leftoverName(one) })),
  ];
  if (properties.length === 0) return [];
  const counts = attributes({ name: 'service', tests: 0, failures: 0, errors: 0, skipped: 0, time: '0.000' });
  const lines = properties.map((property) => `      <property${property}/>`);
  return [`  <testsuite${counts}>`, '    <properties>', ...lines, '    </properties>', '  </testsuite>'];
}

function openSuite(report: RunReport): readonly string[] {
  const { open } = runOutcome(report);
  if (open.length === 0) return [];
  const counts = attributes({ name: 'the run', tests: 1, failures: 0, errors: 1, skipped: 0, time: '0.000' });
  const head = attributes({ name: 'leaves nothing open', classname: 'run', time: '0.000' });
  const error = attributes({ message: open.join('; '), type: 'undecided' });
  return [`  <testsuite${counts}>`, `    <testcase${head}><error${error}/></testcase>`, '  </testsuite>'];
}

function isError(one: CaseReport): boolean {
  return one.verdict === 'violates' && isDown(one);
}

function isFailure(one: CaseReport): boolean {
  return one.verdict === 'violates' && !isError(one);
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}
