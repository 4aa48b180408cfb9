import { getHeapStatistics } from 'node:v8';
import type { RuntimePort } from '../../port/runtime.js';
import { newestRuntime, runtimeVersionNumber } from '../version.js';

/** The names of the documents. */
export const documentBindings = { srv: 'srv', rt: 'rt' } as const;

/** What scripts see as `rt`; the version decides what else they see. */
export function runtimePort(version = newestRuntime): RuntimePort {
  return {
    version,
    isNewest: version === newestRuntime,
    versionNumber: runtimeVersionNumber(version),
    memorySize: () => getHeapStatistics().total_heap_size,
  };
}
