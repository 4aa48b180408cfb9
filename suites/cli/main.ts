#!/usr/bin/env node
/** The command line: finds the command and loads nothing else. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { EXIT, UsageError, UserError } from '../../spec/reading/user-error.js';
import { deniedBySystem, watchOutput } from './system.js';

type Command = (args: readonly string[]) => Promise<number>;

const COMMANDS: { readonly [name: string]: { readonly usage: string; readonly load: () => Promise<Command> } } = {
  run: {
    usage: `run [--target T]… [--document N] [--only GLOB] [--shard I/N] [--runs N] [--seed N] [--jobs N] [--deviations FILE]
              [--modules DIR] [--engine njs|qjs] [--library-root DIR] [--bind srv=NAME,rt=NAME] [--skip-missing]
              [--runtime-version V]
              [--allow-writes] [--allow-insecure] [--map PLACE=/POINTER]… [--new-key COMMAND] [--request-timeout MS]
              [--app sysuserid=ID,runtime=NAME]
              [--report tap|json|junit|markdown|html[=FILE]]…`,
    load: async () => (await import('./run.js')).run,
  },
  list: { usage: 'list [--document N] [--only GLOB]', load: async () => (await import('./list.js')).list },
  explain: { usage: 'explain ID', load: async () => (await import('./explain.js')).explain },
  replay: {
    usage: 'replay CASE [--target T] [--seed N] [--path P] [--write DIR]',
    load: async () => (await import('./replay.js')).replay,
  },
  compare: {
    usage: `compare BEFORE.json AFTER.json [--partial] [--fail-on worse|any|crash]
  srvspec compare --target A [its options] --target B [its options] [--only GLOB] [--document N] [--runs N] [--seed N] [--jobs N]`,
    load: async () => (await import('./compare.js')).compare,
  },
  coverage: {
    usage: 'coverage [--json] [--rows] [--document N] [--from REPORT.json]',
    load: async () => (await import('./coverage.js')).coverage,
  },
  extract: {
    usage: 'extract --documents DIR [--check]',
    load: inCheckout('extract', async () => (await import('./extract.js')).extract),
  },
  generate: {
    usage: 'generate [--check]',
    load: inCheckout('generate', async () => (await import('./generate.js')).generate),
  },
  api: {
    usage: `api servers list | servers create NAME | apps list | apps create --name N --sysuserid S --runtime R --domain D…
              | actions get ID | actions wait ID [--done POINTER=VALUE] [--deadline SECONDS]
              [--json] [--base-url URL] [--api-key-file FILE] [--timeout SECONDS]
  srvspec api serve [--host H] [--port N] [--state FILE] [--panel PATH] [--credentials FILE] [--action-ms N] [--log]
  srvspec api new-key --panel PATH [--credentials FILE]
  srvspec api openapi [--base-url URL] [--output FILE]`,
    load: async () => (await import('./api.js')).api,
  },
  serve: {
    usage: 'serve -c FILE [-p PREFIX] [--srv NAME] [--rt NAME] [--runtime-version V]',
    load: async () => (await import('../targets/reference/programs.js')).serve,
  },
  exec: {
    usage: 'exec [--srv NAME] [--rt NAME] [--runtime-version V] FILE [ARG…]',
    load: async () => (await import('../targets/reference/programs.js')).exec,
  },
};

/** A command that reads and writes sources, which an installed package does not have. */
function inCheckout(name: string, load: () => Promise<Command>): () => Promise<Command> {
  return async () => {
    if (existsSync(join(PACKAGE_ROOT, 'generators'))) return load();
    throw new UsageError(
      `${name} belongs to a checkout of the project: an installed package holds neither its sources nor what reads them`,
    );
  };
}

async function main([name = 'help', ...args]: readonly string[]): Promise<number> {
  if (name === '--version' || name === '-V')
    return print((await import('../executor/package-version.js')).PACKAGE_VERSION);
  if (name === 'help' || name === '--help' || name === '-h') return print(help());
  const command = COMMANDS[name];
  if (command === undefined) throw new UsageError(`there is no command ${name}; \`srvspec help\` lists them`);
  // `api` prints help for each of its operations.
  const asked = name === 'api' ? args.slice(0, 1) : args;
  if (asked.includes('--help')) return print(`srvspec ${command.usage}`);
  const perform = await command.load();
  return perform(args);
}

function print(text: string): number {
  process.stdout.write(`${text}\n`);
  return EXIT.ok;
}

const help = (): string =>
  [
    'srvspec: conformance suite and reference for an embedded scripting runtime',
    '',
    ...Object.values(COMMANDS).map(({ usage }) => `  srvspec ${usage}`),
  ].join('\n');

/** Errors that the user can fix are printed without a stack; anything else is our own bug and is printed with it. */
function report(error: unknown): number {
  const denied = error instanceof UserError ? undefined : deniedBySystem(error);
  if (denied !== undefined) {
    process.stderr.write(`srvspec: the system denies what is needed: ${denied}\n`);
    return EXIT.unavailable;
  }
  const known = error instanceof UserError || isMisparsed(error);
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error);
  process.stderr.write(`srvspec: ${text}\n`);
  return error instanceof UserError ? error.exitStatus : EXIT.usage;
}

/** `parseArgs` of Node throws errors of its own. */
const isMisparsed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');

watchOutput();
const status = await main(process.argv.slice(2)).catch(report);
// Whoever interrupts waits no longer for hosts that end and for connections that close: they end with this process.
if (status === EXIT.interrupted) process.stdout.write('', () => process.exit(status));
else process.exitCode = status;
