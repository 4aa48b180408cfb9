/** A run as annotations of GitHub Actions. */
import type { CaseReport, RunReport } from './model.js';
import { runOutcome } from './outcome.js';
import { findingsOf, type RequirementFinding } from './outline.js';
import { isDown } from './totals.js';
import { briefReason, counted } from './wording.js';
import { type Annotation, workflowCommands } from './workflow-commands.js';

/**
 * Each violated requirement is an error, those with a crash or a hang first; then each stale deviation is one. If there is neither, or the
 * run also leaves something open, one line has the run's outcome: a notice if it passed, otherwise a warning.
 */
export function annotationsReport(report: RunReport): string {
  const { verdict, headline, open } = runOutcome(report);
  const violated = findingsOf(report, 'violates');
  const goesDown = ({ cases }: RequirementFinding): boolean => cases.some(isDown);
  const errors = [...violated.filter(goesDown), ...violated.filter((finding) => !goesDown(finding))].map(violation);
  const found = [...errors, ...report.staleDeviations.map(stale)];
  const summary: Annotation = {
    level: verdict === 'passed' ? 'notice' : 'warning',
    title: `srvspec on ${report.target.name}`,
    lines: [headline],
  };
  const says = found.length === 0 || open.length > 0;
  return workflowCommands([...(says ? [summary] : []), ...found], 'failure');
}

function violation({ requirement, cases }: RequirementFinding): Annotation {
  const one = cases.find(isDown) ?? cases[0];
  return {
    level: 'error',
    title: `${requirement.id} is violated`,
    lines: [
      requirement.says,
      ...(one === undefined ? [] : linesOf(one)),
      ...(cases.length > 1 ? [`and ${counted(cases.length - 1, 'more case')} of this requirement`] : []),
    ],
  };
}

function linesOf(one: CaseReport): readonly string[] {
  const { id, counterexample, expected, observed, replay } = one;
  const line = (label: string, text: string | undefined): readonly string[] =>
    text === undefined ? [] : [`${label}: ${text}`];
  return [
    `${id}: ${briefReason(one)}`,
    ...line('input', counterexample),
    ...line('expected', expected),
    ...line('observed', observed),
    ...line('replay', replay),
  ];
}

const stale = ({ id, why }: RunReport['staleDeviations'][number]): Annotation => ({
  level: 'error',
  title: `${id} no longer deviates`,
  lines: ['It is recorded as a deviation, and did not happen: remove it from the record.', why],
});
