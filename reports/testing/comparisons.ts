import { compareReports } from '../comparison/compare.js';
import { CHANGES, type Comparison, type DifferenceGroup } from '../comparison/model.js';
import type { Quirk } from '../comparison/quirks.js';
import type { CaseReport, RequirementReport, RunReport, VerdictKind } from '../model.js';
import { NASTY, sampleReport } from './sample.js';

/** One side's result of a case: a verdict, how it fails, and the observation. */
type SideVerdict = readonly [VerdictKind, string?, (CaseReport['failure'] | 'missing')?];

/** Two sides of a case for each class of change. */
const SIDES: readonly (readonly [before: SideVerdict | undefined, after: SideVerdict | undefined])[] = [
  [['conforms'], ['violates', 'the target went down', 'crash']],
  [['conforms'], ['violates', 'returns 1', 'wrong']],
  [['not-applicable'], ['violates', 'returns 2', 'wrong']],
  [['conforms'], undefined],
  [['conforms'], ['inconclusive', 'rt.dump is missing', 'missing']],
  [['conforms'], ['inconclusive']],
  [
    ['violates', 'returns 3', 'wrong'],
    ['violates', 'throws TypeError', 'wrong'],
  ],
  [
    ['recorded', 'returns 4'],
    ['recorded', 'returns 5'],
  ],
  [['conforms'], ['not-applicable']],
  [
    ['recorded', 'returns 4'],
    ['recorded', 'throws TypeError: '],
  ],
  [['violates', 'returns 6', 'wrong'], ['conforms']],
  [['inconclusive'], ['conforms']],
  [['inconclusive'], ['recorded', 'returns 7']],
  [
    ['violates', 'returns 8', 'wrong'],
    ['violates', 'returns 8', 'wrong'],
  ],
  [['conforms'], ['conforms']],
  [['inconclusive'], ['inconclusive']],
];

/** A case that got worse by chance. */
const UNSTABLE = 'it.changes/unstable';

function caseOf(id: string, [verdict, observed, failure]: SideVerdict, text: string): CaseReport {
  return {
    id,
    kind: 'property',
    verdict,
    reason: verdict === 'conforms' || verdict === 'recorded' ? '' : `${verdict}${text}`,
    inputs: 1,
    durationMs: 1,
    replay: `srvspec replay ${id}`,
    ...(failure === 'missing' ? { missing: true } : failure !== undefined && { failure }),
    ...(observed !== undefined && { observed: `${observed}${text}`, counterexample: `[1]${text}` }),
  };
}

function reportOf(side: 0 | 1, text: string): RunReport {
  const verdicts = [...SIDES.map((sides, at) => [`it.changes/${at}`, sides[side]] as const)];
  const unstable = side === 0 ? (['conforms'] as const) : (['violates', 'returns 9', 'wrong'] as const);
  const cases = [...verdicts, [UNSTABLE, unstable] as const].flatMap(([id, of]) =>
    of === undefined ? [] : [caseOf(id, of, text)],
  );
  const requirement: RequirementReport = {
    id: 'it.changes',
    object: 'it',
    title: `It${text}`,
    document: 2,
    says: `It changes in every way.${text}`,
    strength: 'must',
    rows: ['2/it/changes'],
    verdict: 'violates',
    cases,
  };
  const report = sampleReport(1);
  const target = { ...report.target, runtimeVersion: side === 0 ? '0.8.4' : `0.9.1${text}` };
  return { ...report, target, requirements: [requirement] };
}

function differenceGroup(blame: DifferenceGroup['blame'], text: string): DifferenceGroup {
  const example = { id: 'it.changes/1', input: `[1]${text}`, first: `returns 1${text}`, second: `returns 2${text}` };
  const replays = [`srvspec replay a${text}`, 'srvspec replay b'] as const;
  return {
    requirement: 'it.changes',
    title: `It${text}`,
    says: `It changes in every way.${text}`,
    blame,
    cause: `the first returns, the second throws${text}`,
    cases: ['it.changes/1'],
    examples: [{ ...example, replays }],
  };
}

const quirk = (text: string, cause: string): Quirk => ({
  of: ['it.changes'],
  cause,
  engines: ['njs', 'njs'],
  reason: `It harms nobody.${text}`,
  source: `https://example.com/1${text}`,
});

/** A comparison with a case of every class, and `text` in every place that a target can fill. */
export function sampleComparison(text = ''): Comparison {
  const comparison = compareReports(reportOf(0, text), reportOf(1, text), {
    unstable: new Set([UNSTABLE]),
    notes: [`a reason${text}`],
    quirks: [quirk(text, 'the first returns, the second throws TypeError'), quirk(text, 'the first alone returns')],
  });
  const lost = CHANGES.filter((change) => comparison.totals[change] !== 1);
  if (lost.length > 0) throw new Error(`the sample has not one case of ${lost.join(', ')}`);
  return comparison;
}

/** The same for two targets. */
export function sampleDifferential(text = '', plantedFound = true): Comparison {
  const groups = (['second', 'both', 'first', 'neither', 'open'] as const).map((blame) => differenceGroup(blame, text));
  const differential = {
    inputs: 100,
    agreed: 90,
    differed: 4,
    ignored: 1,
    dropped: 2,
    unobserved: 3,
    differing: 5,
    plantedFound,
    groups,
  };
  return { ...sampleComparison(text), differential };
}

/** A comparison for every string that careless writers get wrong. */
export const nastyComparisons = (): readonly Comparison[] => NASTY.map((text) => sampleDifferential(text));
