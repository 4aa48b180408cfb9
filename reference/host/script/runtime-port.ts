/** 3/rt/rt-version, 3/rt/rt-version-number: facts about the runtime for `rt`. */
import { getHeapStatistics } from 'node:v8';
import type { EngineName, GlobalNames, RuntimePort } from '../../port/runtime.js';
import { newestRuntime, runtimeVersionNumber } from '../support/version.js';

/** The names of the documents. */
export const documentBindings = { srv: 'srv', rt: 'rt' } as const;

/** The globals' names for a command line: the given ones, or else the documents' names and as aliases those of real hosts. */
export function bindingsOf(given: {
  readonly srv?: string | undefined;
  readonly rt?: string | undefined;
}): GlobalNames {
  const { srv, rt } = documentBindings;
  if (given.srv === undefined && given.rt === undefined) return { srv, rt, also: { srv: 'ngx', rt: 'njs' } };
  return { srv: given.srv ?? srv, rt: given.rt ?? rt };
}

/** The error for an invalid name of a global; `undefined` for a valid one. */
export function nameComplaint(option: string, name: string | undefined): string | undefined {
  if (name === undefined || /^[A-Za-z_$][\w$]*$/.test(name)) return undefined;
  return `--${option} takes a name that scripts can write, not ${name}`;
}

/** The port of `rt`; the version also decides what else scripts see. */
export function runtimePort(version = newestRuntime, engine: EngineName = 'njs'): RuntimePort {
  return {
    engine,
    version,
    isNewest: version === newestRuntime,
    versionNumber: runtimeVersionNumber(version),
    memorySize: () => getHeapStatistics().total_heap_size,
  };
}
