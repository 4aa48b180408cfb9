/** The rules for adapters, each tried on a fresh start, for `srvspec adapter-check`. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { readOutcomes } from '../../executor/outcomes.js';
import { StartTimedOut } from '../../executor/target.js';
import { SAMPLES, whyNotCarried } from '../../inside/carrying.js';
import { asciiJson, encode, same, show } from '../../language/encoding.js';
import { TargetDown } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import { parseVersion } from '../../language/versions.js';
import { onThisMachine } from '../support/environment.js';
import { isRunning } from '../support/processes.js';
import { scratchFolder } from '../support/scratch.js';
import { bundleFor } from './adapter.js';
import { CHECK_PROBES } from './check-probes.js';
import { AdapterBroken, AdapterConnection } from './connection.js';
import type { AdapterCapability, Hello } from './protocol.js';

export interface CheckedRule {
  readonly says: string;
  readonly result: 'kept' | 'broken' | 'not tried';
  /** Why it was broken or not tried. */
  readonly why?: string;
}

interface Rule {
  readonly says: string;
  /** The capability that the rule needs, `evaluate` by default; without it the rule is not tried. */
  readonly needs?: AdapterCapability | 'nothing';
  /** The fault as a clause, if there is one. */
  readonly complaint: (adapter: CheckedAdapter) => Promise<string | undefined>;
}

/** Milliseconds for a run, and for an endless one. */
const RUN_MS = 30_000;
const ENDLESS_MS = 600;
/** Milliseconds until killed processes are gone. */
const GONE_MS = 1_000;
/** Characters of a long line. */
const LONG = 1_000_000;
/** A variable in the environment of checked adapters. */
const VARIABLE = 'SRVSPEC_ADAPTER_CHECK';
/** Arguments of scripts of checked adapters. */
const ARGUMENTS = ['one', '--two', 'é ü'];

type ProbeName = keyof typeof CHECK_PROBES;

const NAMES: readonly string[] = Object.keys(CHECK_PROBES);

/** An adapter after its hello. */
class CheckedAdapter {
  readonly hello: Hello;
  readonly connection: AdapterConnection;
  readonly folder: string;

  constructor(connection: AdapterConnection, hello: Hello, folder: string) {
    this.connection = connection;
    this.hello = hello;
    this.folder = folder;
  }

  async asks(probe: ProbeName, input: unknown, { deadlineMs = RUN_MS, id }: RunOptions = {}): Promise<Observation> {
    const jobs = [{ probe: NAMES.indexOf(probe), inputs: [encode(input)] }];
    const outcomes = await this.connection.run(asciiJson(jobs), deadlineMs, id);
    return readOutcomes(outcomes, jobs)[0]?.[0] ?? { kind: 'unobservable', why: 'no outcome' };
  }

  /** The fault, unless the probe returns the expected value. */
  async returns(
    probe: ProbeName,
    input: unknown,
    expected: unknown,
    options?: RunOptions,
  ): Promise<string | undefined> {
    const observed = await this.asks(probe, input, options);
    if (observed.kind === 'returned' && same(observed.value, encode(expected))) return undefined;
    return `expected ${show(encode(expected), 100)}, and observed ${show(encode(observed), 300)}`;
  }

  /** The fault, unless a program prints the expected output. */
  async prints(
    script: string,
    expected: { readonly stdout: string; readonly status: number },
  ): Promise<string | undefined> {
    const { stdout, stderr, status } = await this.connection.program(script, RUN_MS);
    if (stdout === expected.stdout && status === expected.status) return undefined;
    return `expected ${JSON.stringify(expected)}, and observed ${show(encode({ stdout, stderr, status }), 300)}`;
  }
}

interface RunOptions {
  readonly deadlineMs?: number;
  readonly id?: number;
}

const RULES: readonly Rule[] = [
  {
    says: 'the version in the hello is that of the runtime global',
    complaint: async (adapter) => {
      const observed = await adapter.asks('version', adapter.hello.version);
      const version = observed.kind === 'returned' ? parseVersion(String(observed.value)) : undefined;
      return version === adapter.hello.version ? undefined : `observed ${show(encode(observed), 300)}`;
    },
  },
  {
    says: 'scripts can import the modules in the hello',
    complaint: (adapter) => adapter.returns('missing', adapter.hello.modules, []),
  },
  {
    says: 'every text arrives unchanged',
    complaint: async (adapter) => whyNotCarried(await adapter.asks('carries', SAMPLES)),
  },
  {
    says: 'an answer has the id of its run, and runs follow each other',
    complaint: async (adapter) => {
      for (const id of [7, 1_000_007, 3]) {
        const wrong = await adapter.returns('gives', [id, 'é'], [id, 'é'], { id });
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    },
  },
  {
    says: 'an answer waits for the promises of a script',
    complaint: (adapter) => adapter.returns('givesLater', 'later', 'later'),
  },
  {
    says: 'an error of a script is an outcome, and the next run is answered',
    complaint: async (adapter) => {
      const observed = await adapter.asks('throws', 'thrown');
      if (observed.kind !== 'threw') return `a script that throws: ${show(encode(observed), 300)}`;
      return adapter.returns('gives', 1, 1);
    },
  },
  {
    says: 'output of scripts is not on standard output',
    complaint: async (adapter) =>
      (await adapter.returns('prints', 'printed', 'printed')) ?? (await adapter.returns('gives', 1, 1)),
  },
  {
    says: `lines of ${LONG.toLocaleString('en')} characters are read and written`,
    complaint: (adapter) => adapter.returns('gives', 'x'.repeat(LONG), 'x'.repeat(LONG)),
  },
  {
    says: 'scripts write files that the runner can read',
    needs: 'file-system',
    complaint: async (adapter) => {
      const file = join(adapter.folder, 'written.txt');
      const observed = await adapter.asks('writes', file);
      const text = await readFile(file, 'utf8').catch(() => undefined);
      return text === 'written' ? undefined : `${file} was not written: ${show(encode(observed), 300)}`;
    },
  },
  {
    says: 'scripts have the environment of the adapter',
    needs: 'machine',
    complaint: (adapter) => adapter.returns('variable', VARIABLE, 'set'),
  },
  {
    says: 'scripts have the arguments of the start',
    needs: 'arguments',
    complaint: (adapter) => adapter.returns('lastArguments', ARGUMENTS.length, ARGUMENTS),
  },
  {
    says: 'the output of a program is reported, and the next one is run',
    needs: 'command-line',
    complaint: async (adapter) =>
      (await adapter.prints("console.log('one'); console.log('é');", { stdout: 'one\né\n', status: 0 })) ??
      (await adapter.prints("console.log('two');", { stdout: 'two\n', status: 0 })),
  },
  {
    says: 'a program that fails has another status than 0',
    needs: 'command-line',
    complaint: async (adapter) => {
      const { status } = await adapter.connection.program("throw new Error('failed');", RUN_MS);
      return status === 0 ? 'observed the status 0' : adapter.returns('gives', 1, 1);
    },
  },
  {
    says: 'the adapter ends without an answer if its runtime is killed',
    needs: 'machine',
    complaint: (adapter) => goesDown(adapter, 'crash', 'killsItself', RUN_MS),
  },
  {
    says: 'no process is left of an adapter whose script never ends',
    complaint: async (adapter) => {
      const started = after(ENDLESS_MS / 2).then(adapter.connection.processes);
      const wrong = await goesDown(adapter, 'hang', 'endless', ENDLESS_MS);
      await adapter.connection.stop();
      return wrong ?? stillThere(await started);
    },
  },
  {
    says: 'the adapter ends with status 0 when it is stopped',
    needs: 'nothing',
    complaint: ({ connection }) => connection.stop(),
  },
  {
    says: 'the adapter ends with status 0 at the end of its input',
    needs: 'nothing',
    complaint: ({ connection }) => connection.stop('end of input'),
  },
];

async function goesDown(
  adapter: CheckedAdapter,
  how: TargetDown['how'],
  probe: ProbeName,
  deadlineMs: number,
): Promise<string | undefined> {
  try {
    return `it answered: ${show(encode(await adapter.asks(probe, null, { deadlineMs })), 300)}`;
  } catch (error) {
    if (error instanceof TargetDown && error.how === how) return undefined;
    throw error;
  }
}

async function stillThere(processes: readonly number[]): Promise<string | undefined> {
  const left = (): readonly number[] => processes.filter(isRunning);
  for (let waited = 0; left().length > 0 && waited < GONE_MS; waited += 50) await after(50);
  return left().length === 0 ? undefined : `still there: ${left().join(', ')}; they must stay in its process group`;
}

const HELLO = 'its first line is a hello, the same at each start';

/**
 * Tries each rule. Without a hello no other rule is tried.
 * @throws TargetUnavailable if the command cannot be started
 */
export async function* checkAdapter(argv: readonly string[]): AsyncGenerator<CheckedRule> {
  const folder = await scratchFolder();
  try {
    const hello = await helloOf(argv);
    if (typeof hello === 'string') {
      yield { says: HELLO, result: 'broken', why: hello };
      return;
    }
    yield { says: HELLO, result: 'kept' };
    for (const rule of RULES) yield await checked(rule, argv, folder, hello);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The hello of an adapter, or a complaint. */
async function helloOf(argv: readonly string[]): Promise<Hello | string> {
  try {
    const [first, second] = [await openedAndStopped(argv), await openedAndStopped(argv)];
    const [before, now] = [JSON.stringify(first), JSON.stringify(second)];
    return before === now ? first : `it wrote ${before}, and then ${now}`;
  } catch (error) {
    if (error instanceof AdapterBroken || error instanceof StartTimedOut) return error.message;
    throw error;
  }
}

async function openedAndStopped(argv: readonly string[]): Promise<Hello> {
  const { connection, hello } = await AdapterConnection.open(argv, { env: onThisMachine() });
  await connection.stop();
  return hello;
}

async function checked(
  rule: Rule,
  argv: readonly string[],
  folder: string,
  { capabilities }: Hello,
): Promise<CheckedRule> {
  const { says, needs = 'evaluate' } = rule;
  const isAble = needs === 'nothing' || capabilities.includes(needs);
  if (!isAble) return { says, result: 'not tried', why: `the hello has no capability ${needs}` };
  const why = await complaintOf(rule, argv, folder);
  return { says, result: why === undefined ? 'kept' : 'broken', ...(why !== undefined && { why }) };
}

async function complaintOf(rule: Rule, argv: readonly string[], folder: string): Promise<string | undefined> {
  let connection: AdapterConnection | undefined;
  try {
    const opened = await AdapterConnection.open(argv, { env: { ...onThisMachine(), [VARIABLE]: 'set' } });
    connection = opened.connection;
    const words = opened.hello.capabilities.includes('arguments') ? ARGUMENTS : undefined;
    connection.start(bundleFor(opened.hello, Object.values(CHECK_PROBES)), words);
    return await rule.complaint(new CheckedAdapter(connection, opened.hello, folder));
  } catch (error) {
    if (error instanceof TargetDown || error instanceof AdapterBroken || error instanceof StartTimedOut)
      return error.message;
    throw error;
  } finally {
    await connection?.stop();
  }
}
