/** Common Test Report Format, https://ctrf.io: one JSON for tools that gather the tests of all languages. */
import type { CaseReport, RequirementReport, RunReport, VerdictKind } from './model.js';
import { runOutcome } from './outcome.js';
import { printableText } from './printable.js';
import { briefReason, runtimeOf, verdictLine } from './wording.js';

type CtrfStatus = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

/** A case that is neither right nor wrong is `other`, and an unobserved one is `pending`: neither is a pass. */
const STATUS: { readonly [Verdict in VerdictKind]: CtrfStatus } = {
  conforms: 'passed',
  violates: 'failed',
  recorded: 'other',
  deviates: 'other',
  inconclusive: 'pending',
  'not-applicable': 'skipped',
};

interface CtrfTest {
  readonly name: string;
  readonly status: CtrfStatus;
  readonly rawStatus: string;
  /** Whole milliseconds. */
  readonly duration: number;
  readonly suite: readonly string[];
  readonly message?: string;
  readonly trace?: string;
  readonly extra?: object;
}

/** The report as CTRF: a test for each case and each stale deviation, and one failing test if the run leaves something open. */
export function ctrfReport(report: RunReport): string {
  const { srvspec, circumstances, target, durationMs } = report;
  const { headline, open } = runOutcome(report);
  const tests = [...report.requirements.flatMap(testsOf), ...report.staleDeviations.map(staleTest), ...openTest(open)];
  const count = (wanted: CtrfStatus): number => tests.filter(({ status }) => status === wanted).length;
  const start = Date.parse(circumstances.startedAt);
  const stop = start + Math.round(durationMs);
  const ctrf = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: 'srvspec',
    results: {
      tool: { name: 'srvspec', version: srvspec },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: count('pending'),
        other: count('other'),
        suites: new Set(tests.map(({ suite }) => suite.join('/'))).size,
        start,
        stop,
        extra: { headline },
      },
      tests,
      environment: {
        appName: target.name,
        appVersion: runtimeOf(report),
        extra: { machine: circumstances.machine, command: circumstances.command, seed: report.seed, runs: report.runs },
      },
    },
  };
  return `${JSON.stringify(ctrf, (_, value) => (typeof value === 'string' ? printableText(value) : value), 2)}\n`;
}

const testsOf = (requirement: RequirementReport): readonly CtrfTest[] =>
  requirement.cases.map((one) => testOf(requirement, one));

function testOf({ id: requirement, title, says, rows }: RequirementReport, one: CaseReport): CtrfTest {
  const { id, kind, verdict, failure, durationMs, inputs, counterexample, requests, expected, observed, replay } = one;
  const message = verdict === 'violates' ? briefReason(one) : verdictLine(one);
  const trace = [`expected: ${expected ?? ''}`, `observed: ${observed ?? ''}`, `replay: ${replay}`].join('\n');
  return {
    name: id,
    status: STATUS[verdict],
    rawStatus: failure === undefined ? verdict : `${verdict}: ${failure}`,
    duration: Math.round(durationMs),
    suite: [title, requirement],
    ...(verdict !== 'conforms' && { message }),
    ...(verdict === 'violates' && { trace }),
    extra: {
      kind,
      says,
      rows,
      inputs,
      ...(counterexample !== undefined && { counterexample }),
      ...(requests !== undefined && { requests }),
      replay,
    },
  };
}

const staleTest = ({ id, why }: RunReport['staleDeviations'][number]): CtrfTest => ({
  name: `${id} deviates as recorded`,
  status: 'failed',
  rawStatus: 'stale',
  duration: 0,
  suite: ['recorded deviations that did not happen'],
  message: 'it conforms',
  trace: why,
});

const openTest = (open: readonly string[]): readonly CtrfTest[] =>
  open.length === 0
    ? []
    : [
        {
          name: 'the run leaves nothing open',
          status: 'failed',
          rawStatus: 'undecided',
          duration: 0,
          suite: ['the run'],
          message: open.join('; '),
        },
      ];
