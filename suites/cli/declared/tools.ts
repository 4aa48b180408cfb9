/** Commands for work on the project, and for a person's shell. */
import type { Command } from './command.js';
import { DETAILS, REPORT, REQUIRE_OBSERVED } from './run.js';
import { SELECTING } from './selecting.js';

export const EXTRACT = {
  summary: 'in a checkout: writes the facts of the documents to spec/rows',
  examples: [['extract --documents ../documents --check', 'what a new release of the documents changes']],
  options: {
    documents: { type: 'string', value: 'DIR', help: 'folder of the documents', otherwise: 'required' },
    check: {
      type: 'boolean',
      default: false,
      help: 'writes nothing and lists what would change; status 1 if anything would',
    },
  },
} as const satisfies Command;

export const GENERATE = {
  summary: 'in a checkout: writes schemas, cases, their manifest, this help',
  examples: [['generate --check', 'whether all committed files are up to date']],
  options: {
    check: {
      type: 'boolean',
      default: false,
      help: 'writes nothing; status 1 if a committed file is not up to date',
    },
  },
} as const satisfies Command;

export const BASELINE = {
  summary: 'writes the violations of a run as a deviations file',
  examples: [['baseline --from new.json --output known.yaml', 'known violations, each with a reason to fill in']],
  options: {
    from: { type: 'string', value: 'REPORT.json', help: 'JSON report of the run', otherwise: 'required' },
    output: { type: 'string', value: 'FILE', default: '-', help: 'new file to write; - is standard output' },
    'accept-crashes': { type: 'boolean', default: false, help: 'takes crashes and hangs, too' },
  },
  notes: [
    'an entry is for cases of one requirement that fail in the same way; known ones keep their reason',
    'a later run that takes the file fails for a new violation, and for one that no longer happens',
  ],
} as const satisfies Command;

export const OPENAPI = {
  summary: 'describes the management API in OpenAPI 3.1',
  examples: [['api openapi --output openapi.json', 'a description for other tools']],
  options: {
    output: { type: 'string', value: 'FILE', default: '-', help: 'file to write; - is standard output' },
    'base-url': { type: 'string', value: 'URL', help: 'URL of the server in the description', otherwise: 'a variable' },
  },
} as const satisfies Command;

export const ADAPTER_CHECK = {
  summary: 'checks whether an adapter keeps the rules of its protocol',
  examples: [["adapter-check 'node my-adapter.mjs'", 'a line for each rule']],
  operands: { shown: 'COMMAND' },
  options: {},
  notes: ['exit status: 0 it keeps them; 1 it breaks one; 2 wrong usage; 3 the command cannot be started'],
} as const satisfies Command;

export const BUNDLE = {
  summary: 'writes what a host needs that can only be deployed to',
  operands: { shown: 'DIR', most: 1 },
  examples: [
    ['bundle deploy', 'a configuration, scripts, and how to deploy and remove them'],
    ['bundle older --runtime-version 0.7.9', 'for a host with an older runtime'],
    ['run --target endpoint:https://HOST --bundle deploy', 'judges the host that it was deployed to'],
  ],
  options: {
    'runtime-version': {
      type: 'string',
      value: 'V',
      help: 'version of the runtime on the host, such as 0.8.4',
      otherwise: 'the newest in the documents',
    },
    without: {
      type: 'string',
      multiple: true,
      value: 'DIRECTIVE',
      help: 'leaves out the cases with this directive, which the host does not know',
      otherwise: 'none',
    },
    bind: {
      type: 'string',
      value: 'srv=NAME,rt=NAME',
      help: 'names of the two globals in its scripts',
      otherwise: 'srv=ngx,rt=njs',
    },
  },
  notes: ['DIR is a new folder; README.md in it has the steps; keep it secret, since it has the token of the host'],
} as const satisfies Command;

export const TYPES_COMMAND = {
  summary: 'prints TypeScript declarations of what handlers can use',
  examples: [
    ['types --names ngx,njs --output ngx.d.ts', 'with the names that nginx has for the globals'],
    ['types --runtime-version 0.7.9 --output srv.d.ts', 'for an older runtime'],
  ],
  options: {
    names: {
      type: 'string',
      value: 'SRV,RT',
      default: 'srv,rt',
      help: 'names of the two globals and of the namespaces of their types',
    },
    'runtime-version': {
      type: 'string',
      value: 'V',
      help: 'version of the runtime to declare, such as 0.8.4',
      otherwise: 'the newest in the documents',
    },
    output: { type: 'string', value: 'FILE', default: '-', help: 'file to write; - is standard output' },
  },
  notes: [
    'with the default names and version there is no need to print them: "lib": ["es2022"], "types": ["srvspec/types"] in tsconfig.json',
  ],
} as const satisfies Command;

export const MERGE = {
  summary: 'merges the reports of all shards of a run into one',
  operands: { shown: 'SHARD.json…' },
  examples: [
    ['merge 1.json 2.json 3.json --report html=all.html', 'summary and exit status are those of the whole run'],
  ],
  options: {
    partial: {
      type: 'boolean',
      default: false,
      help: 'merges the shards that are there although others are missing; the report says so',
    },
    cases: { ...SELECTING.cases, help: 'the file of own cases that the run had' },
    'require-observed': REQUIRE_OBSERVED,
    details: DETAILS,
    report: REPORT,
  },
  statuses: {
    0: 'the whole run passed',
    1: 'the whole run failed',
    2: 'wrong usage, or the reports are not all shards of one run',
    3: 'undecided: for instance, a shard is missing or was cut short',
  },
} as const satisfies Command;

export const HELP = {
  summary: 'lists the commands, or shows one with its options',
  operands: { shown: '[COMMAND]' },
  examples: [
    ['help run', 'the most useful options of run'],
    ['help run --all', 'all of them, and the exit statuses'],
  ],
  options: {
    all: {
      type: 'boolean',
      default: false,
      help: 'shows every option and exit status; without COMMAND, of every command',
    },
  },
} as const satisfies Command;
