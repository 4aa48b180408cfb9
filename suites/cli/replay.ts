/** `srvspec replay CASE`: one case against one target, or exactly the one input at a path that a report names. */
import { parseArgs } from 'node:util';
import { Conversation, DEFAULT_DEADLINES } from '../harness/conversation.js';
import { drawOne } from '../harness/draw.js';
import { identify } from '../harness/identify.js';
import { compare, describe, tell } from '../harness/judge.js';
import type { CaseBody, Trial } from '../harness/law.js';
import { mergePlans } from '../harness/plan.js';
import { select, wholeNumber } from './select.js';
import { TARGET_OPTIONS, targetFor } from './targets.js';
import { EXIT, UsageError } from './usage.js';

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
  const body = await bodyOf(id);
  const at = (place: string): string => `/${id}${place}`;
  const trial = trialAt(id, body, at, wholeNumber('seed', values.seed, 0), path);
  const target = await targetFor(values.target, values);
  const { runtimeVersion: version } = await identify(target, DEFAULT_DEADLINES.single);
  const probes = body.probe === undefined ? [] : [body.probe];
  const conversation = new Conversation(
    target,
    { plan: mergePlans([body.plan(at)]), probes, version },
    DEFAULT_DEADLINES,
  );
  try {
    return await show(trial, body, conversation);
  } finally {
    await conversation.close();
  }
}

async function bodyOf(id: string): Promise<CaseBody> {
  const objects = await select({ only: id });
  const found = objects
    .flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases))
    .find((one) => one.id === id);
  if (found === undefined) throw new UsageError(`--path needs the id of one case; ${id} is none`);
  return found.body();
}

function trialAt(id: string, body: CaseBody, at: (path: string) => string, seed: number, path: string): Trial {
  const trials = body.trials(at);
  const trial = 'one' in trials ? trials.one : drawOne(id, trials.many, { seed, runs: 1 }, path);
  if (trial === undefined) throw new UsageError(`there is no input at path ${path}`);
  return trial;
}

async function show(trial: Trial, body: CaseBody, conversation: Conversation): Promise<number> {
  const [observed] =
    body.probe === undefined
      ? await conversation.exchange([trial], 1)
      : (await conversation.evaluate([[{ probe: 0, input: trial.input }]], 1)).flat();
  const mismatch = compare(trial.expect(), observed ?? { kind: 'unobservable', why: 'no observation' });
  const lines = [
    `input     ${JSON.stringify(trial.input)}`,
    `expected  ${describe(trial.expect())}`,
    `observed  ${mismatch?.observed ?? (observed === undefined ? 'nothing' : tell(observed))}`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return mismatch === undefined ? EXIT.ok : EXIT.failed;
}
