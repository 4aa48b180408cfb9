import type { RunEnd } from '../../../port/outcome.js';
import type { RuntimePort } from '../../../port/runtime.js';
import { requireCallback, run, type ScriptCallback } from '../../support/callback.js';
import { growing, min, numberOf, OwnTypeError, push } from '../../support/intrinsics.js';
import { defineTag } from '../../support/members.js';
import { textOf } from '../../support/text.js';
import { members } from '../../support/versions.js';
import { dump } from './dump.js';

/** The highest number of blanks for a level. */
const mostIndent = 5;

/** The object `rt`, and its registered callbacks. */
export class RuntimeObject {
  readonly object: object;
  readonly #exitCallbacks = growing<ScriptCallback>();

  constructor(port: RuntimePort) {
    const callbacks = this.#exitCallbacks;
    this.object = {
      /** 3/rt/rt-version */
      get version() {
        return port.version;
      },
      /** 3/rt/rt-version-number */
      get version_number() {
        return port.versionNumber;
      },
      /** The engine, by the name that real hosts give it. */
      get engine() {
        return port.engine === 'qjs' ? 'QuickJS' : 'njs';
      },
      /** 3/rt/rt-memory-stats */
      get memoryStats() {
        return { size: port.memorySize() };
      },
      /** 3/rt/rt-dump */
      dump(value: unknown, indent?: unknown): string {
        return dump(value, min(numberOf(indent ?? 0) >>> 0, mostIndent));
      },
      /** 3/rt/rt-on */
      on(event: unknown, callback: unknown): void {
        const name = textOf(event);
        if (name !== 'exit') throw new OwnTypeError(`unknown hook "${name}"`);
        if (callback === null) callbacks.length = 0;
        else push(callbacks, requireCallback(callback, 'callback is not a function or null'));
      },
    };
    members(this.object, { version_number: '0.7.4', engine: '0.8.6', memoryStats: '0.7.8', on: '0.5.2' });
    defineTag(this.object, 'njs');
  }

  /** Whether callbacks of the event `exit` are registered. */
  get awaitsExit(): boolean {
    return this.#exitCallbacks.length > 0;
  }

  /** 3/events/rule-1: runs the callbacks, without arguments. None of them remain when the realm serves again. */
  exit(report: (ending: RunEnd) => void): void {
    const callbacks = this.#exitCallbacks;
    const registered = callbacks.length;
    for (let at = 0; at < registered; at += 1) {
      const callback = callbacks[at];
      if (callback !== undefined) report(run(callback, []));
    }
    callbacks.length = 0;
  }
}
