/** A run: from the selected cases to their verdicts. `run` has the steps in order. */

import type { CaseReport, RequirementReport, RunReport } from '../../reports/model.js';
import { totalsOf, verdictOf } from '../../reports/totals.js';
import { NOT_OBSERVABLE_HERE } from '../../reports/wording.js';
import { EXIT, UserError } from '../../spec/reading/user-error.js';
import type { GeneratedCase, GeneratedObject, GeneratedRequirement } from '../language/case.js';
import { whyUnjudged } from '../language/failures.js';
import type { Capability, CaseBody } from '../language/trial.js';
import { inapplicable, inapplicableSetup, lackingOf } from './applicable.js';
import { anyOf, unlessAborted } from './each-of.js';
import { setEngine } from './engine.js';
import { identify } from './identify.js';
import { locationPath } from './merging.js';
import type { RunnableCase } from './planned.js';
import { INTERRUPTED } from './sessions.js';
import { API_IDENTITY, type Identity, isRuntime, LACKING, type Target } from './target.js';
import { type RunOptions, runCases } from './workers.js';

/** The part of a report that a run adds; the caller adds documents, package version and coverage. */
export type RunResult = Pick<
  RunReport,
  'target' | 'seed' | 'runs' | 'durationMs' | 'totals' | 'requirements' | 'staleDeviations' | 'service' | 'cutShort'
>;

/** The run was interrupted before there was anything to report. */
export class Interrupted extends UserError {
  override readonly exitStatus = EXIT.interrupted;
}

/** Runs the selected cases. Rejects with `TargetUnavailable` if the target cannot be run at all. */
export async function run(
  target: Target,
  objects: readonly GeneratedObject[],
  options: RunOptions & { readonly failFast?: boolean },
): Promise<RunResult> {
  const started = performance.now();
  setEngine();
  const identifying: Promise<Identity | undefined> = identityOf(target, objects, options);
  const identity = await unlessAborted(identifying, options.interruption, () => undefined);
  if (identity === undefined) throw new Interrupted(`${INTERRUPTED} before ${target.name} was identified`);
  const planned = plansOf(target, objects, identity);
  const { cases, cutShort } = await judgedCases(target, planned, identity, options);
  const requirements = objects.flatMap((object) =>
    object.requirements.map((requirement) => requirementReport(object, requirement, cases)),
  );
  const service = target.service?.();
  return {
    target: {
      name: target.name,
      kind: target.kind,
      ...(target.host !== undefined && isRuntime(identity) && { host: await target.host() }),
      runtimeVersion: identity.runtimeVersion,
      engine: identity.engine,
    },
    seed: options.seed,
    runs: options.runs,
    durationMs: Math.round(performance.now() - started),
    totals: totalsOf([...cases.values()]),
    requirements,
    staleDeviations: options.deviations.stale(identity, requirements),
    ...(service === undefined ? {} : { service }),
    ...(cutShort === undefined ? {} : { cutShort }),
  };
}

type Plans = readonly ReturnType<typeof planCase>[];

const plansOf = (target: Target, objects: readonly GeneratedObject[], identity: Identity): Plans =>
  objects.flatMap((object) =>
    object.requirements.flatMap((requirement) =>
      requirement.cases.map((of) => planCase(of, object, requirement, target, identity)),
    ),
  );

/** Reports of all planned cases by id, and why the run ended early, if it did. */
async function judgedCases(
  target: Target,
  planned: Plans,
  identity: Identity,
  options: RunOptions & { readonly failFast?: boolean },
): Promise<{ readonly cases: ReadonlyMap<string, CaseReport>; readonly cutShort: string | undefined }> {
  const runnable = planned.filter((plan) => 'body' in plan);
  const cases = new Map(planned.filter((plan) => 'report' in plan).map(({ report }) => [report.id, report]));
  const first = new AbortController();
  const ends: Partial<RunOptions> = options.failFast === true ? endingAtFirst(first, options.interruption) : {};
  let lost: string | undefined;
  const gone = (why: string): void => {
    lost ??= why;
    options.gone?.(why);
  };
  for (const report of await runCases(target, runnable, identity, { ...options, ...ends, gone }))
    cases.set(report.id, first.signal.aborted ? endedAtFirst(report) : report);
  if (options.interruption?.aborted === true) return { cases, cutShort: INTERRUPTED };
  return { cases, cutShort: first.signal.aborted ? FIRST_VIOLATION : lost };
}

/** Why cases were not judged when the run ended at its first violation. */
export const FIRST_VIOLATION = 'the run ended at its first violation';

function endingAtFirst(first: AbortController, interruption: AbortSignal | undefined): Partial<RunOptions> {
  const violated = (): boolean => {
    // Workers confirm in parallel.
    const isFirst = !first.signal.aborted;
    first.abort();
    return isFirst;
  };
  return { interruption: anyOf(first.signal, interruption), violated };
}

/** Sessions have one signal for ending early. */
const endedAtFirst = (report: CaseReport): CaseReport =>
  report.verdict === 'inconclusive'
    ? { ...report, reason: report.reason.replace(INTERRUPTED, FIRST_VIOLATION) }
    : report;

/** Only a script runtime is identified, and only if it is to be judged. */
async function identityOf(
  target: Target,
  objects: readonly GeneratedObject[],
  { deadlines }: RunOptions,
): Promise<Identity> {
  const judged = objects.some(({ subject }) => subject === 'runtime');
  const { runtime } = target.drivers;
  return judged && runtime !== undefined
    ? identify({ ...target, drivers: { runtime } }, deadlines.single)
    : API_IDENTITY;
}

/** Decides whether a case applies to the target, and applies its law. */
export function planCase(
  of: GeneratedCase,
  { subject, options = [] }: GeneratedObject,
  requirement: GeneratedRequirement,
  target: Target,
  identity: Identity,
): RunnableCase | { readonly report: CaseReport } {
  const replay = ['srvspec replay', of.id, ...options, ...target.options].join(' ');
  const body = bodyOf(of);
  const kind = typeof body === 'string' ? 'example' : body.kind;
  const settled = (
    verdict: CaseReport['verdict'],
    reason: string,
    more: Pick<CaseReport, 'missing'> = {},
  ): { readonly report: CaseReport } => ({
    report: { id: of.id, kind, verdict, ...more, reason, inputs: 0, durationMs: 0, replay },
  });
  const setup = typeof body === 'string' ? [] : body.setup;
  const reason = inapplicable(of, identity) ?? inapplicableSetup(setup, identity);
  if (reason !== undefined) return settled('not-applicable', reason);
  if (typeof body === 'string') return settled('inconclusive', body);
  const need = body.needs.find((one: Capability) => !target.capabilities.has(one));
  const lacking = need === undefined ? target.unfit?.(body, of.id) : LACKING[need];
  if (lacking !== undefined) return settled('inconclusive', `${NOT_OBSERVABLE_HERE}${lacking}`);
  const module = lackingOf(requirement, identity);
  if (module !== undefined) return settled('inconclusive', module, { missing: true });
  return {
    id: of.id,
    strength: requirement.strength,
    requirement: requirement.id,
    rows: requirement.rows,
    subject,
    body,
    at: locationPath(of.id),
    replay,
  };
}

/** The law applied, or the reason if it fails. */
function bodyOf(of: GeneratedCase): CaseBody | string {
  try {
    return of.body();
  } catch (error) {
    return whyUnjudged(error);
  }
}

function requirementReport(
  object: GeneratedObject,
  requirement: GeneratedRequirement,
  reports: ReadonlyMap<string, CaseReport>,
): RequirementReport {
  const cases = requirement.cases.flatMap(({ id }) => reports.get(id) ?? []);
  const { id, says, strength, rows } = requirement;
  return {
    id,
    object: object.object,
    title: object.title,
    document: object.document,
    says,
    strength,
    rows,
    verdict: verdictOf(cases),
    cases,
  };
}
