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
  help: `writes a report to the file, or to standard output; formats: ${REPORT_FORMATS.join(', ')}`,
  otherwise: 'a summary for people',
} as const satisfies Option;

export const REQUIRE_OBSERVED = {
  type: 'string',
  value: 'N|P%',
  otherwise: 'half of the cases that the target can be asked',
  help: 'how many of the cases that apply to the target must be observed; a run without violations that observes fewer is undecided',
} as const satisfies Option;

export const DETAILS = {
  type: 'boolean',
  help: 'shows all evidence, objects and coverage above the summary',
} as const satisfies Option;

export const RUN = {
  summary: 'runs the cases against targets and reports the verdicts',
  examples: [
    ['run --target nginx --details', 'judges the installed nginx'],
    ['run --target cli:njs --only buffer', 'only Buffer, on a runtime'],
    ['run --target nginx --report html=r.html', 'also writes a page'],
    ['run --target nginx --last-failed', 'only what failed before'],
  ],
  options: {
    target: {
      type: 'string',
      multiple: true,
      value: 'T',
      help: TARGETS_HELP,
      otherwise: 'reference',
    },
    only: SELECTING.only,
    depth: SELECTING.depth,
    report: REPORT,
    details: DETAILS,
    'last-failed': {
      type: 'boolean',
      help: 'only what failed in the last run of these targets in this folder',
    },
    'fail-fast': {
      type: 'boolean',
      help: 'ends the run at the first confirmed violation',
    },
    watch: {
      type: 'boolean',
      help: 'runs again when the program of a target or the file of --cases changes, and shows what has changed, until interrupted',
    },
    quiet: { type: 'boolean', help: 'shows no progress, and only the last lines of the summary' },
    exclude: SELECTING.exclude,
    cases: SELECTING.cases,
    document: SELECTING.document,
    shard: SELECTING.shard,
    runs: RUNS,
    seed: SEED,
    jobs: JOBS,
    deviations: {
      type: 'string',
      value: 'FILE',
      help: 'file of known violations, each with its reason',
      otherwise: 'those recorded for the target in suites/deviations',
    },
    'require-observed': REQUIRE_OBSERVED,
    'skip-missing': {
      type: 'boolean',
      default: false,
      help: 'skips targets that are not installed; at least one must be',
    },
    ...TARGET_OPTIONS,
  },
  statuses: {
    0: 'every case conforms, is recorded, or deviates as recorded',
    1: 'a violation, or a recorded deviation that no longer happens',
    2: 'wrong usage, or a report could not be written',
    3: 'undecided: the target could not be run or went down, too few cases were observed, or a failure was not confirmed',
    130: 'interrupted',
  },
} as const satisfies Command;

export const REPLAY = {
  summary: 'runs one case, or one input of it',
  operands: { shown: 'CASE', most: 1 },
  examples: [
    ['replay base64.atob.decodes/foo --target cli:njs', 'one case, as reports name it'],
    ['replay base64.atob.decodes/foo --target nginx --write fault', 'a folder that shows the fault without srvspec'],
  ],
  options: {
    target: { type: 'string', value: 'T', default: 'reference', help: TARGETS_HELP },
    cases: SELECTING.cases,
    path: { type: 'string', value: 'P', help: 'path of one input, as reports show it', otherwise: 'all inputs' },
    write: {
      type: 'string',
      value: 'DIR',
      help: 'writes a reproducer that needs no srvspec to a new folder',
      otherwise: 'none',
    },
    seed: SEED,
    runs: RUNS,
    ...TARGET_OPTIONS,
  },
  statuses: {
    0: 'as for run; with --write, the reproducer shows the fault',
    1: 'as for run; with --write, nothing is wrong',
    2: 'wrong usage',
    3: 'as for run; with --write, the reproducer does not show the fault, or none can be written',
  },
} as const satisfies Command;
