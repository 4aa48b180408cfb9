/** Target `adapter:COMMAND`: a runtime behind a program of the user that speaks the protocol of `protocol.ts`. */
import { rm } from 'node:fs/promises';
import { readOutcomes } from '../../executor/outcomes.js';
import {
  type Conversation,
  type HostIdentity,
  IMPLEMENTATIONS,
  type RuntimeTarget,
  type Session,
  type SessionSetup,
  TargetChanged,
  TargetUnavailable,
} from '../../executor/target.js';
import { adapterBundle, type Bindings } from '../../inside/bundle.js';
import { carryingProbe } from '../../inside/carrying.js';
import type { Job } from '../../inside/job.js';
import { asciiJson } from '../../language/encoding.js';
import { TargetDown } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import { Slots } from '../../wire/slots.js';
import { CARRYING_MS, tryCarrying } from '../support/carrying.js';
import { CommandLineRunner } from '../support/command-line.js';
import { evaluateOnDisk } from '../support/disk/on-disk.js';
import { startedIn } from '../support/environment.js';
import { allBut } from '../support/modules.js';
import { scratchFolder } from '../support/scratch.js';
import { shellWord } from '../support/shell-word.js';
import { evaluateBeside } from '../support/signals/bystanders.js';
import { AdapterConnection } from './connection.js';
import type { Hello } from './protocol.js';

export interface AdapterOptions {
  /** Words separated by blanks. */
  readonly command: string;
  /** The same words, which may contain blanks. */
  readonly words?: readonly string[];
  /** Milliseconds until its hello, and for each of the first runs. */
  readonly startMs?: number;
}

/** The words of a command. */
export const wordsOf = (command: string): readonly string[] => command.trim().split(/\s+/);

/**
 * Starts the adapter once, to read its hello and to try whether it answers.
 * @throws TargetUnavailable
 */
export async function adapterTarget({ command, words, startMs }: AdapterOptions): Promise<RuntimeTarget> {
  const open = async (setup: Pick<SessionSetup, 'probes' | 'started'>) => {
    const folder = await scratchFolder();
    const how = { env: startedIn(setup.started), helloMs: startMs };
    const { connection, hello } = await AdapterConnection.open(words ?? wordsOf(command), how);
    return { session: new AdapterSession(connection, setup, hello, folder), hello };
  };
  const first = await open({ probes: [] });
  const { hello } = first;
  await stoppedUnless(first.session, async () => {
    if (hello.capabilities.includes('evaluate')) await first.session.tryRuns(startMs);
  });
  await first.session.stop();
  return {
    name: `adapter:${command}`,
    kind: 'adapter',
    host: async () => hello.name,
    identity: identityOf(hello),
    capabilities: new Set([...hello.capabilities, 'restart']),
    options: ['--target', shellWord(`adapter:${command}`)],
    drivers: {
      runtime: {
        restarts: true,
        start: async (setup) => {
          const { session, hello: now } = await open(setup);
          await stoppedUnless(session, async () => {
            refuseOther(hello, now);
            await session.tryCarrying(startMs);
          });
          return session;
        },
      },
    },
  };
}

/** Stops the session if the trial fails. */
async function stoppedUnless(session: Session, tried: () => Promise<void>): Promise<void> {
  try {
    await tried();
  } catch (error) {
    await session.stop();
    throw error;
  }
}

function identityOf({ name, version, engine, modules }: Hello): HostIdentity {
  const [first] = wordsOf(name);
  const implementation = IMPLEMENTATIONS.find((one) => one === first);
  return {
    runtimeVersion: version,
    engine: engine ?? 'unknown',
    refused: allBut(modules),
    ...(implementation && { implementation, release: name }),
  };
}

/** @throws TargetChanged */
function refuseOther(before: Hello, now: Hello): void {
  const [first, second] = [before, now].map((hello) => JSON.stringify(hello));
  if (first !== second) throw new TargetChanged('the hello of the adapter', `${first}`, `${second}`);
}

const bindingsOf = ({ globals }: Hello): Bindings => ({ srv: 'srv', rt: 'rt', ...globals });

/** The bundle of some probes for an adapter. */
export const bundleFor = (hello: Hello, probes: SessionSetup['probes']): string =>
  adapterBundle({
    bindings: bindingsOf(hello),
    version: hello.version,
    probes,
    handlers: [],
    refused: allBut(hello.modules),
  });

class AdapterSession implements Session {
  readonly #connection: AdapterConnection;
  readonly #hello: Hello;
  readonly #folder: string;
  /** The index of the self test, which is the last probe. */
  readonly #carrying: number;
  /** An adapter has one request at a time. */
  readonly #turn = new Slots(1);
  readonly #commandLine: CommandLineRunner;

  constructor(
    connection: AdapterConnection,
    { probes, started }: Pick<SessionSetup, 'probes' | 'started'>,
    hello: Hello,
    folder: string,
  ) {
    this.#connection = connection;
    this.#hello = hello;
    this.#folder = folder;
    this.#carrying = probes.length;
    this.#commandLine = new CommandLineRunner({
      run: (script, deadlineMs) => this.#turn.use(() => connection.program(script, deadlineMs)),
      bindings: bindingsOf(hello),
      refused: async () => allBut(hello.modules),
    });
    connection.start(bundleFor(hello, [...probes, carryingProbe]), started?.arguments);
  }

  /**
   * Tries whether the adapter passes texts on unchanged.
   * @throws TargetUnavailable
   */
  tryCarrying(deadlineMs = CARRYING_MS): Promise<void> {
    return tryCarrying(this.#carrying, this.#hello.version, (jobs) => this.#run(jobs, deadlineMs));
  }

  /**
   * The same, and whether it answers a second run: otherwise the first case would be blamed.
   * @throws TargetUnavailable
   */
  async tryRuns(deadlineMs = CARRYING_MS): Promise<void> {
    await this.tryCarrying(deadlineMs);
    await this.#run([], deadlineMs).catch((error: unknown) => {
      throw error instanceof TargetDown
        ? new TargetUnavailable(`the adapter answers only one run: ${error.message}`)
        : error;
    });
  }

  evaluate(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]> {
    return this.#turn.use(() =>
      evaluateBeside(jobs, (beside) =>
        evaluateOnDisk(beside, { scratch: this.#folder }, (placed) => this.#run(placed, deadlineMs)),
      ),
    );
  }

  async #run(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]> {
    return readOutcomes(await this.#connection.run(asciiJson(jobs), deadlineMs), jobs);
  }

  converse(conversation: Conversation): Promise<Observation> {
    return this.#commandLine.converse(conversation);
  }

  async stop(): Promise<void> {
    await this.#connection.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
