/** `srvspec run` and `srvspec replay`. */
import { REPORT_FORMATS } from '../../../reports/write.js';
import type { Command, Option } from './command.js';
import { SELECTING } from './selecting.js';
import { TARGET_OPTIONS, TARGETS_HELP } from './target.js';

export const SEED = {
  type: 'string',
  value: 'N',
  default: '1',
  help: 'what drawn inputs depend on: the same seed gives the same cases and verdicts',
} as const;

export const RUNS = {
  type: 'string',
  value: 'N',
  default: '20',
  help: 'inputs that are drawn for a property',
} as const;

export const JOBS = {
  type: 'string',
  value: 'N',
  default: '8',
  help: 'requests under way at one time in each worker',
} as const;

export const REPORT = {
  type: 'string',
  multiple: true,
  value: 'FORMAT[=FILE]',
  completes: 'reports',
  help: `writes a report in one of the formats ${REPORT_FORMATS.join(', ')}; as often as wanted, without a FILE or with - to standard output`,
  otherwise: 'a summary for people',
} as const satisfies Option;

export const REQUIRE_OBSERVED = {
  type: 'string',
  value: 'N|P%',
  otherwise: 'half of the cases that the target can be asked',
  help: 'the least that must be observed of the cases that apply to the target, a number or a percentage; with less a run without violations is undecided',
} as const satisfies Option;

export const DETAILS = {
  type: 'boolean',
  help: 'shows all evidence, objects and coverage above the summary',
} as const satisfies Option;

export const RUN = {
  summary: 'runs cases against targets and reports what conforms and what does not',
  options: {
    target: {
      type: 'string',
      multiple: true,
      value: 'T',
      completes: 'targets',
      help: `${TARGETS_HELP}; several are run one after the other`,
      otherwise: 'reference',
    },
    ...SELECTING,
    runs: RUNS,
    seed: SEED,
    jobs: JOBS,
    report: REPORT,
    deviations: {
      type: 'string',
      value: 'FILE',
      help: 'violations that are known, each with its reason',
      otherwise: 'those recorded for the target in suites/deviations',
    },
    'last-failed': {
      type: 'boolean',
      help: 'only what failed in the last run of these targets in this folder, with the --seed and --runs that showed it unless they are given',
    },
    'fail-fast': {
      type: 'boolean',
      help: 'ends with the first violation that is confirmed; what goes on beside it is broken off',
    },
    'require-observed': REQUIRE_OBSERVED,
    details: DETAILS,
    quiet: { type: 'boolean', help: 'no progress, and of the summary the last lines alone' },
    'skip-missing': {
      type: 'boolean',
      default: false,
      help: 'leaves out targets that are not there, rather than to fail; one must be there',
    },
    ...TARGET_OPTIONS,
  },
  notes: [
    'exit status: 0 all conforms or deviates as known; 1 a violation, or a recorded deviation that no longer happens; 2 the command line was not understood, or a report could not be written; 3 undecided: the target could not be run or was lost, too little was observed, or something was seen wrong and not confirmed; 130 interrupted',
  ],
} as const satisfies Command;

export const REPLAY = {
  summary: 'runs one case, or exactly the one input at a path that a report names',
  operands: { shown: 'CASE', completes: 'ids' },
  options: {
    target: { type: 'string', value: 'T', default: 'reference', completes: 'targets', help: TARGETS_HELP },
    seed: SEED,
    runs: RUNS,
    path: { type: 'string', value: 'P', help: 'the place of one input, as a report tells it', otherwise: 'all inputs' },
    write: {
      type: 'string',
      value: 'DIR',
      help: 'a new folder, to which what shows the fault without srvspec is written',
      otherwise: 'nothing is written',
    },
    ...TARGET_OPTIONS,
  },
  notes: [
    'exit status: as of run; with --write 0 where the folder shows the fault, 1 where nothing is wrong, 3 where the folder does not show it or none can be written',
  ],
} as const satisfies Command;
