/**
 * `srvspec replay CASE`: runs one case against one target, or exactly the input at a path from a report. With `--write` it writes a folder
 * that shows the fault.
 */
import { parseArgs } from 'node:util';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Strength } from '../../spec/types/requirement.js';
import { observeAlone, trialAt } from '../executor/confirming.js';
import { identify } from '../executor/identify.js';
import { mismatchOf, observationText, verdictOn } from '../executor/judge.js';
import { planCase } from '../executor/run.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import { API_IDENTITY, type Identity, type Target } from '../executor/target.js';
import { describe, describeInput } from '../language/description.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { REPLAY } from './declared/run.js';
import { type FoundCase, foundCase, wholeNumberOption } from './select.js';
import { refuseIdle, type TargetOptions, targetFor } from './targets.js';

export async function replay(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: REPLAY.options, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined) throw new UsageError('replay takes the id of a case');
  const { path, write } = values;
  refuseIdle([values.target], values);
  if (write !== undefined) return writeTo(write, id, values);
  if (path === undefined)
    return (await import('./run.js')).runCommand(['--only', id, ...args.filter((arg) => arg !== id)]);
  const found = await caseOf(id, values.cases);
  const target = await targetFor(values.target, values);
  const identity = await identityOf(target, found);
  const of = planCase(found.of, found.object, found.requirement, target, identity);
  if ('report' in of) throw new UsageError(`${id} is not tried on ${target.name}: ${of.report.reason}`);
  const trial = trialAt(of, wholeNumberOption('seed', values.seed, 0), path);
  if (trial === undefined)
    throw new UsageError(`${id} has no input at path ${path}; reports show the path of each input`);
  const driver = target.drivers[of.subject];
  if (driver === undefined) throw new UsageError(`${target.name} is no ${of.subject}, which ${id} is about`);
  return show(trial, await observeAlone(driver, of, trial, { identity, deadlines: DEFAULT_DEADLINES }), of.strength);
}

/** Options of the command line. */
interface ReplayOptions extends TargetOptions {
  readonly target: string;
  readonly seed: string;
  readonly runs: string;
  readonly path?: string | undefined;
  readonly cases?: string | undefined;
}

async function writeTo(folder: string, id: string, values: ReplayOptions): Promise<number> {
  const found = await caseOf(id, values.cases);
  const target = await targetFor(values.target, values);
  const { writeFolder } = await import('./write-reproducer.js');
  return writeFolder({
    ...{ folder, found, target, options: values, path: values.path },
    identity: await identityOf(target, found),
    seed: wholeNumberOption('seed', values.seed, 0),
    runs: wholeNumberOption('runs', values.runs, 1),
  });
}

async function identityOf(target: Target, { object }: FoundCase): Promise<Identity> {
  const { runtime } = target.drivers;
  return object.subject === 'runtime' && runtime !== undefined
    ? identify({ ...target, drivers: { runtime } }, DEFAULT_DEADLINES.single)
    : API_IDENTITY;
}

async function caseOf(id: string, cases: string | undefined): Promise<FoundCase> {
  const found = await foundCase(id, cases);
  if (found === undefined)
    throw new UsageError(
      `--path and --write need the id of one case, and ${id} has several; \`srvspec list --only ${id}\` lists them`,
    );
  return found;
}

/**
 * Prints the trial. The exit status is that of a run: an open requirement fails only if the target goes down, and an unobservable case is
 * not green.
 */
function show(trial: Trial, observed: Observation, strength: Strength): number {
  const mismatch = mismatchOf(trial, observed);
  const lines = [
    `input     ${describeInput(trial)}`,
    `expected  ${mismatch?.expected ?? describe(trial.expect())}`,
    `observed  ${mismatch?.observed ?? observationText(observed)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const { verdict } = verdictOn(strength, mismatch, undefined);
  if (verdict === 'inconclusive') return EXIT.unavailable;
  return verdict === 'conforms' || verdict === 'recorded' ? EXIT.ok : EXIT.failed;
}
