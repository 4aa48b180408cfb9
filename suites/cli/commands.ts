/** Every command: its declaration and its code, each loaded on demand. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { CommandEntry, NamedCommand, Perform } from './finding.js';

const reading = () => import('./declared/reading.js');
const tools = () => import('./declared/tools.js');
const ofReference = () => import('../targets/reference/declared.js');
const programs = () => import('../targets/reference/programs.js');
const apiPrograms = () => import('../targets/reference/api-programs.js');

const COMMANDS: { readonly [name: string]: CommandEntry } = {
  run: {
    declared: async () => (await import('./declared/run.js')).RUN,
    load: async () => (await import('./run.js')).runCommand,
  },
  replay: {
    declared: async () => (await import('./declared/run.js')).REPLAY,
    load: async () => (await import('./replay.js')).replay,
  },
  compare: {
    declared: async () => (await import('./declared/compare.js')).COMPARE,
    load: async () => (await import('./compare.js')).compareCommand,
  },
  merge: {
    declared: async () => (await tools()).MERGE,
    load: async () => (await import('./merge.js')).merge,
  },
  baseline: {
    declared: async () => (await tools()).BASELINE,
    load: async () => (await import('./baseline.js')).baseline,
  },
  matrix: {
    declared: async () => (await reading()).MATRIX,
    load: async () => (await import('./matrix.js')).matrix,
  },
  list: { declared: async () => (await reading()).LIST, load: async () => (await import('./list.js')).listCommand },
  explain: {
    declared: async () => (await reading()).EXPLAIN,
    load: async () => (await import('./explain.js')).explain,
  },
  coverage: {
    declared: async () => (await reading()).COVERAGE,
    load: async () => (await import('./coverage.js')).coverageCommand,
  },
  serve: { declared: async () => (await ofReference()).SERVE_COMMAND, load: async () => (await programs()).serve },
  exec: { declared: async () => (await ofReference()).EXEC, load: async () => (await programs()).execProgram },
  api: { declared: async () => (await ofReference()).API, load: async () => (await import('./api.js')).api },
  'api serve': {
    declared: async () => (await ofReference()).API_SERVE,
    load: async () => (await apiPrograms()).serveApi,
  },
  'api new-key': {
    declared: async () => (await ofReference()).API_NEW_KEY,
    load: async () => (await apiPrograms()).newApiKeyCommand,
  },
  'api openapi': {
    declared: async () => (await tools()).OPENAPI,
    load: async () => (await import('./openapi.js')).openapi,
  },
  'adapter-check': {
    declared: async () => (await tools()).ADAPTER_CHECK,
    load: async () => (await import('./adapter-check.js')).adapterCheck,
  },
  bundle: {
    declared: async () => (await tools()).BUNDLE,
    load: async () => (await import('./bundle.js')).bundleCommand,
  },
  types: {
    declared: async () => (await tools()).TYPES_COMMAND,
    load: async () => (await import('./types.js')).typesCommand,
  },
  extract: {
    declared: async () => (await tools()).EXTRACT,
    load: inCheckout('extract', async () => (await import('./extract.js')).extract),
  },
  generate: {
    declared: async () => (await tools()).GENERATE,
    load: inCheckout('generate', async () => (await import('./generate.js')).generate),
  },
  help: { declared: async () => (await tools()).HELP, load: async () => (await import('./help.js')).helpCommand },
};

/** A command that reads and writes sources, which an installed package does not have. */
function inCheckout(name: string, load: () => Promise<Perform>): () => Promise<Perform> {
  return async () => {
    if (existsSync(join(PACKAGE_ROOT, 'generators'))) return load();
    throw new UsageError(
      `${name} belongs to a checkout of the project: an installed package holds neither its sources nor what reads them`,
    );
  };
}

/** All commands, in the order in which people need them. */
export const ALL_COMMANDS: readonly NamedCommand[] = Object.entries(COMMANDS).map(([name, entry]) => ({
  name,
  ...entry,
}));
