/** Options that choose cases. */
import { DEPTHS } from '../../../spec/types/depth.js';
import type { Options } from './command.js';

export const SELECTING = {
  only: {
    type: 'string',
    value: 'GLOB',
    help: "only cases whose id matches, or begins so before a dot or slash; for instance shared-dict, '{buffer,crypto}.**'",
    otherwise: 'all',
    several: "write several globs as one, in braces: '{a,b}'",
  },
  exclude: {
    type: 'string',
    value: 'GLOB',
    help: 'leaves out the cases and requirements whose id matches, as --only selects them',
    otherwise: 'none',
    several: "write several globs as one, in braces: '{a,b}'",
  },
  depth: {
    type: 'string',
    value: 'D',
    values: DEPTHS,
    help: 'how much of the suite; quick is a smoke test, full is every case',
    otherwise: 'standard; full where cases are named',
  },
  cases: {
    type: 'string',
    value: 'FILE',
    help: 'adds your own cases, in the form of suites/README.md; their ids begin with own',
    otherwise: 'only those of the suite',
  },
  document: {
    type: 'string',
    value: 'N',
    values: ['1', '2', '3'],
    help: 'only cases of this document',
    otherwise: 'all that apply to the target',
  },
  shard: {
    type: 'string',
    value: 'I/N|auto',
    help: 'only part I of N of the cases; `auto` takes I and N from the CI system',
    otherwise: 'all',
  },
} as const satisfies Options;
