/** Runs a command-line runtime: with a script, until it ends, and as the partner of conversations. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plain } from '../../../spec/types/requirement.js';
import { type Conversation, TargetUnavailable } from '../../executor/target.js';
import {
  type Bindings,
  type BundleParts,
  LACKED_MARK,
  PART_MARKS,
  programBundle,
  programPartsBundle,
} from '../../inside/bundle.js';
import { encode } from '../../language/encoding.js';
import { Lacking, TargetDown } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import type { CommandLinePartner, CommandOutput } from '../../language/partners.js';
import type { Probe } from '../../language/trial.js';
import { Slots } from '../../wire/slots.js';
import { startedIn } from './environment.js';
import { observed, partnersOf } from './partners.js';
import { ProcessNotStarted, type ProcessResult, ProcessTimedOut, runProcess } from './process.js';
import { asNoSpace } from './scratch.js';

/** The limit for the bytes of each output stream of one run of the command. */
const OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * Runs the command with its script until it ends by itself.
 * @throws TargetDown if it has not ended after `deadlineMs`
 * @throws TargetUnavailable if it cannot be started
 */
export async function runScript(
  argv: readonly string[],
  deadlineMs: number,
  env = startedIn(),
): Promise<ProcessResult> {
  try {
    return await runProcess(argv, { deadlineMs, tailBytes: OUTPUT_BYTES, env });
  } catch (error) {
    if (error instanceof ProcessTimedOut) throw new TargetDown('hang', error.message, deadlineMs);
    if (error instanceof ProcessNotStarted) throw new TargetUnavailable(error.message);
    throw error;
  }
}

/** The number of parallel programs, so that none of them is late because of all the others. */
const PROGRAMS_AT_ONCE = 4;

/** The needs of runs. */
interface CommandLineOptions {
  /**
   * Runs the text of a script as a program.
   * @throws TargetDown if a signal ends it, or if it has not ended after `deadlineMs`
   */
  readonly run: RunProgram;
  readonly bindings: Bindings;
  /** Modules that the command does not import. */
  readonly refused?: () => Promise<ReadonlySet<string>>;
}

type RunProgram = (text: string, deadlineMs: number) => Promise<Omit<CommandOutput, 'tookMs'>>;

/** Runs programs with a command, to which the path of a script in the folder is added. */
export function commandIn(folder: string, argv: readonly string[]): RunProgram {
  let count = 0;
  return async (text, deadlineMs) => {
    const file = join(folder, `program-${count++}.js`);
    try {
      await writeFile(file, text).catch((error: unknown) => Promise.reject(asNoSpace(error)));
      const { exit, stdout, stderr } = await runScript([...argv, file], deadlineMs);
      if (exit.kind === 'signal') throw new TargetDown('crash', `the command was ended by ${exit.signal}`);
      return { stdout: stdout.text(), stderr: stderr.text(), status: exit.status };
    } finally {
      await rm(file, { force: true });
    }
  };
}

/** A run that waits for others that may share its program. */
interface QueuedRun {
  readonly script: Probe<never>;
  readonly input: Plain;
  readonly deadlineMs: number;
  resolve(printed: CommandOutput): void;
  reject(error: unknown): void;
}

/** The command as a partner of the conversations of a session. */
export class CommandLineRunner {
  readonly #runs: CommandLineOptions;
  #waiting: QueuedRun[] = [];
  readonly #slots = new Slots(PROGRAMS_AT_ONCE);

  constructor(runs: CommandLineOptions) {
    this.#runs = runs;
  }

  /** Holds a conversation with the command alone. */
  converse({ hold, deadlineMs }: Conversation): Promise<Observation> {
    return observed(() => hold(partnersOf({ commandLine: this.partner(deadlineMs) })));
  }

  /** A run that a signal ends rejects with `TargetDown`. */
  partner(deadlineMs: number): CommandLinePartner {
    return {
      run: <I>(script: Probe<I>, input: I, how?: { readonly among: boolean }) =>
        how?.among === true
          ? this.#among(script, encode(input), deadlineMs)
          : this.#alone(script, encode(input), deadlineMs),
    };
  }

  /** Contains all requests until nothing else is to be done: the parallel conversations. */
  #among(script: Probe<never>, input: Plain, deadlineMs: number): Promise<CommandOutput> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ script, input, deadlineMs, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#runWaiting());
    });
  }

  #runWaiting(): void {
    const all = this.#waiting;
    this.#waiting = [];
    for (const script of new Set(all.map((one) => one.script)))
      void this.#runTogether(
        script,
        all.filter((one) => one.script === script),
      );
  }

  /** Parts that cannot be separated, and programs that crashed, run once more: each part in a program of its own. */
  async #runTogether(script: Probe<never>, all: readonly QueuedRun[]): Promise<void> {
    const parts = all.length > 1 ? await this.#parts(script, all).catch(() => undefined) : undefined;
    for (const [i, one] of all.entries()) {
      const part = parts?.[i];
      const printed = part === undefined ? this.#alone(script, one.input, one.deadlineMs) : unlessLacking(part);
      printed.then(one.resolve, one.reject);
    }
  }

  async #parts(script: Probe<never>, all: readonly QueuedRun[]): Promise<readonly CommandOutput[] | undefined> {
    const inputs = all.map(({ input }) => input);
    const text = programPartsBundle(await this.#bundled(script), inputs);
    const { stdout, stderr, ...ended } = await this.#run(text, Math.max(...all.map(({ deadlineMs }) => deadlineMs)));
    return ended.status === 0
      ? printedParts(stdout, stderr, all.length)?.map((part) => ({ ...part, ...ended }))
      : undefined;
  }

  async #alone(script: Probe<never>, input: Plain, deadlineMs: number): Promise<CommandOutput> {
    return unlessLacking(await this.#run(programBundle(await this.#bundled(script), input), deadlineMs));
  }

  /** Without a version, since printing needs no module of a later version. */
  async #bundled(script: Probe<never>): Promise<BundleParts> {
    const { bindings, refused } = this.#runs;
    return { bindings, probes: [script], handlers: [], refused: await refused?.() };
  }

  #run(text: string, deadlineMs: number): Promise<CommandOutput> {
    return this.#slots.use(async () => {
      const from = performance.now();
      const printed = await this.#runs.run(text, deadlineMs);
      return { ...printed, tookMs: performance.now() - from };
    });
  }
}

/** @throws Lacking if the script needed a missing feature */
async function unlessLacking(printed: CommandOutput): Promise<CommandOutput> {
  const [, what] = new RegExp(`^${LACKED_MARK}(.*)$`, 'm').exec(printed.stdout) ?? [];
  if (what !== undefined) throw new Lacking(what);
  return printed;
}

/**
 * The output of each part of a program. Output of `console.error` may go to either stream, with text before it in its line. `undefined` if
 * the marks are not at their places.
 */
export function printedParts(
  stdout: string,
  stderr: string,
  count: number,
): readonly Pick<CommandOutput, 'stdout' | 'stderr'>[] | undefined {
  const reported = split(stdout, PART_MARKS.log, count);
  const beside = stderr === '' ? [] : split(stderr, PART_MARKS.error, count);
  if (reported === undefined || beside === undefined) return undefined;
  return reported.map((part, i) => ({ stdout: withoutErrorLine(part), stderr: beside[i] ?? '' }));
}

/** A part without its last line, if that ends with the mark. */
function withoutErrorLine(part: string): string {
  const line = part.lastIndexOf('\n', part.length - 2) + 1;
  return ERROR_LINE.test(part.slice(line)) ? part.slice(0, line) : part;
}

const ERROR_LINE = new RegExp(`${PART_MARKS.error}\\d+\\n$`);

/**
 * The texts before the marks. Each mark has the number of its part and is alone in its line, except for the prefix that a runtime writes
 * before messages.
 */
function split(text: string, mark: string, count: number): readonly string[] | undefined {
  const parts: string[] = [];
  let from = 0;
  for (let i = 0; i < count; i += 1) {
    const line = `${mark}${i}\n`;
    const at = text.indexOf(line, from);
    if (at < 0) return undefined;
    const part = text.slice(from, at);
    parts.push(mark === PART_MARKS.error ? part.slice(0, part.lastIndexOf('\n') + 1) : part);
    from = at + line.length;
  }
  return from === text.length ? parts : undefined;
}
