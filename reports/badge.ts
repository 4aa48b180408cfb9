/** The data of a badge of shields.io: https://shields.io/badges/endpoint-badge */
import type { RunReport, VerdictKind } from './model.js';
import { runOutcome, styleOf } from './outcome.js';
import { runtimeOf } from './wording.js';

const COLOURS: { readonly [Mood in VerdictKind]: string } = {
  conforms: 'brightgreen',
  recorded: 'brightgreen',
  deviates: 'yellow',
  violates: 'red',
  inconclusive: 'lightgrey',
  'not-applicable': 'lightgrey',
};

/** A badge shows this many clauses of the headline. */
const CLAUSES = 2;

/** JSON for a badge: the version of srvspec, the target and the outcome. */
export function badgeReport(report: RunReport): string {
  const badge = {
    schemaVersion: 1,
    label: `srvspec ${report.srvspec}: ${runtimeOf(report)}`,
    message: runOutcome(report).headline.split('; ').slice(0, CLAUSES).join('; '),
    color: COLOURS[styleOf(report)],
  };
  return `${JSON.stringify(badge, null, 2)}\n`;
}
