import { jsonText } from '../json.js';
import type { CaseSelection, Circumstances } from '../model.js';
import type {
  CaseChange,
  Change,
  ChangeGroup,
  ComparedRequirement,
  ComparedRun,
  Comparison,
  DifferenceExample,
  DifferenceGroup,
  Differential,
  QuirkUse,
  Side,
} from './model.js';

type ComparisonKey =
  | keyof Comparison
  | keyof ComparedRun
  | keyof Circumstances
  | keyof ComparedRun['target']
  | keyof CaseSelection
  | keyof ComparedRequirement
  | keyof ChangeGroup
  | keyof CaseChange
  | keyof Side
  | keyof Differential
  | keyof DifferenceGroup
  | keyof DifferenceExample
  | keyof QuirkUse
  | Change;

/** Every key of the model, in the order in which each object of the comparison writes those that it has. */
const KEY_ORDER: { readonly [Key in ComparisonKey]: true } = {
  srvspec: true,
  id: true,
  verdict: true,
  before: true,
  after: true,
  label: true,
  circumstances: true,
  startedAt: true,
  machine: true,
  command: true,
  target: true,
  name: true,
  kind: true,
  host: true,
  runtimeVersion: true,
  engine: true,
  seed: true,
  selected: true,
  depth: true,
  only: true,
  shard: true,
  lastFailed: true,
  cutShort: true,
  leftOut: true,
  notes: true,
  totals: true,
  crashes: true,
  regressed: true,
  'new-failing': true,
  lost: true,
  removed: true,
  undecided: true,
  unstable: true,
  'fails-differently': true,
  'answers-differently': true,
  'now-skipped': true,
  fixed: true,
  'new-passing': true,
  'new-open': true,
  ignored: true,
  'still-failing': true,
  same: true,
  'not-compared': true,
  requirement: true,
  change: true,
  title: true,
  document: true,
  says: true,
  rows: true,
  requirements: true,
  failure: true,
  missing: true,
  reason: true,
  expected: true,
  observed: true,
  counterexample: true,
  replay: true,
  blame: true,
  cause: true,
  runs: true,
  input: true,
  inputs: true,
  agreed: true,
  differed: true,
  dropped: true,
  differing: true,
  plantedFound: true,
  first: true,
  second: true,
  replays: true,
  cases: true,
  examples: true,
  differential: true,
  groups: true,
  quirks: true,
  of: true,
  engines: true,
  source: true,
  unobserved: true,
};

/** The model itself as JSON; `reports/comparison.schema.json` is its schema. */
export function jsonComparison(comparison: Comparison): string {
  return jsonText(comparison, Object.keys(KEY_ORDER));
}
