import type { ConsoleLevel, ConsolePort } from '../port.js';
import { dump } from './dump.js';

interface Console {
  error(...messages: unknown[]): void;
  info(...messages: unknown[]): void;
  log(...messages: unknown[]): void;
  warn(...messages: unknown[]): void;
  time(label?: unknown): void;
  timeEnd(label?: unknown): void;
}

/** 3/console/* */
export function createConsole(port: ConsolePort): Console {
  const timers = new Map<string, number>();
  const write = (level: ConsoleLevel, messages: readonly unknown[]) =>
    port.write(level, messages.map((message) => (typeof message === 'string' ? message : dump(message))).join(' '));
  return {
    /** 3/console/console-error */
    error: (...messages) => write('error', messages),
    /** 3/console/console-info */
    info: (...messages) => write('info', messages),
    /** 3/console/console-log */
    log: (...messages) => write('info', messages),
    /** 3/console/console-warn */
    warn: (...messages) => write('warn', messages),
    /** 3/console/console-time */
    time: (label = 'default') => void timers.set(String(label), port.now()),
    /** 3/console/console-time-end */
    timeEnd: (label = 'default') => {
      const name = String(label);
      const started = timers.get(name);
      if (started === undefined) return;
      timers.delete(name);
      port.write('info', `${name}: ${(port.now() - started).toFixed(6)}ms`);
    },
  };
}
