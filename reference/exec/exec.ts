import { resolve } from 'node:path';
import { importModule } from '../host/support/realms/import-module.js';
import { guardMemory } from '../host/support/realms/memory-guard.js';
import { realmThread } from '../host/support/realms/thread.js';
import { newestRuntime } from '../host/support/version.js';
import { askedBy, type ExecRequest, type Source } from './options.js';
import { isOutOfMemory, outOfMemory } from './script/out-of-memory.js';
import type { RealmWork, ScriptWork } from './script/work.js';
import { readSource } from './source.js';

/** Exit status for words on the command line that make no sense, or name a file that cannot be read. */
const usageStatus = 2;

/**
 * The command-line runtime: runs a file, code of the command line or the standard input as a script, or prompts for code where there
 * is none of them and somebody sits at a terminal. See `EXEC_OPTIONS` for its words. `console` writes to the standard streams, and
 * `process.argv` holds what follows the file. Returns the exit status: 0; 1, or what `-e` says, when the script failed, which is told
 * on the standard error; 2 when the words make no sense or name a file that cannot be read.
 */
export async function exec(words: readonly string[]): Promise<number> {
  const asked = askedBy(words);
  if (typeof asked === 'string') return refuse(`srvspec exec: ${asked}`, usageStatus);
  if (asked.asksVersion) return tell(asked.runtimeVersion ?? newestRuntime);
  const { source } = asked;
  if (source === undefined && process.stdin.isTTY === true && process.stdout.isTTY === true) return promptFor(asked);
  return runSource(asked, source ?? { kind: 'input' });
}

async function promptFor(asked: ExecRequest): Promise<number> {
  // Beside `exec` and beside its bundle alike.
  const { prompt } = await importModule<typeof import('./prompt/prompt.js')>('../exec/prompt/prompt.js');
  return prompt(realmWork(asked, ''), asked.isQuiet);
}

async function runSource(asked: ExecRequest, source: Source): Promise<number> {
  const read = await readSource(source);
  if (typeof read === 'string') return refuse(`srvspec exec: ${read}`, usageStatus);
  const { isModule, failureStatus } = asked;
  return runScript({ ...realmWork(asked, read.argument), name: read.name, text: read.text, isModule, failureStatus });
}

function realmWork(asked: ExecRequest, argument: string): RealmWork {
  const { bindings, runtimeVersion, engine, ignoresRejections } = asked;
  return {
    bindings,
    runtimeVersion,
    engine,
    ignoresRejections,
    commandLine: [process.execPath, argument, ...asked.arguments],
    folders: asked.folders.map((folder) => resolve(folder)),
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

function tell(line: string): number {
  process.stdout.write(`${line}\n`);
  return 0;
}

function refuse(message: string, status: number): number {
  process.stderr.write(`${message}\n`);
  return status;
}
