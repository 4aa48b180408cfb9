import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline';
import { newestRuntime } from '../../host/support/version.js';
import type { RealmWork } from '../script/work.js';
import { Evaluator } from './evaluator.js';
import { History, historyFile, mostLines } from './history.js';
import { Interrupts } from './interrupts.js';
import { isUnfinished } from './unfinished.js';

/** What stands in front of a line, and in front of one that continues others. */
const [first, further] = ['> ', '... '] as const;

/** Prompts at the terminal until Ctrl-D, and evaluates what is typed in one realm. Returns the exit status. */
export function prompt(work: RealmWork, isQuiet: boolean): Promise<number> {
  if (!isQuiet) process.stdout.write(greeting(work));
  return new Promise((ended, broken) => new Prompt(work, () => ended(0), broken));
}

const greeting = ({ runtimeVersion = newestRuntime }: RealmWork): string =>
  `srvspec exec, runtime ${runtimeVersion}; Tab completes, Ctrl-C stops or drops, Ctrl-D ends\n`;

/**
 * A line is read while nothing is evaluated. Otherwise the terminal makes a signal of Ctrl-C, which breaks off what runs in the realm,
 * and keeps what is typed for the next line.
 */
class Prompt {
  readonly #lines: Interface;
  readonly #evaluator: Evaluator;
  readonly #history = new History(historyFile(), (message) => process.stderr.write(`${message}\n`));
  readonly #interrupts = new Interrupts(() => this.#interrupt());
  readonly #ended: () => void;
  /** Lines that were read together and are not yet evaluated. */
  readonly #waiting: string[] = [];
  /** Of code that is not finished. */
  #begun: string[] = [];
  #isEvaluating = false;
  #isClosed = false;

  constructor(work: RealmWork, ended: () => void, broken: (error: Error) => void) {
    this.#ended = ended;
    this.#evaluator = new Evaluator(
      { ...work, busy: this.#interrupts.busy },
      ({ level, text }) => this.#printAbove(level, text),
      broken,
    );
    this.#lines = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: true,
      prompt: first,
      history: [...this.#history.read()].reverse(),
      historySize: mostLines,
      removeHistoryDuplicates: true,
      completer: (line: string, told: Completed) => {
        void this.#evaluator.complete(line).then(([candidates, begun]) => told(null, [[...candidates], begun]));
      },
    });
    this.#lines.on('line', (line) => void this.#read(line));
    this.#lines.on('SIGINT', () => this.#drop());
    this.#lines.once('close', () => this.#close());
    this.#lines.prompt();
  }

  async #read(line: string): Promise<void> {
    this.#history.add(line);
    this.#waiting.push(line);
    if (this.#isEvaluating) return;
    this.#isEvaluating = true;
    while (this.#waiting.length > 0) await this.#take(this.#waiting.shift() ?? '');
    this.#isEvaluating = false;
    if (this.#isClosed) return this.#end();
    this.#lines.setPrompt(this.#begun.length === 0 ? first : further);
    this.#lines.prompt();
  }

  async #take(line: string): Promise<void> {
    this.#begun.push(line);
    const code = this.#begun.join('\n');
    if (isUnfinished(code)) return;
    this.#begun = [];
    if (code.trim() === '') return;
    await this.#interrupts.ready();
    this.#readKeys(false);
    const { text, failed } = await this.#evaluator.evaluate(code);
    (failed ? process.stderr : process.stdout).write(`${text}\n`);
    this.#readKeys(true);
  }

  /** Whether keys are read one by one, or the terminal keeps them and makes a signal of Ctrl-C. */
  #readKeys(areRead: boolean): void {
    if (this.#isClosed) return;
    if (areRead) this.#lines.resume();
    else this.#lines.pause();
    process.stdin.setRawMode(areRead);
  }

  /** Ctrl-C while a line is read. It breaks off a callback of the realm that runs, too. */
  #drop(): void {
    this.#begun = [];
    this.#waiting.length = 0;
    process.stdout.write('^C\n');
    this.#lines.setPrompt(first);
    // To the line's end, then all of it away.
    for (const name of ['e', 'u']) this.#lines.write(null, { ctrl: true, name });
    this.#interrupts.raise();
  }

  #interrupt(): void {
    this.#waiting.length = 0;
    this.#evaluator.abandon();
  }

  /** What callbacks print stands above the line that is being typed. */
  #printAbove(level: string, text: string): void {
    const output = level === 'info' ? process.stdout : process.stderr;
    if (this.#isEvaluating || this.#isClosed) {
      output.write(`${text}\n`);
      return;
    }
    cursorTo(process.stdout, 0);
    clearLine(process.stdout, 0);
    output.write(`${text}\n`);
    this.#lines.prompt(true);
  }

  #close(): void {
    this.#isClosed = true;
    process.stdout.write('\n');
    if (!this.#isEvaluating) void this.#end();
  }

  async #end(): Promise<void> {
    await this.#interrupts.ready();
    await this.#evaluator.end();
    await this.#interrupts.close();
    this.#ended();
  }
}

type Completed = (error: null, completion: [string[], string]) => void;
