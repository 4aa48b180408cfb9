/** `srvspec replay CASE`: one case against one target, or exactly the one input at a path that a report names. */
import { parseArgs } from 'node:util';
import { EXIT, UsageError } from '../../spec/reading/user-error.js';
import type { Strength, Subject } from '../../spec/types/spec.js';
import { Conversation, DEFAULT_DEADLINES } from '../executor/conversation.js';
import { drawOne } from '../executor/draw.js';
import { identify } from '../executor/identify.js';
import { compare, describe, judge, tell } from '../executor/judge.js';
import type { HostTarget } from '../executor/target.js';
import type { At, CaseBody, Observation, Trial } from '../language/law.js';
import { mergePlans } from '../language/setup.js';
import type { Talk } from '../language/talk.js';
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
  const { body, subject, strength } = await caseOf(id);
  const at = (place: string): string => `/${id}${place}`;
  const trial = trialAt(id, body, at, wholeNumber('seed', values.seed, 0), path);
  const target = await targetFor(values.target, values);
  if (subject === 'runtime' && 'start' in target)
    return show(trial, await observedOn(target, trial, body, at), strength);
  if (subject !== 'runtime' && 'talks' in target && target.talks[subject] !== undefined)
    return show(trial, await heldWith(target.talks[subject], trial), strength);
  throw new UsageError(`${target.name} is no ${subject}, which ${id} is about`);
}

interface Replayed {
  readonly body: CaseBody;
  readonly subject: Subject;
  readonly strength: Strength;
}

async function caseOf(id: string): Promise<Replayed> {
  const [object] = await select({ only: id });
  const requirement = object?.requirements.find(({ cases }) => cases.some((one) => one.id === id));
  const found = requirement?.cases.find((one) => one.id === id);
  if (object === undefined || requirement === undefined || found === undefined)
    throw new UsageError(`--path needs the id of one case; ${id} is none`);
  return { body: found.body(), subject: object.subject, strength: requirement.strength };
}

async function observedOn(target: HostTarget, trial: Trial, body: CaseBody, at: At): Promise<Observation | undefined> {
  const { runtimeVersion: version } = await identify(target, DEFAULT_DEADLINES.single);
  const probes = body.probe === undefined ? [] : [body.probe];
  const setup = { plan: mergePlans([body.plan(at)]), probes, version };
  const conversation = new Conversation(target, setup, DEFAULT_DEADLINES);
  try {
    const [observed] =
      body.probe === undefined
        ? await conversation.exchange([trial], 1)
        : (await conversation.evaluate([[{ probe: 0, input: trial.input }]], 1)).flat();
    return observed;
  } finally {
    await conversation.close();
  }
}

async function heldWith(open: () => Promise<Talk>, { converse }: Trial): Promise<Observation | undefined> {
  const talk = await open();
  try {
    return converse === undefined ? undefined : await talk.hold(converse);
  } finally {
    await talk.stop();
  }
}

function trialAt(id: string, body: CaseBody, at: (path: string) => string, seed: number, path: string): Trial {
  const trials = body.trials(at);
  const trial = 'one' in trials ? trials.one : drawOne(id, trials.many, { seed, runs: 1 }, path);
  if (trial === undefined) throw new UsageError(`there is no input at path ${path}`);
  return trial;
}

/** Prints the trial; the exit status is that of a run: what is left open fails only when the target goes down. */
function show(trial: Trial, observed: Observation | undefined, strength: Strength): number {
  const mismatch = compare(trial.expect(), observed ?? { kind: 'unobservable', why: 'no observation' });
  const lines = [
    `input     ${JSON.stringify(trial.input)}`,
    `expected  ${describe(trial.expect())}`,
    `observed  ${mismatch?.observed ?? (observed === undefined ? 'nothing' : tell(observed))}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  const { verdict } = judge(strength, mismatch, undefined);
  return verdict === 'conforms' || verdict === 'recorded' ? EXIT.ok : EXIT.failed;
}
