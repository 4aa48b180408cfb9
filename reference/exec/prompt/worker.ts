import type { Runtime } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareXml } from '../../host/script/xml/xml-port.js';
import { requiredModules, Scripts } from '../../host/support/realms/scripts.js';
import { writeAll } from '../../host/support/write-all.js';
import type { ConsoleLevel } from '../../port/console.js';
import type { RunEnd } from '../../port/outcome.js';
import { commandLineRealm, printLine, shown } from '../script/command-line-realm.js';
import { type Completion, fitting, soughtIn } from './completion.js';
import { Engine } from './engine.js';
import type { Message, PromptWork, Request } from './evaluator.js';
import { typedImports } from './imports.js';
import { interrupted, runInterruptible } from './interruptible.js';

/** The thread of the realm in which a prompt's code is evaluated, entry by entry. */
const work: PromptWork = workerData;
const engine = new Engine();
const hosted = commandLineRealm(work, { print, failed: (message) => print('error', message) }, guarded);

/** The function of the realm that shows values, as it is before a script can change it. */
const dumpId = engine.idOf(`${work.bindings.rt}.dump`);

/** Modules that can be imported by name. */
const modules = ['crypto', 'fs', 'querystring', 'xml', 'zlib'];

/** Moves the cursor to the beginning of the line, and clears it. */
const toEmptyLine = '\r\u001b[K';

let entries = 0;

const tell = (message: Message): void => parentPort?.postMessage(message);

const isAwaited = (id: number): boolean => Atomics.load(work.awaited, 0) === id;

/** While nothing is evaluated, output stands above the line that is being typed. */
function print(level: ConsoleLevel, message: string): void {
  const isTyping = isAwaited(0);
  if (isTyping) writeAll(1, toEmptyLine);
  printLine(level, message);
  if (isTyping) tell('printed');
}

/** Runs work, and drops the jobs that it leaves if it is interrupted. */
function run(act: () => void): boolean {
  const isThrough = runInterruptible(work.activity, act);
  if (!isThrough) hosted.realm.dropJobs();
  return isThrough;
}

/** Runs work that enters the realm later. */
function guarded(enter: () => RunEnd): RunEnd {
  let end: RunEnd = { kind: 'thrown', message: interrupted, place: undefined };
  run(() => {
    end = enter();
  });
  return end;
}

async function evaluate(typed: string, id: number): Promise<void> {
  entries += 1;
  const name = `input-${entries}`;
  const { imports, names, code } = typedImports(typed);
  try {
    if (imports !== '') await importNames(names, imports, name);
    if (requiredModules(typed).includes('xml')) await prepareXml();
  } catch (error) {
    return finish(id, error instanceof Error ? error.message : String(error), true);
  }
  const act = () => engine.evaluate(code, name, (ending) => ended(ending, id));
  if (!run(() => hosted.realm.enter(act))) finish(id, interrupted, true);
}

/** Links and runs imports as a module, whose names become global. */
async function importNames(names: readonly string[], imports: string, name: string): Promise<void> {
  const code = `${imports}\nexport { ${names.join(', ')} };`;
  const root = { name, specifier: name, code, file: name, line: 0 };
  const linked = await new Scripts({ roots: [root], folders: work.folders }).link(hosted);
  let failure: string | undefined;
  const act = () => {
    linked.run((thrown) => {
      failure = hosted.realm.runtime.failure(thrown).message;
    });
  };
  if (!run(act)) failure = interrupted;
  // The host's own jobs run.
  await new Promise((resolve) => setImmediate(resolve));
  if (failure !== undefined) throw new Error(failure);
  const attributes = { writable: true, enumerable: true, configurable: true };
  for (const [bound, value] of linked.exported())
    Object.defineProperty(hosted.realm.context, bound, { value, ...attributes });
}

function ended({ result, exceptionDetails: thrown }: Runtime.EvaluateReturnType, id: number): void {
  // Code that was given up may end after all.
  if (!isAwaited(id)) return;
  const { exception } = thrown ?? {};
  const text = thrown === undefined ? engine.textBy(dumpId, result) : (exception?.description ?? exception?.value);
  // A rejection that nothing handles is shown first.
  setImmediate(finish, id, String(text), thrown !== undefined);
}

/** Shows the result of code that is awaited. */
function finish(id: number, text: string, failed: boolean): void {
  if (isAwaited(id)) printLine(failed ? 'error' : 'info', failed ? shown(text, work) : text);
  tell({ id, completion: [[], ''] });
}

function complete(line: string): Completion {
  let names: readonly string[] = [];
  const { of, begun } = soughtIn(line);
  run(() => {
    if (of === 'module') names = modules;
    else if (of === 'globalThis') names = [...engine.membersOf(of), ...engine.declaredNames()];
    else if (of !== undefined) names = engine.membersOf(of);
  });
  return [fitting(names, begun), begun];
}

parentPort?.on('message', ({ id, ...request }: Request) => {
  switch (request.kind) {
    case 'evaluate':
      void evaluate(request.code, id);
      break;
    case 'complete':
      tell({ id, completion: complete(request.code) });
      break;
    case 'end':
      run(() => hosted.close());
      process.exit();
  }
});
