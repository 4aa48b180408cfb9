import { SourceTextModule } from 'node:vm';
import { workerData } from 'node:worker_threads';
import { prepareXml } from '../host/script/xml/xml-port.js';
import type { HostedRealm } from '../host/support/realms/hosted.js';
import { guardOwnMemory } from '../host/support/realms/memory-guard.js';
import { requiredModules, ScriptFiles, type ScriptImport } from '../host/support/realms/scripts.js';
import { ConfigurationError } from '../host/support/settings/error.js';
import type { ScriptErrors } from '../host/support/showing/script-errors.js';
import { writeAll } from '../host/support/write-all.js';
import { commandLineRealm, printLine, shown } from './script/command-line-realm.js';
import { outOfMemory } from './script/out-of-memory.js';
import type { ScriptWork } from './script/work.js';
import { programOf } from './source.js';

/** The thread that runs a script. */
const work: ScriptWork = workerData;

async function run(): Promise<void> {
  const hosted = commandLineRealm(work, { print: printLine, failed: fail });
  process.once('exit', () => hosted.close());
  guardOwnMemory(() => fail(outOfMemory));
  const program = work.isModule
    ? ({ kind: 'module' } as const)
    : programOf(work.name, work.text, () => canBeModule(hosted));
  switch (program.kind) {
    case 'script':
      if (requiredModules(work.text).includes('xml')) await prepareXml();
      return runScript(hosted, () => program.script.runInContext(hosted.realm.context, { displayErrors: false }));
    case 'module':
      return runModule(hosted);
    case 'mistaken': {
      const errors = await openErrors();
      errors.remember(work.name, work.text);
      return fail(withExcerpt(`${program.error} in ${work.name}`, errors.ofSyntax(work.name, program.error)));
    }
  }
}

function canBeModule(hosted: HostedRealm): boolean {
  try {
    return new SourceTextModule(work.text, { context: hosted.realm.context }) !== undefined;
  } catch {
    return false;
  }
}

function runScript(hosted: HostedRealm, evaluate: () => unknown): void {
  try {
    // The script's result stays in the realm; nothing uses it here.
    hosted.realm.enter(() => void evaluate());
  } catch (thrown) {
    hosted.failWith(thrown);
  }
}

async function runModule(hosted: HostedRealm): Promise<void> {
  const isFinished = (await linked(hosted)).run((thrown) => hosted.failWith(thrown));
  process.once('beforeExit', () => {
    if (!isFinished()) fail('the top level awaits a promise that can no longer settle');
  });
}

/** Links the module. If that fails, it links again to locate the mistake. */
async function linked(hosted: HostedRealm) {
  const root: ScriptImport = { name: 'main', specifier: work.name, code: work.text, file: work.name, line: 0 };
  try {
    return await new ScriptFiles({ roots: [root], folders: work.folders }).link(hosted);
  } catch {
    return await new ScriptFiles({ roots: [root], folders: work.folders, errors: await openErrors() }).link(hosted);
  }
}

async function openErrors(): Promise<ScriptErrors> {
  const showing = await import('../host/support/showing/script-errors.js');
  return showing.ScriptErrors.open(showing.showingOnTerminal(process.cwd(), false));
}

const withExcerpt = (message: string, excerpt: string): string => `${message}\n${excerpt}`.trimEnd();

/** Ends the thread; its exit status becomes the program's. */
function fail(message: string): never {
  try {
    writeAll(2, `${message}\n`);
  } catch {
    // The reader has closed the pipe.
  }
  process.exit(work.failureStatus);
}

run().catch((error: unknown) => {
  const excerpt = error instanceof ConfigurationError ? error.excerpt : '';
  const message = error instanceof Error ? error.message : String(error);
  fail(withExcerpt(shown(message, work), excerpt));
});
