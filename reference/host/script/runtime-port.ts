/** 3/rt/rt-version, 3/rt/rt-version-number: what `rt` says of the runtime. */
import { getHeapStatistics } from 'node:v8';
import type { Engine, GlobalNames, RuntimePort } from '../../port/runtime.js';
import { newestRuntime, runtimeVersionNumber } from '../support/version.js';

/** The names of the documents. */
export const documentBindings = { srv: 'srv', rt: 'rt' } as const;

/** The globals' names on a command line: those given; else the documents', and beside them those that real hosts use. */
export function bindingsOf(given: {
  readonly srv?: string | undefined;
  readonly rt?: string | undefined;
}): GlobalNames {
  const { srv, rt } = documentBindings;
  if (given.srv === undefined && given.rt === undefined) return { srv, rt, also: { srv: 'ngx', rt: 'njs' } };
  return { srv: given.srv ?? srv, rt: given.rt ?? rt };
}

/** What is wrong with a name given for a global; `undefined` when it is one. */
export function nameComplaint(option: string, name: string | undefined): string | undefined {
  if (name === undefined || /^[A-Za-z_$][\w$]*$/.test(name)) return undefined;
  return `--${option} takes a name that scripts can write, not ${name}`;
}

/** What scripts see as `rt`; the version decides what else they see. */
export function runtimePort(version = newestRuntime, engine: Engine = 'njs'): RuntimePort {
  return {
    engine,
    version,
    isNewest: version === newestRuntime,
    versionNumber: runtimeVersionNumber(version),
    memorySize: () => getHeapStatistics().total_heap_size,
  };
}
