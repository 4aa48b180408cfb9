import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { codeOf, systemWords } from '../../host/support/system-errors.js';

/** Lines that are kept. */
export const mostLines = 1000;

/** Units of a line that is kept: what was pasted by the kilobyte nobody looks for. */
const longest = 4096;

/** Where the lines typed at the prompt are kept: in the user's folder for what programs remember. */
export function historyFile(environment: NodeJS.ProcessEnv = process.env): string {
  const { XDG_STATE_HOME: state = '' } = environment;
  // A relative one is to be ignored.
  const folder = isAbsolute(state) ? state : join(environment.HOME || homedir(), '.local', 'state');
  return join(folder, 'srvspec', 'exec-history');
}

/** The lines typed at prompts, the oldest first; a file keeps them from session to session. */
export class History {
  readonly #file: string;
  readonly #complain: (message: string) => void;
  #last = '';
  #isKept = true;

  /** `complain` is told once why lines are not kept. */
  constructor(file: string, complain: (message: string) => void) {
    this.#file = file;
    this.#complain = complain;
  }

  /** What other sessions have left. A file that has grown too long is cut. */
  read(): readonly string[] {
    const text = this.#attempt(() => {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      appendFileSync(this.#file, '', { mode: 0o600 });
      return readFileSync(this.#file, 'utf8');
    });
    const lines = (text ?? '').split('\n').filter(isShowable);
    const kept = lines.slice(-mostLines);
    if (lines.length > 2 * mostLines) this.#attempt(() => this.#replace(kept));
    this.#last = kept.at(-1) ?? '';
    return kept;
  }

  /** Keeps a line, unless it is the same as the one before or begins with a blank, as in shells. */
  add(line: string): void {
    if (!isShowable(line) || /^\s/.test(line) || line === this.#last) return;
    this.#last = line;
    this.#attempt(() => appendFileSync(this.#file, `${line}\n`, { mode: 0o600 }));
  }

  /** Another session may read or write at the same time: there is always a whole file. */
  #replace(lines: readonly string[]): void {
    const next = `${this.#file}.${process.pid}`;
    writeFileSync(next, `${lines.join('\n')}\n`, { mode: 0o600 });
    renameSync(next, this.#file);
  }

  #attempt<T>(act: () => T): T | undefined {
    if (!this.#isKept) return undefined;
    try {
      return act();
    } catch (error) {
      this.#isKept = false;
      const reason = error instanceof Error ? systemWords(codeOf(error)) : String(error);
      this.#complain(`the history is not kept: ${reason}: ${this.#file}`);
      return undefined;
    }
  }
}

/** Nothing in a line moves the cursor or changes the terminal that shows it, whoever wrote the file. */
const isShowable = (line: string): boolean => line.trim() !== '' && line.length <= longest && !/\p{Cc}/u.test(line);
