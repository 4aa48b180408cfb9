import type {
  CaseReport,
  CaseSelection,
  Circumstances,
  RequirementReport,
  RunOutcome,
  RunReport,
  SectionCoverage,
  ServiceFacts,
  Totals,
} from './model.js';
import { runOutcome } from './outcome.js';

type RunKey =
  | keyof RunReport
  | keyof RunOutcome
  | keyof Circumstances
  | keyof CaseSelection
  | keyof RunReport['documents'][number]
  | keyof RunReport['target']
  | keyof RunReport['staleDeviations'][number]
  | keyof ServiceFacts
  | keyof ServiceFacts['mapping'][number]
  | keyof ServiceFacts['leftovers'][number]
  | keyof RunReport['coverage']
  | keyof RunReport['coverage']['rows']
  | keyof RunReport['coverage']['requirements']
  | keyof SectionCoverage
  | keyof Totals
  | keyof RequirementReport
  | keyof CaseReport;

/** Every key of the model, in the order in which each object of the report writes those that it has. */
const KEY_ORDER: { readonly [Key in RunKey]: true } = {
  srvspec: true,
  circumstances: true,
  startedAt: true,
  machine: true,
  command: true,
  documents: true,
  target: true,
  seed: true,
  runs: true,
  selected: true,
  depth: true,
  id: true,
  name: true,
  object: true,
  title: true,
  sha256: true,
  document: true,
  only: true,
  shard: true,
  lastFailed: true,
  deviations: true,
  required: true,
  section: true,
  says: true,
  strength: true,
  kind: true,
  host: true,
  runtimeVersion: true,
  engine: true,
  outcome: true,
  why: true,
  rows: true,
  verdict: true,
  headline: true,
  open: true,
  unconfirmed: true,
  failure: true,
  missing: true,
  reason: true,
  inputs: true,
  durationMs: true,
  expected: true,
  observed: true,
  counterexample: true,
  requests: true,
  replay: true,
  totals: true,
  conforms: true,
  recorded: true,
  violates: true,
  deviates: true,
  notApplicable: true,
  inconclusive: true,
  requirements: true,
  staleDeviations: true,
  service: true,
  cutShort: true,
  mapping: true,
  place: true,
  pointer: true,
  how: true,
  leftovers: true,
  resource: true,
  coverage: true,
  total: true,
  tested: true,
  covered: true,
  excluded: true,
  cases: true,
  sections: true,
};

/** An escaped backslash, which stays, or the escape of half a character. */
const HALVES = /\\\\|\\(?=u[dD][89a-fA-F])/g;

/**
 * Half a surrogate pair is spelled out as the six characters `\\ud800`: other languages read the escape as no character, or
 * cannot print it.
 */
const withoutHalves = (json: string): string => json.replace(HALVES, '\\\\');

/** A model as JSON: of each object the keys that are listed, in their order, and a line feed at the end. */
export function jsonText(model: object, keys: readonly string[]): string {
  return `${withoutHalves(JSON.stringify(model, [...keys], 2))}\n`;
}

/** The model itself as JSON, with what the run comes to. */
export function jsonReport(report: RunReport): string {
  return jsonText({ ...report, outcome: runOutcome(report) }, Object.keys(KEY_ORDER));
}
