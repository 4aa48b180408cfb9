import { resolve } from 'node:path';
import { importModule } from '../host/support/realms/import-module.js';
import { guardMemory } from '../host/support/realms/memory-guard.js';
import { realmThread } from '../host/support/realms/thread.js';
import { newestRuntime } from '../host/support/version.js';
import { type CodeSource, type ExecRequest, readRequest } from './options.js';
import { isOutOfMemory, outOfMemory } from './script/out-of-memory.js';
import type { RealmWork, ScriptWork } from './script/work.js';
import { readSource } from './source.js';

/** Exit status for a command line that was rejected, or names a file that cannot be read. */
const usageStatus = 2;

/**
 * The command-line runtime. It runs a file, code of the command line or standard input as a script. Without any of them it prompts for code
 * at a terminal. `EXEC_OPTIONS` lists its options. `console` writes to the standard streams, and `process.argv` has the words after the
 * file.
 * Returns the exit status: 0, or 2 for a rejected command line or a file that cannot be read. A script that fails is reported on standard error; its status is 1, or the
 * one of option `-e`.
 */
export async function exec(words: readonly string[]): Promise<number> {
  const request = readRequest(words);
  if (typeof request === 'string') return refuse(`srvspec exec: ${request}`, usageStatus);
  if (request.asksVersion) return print(request.runtimeVersion ?? newestRuntime);
  const { source } = request;
  if (source === undefined && process.stdin.isTTY === true && process.stdout.isTTY === true) return promptFor(request);
  return runSource(request, source ?? { kind: 'input' });
}

async function promptFor(request: ExecRequest): Promise<number> {
  // The path starts at the bundle.
  // Node would warn that the next call uses an experimental feature.
  process.removeAllListeners('warning');
  const { prompt } = await importModule<typeof import('./prompt/prompt.js')>('../exec/prompt/prompt.js');
  return prompt(realmWork(request, ''), request.isQuiet);
}

async function runSource(request: ExecRequest, source: CodeSource): Promise<number> {
  const read = await readSource(source);
  if (typeof read === 'string') return refuse(`srvspec exec: ${read}`, usageStatus);
  const { isModule, failureStatus } = request;
  return runScript({ ...realmWork(request, read.argument), name: read.name, text: read.text, isModule, failureStatus });
}

function realmWork(request: ExecRequest, argument: string): RealmWork {
  const { bindings, runtimeVersion, engine, ignoresRejections } = request;
  return {
    bindings,
    runtimeVersion,
    engine,
    ignoresRejections,
    commandLine: [process.execPath, argument, ...request.arguments],
    folders: request.folders.map((folder) => resolve(folder)),
  };
}

function runScript(work: ScriptWork): Promise<number> {
  const thread = realmThread('bundled/script-thread.cjs', work);
  return new Promise((ended, reject) => {
    const failed = () => ended(refuse(outOfMemory, work.failureStatus));
    guardMemory(thread, failed);
    thread.once('error', (error) => (isOutOfMemory(error) ? failed() : reject(error)));
    thread.once('exit', ended);
  });
}

function print(line: string): number {
  process.stdout.write(`${line}\n`);
  return 0;
}

function refuse(message: string, status: number): number {
  process.stderr.write(`${message}\n`);
  return status;
}
