/** `srvspec run` and `srvspec replay`. */
import { REPORT_FORMATS } from '../../../reports/writers/write.js';
import type { Command, Option } from './command.js';
import { SELECTING } from './selecting.js';
import { TARGET_OPTIONS, TARGETS_HELP } from './target.js';

export const SEED = {
  type: 'string',
  value: 'N',
  default: '1',
  help: 'seed of the drawn inputs; the same seed gives the same cases and verdicts',
} as const;

export const RUNS = {
  type: 'string',
  value: 'N',
  default: '20',
  help: 'inputs drawn for each property',
} as const;

export const JOBS = {
  type: 'string',
  value: 'N',
  default: '8',
  help: 'concurrent requests of each worker',
} as const;

export const REPORT = {
  type: 'string',
  multiple: true,
  value: 'FORMAT[=FILE]',
  help: `writes a report to the file, or to standard output without one or with -, in one of the formats ${REPORT_FORMATS.join(', ')}`,
  otherwise: 'a summary for people',
} as const satisfies Option;

export const REQUIRE_OBSERVED = {
  type: 'string',
  value: 'N|P%',
  otherwise: 'half of the cases that the target can be asked',
  help: 'how many of the cases that apply to the target must be observed, as a number or a percentage; a run without violations that observes fewer is undecided',
} as const satisfies Option;

export const DETAILS = {
  type: 'boolean',
  help: 'shows all evidence, objects and coverage above the summary',
} as const satisfies Option;

export const RUN = {
  summary: 'runs the cases against one or more targets and reports the verdicts',
  options: {
    target: {
      type: 'string',
      multiple: true,
      value: 'T',
      help: `${TARGETS_HELP}; several targets run one after the other`,
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
      help: 'file of known violations, each with its reason',
      otherwise: 'those recorded for the target in suites/deviations',
    },
    'last-failed': {
      type: 'boolean',
      help: 'runs only what failed in the last run of these targets in this folder, with the --seed and --runs of that run unless they are given',
    },
    'fail-fast': {
      type: 'boolean',
      help: 'ends the run at the first confirmed violation',
    },
    'require-observed': REQUIRE_OBSERVED,
    details: DETAILS,
    quiet: { type: 'boolean', help: 'shows no progress, and only the last lines of the summary' },
    'skip-missing': {
      type: 'boolean',
      default: false,
      help: 'skips targets that are not installed; at least one must be',
    },
    ...TARGET_OPTIONS,
  },
  notes: [
    'exit status: 0 every case conforms or deviates as recorded; 1 a violation, or a recorded deviation that no longer happens; 2 wrong usage, or a report could not be written; 3 undecided: the target could not be run or went down, too few cases were observed, or something wrong was not confirmed; 130 interrupted',
  ],
} as const satisfies Command;

export const REPLAY = {
  summary: 'runs one case, or one input of it',
  operands: { shown: 'CASE' },
  options: {
    target: { type: 'string', value: 'T', default: 'reference', help: TARGETS_HELP },
    seed: SEED,
    runs: RUNS,
    path: { type: 'string', value: 'P', help: 'path of one input, as reports show it', otherwise: 'all inputs' },
    write: {
      type: 'string',
      value: 'DIR',
      help: 'writes a reproducer that needs no srvspec to a new folder',
      otherwise: 'none',
    },
    ...TARGET_OPTIONS,
  },
  notes: [
    'exit status: that of run; with --write 0 if the reproducer shows the fault, 1 if nothing is wrong, 3 if it does not show the fault or none can be written',
  ],
} as const satisfies Command;
