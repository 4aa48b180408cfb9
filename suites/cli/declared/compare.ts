/** `srvspec compare` */
import { GATES } from '../../../reports/comparison/gate.js';
import { COMPARISON_FORMATS } from '../../../reports/writers/comparison-writers.js';
import type { Command } from './command.js';
import { JOBS, RUNS, SEED } from './run.js';
import { SELECTING } from './selecting.js';
import { TARGET_OPTIONS } from './target.js';

export const COMPARE = {
  summary: 'compares two reports or targets and reports what got worse',
  operands: { shown: '[BEFORE.json AFTER.json]' },
  examples: [
    ['compare old.json new.json', 'what changed between two reports'],
    ['compare --target nginx --engine njs --target nginx --engine qjs', 'two targets, side by side'],
    ['compare old.json new.json --report html=changes.html', 'the same as a page'],
  ],
  options: {
    target: {
      type: 'string',
      multiple: true,
      value: 'T',
      help: 'a target in place of a report, as for run; options of a target follow it, those of both come first',
      otherwise: 'two reports',
    },
    'fail-on': {
      type: 'string',
      value: 'WHAT',
      values: GATES,
      default: 'worse',
      help: 'which changes end with status 1; what got worse, any change or difference, or only a new crash or hang',
    },
    report: {
      type: 'string',
      multiple: true,
      value: 'FORMAT[=FILE]',
      help: `writes the comparison to the file, or to standard output; formats: ${COMPARISON_FORMATS.join(', ')}`,
      otherwise: 'a summary for people',
    },
    only: SELECTING.only,
    depth: SELECTING.depth,
    exclude: SELECTING.exclude,
    cases: SELECTING.cases,
    document: SELECTING.document,
    partial: {
      type: 'boolean',
      default: false,
      help: 'also compares runs that were cut short and targets that went down, by the cases that both sides observed',
    },
    quirks: {
      type: 'string',
      value: 'FILE',
      help: 'file of known harmless differences, which are ignored and counted',
      otherwise: 'those recorded in suites/quirks',
    },
    runs: RUNS,
    seed: SEED,
    jobs: JOBS,
    ...TARGET_OPTIONS,
  },
  perTarget: TARGET_OPTIONS,
  statuses: {
    0: 'not worse',
    1: 'worse by --fail-on',
    2: 'wrong usage, or nothing could be compared',
    3: 'undecided: a case was observed before and not now, or fails now and was not observed before',
    130: 'interrupted',
  },
} as const satisfies Command;
