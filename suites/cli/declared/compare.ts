/** `srvspec compare` */
import { GATES } from '../../../reports/comparison/gate.js';
import { COMPARISON_FORMATS } from '../../../reports/writers/comparison-writers.js';
import type { Command } from './command.js';
import { JOBS, RUNS, SEED } from './run.js';
import { SELECTING } from './selecting.js';
import { TARGET_OPTIONS, TARGETS_HELP } from './target.js';

export const COMPARE = {
  summary: 'compares two reports or two targets, and says whether the second is worse',
  operands: { shown: '[BEFORE.json AFTER.json]' },
  options: {
    target: {
      type: 'string',
      multiple: true,
      value: 'T',
      help: `two targets in place of reports: ${TARGETS_HELP}; an option of a target belongs to the target before it, or to both if it comes first`,
      otherwise: 'two reports',
    },
    document: SELECTING.document,
    only: SELECTING.only,
    exclude: SELECTING.exclude,
    depth: SELECTING.depth,
    runs: RUNS,
    seed: SEED,
    jobs: JOBS,
    partial: {
      type: 'boolean',
      default: false,
      help: 'also compares runs that were cut short and targets that went down, by the cases that both sides observed',
    },
    'fail-on': {
      type: 'string',
      value: 'WHAT',
      values: GATES,
      default: 'worse',
      help: 'which changes end with status 1: `worse` is anything that got worse, `any` every change or difference, `crash` only a new crash or hang',
    },
    quirks: {
      type: 'string',
      value: 'FILE',
      help: 'file of known harmless differences, each with its reason and source; they are ignored and counted, and the unused ones are listed',
      otherwise: 'those recorded in suites/quirks',
    },
    report: {
      type: 'string',
      multiple: true,
      value: 'FORMAT[=FILE]',
      help: `writes the comparison to the file, or to standard output without one, in one of the formats ${COMPARISON_FORMATS.join(', ')}`,
      otherwise: 'a summary for people',
    },
    ...TARGET_OPTIONS,
  },
  perTarget: TARGET_OPTIONS,
  notes: [
    'exit status: 0 not worse; 1 worse by --fail-on; 2 wrong usage, or nothing could be compared; 3 undecided: a case was observed before and not now, or fails now and was not observed before; 130 interrupted',
  ],
} as const satisfies Command;
