import type { MatrixSource } from '../matrix/build.js';
import type { CaseReport, RunReport } from '../model.js';
import { totalsOf } from '../totals.js';
import { sampleReport } from './sample.js';

/** The sample as another version or engine, with some of its cases replaced or left out. */
export function sampleOf(
  runtimeVersion: string,
  engine: string,
  change: (one: CaseReport) => CaseReport | undefined = (one) => one,
  casesEach = 8,
): RunReport {
  const report = sampleReport(casesEach);
  const requirements = report.requirements.map((one) => ({
    ...one,
    cases: one.cases.flatMap((of) => change(of) ?? []),
  }));
  return {
    ...report,
    target: { ...report.target, runtimeVersion, engine },
    requirements,
    totals: totalsOf(requirements.flatMap(({ cases }) => cases)),
  };
}

export const BROKEN = 'shared-dict.incr.missing-key/3';
export const LACKING = 'buffer.concat.length/5';

/** Three versions of one engine, and another one; the newest has one failure fixed, the oldest lacks a case. */
export const sampleSources = (casesEach = 8): readonly MatrixSource[] => [
  { report: sampleOf('0.8.4', 'njs', (one) => (one.id === LACKING ? undefined : one), casesEach) },
  { report: sampleOf('1.0.2', 'njs', fixed, casesEach), link: 'newest.html' },
  { report: sampleOf('0.8.9', 'njs', undefined, casesEach) },
  { report: sampleOf('1.0.2', 'qjs', undefined, casesEach) },
];

function fixed(one: CaseReport): CaseReport {
  const { id, kind, inputs, durationMs, replay } = one;
  return id === BROKEN ? { id, kind, inputs, durationMs, replay, verdict: 'conforms', reason: '' } : one;
}
