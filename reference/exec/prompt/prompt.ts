import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { type REPLServer, Recoverable, start } from 'node:repl';
import { newestRuntime } from '../../host/support/version.js';
import type { RealmWork } from '../script/work.js';
import type { Completion } from './completion.js';
import { Evaluator } from './evaluator.js';
import { isUnfinished } from './unfinished.js';

/** Prompts at the terminal until Ctrl-D, and evaluates typed code in one realm. Returns the exit status. */
export function prompt(work: RealmWork, isQuiet: boolean): Promise<number> {
  const { runtimeVersion = newestRuntime } = work;
  const keys = 'Tab completes, Ctrl-C stops or drops, Ctrl-D ends';
  if (!isQuiet) process.stdout.write(`srvspec exec, runtime ${runtimeVersion}; ${keys}\n`);
  return new Promise((ended, broken) => new Prompt(work, () => ended(0), broken));
}

/** In the folder where programs keep the user's state. The XDG specification requires that a relative path is ignored. */
function historyFile({ XDG_STATE_HOME: state = '', HOME = homedir() }: NodeJS.ProcessEnv): string {
  return join(isAbsolute(state) ? state : join(HOME, '.local', 'state'), 'srvspec', 'exec-history');
}

type EvaluationCallback = (error: Error | null, result: undefined) => void;

/** Node's own prompt reads the lines; another thread evaluates the code, entry by entry. */
class Prompt {
  readonly #evaluator: Evaluator;
  readonly #repl: REPLServer;
  readonly #ended: () => void;
  /** Code that waits for its evaluation. */
  readonly #entries: string[] = [];
  #isEvaluating = false;
  #isClosed = false;

  constructor(work: RealmWork, ended: () => void, broken: (error: Error) => void) {
    this.#ended = ended;
    this.#evaluator = new Evaluator(work, () => this.#show(), broken);
    const options = {
      prompt: '> ',
      eval: (typed: string, _context: object, _name: string, read: EvaluationCallback) =>
        this.#read(typed.trimEnd(), read),
      completer: (line: string, show: (error: null, completion: Completion) => void) =>
        void this.#evaluator.complete(line).then((completion = [[], '']) => show(null, completion)),
      ignoreUndefined: true,
      preview: false,
      historySize: 1000,
      useGlobal: true,
    };
    this.#repl = start(options);
    for (const command of Object.keys(this.#repl.commands)) Reflect.deleteProperty(this.#repl.commands, command);
    this.#repl.removeAllListeners('SIGINT').on('SIGINT', () => this.#interrupt());
    this.#repl.once('exit', () => {
      this.#isClosed = true;
      void this.#endIfClosed();
    });
    this.#repl.on('history', (lines: string[]) => {
      if (/^\s/.test(lines[0] ?? '')) lines.shift();
    });
    const history = historyFile(process.env);
    try {
      mkdirSync(dirname(history), { recursive: true, mode: 0o700 });
    } catch {
      // Node reports that it cannot open the file.
    }
    this.#repl.setupHistory(history, () => undefined);
  }

  /**
   * Takes an entry, or the beginning of one. Node's prompt does not wait for the result, since it would mix up lines that are typed
   * meanwhile.
   */
  #read(typed: string, read: EvaluationCallback): void {
    if (isUnfinished(typed)) {
      read(new Recoverable(new SyntaxError('unfinished')), undefined);
      return;
    }
    this.#repl.clearBufferedCommand();
    if (typed !== '') this.#entries.push(typed);
    if (!this.#isEvaluating) void this.#evaluate();
  }

  async #evaluate(): Promise<void> {
    this.#isEvaluating = true;
    for (let code = this.#entries.shift(); code !== undefined; code = this.#entries.shift())
      await this.#evaluator.evaluate(code);
    this.#isEvaluating = false;
    this.#show();
    await this.#endIfClosed();
  }

  /** Handles Ctrl-C. A callback may run while a line is typed. */
  #interrupt(): void {
    process.stdout.write('^C\n');
    this.#entries.length = 0;
    this.#evaluator.interrupt();
    if (this.#isEvaluating) return;
    this.#repl.clearBufferedCommand();
    // Moves to the end of the line and deletes all of it.
    for (const name of ['e', 'u']) this.#repl.write(null, { ctrl: true, name });
    this.#show();
  }

  /** Shows the typed line again, below the output. */
  #show(): void {
    if (!this.#isEvaluating && !this.#isClosed) this.#repl.displayPrompt(true);
  }

  async #endIfClosed(): Promise<void> {
    if (this.#isEvaluating || !this.#isClosed) return;
    await this.#evaluator.end();
    this.#ended();
  }
}
