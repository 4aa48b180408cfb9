/** Target `cli:COMMAND`: a command-line runtime that runs a script file, started once for each batch. */

import { rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Engine, Version } from '../../../spec/types/requirement.js';
import { readOutcomes } from '../../executor/outcomes.js';
import { parsedPlain } from '../../executor/plain.js';
import type { Conversation, RuntimeTarget, Session, SessionSetup } from '../../executor/target.js';
import { type Bindings, bindText, OUTPUT_END, OUTPUT_MARK, scriptBundle, VERSION_MARK } from '../../inside/bundle.js';
import { carryingProbe } from '../../inside/carrying.js';
import type { Job } from '../../inside/job.js';
import { TargetDown } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import { parseVersion } from '../../language/versions.js';
import { CARRYING_MS, refuseOther, tryCarrying } from '../support/carrying.js';
import { CommandLineRunner, commandIn, runScript } from '../support/command-line.js';
import { evaluateOnDisk } from '../support/disk/on-disk.js';
import { startedIn } from '../support/environment.js';
import { allBut, HAS_ALL, Imports } from '../support/modules.js';
import { exitText } from '../support/process.js';
import { asNoSpace, scratchFolder } from '../support/scratch.js';
import { shellWord } from '../support/shell-word.js';
import { evaluateBeside } from '../support/signals/bystanders.js';
import { refuseMissing, runtimeNamed, versionOf } from './runtimes.js';

export interface CliOptions {
  /** Words separated by blanks; the script's path is added. */
  readonly command: string;
  /** The same words, where blanks may be in them. */
  readonly words?: readonly string[];
  readonly bindings?: Bindings | undefined;
  /** The engine that it must have. */
  readonly engine?: Engine | undefined;
  /** The version of the documents that it implements, where it has no runtime global that says so. */
  readonly version?: Version | undefined;
}

export function cliTarget({ command, words, bindings: given, engine, version }: CliOptions): RuntimeTarget {
  const bindings = given ?? { srv: 'ngx', rt: 'njs' };
  const known = runtimeNamed(command);
  const argv = words ?? known?.words ?? command.trim().split(/\s+/);
  const imports = new Imports();
  let carries: Promise<void> | undefined;
  const start = async (setup: SessionSetup): Promise<CliSession> => {
    if (known !== undefined) refuseMissing(known.implementation);
    const scripts = { bindings, imports, folder: await scratchFolder(), statedVersion: version };
    const session = new CliSession(argv, setup, scripts);
    if (setup.version === undefined) return session;
    // The command is the same each time.
    carries ??= session.tryCarrying(setup.version);
    await carries.catch(async (error: unknown) => {
      carries = undefined;
      await session.stop();
      throw error;
    });
    return session;
  };
  return {
    name: `cli:${command}`,
    kind: 'cli',
    program: async () => (argv.some(isNjs) ? 'njs' : basename(argv[0] ?? '')),
    ...(known && { implementation: known.implementation, host: () => versionOf(known.implementation) }),
    ...(version && { statedVersion: version }),
    ...(engine && { engine }),
    refused: () => imports.known(),
    runtimeGlobal: bindings.rt,
    capabilities: new Set(CAPABILITIES.filter((one) => known?.lacks.includes(one) !== true)),
    options: [
      ...['--target', shellWord(`cli:${command}`)],
      ...(given === undefined ? [] : ['--bind', bindText(given)]),
      ...(version === undefined ? [] : ['--runtime-version', version]),
    ],
    drivers: { runtime: { restarts: true, start } },
  };
}

const CAPABILITIES = ['evaluate', 'restart', 'file-system', 'machine', 'arguments', 'command-line'] as const;

/** A loader or an interpreter may come before the program's name. */
const isNjs = (word: string): boolean => basename(word).startsWith('njs');

/** Where a session's scripts are written, and what is in them besides probes. */
interface Scripts {
  readonly bindings: Bindings;
  readonly folder: string;
  readonly imports: Imports;
  readonly statedVersion: Version | undefined;
}

/** What the runtime printed where the outcomes belong cannot be read. */
class Unreadable extends Error {}

/** The inputs of jobs in two parts, or in one where there is but one. */
function halvesOf(jobs: readonly Job[]): readonly Job[][] {
  const single = jobs.flatMap(({ inputs, disks, bystanders, ...job }) =>
    inputs.map((input, i): Job => {
      const disk = disks === undefined ? {} : { disks: [disks[i]] };
      return {
        ...job,
        inputs: [input],
        ...disk,
        ...(bystanders === undefined ? {} : { bystanders: [bystanders[i] ?? false] }),
      };
    }),
  );
  const middle = Math.ceil(single.length / 2);
  return [single.slice(0, middle), single.slice(middle)].filter(({ length }) => length > 0);
}

/** Observations of all inputs, job by job. */
function joinedAgain(jobs: readonly Job[], observed: readonly Observation[]): Observation[][] {
  let at = 0;
  return jobs.map(({ inputs }) => {
    at += inputs.length;
    return observed.slice(at - inputs.length, at);
  });
}

const isCrash = (error: unknown): boolean => error instanceof TargetDown && error.how === 'crash';

class CliSession implements Session {
  readonly #argv: readonly string[];
  readonly #setup: SessionSetup;
  readonly #scripts: Scripts;
  readonly #commandLine: CommandLineRunner;
  #written = 0;
  #readable: Promise<boolean> | undefined;

  constructor(argv: readonly string[], setup: SessionSetup, scripts: Scripts) {
    this.#argv = argv;
    this.#setup = setup;
    this.#scripts = scripts;
    const { folder, bindings, imports } = scripts;
    this.#commandLine = new CommandLineRunner({
      run: commandIn(folder, argv),
      bindings,
      refused: () => imports.known(),
    });
  }

  /** An input after which the runtime prints nonsense costs no other one its outcome: each half of the inputs has a script of its own then. */
  async evaluate(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]> {
    try {
      return await this.#evaluateTogether(jobs, deadlineMs);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const [first, second] = halvesOf(jobs);
      if (first === undefined || second === undefined || !(await this.#isReadable(deadlineMs)))
        return readOutcomes('', jobs);
      const observed = [await this.evaluate(first, deadlineMs), await this.evaluate(second, deadlineMs)];
      return joinedAgain(jobs, observed.flat(2));
    }
  }

  #evaluateTogether(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]> {
    const { imports, folder } = this.#scripts;
    return imports.without(
      (refused) =>
        evaluateBeside(jobs, (beside) =>
          evaluateOnDisk(beside, { scratch: folder }, (placed) =>
            this.#evaluate(placed, deadlineMs, this.#setup, refused),
          ),
        ),
      isCrash,
      (modules) => this.#imports(modules, deadlineMs),
    );
  }

  /** Whether a script that imports these modules, and does nothing, runs to its end. */
  async #imports(modules: readonly string[], deadlineMs: number): Promise<boolean> {
    try {
      await this.#evaluate([], deadlineMs, { probes: [], version: HAS_ALL }, allBut(modules));
      return true;
    } catch (error) {
      if (error instanceof TargetDown || error instanceof Unreadable) return false;
      throw error;
    }
  }

  /** Whether the outcomes of a script that tries nothing can be read: whatever is tried is not at fault otherwise. */
  #isReadable(deadlineMs: number): Promise<boolean> {
    this.#readable ??= this.#imports([], deadlineMs);
    return this.#readable;
  }

  async #evaluate(
    jobs: readonly Job[],
    deadlineMs: number,
    { probes, version }: Pick<SessionSetup, 'probes' | 'version'>,
    refused: ReadonlySet<string>,
  ): Promise<Observation[][]> {
    const { folder, bindings } = this.#scripts;
    const script = join(folder, `batch-${this.#written++}.js`);
    // Only the probes that the batch needs: each new process reads the script.
    const used = [...new Set(jobs.map(({ probe }) => probe))];
    const packed = jobs.map(({ probe, inputs }) => ({ probe: used.indexOf(probe), inputs }));
    const needed = used.flatMap((index) => probes[index] ?? []);
    const text = scriptBundle({ bindings, version, probes: needed, handlers: [], refused }, packed);
    try {
      await writeFile(script, text).catch((error: unknown) => Promise.reject(asNoSpace(error)));
      const output = await this.#output(script, deadlineMs, version);
      if (parsedPlain(output) === undefined) throw new Unreadable();
      return readOutcomes(output, jobs);
    } finally {
      await rm(script, { force: true });
    }
  }

  /**
   * The self test of what the command prints.
   * @throws TargetUnavailable
   */
  tryCarrying(version: Version): Promise<void> {
    const setup = { probes: [carryingProbe], version };
    return tryCarrying(0, version, (jobs) =>
      this.#evaluate(jobs, CARRYING_MS, setup, allBut([])).catch((error: unknown) => {
        if (error instanceof Unreadable) return readOutcomes('', jobs);
        throw error;
      }),
    );
  }

  converse(conversation: Conversation): Promise<Observation> {
    return this.#commandLine.converse(conversation);
  }

  async stop(): Promise<void> {
    await rm(this.#scripts.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /**
   * The outcomes' text. A run that ends without printing them is a crash. So is one that a signal ends later: a runtime may
   * detect only at its end that a call has damaged its memory.
   * @throws TargetChanged when the runtime says another version
   */
  async #output(script: string, deadlineMs: number, version: Version | undefined): Promise<string> {
    const { arguments: words = [], ...start } = this.#setup.started ?? {};
    const ended = await runScript([...this.#argv, script, ...words], deadlineMs, startedIn(start));
    const text = ended.stdout.text();
    const lines = text.split('\n');
    const printed = versionIn(lines) ?? this.#scripts.statedVersion;
    if (version !== undefined) refuseOther('the version of the runtime', version, printed);
    const isPrinted = lines.includes(OUTPUT_END);
    const { exit } = ended;
    if (isPrinted && exit.kind !== 'signal') return joined(lines);
    const errorText = `${isPrinted ? '' : text}\n${ended.stderr.text()}`.trim().slice(-500);
    const when = isPrinted ? 'after it had printed the outcomes' : 'and printed no outcome';
    throw new TargetDown('crash', `the command ${exitText(exit)} ${when}${errorText === '' ? '' : `: ${errorText}`}`);
  }
}

const versionIn = (lines: readonly string[]): Version | undefined =>
  parseVersion(lines.find((line) => line.startsWith(VERSION_MARK))?.slice(VERSION_MARK.length) ?? '');

/** The outcomes' JSON from the printed lines. A warning of the runtime may precede a piece on its line. */
function joined(lines: readonly string[]): string {
  return lines
    .flatMap((line) => {
      const at = line.indexOf(OUTPUT_MARK);
      return at < 0 ? [] : line.slice(at + OUTPUT_MARK.length);
    })
    .join('');
}
