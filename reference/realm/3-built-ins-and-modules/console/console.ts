import type { ConsoleLevel, ConsolePort } from '../../../port/console.js';
import { defineMethods } from '../../support/members.js';
import { dump } from '../rt/dump.js';

/** The global `console`. */
export function createConsole(port: ConsolePort): object {
  const started = new Map<string, number>();
  const write = (level: ConsoleLevel, messages: readonly unknown[]) =>
    port.write(level, ...messages.map((message) => dump(message)));
  const methods = {
    /** 3/console/console-error */
    error: (...messages: unknown[]): void => write('error', messages),
    /** 3/console/console-info */
    info: (...messages: unknown[]): void => write('info', messages),
    /** 3/console/console-log */
    log: (...messages: unknown[]): void => write('info', messages),
    /** 3/console/console-warn */
    warn: (...messages: unknown[]): void => write('warn', messages),
    /** 3/console/console-time */
    time: (label: unknown = 'default'): void => {
      const name = `${label}`;
      if (started.has(name)) port.write('info', `Timer "${name}" already exists.`);
      else started.set(name, port.now());
    },
    /** 3/console/console-time-end */
    timeEnd: (label: unknown = 'default'): void => {
      const name = `${label}`;
      const start = started.get(name);
      started.delete(name);
      const ended = start === undefined ? `Timer "${name}" doesn't exist.` : `${name}: ${elapsed(start, port.now())}`;
      port.write('info', ended);
    },
  };
  const console = {};
  defineMethods(console, methods);
  return console;
}

function elapsed(start: number, end: number): string {
  return `${(end - start).toFixed(6)}ms`;
}
