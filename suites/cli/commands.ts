/** Every command: its declaration and its code, each loaded on demand. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { Command } from './declared/command.js';
import type { CommandEntry, NamedCommand, Perform } from './finding.js';

const running = () => import('./declared/run.js');
const reading = () => import('./declared/reading.js');
const tools = () => import('./declared/tools.js');
const ofReference = () => import('../targets/reference/declared.js');
const programs = () => import('../targets/reference/programs.js');

/** A command whose module of declarations and whose module of code have it under these names. */
const command = <Declared extends string, Code extends string>(
  declared: () => Promise<{ readonly [name in Declared]: Command }>,
  declaredAs: Declared,
  code: () => Promise<{ readonly [name in Code]: Perform }>,
  name: Code,
): CommandEntry => ({
  declared: async () => (await declared())[declaredAs],
  load: async () => (await code())[name],
});

const COMMANDS: { readonly [name: string]: CommandEntry } = {
  run: command(running, 'RUN', () => import('./run.js'), 'runCommand'),
  replay: command(running, 'REPLAY', () => import('./replay.js'), 'replay'),
  compare: command(
    () => import('./declared/compare.js'),
    'COMPARE',
    () => import('./compare.js'),
    'compareCommand',
  ),
  merge: command(tools, 'MERGE', () => import('./merge.js'), 'merge'),
  baseline: command(tools, 'BASELINE', () => import('./baseline.js'), 'baseline'),
  matrix: command(reading, 'MATRIX', () => import('./matrix.js'), 'matrix'),
  list: command(reading, 'LIST', () => import('./list.js'), 'listCommand'),
  explain: command(reading, 'EXPLAIN', () => import('./explain.js'), 'explain'),
  coverage: command(reading, 'COVERAGE', () => import('./coverage.js'), 'coverageCommand'),
  serve: command(ofReference, 'SERVE_COMMAND', programs, 'serve'),
  exec: command(ofReference, 'EXEC', programs, 'execProgram'),
  api: command(ofReference, 'API', () => import('./api.js'), 'api'),
  'api serve': command(ofReference, 'API_SERVE', programs, 'serveApi'),
  'api new-key': command(ofReference, 'API_NEW_KEY', programs, 'newApiKeyCommand'),
  'api openapi': command(tools, 'OPENAPI', () => import('./openapi.js'), 'openapi'),
  'adapter-check': command(tools, 'ADAPTER_CHECK', () => import('./adapter-check.js'), 'adapterCheck'),
  bundle: command(tools, 'BUNDLE', () => import('./bundle.js'), 'bundleCommand'),
  types: command(tools, 'TYPES_COMMAND', () => import('./types.js'), 'typesCommand'),
  extract: inCheckout(
    'extract',
    command(tools, 'EXTRACT', () => import('./extract.js'), 'extract'),
  ),
  generate: inCheckout(
    'generate',
    command(tools, 'GENERATE', () => import('./generate.js'), 'generate'),
  ),
  help: command(tools, 'HELP', () => import('./help.js'), 'helpCommand'),
};

/** A command that reads and writes sources, which an installed package does not have. */
function inCheckout(name: string, { declared, load }: CommandEntry): CommandEntry {
  const loadInCheckout = async (): Promise<Perform> => {
    if (existsSync(join(PACKAGE_ROOT, 'generators'))) return load();
    throw new UsageError(
      `${name} belongs to a checkout of the project: an installed package holds neither its sources nor what reads them`,
    );
  };
  return { declared, load: loadInCheckout };
}

/** All commands, in the order in which people need them. */
export const ALL_COMMANDS: readonly NamedCommand[] = Object.entries(COMMANDS).map(([name, entry]) => ({
  name,
  ...entry,
}));
