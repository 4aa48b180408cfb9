import type { ConsoleLevel, ConsolePort } from '../../../port/console.js';
import type { EngineName } from '../../../port/runtime.js';
import { apply, mapped, PrivateRecord, prepended } from '../../support/intrinsics.js';
import { defineMethods, defineTag } from '../../support/members.js';
import { onRenewal } from '../../support/renewal.js';
import { textOf, toFixed } from '../../support/text.js';
import { dump } from '../rt/dump.js';

/** The global `console`. Real hosts with the engine njs have one more method. */
export function createConsole(port: ConsolePort, engine: EngineName): object {
  const started = new PrivateRecord<number>();
  onRenewal(() => started.clear());
  const write = (level: ConsoleLevel, messages: readonly unknown[], indent = 0): void => {
    const lines = mapped(messages, (message) => dump(message, indent));
    apply(port.write, undefined, prepended(level, lines));
  };
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
      const name = textOf(label);
      if (started.get(name) !== undefined) port.write('info', `Timer "${name}" already exists.`);
      else started.set(name, port.now());
    },
    /** 3/console/console-time-end */
    timeEnd: (label: unknown = 'default'): void => {
      const name = textOf(label);
      const start = started.get(name);
      started.delete(name);
      const ended = start === undefined ? `Timer "${name}" doesn't exist.` : `${name}: ${elapsed(start, port.now())}`;
      port.write('info', ended);
    },
  };
  const console = {};
  defineMethods(console, methods);
  if (engine === 'njs') defineMethods(console, { dump: (...messages: unknown[]): void => write('info', messages, 1) });
  defineTag(console, 'Console');
  return console;
}

function elapsed(start: number, end: number): string {
  return `${toFixed(end - start, 6)}ms`;
}
