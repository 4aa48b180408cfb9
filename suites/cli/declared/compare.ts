/** `srvspec compare` */
import { GATES } from '../../../reports/comparison/gate.js';
import { COMPARISON_FORMATS } from '../../../reports/comparison/write.js';
import type { Command } from './command.js';
import { JOBS, RUNS, SEED } from './run.js';
import { SELECTING } from './selecting.js';
import { TARGET_OPTIONS, TARGETS_HELP } from './target.js';

export const COMPARE = {
  summary: 'tells what changed from one report or target to another, and whether it got worse',
  operands: { shown: '[BEFORE.json AFTER.json]' },
  options: {
    target: {
      type: 'string',
      multiple: true,
      value: 'T',
      completes: 'targets',
      help: `instead of reports, given twice: ${TARGETS_HELP}; options of targets belong to the one that they follow, those before the first to both`,
      otherwise: 'two reports',
    },
    document: SELECTING.document,
    only: SELECTING.only,
    runs: RUNS,
    seed: SEED,
    jobs: JOBS,
    partial: {
      type: 'boolean',
      default: false,
      help: 'compares runs that were cut short, or targets that are lost on the way, as far as they go, which says nothing of what they lack',
    },
    'fail-on': {
      type: 'string',
      value: 'WHAT',
      values: GATES,
      default: 'worse',
      help: 'what ends with status 1: anything that got worse, any change or difference, or a new crash or hang alone',
    },
    quirks: {
      type: 'string',
      value: 'FILE',
      help: 'harmless differences that are known, each with its reason and source: they are ignored and counted, and told where they are not found',
      otherwise: 'those recorded in suites/quirks',
    },
    report: {
      type: 'string',
      multiple: true,
      value: 'FORMAT[=FILE]',
      completes: 'reports',
      help: `a comparison in the format, on standard output or in the file: ${COMPARISON_FORMATS.join(', ')}`,
      otherwise: 'a summary for people',
    },
    ...TARGET_OPTIONS,
  },
  perTarget: TARGET_OPTIONS,
  notes: [
    'exit status: 0 not worse; 1 worse, as --fail-on says; 2 not understood, or could not be compared; 3 undecided: something that was observed was not observed again, or fails and was not observed before',
  ],
} as const satisfies Command;
