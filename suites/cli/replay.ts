/** `srvspec replay CASE`: one case against one target, or exactly the one input at a path that a report names. */
import { parseArgs } from 'node:util';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Strength } from '../../spec/types/requirement.js';
import { drawOne } from '../executor/draw.js';
import { identify } from '../executor/identify.js';
import { compare, judge, tell } from '../executor/judge.js';
import { pathOf } from '../executor/merging.js';
import { Observer } from '../executor/observing.js';
import type { Planned } from '../executor/planned.js';
import { DEFAULT_DEADLINES, Sessions } from '../executor/sessions.js';
import { API_IDENTITY, type Driver, type Identity } from '../executor/target.js';
import { setupFor } from '../executor/workers.js';
import { describe } from '../language/description.js';
import { encode } from '../language/encoding.js';
import type { Observation } from '../language/observation.js';
import type { Trial } from '../language/trial.js';
import { select, wholeNumber } from './select.js';
import { TARGET_OPTIONS, targetFor } from './targets.js';

const OPTIONS = {
  ...TARGET_OPTIONS,
  target: { type: 'string', default: 'reference' },
  seed: { type: 'string', default: '1' },
  runs: { type: 'string', default: '20' },
  path: { type: 'string' },
} as const;

export async function replay(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  const [id] = positionals;
  if (id === undefined) throw new UsageError('replay takes the id of a case');
  const { path } = values;
  if (path === undefined) return (await import('./run.js')).run(['--only', id, ...args.filter((arg) => arg !== id)]);
  const of = await caseOf(id);
  const trial = trialAt(of, wholeNumber('seed', values.seed, 0), path);
  const target = await targetFor(values.target, values);
  const driver = target.drivers[of.subject];
  if (driver === undefined) throw new UsageError(`${target.name} is no ${of.subject}, which ${id} is about`);
  const { runtime } = target.drivers;
  const identity =
    of.subject === 'runtime' && runtime !== undefined
      ? await identify({ ...target, drivers: { runtime } }, DEFAULT_DEADLINES.single)
      : API_IDENTITY;
  return show(trial, await observedOn(driver, of, trial, identity), of.strength);
}

async function caseOf(id: string): Promise<Planned> {
  const [object] = await select({ only: id });
  for (const requirement of object?.requirements ?? []) {
    const found = requirement.cases.find((one) => one.id === id);
    if (object === undefined || found === undefined) continue;
    const { subject } = object;
    const { id: of, strength, rows } = requirement;
    return { id, strength, requirement: of, rows, subject, body: found.body(), at: pathOf(id), replay: '' };
  }
  throw new UsageError(`--path needs the id of one case; ${id} is none`);
}

async function observedOn(driver: Driver, of: Planned, trial: Trial, identity: Identity): Promise<Observation> {
  const setup = setupFor([of], identity);
  const sessions = new Sessions(driver, setup, DEFAULT_DEADLINES);
  try {
    return await new Observer(sessions, setup.probes, 1).one(of, trial);
  } finally {
    await sessions.close();
  }
}

function trialAt({ id, body, at }: Planned, seed: number, path: string): Trial {
  const trials = body.trials(at);
  const trial = 'one' in trials ? trials.one : drawOne(id, trials.many, { seed, runs: 1 }, path);
  if (trial === undefined) throw new UsageError(`there is no input at path ${path}`);
  return trial;
}

/** Prints the trial; the exit status is that of a run: an open requirement fails only when the target goes down. */
function show(trial: Trial, observed: Observation, strength: Strength): number {
  const mismatch = compare(trial.expect(), observed);
  const lines = [
    `input     ${JSON.stringify(encode(trial.input))}`,
    `expected  ${describe(trial.expect())}`,
    `observed  ${mismatch?.observed ?? tell(observed)}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const { verdict } = judge(strength, mismatch, undefined);
  return verdict === 'conforms' || verdict === 'recorded' ? EXIT.ok : EXIT.failed;
}
