/** Target `adapter:COMMAND`: a runtime behind a program of the user's that speaks a protocol, see `protocol.ts`. */
import { rm } from 'node:fs/promises';
import { readOutcomes } from '../../executor/outcomes.js';
import {
  conversesWithNobody,
  type HostIdentity,
  type RuntimeTarget,
  type Session,
  type SessionSetup,
  TargetChanged,
} from '../../executor/target.js';
import { adapterBundle } from '../../inside/bundle.js';
import { carryingProbe } from '../../inside/carrying.js';
import type { Job } from '../../inside/job.js';
import { asciiJson } from '../../language/encoding.js';
import type { Observation } from '../../language/observation.js';
import { tryCarrying } from '../support/carrying.js';
import { evaluateOnDisk } from '../support/disk/on-disk.js';
import { onThisMachine, startedIn } from '../support/environment.js';
import { allBut } from '../support/modules.js';
import { scratchFolder } from '../support/scratch.js';
import { shellWord } from '../support/shell-word.js';
import { evaluateBeside } from '../support/signals/bystanders.js';
import { Slots } from '../support/slots.js';
import { AdapterConnection } from './connection.js';
import type { Hello } from './protocol.js';

export interface AdapterOptions {
  /** Words separated by blanks. */
  readonly command: string;
  /** Milliseconds in which it says hello. */
  readonly helloMs?: number;
}

/** The words of a command. */
export const wordsOf = (command: string): readonly string[] => command.trim().split(/\s+/);

/**
 * Starts the adapter once to learn what it is.
 * @throws TargetUnavailable
 */
export async function adapterTarget({ command, helloMs }: AdapterOptions): Promise<RuntimeTarget> {
  const argv = wordsOf(command);
  const open = (env: NodeJS.ProcessEnv) => AdapterConnection.open(argv, env, helloMs);
  const { connection, hello } = await open(onThisMachine());
  await connection.stop();
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
          const opened = await open(startedIn(setup.started));
          const session = new AdapterSession(opened.connection, setup, hello, await scratchFolder());
          try {
            refuseOther(hello, opened.hello);
            await session.tryCarrying();
            return session;
          } catch (error) {
            await session.stop();
            throw error;
          }
        },
      },
    },
  };
}

const identityOf = ({ version, engine, modules }: Hello): HostIdentity => ({
  runtimeVersion: version,
  engine: engine ?? 'unknown',
  refused: allBut(modules),
});

/** @throws TargetChanged */
function refuseOther(before: Hello, now: Hello): void {
  const [first, second] = [before, now].map((hello) => JSON.stringify(hello));
  if (first !== second) throw new TargetChanged('the hello of the adapter', `${first}`, `${second}`);
}

/** The bundle of some probes, for an adapter that says this. */
export const bundleFor = ({ globals, version, modules }: Hello, probes: SessionSetup['probes']): string =>
  adapterBundle({
    bindings: { srv: 'srv', rt: 'rt', ...globals },
    version,
    probes,
    handlers: [],
    refused: allBut(modules),
  });

/** Milliseconds for the self test. */
const CARRYING_MS = 10_000;

class AdapterSession implements Session {
  readonly #connection: AdapterConnection;
  readonly #hello: Hello;
  readonly #folder: string;
  /** The number of the self test, which comes after the probes. */
  readonly #carrying: number;
  /** An adapter has one run at a time. */
  readonly #turn = new Slots(1);

  constructor(connection: AdapterConnection, { probes }: SessionSetup, hello: Hello, folder: string) {
    this.#connection = connection;
    this.#hello = hello;
    this.#folder = folder;
    this.#carrying = probes.length;
    connection.start(bundleFor(hello, [...probes, carryingProbe]));
  }

  /**
   * Whether texts leave the adapter as they are.
   * @throws TargetUnavailable
   */
  tryCarrying(): Promise<void> {
    return tryCarrying(this.#carrying, this.#hello.version, (jobs) => this.#run(jobs, CARRYING_MS));
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

  converse = conversesWithNobody;

  async stop(): Promise<void> {
    await this.#connection.stop();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
