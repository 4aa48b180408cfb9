/** What shields.io draws a badge from: https://shields.io/badges/endpoint-badge */
import type { RunReport, VerdictKind } from './model.js';
import { moodOf, runOutcome } from './outcome.js';
import { runtimeOf } from './wording.js';

const COLOURS: { readonly [Mood in VerdictKind]: string } = {
  conforms: 'brightgreen',
  recorded: 'brightgreen',
  deviates: 'yellow',
  violates: 'red',
  inconclusive: 'lightgrey',
  'not-applicable': 'lightgrey',
};

/** Clauses of the headline that a badge has room for. */
const CLAUSES = 2;

/** JSON for a badge: what was judged by which srvspec, and what came of it. */
export function badgeReport(report: RunReport): string {
  const badge = {
    schemaVersion: 1,
    label: `srvspec ${report.srvspec}: ${runtimeOf(report)}`,
    message: runOutcome(report).headline.split('; ').slice(0, CLAUSES).join('; '),
    color: COLOURS[moodOf(report)],
  };
  return `${JSON.stringify(badge, null, 2)}\n`;
}
