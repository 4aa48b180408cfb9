import { openSync } from 'node:fs';
import { resolve } from 'node:path';
import { ErrorLog, LogFiles, type LogLevel, writeOnce } from '../../host/logging/error-log.js';
import { logLine } from '../logging/log-line.js';
import type { ProcessPlan } from './messages.js';

/** Where a program tells what went wrong. */
export interface Errors {
  /** Writes a line of a level to the log of early errors, and for whoever started the program, for whom an excerpt is. */
  tell(level: LogLevel, message: string, excerpt?: string): void;
  /** Only for whoever started it, with the lines of a script that are to blame. */
  show(level: LogLevel, message: string, excerpt?: string): void;
  /** Prints a text as it is. */
  print(text: string): void;
}

/** What errors are told by before a configuration says where they go. */
export interface EarlyErrors {
  /** The program's name, in front of what is told on the terminal. */
  readonly name: string;
  /** As `-e` names it: `stderr`, or a file below the prefix; `undefined` for the terminal alone. */
  readonly file: string | undefined;
  readonly prefix: string;
  /** Prints on the terminal. */
  readonly print: (text: string) => void;
  /** Whether what is wrong with the file was told by the process that has started this one. */
  readonly isAgain: boolean;
}

/**
 * Errors before the configuration was read: as lines of a log where the standard error is the log, else to the log and for a person. That
 * the log cannot be opened is told at once.
 */
export function earlyErrors({ name, file, prefix, print, isAgain }: EarlyErrors): Errors {
  const show = (level: LogLevel, message: string, excerpt = '') => print(`${name}: [${level}] ${message}\n${excerpt}`);
  const path = file === undefined || file === 'stderr' ? undefined : resolve(prefix, file);
  const failure = path === undefined ? undefined : writeOnce(path, Buffer.alloc(0));
  if (failure !== undefined && !isAgain) print(`${name}: [alert] could not open error log file: ${failure}\n`);
  return {
    show,
    print,
    tell: (level, message, excerpt = '') => {
      const line = logLine({ level, message: message.replaceAll('\n', ' '), connection: undefined, about: undefined });
      if (file === 'stderr') return print(`${line}${excerpt}`);
      if (path !== undefined) writeOnce(path, line);
      show(level, message, excerpt);
    },
  };
}

/** The error log that a plan names, for the lines of the master. */
export class MasterLog {
  readonly #files = new LogFiles();
  #log: ErrorLog;
  /** Whether its lines are seen on the terminal. */
  isTerminal = false;

  constructor(plan: ProcessPlan) {
    this.#log = this.#of(plan);
  }

  /** Goes on with the logs of another plan. */
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

/** The descriptor that a process in the background has for its standard error: the first log that is a file, unless one is `stderr`. */
export function backgroundOutput({ errorLogs }: ProcessPlan): number {
  const isTerminal = errorLogs.some(({ path }) => path === 'stderr');
  return isTerminal ? 2 : openSync(errorLogs[0]?.path ?? '/dev/null', 'a');
}
