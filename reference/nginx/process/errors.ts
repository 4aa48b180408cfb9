import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { ErrorLog, LogFiles, type LogLevel, writeOnce } from '../../host/logging/error-log.js';
import { logLine } from '../logging/log-line.js';
import type { ProcessPlan } from './messages.js';

/** Reports the errors of a program. */
export interface Errors {
  /** Writes a line to the log of early errors and to the terminal; only the terminal shows the excerpt. */
  report(level: LogLevel, message: string, excerpt?: string): void;
  /** Writes only to the terminal, with the lines of a script that caused the error. */
  show(level: LogLevel, message: string, excerpt?: string): void;
  /** Prints a text unchanged. */
  print(text: string): void;
}

/** Where errors go before a configuration decides. */
interface EarlyErrors {
  /** The program's name, before each message on the terminal. */
  readonly name: string;
  /** As given by `-e`: `stderr`, or a file below the prefix; `undefined` for only the terminal. */
  readonly file: string | undefined;
  readonly prefix: string;
  /** Prints on the terminal. */
  readonly print: (text: string) => void;
  /** Whether the process that has started this one has already reported errors of the file. */
  readonly isAgain: boolean;
}

/**
 * Reports errors from before the configuration is read. If standard error is the log, they become log lines; otherwise they go to the log
 * and to the terminal. A log that cannot be opened is reported immediately.
 */
export function earlyErrors({ name, file, prefix, print, isAgain }: EarlyErrors): Errors {
  const show = (level: LogLevel, message: string, excerpt = '') => print(`${name}: [${level}] ${message}\n${excerpt}`);
  const path = file === undefined || file === 'stderr' ? undefined : resolve(prefix, file);
  const failure = path === undefined ? undefined : writeOnce(path, Buffer.alloc(0));
  if (failure !== undefined && !isAgain) print(`${name}: [alert] could not open error log file: ${failure}\n`);
  return {
    show,
    print,
    report: (level, message, excerpt = '') => {
      const line = logLine({ level, message: message.replaceAll('\n', ' '), connection: undefined, about: undefined });
      if (file === 'stderr') return print(`${line}${excerpt}`);
      if (path !== undefined) writeOnce(path, line);
      show(level, message, excerpt);
    },
  };
}

/** The error log of a plan, for lines of the master. */
export class MasterLog {
  readonly #files = new LogFiles();
  #log: ErrorLog;
  /** Whether its lines appear on the terminal. */
  isTerminal = false;

  constructor(plan: ProcessPlan) {
    this.#log = this.#of(plan);
  }

  /** Switches to the logs of another plan. */
  follow(plan: ProcessPlan): void {
    this.#files.close();
    this.#log = this.#of(plan);
  }

  write(level: LogLevel, message: string): void {
    this.#log.write(level, message);
  }

  reopen(): void {
    for (const complaint of this.#files.reopen()) this.write('emerg', complaint);
  }

  close(): void {
    this.#files.close();
  }

  #of({ errorLogs }: ProcessPlan): ErrorLog {
    this.isTerminal = errorLogs.some(({ path }) => path === 'stderr');
    return new ErrorLog(
      this.#files,
      logLine,
      errorLogs.map((log) => ({ ...log, file: '', line: 0 })),
    );
  }
}

/** The standard error of a background process: the first log that is a file, unless one is `stderr`. */
export function backgroundOutput({ errorLogs }: ProcessPlan): number {
  const isTerminal = errorLogs.some(({ path }) => path === 'stderr');
  return isTerminal ? 2 : openSync(errorLogs[0]?.path ?? '/dev/null', 'a');
}
