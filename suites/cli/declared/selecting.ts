/** Options that choose cases. */
import type { Options } from './command.js';

export const SELECTING = {
  document: {
    type: 'string',
    value: 'N',
    values: ['1', '2', '3'],
    help: 'cases of one document alone',
    otherwise: 'all that the target can be judged by',
  },
  only: {
    type: 'string',
    value: 'GLOB',
    completes: 'ids',
    help: "cases and requirements whose id matches; a part of an id before a dot or slash stands for all below it: 'shared-dict', '{buffer,crypto}.**'",
    otherwise: 'all',
    several: "several globs are one in braces: '{a,b}'",
  },
  shard: {
    type: 'string',
    value: 'I/N|auto',
    help: 'the I-th of N parts of the cases, the same parts on each machine; `auto` takes the place that the CI system gives to this job',
    otherwise: 'all',
  },
} as const satisfies Options;
