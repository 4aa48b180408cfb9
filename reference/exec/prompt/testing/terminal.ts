import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Test } from 'tape';
import { MAIN } from '../../testing/program.js';

/** Keys that are not characters. */
export const KEYS = { enter: '\r', tab: '\t', up: '\u001b[A', interrupt: '\u0003', end: '\u0004' } as const;

const esc = String.fromCharCode(27);

/** What a line showed before it was cleared from its beginning. */
const cleared = new RegExp(`[^\\n]*(?:${esc}\\[1G${esc}\\[0J|\\r${esc}\\[K)`, 'g');

/** The sequences by which a program moves the cursor and clears text. */
const moves = new RegExp(`${esc}\\[[0-9;?]*[A-Za-z]`, 'g');

/** A prompt at the end of the output. */
const prompting = /\n(?:> |\.\.\. |\| )$/;

/** The prompt in a pseudo-terminal of `script`, a program of util-linux. Tests wait for output, never for a time. */
export class Terminal {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;
  readonly #listeners: (() => void)[] = [];
  #shown = '';
  #seen = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exit = once(child, 'close').then(([status]) => status);
    child.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      this.#shown += piece;
      for (const listener of this.#listeners.splice(0)) listener();
    });
  }

  /** Opens a prompt; the terminal is killed with the test at the latest. */
  static async open(t: Test, env: NodeJS.ProcessEnv, ...words: readonly string[]): Promise<Terminal> {
    const line = ['exec', process.execPath, MAIN, ...words].map((word) => (word === 'exec' ? word : `'${word}'`));
    const child = spawn('script', ['-qefc', `stty cols 80 rows 24; ${line.join(' ')}`, '/dev/null'], {
      env: { ...process.env, TERM: 'xterm', NO_COLOR: '1', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    t.teardown(() => child.kill('SIGKILL'));
    const terminal = new Terminal(child);
    await terminal.until(/(?:^|\n)> $/);
    return terminal;
  }

  /** Types a line; resolves with its output before the next prompt. */
  async line(text: string): Promise<string> {
    this.type(text + KEYS.enter);
    const shown = await this.until(prompting);
    const behindEcho = shown.slice(shown.indexOf('\n') + 1);
    return behindEcho.replace(/(?:^|\n)(?:> |\.\.\. |\| )$/, '');
  }

  type(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  /** Resolves with the output since the last call, once it matches. */
  async until(pattern: RegExp): Promise<string> {
    for (;;) {
      const text = textOf(this.#shown.slice(this.#seen));
      if (pattern.test(text)) {
        this.#seen = this.#shown.length;
        return text;
      }
      await Promise.race([
        new Promise<void>((resolve) => this.#listeners.push(resolve)),
        this.#exit.then((status) => Promise.reject(new Error(`ended with ${status}, having shown ${text}`))),
      ]);
    }
  }

  /** Resolves once the program has ended, with its status and the output since the last call of `until`. */
  async ended(): Promise<{ readonly status: number | null; readonly shown: string }> {
    const status = await this.#exit;
    return { status, shown: textOf(this.#shown.slice(this.#seen)) };
  }
}

const textOf = (shown: string): string =>
  shown.replaceAll(/\r+\n/g, '\n').replaceAll(cleared, '').replaceAll(moves, '');
