/** Commands for work on the project, and for a person's shell. */
import type { Command } from './command.js';
import { DETAILS, REPORT, REQUIRE_OBSERVED } from './run.js';

export const EXTRACT = {
  summary: 'in a checkout: writes the facts of the documents to spec/rows',
  options: {
    documents: { type: 'string', value: 'DIR', help: 'where the documents are', otherwise: 'must be given' },
    check: {
      type: 'boolean',
      default: false,
      help: 'writes nothing, and says what would change; status 1 when something would',
    },
  },
} as const satisfies Command;

export const GENERATE = {
  summary: 'in a checkout: writes schemas, cases and their manifest from the specification',
  options: {
    check: {
      type: 'boolean',
      default: false,
      help: 'writes nothing; status 1 when a committed file is not up to date',
    },
  },
} as const satisfies Command;

export const OPENAPI = {
  summary: 'describes the management API in OpenAPI 3.1',
  options: {
    output: { type: 'string', value: 'FILE', default: '-', help: 'where it is written; - is standard output' },
    'base-url': { type: 'string', value: 'URL', help: 'the server that it names', otherwise: 'a variable' },
  },
} as const satisfies Command;

export const TYPES = {
  summary: 'prints TypeScript declarations of all that handlers have',
  options: {
    names: {
      type: 'string',
      value: 'SRV,RT',
      default: 'srv,rt',
      help: 'what scripts call the two globals, which name the types, too; on nginx they are ngx,njs',
    },
    'runtime-version': {
      type: 'string',
      value: 'V',
      help: 'the runtime whose members are declared, such as 0.8.4',
      otherwise: 'the newest that the documents know',
    },
    output: { type: 'string', value: 'FILE', default: '-', help: 'where they are written; - is standard output' },
  },
  notes: [
    'for the names and the version of the documents there is a file: "lib": ["es2022"], "types": ["srvspec/types"] in tsconfig.json',
  ],
} as const satisfies Command;

export const MERGE = {
  summary: 'makes one report of the reports on all shards of a run',
  operands: { shown: 'SHARD.json…' },
  options: {
    partial: {
      type: 'boolean',
      default: false,
      help: 'merges what there is where shards are missing; the report says so',
    },
    'require-observed': REQUIRE_OBSERVED,
    details: DETAILS,
    report: REPORT,
  },
  notes: [
    'exit status: that of the whole run, which is undecided where shards are missing or one of them was cut short',
  ],
} as const satisfies Command;

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const COMPLETION = {
  summary: 'prints a script by which a shell completes commands, options, values and ids',
  operands: { shown: 'SHELL', values: SHELLS },
  options: {
    candidates: {
      type: 'boolean',
      default: false,
      help: 'what those scripts call: completes the last of the words behind --, one candidate a line',
    },
  },
  notes: [
    'bash: source <(srvspec completion bash)',
    'zsh: source <(srvspec completion zsh)',
    'fish: srvspec completion fish | source',
  ],
} as const satisfies Command;

export const HELP = {
  summary: 'lists the commands, or explains one with its options',
  operands: { shown: '[COMMAND]', completes: 'commands' },
  options: {},
} as const satisfies Command;
