import type { Runtime } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareXml } from '../../host/script/xml/xml-port.js';
import { requiredModules, Scripts } from '../../host/support/realms/scripts.js';
import { writeAll } from '../../host/support/write-all.js';
import type { ConsoleLevel } from '../../port/console.js';
import type { RunEnd } from '../../port/outcome.js';
import { commandLineRealm, printLine, shown } from '../script/command-line-realm.js';
import { type Completion, fitting, type Sought, soughtIn } from './completion.js';
import { Engine } from './engine.js';
import { typedImports } from './imports.js';
import { runInterruptible } from './interruptible.js';
import { interrupted, type Message, type PromptWork, type Request } from './messages.js';

/** The thread of the realm in which a prompt's code is evaluated, entry by entry. */
const work: PromptWork = workerData;
const engine = new Engine();
const hosted = commandLineRealm(work, { print, failed: (message) => print('error', message) }, guarded);

/** Objects of the realm as they are before a script can change them. */
const runtimeId = engine.idOf(hosted.realm.context, hosted.realm.runtime);
const dumpId = engine.objectId(`${work.bindings.rt}.dump`);

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
  const act = () => engine.evaluate(code, name, (ending) => ended(ending, id, name));
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
  for (const [bound, value] of linked.exported())
    Object.defineProperty(hosted.realm.context, bound, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

function ended({ result, exceptionDetails: thrown }: Runtime.EvaluateReturnType, id: number, name: string): void {
  // Code that was given up may end after all.
  if (!isAwaited(id)) return;
  const text =
    thrown === undefined
      ? engine.textOf('function (value) { return this(value); }', dumpId, result)
      : textOfThrown(thrown, name);
  // A rejection that nothing handles is shown first.
  setImmediate(finish, id, text ?? 'a value that has no text', thrown !== undefined);
}

function textOfThrown(thrown: Runtime.ExceptionDetails, name: string): string | undefined {
  const { exception = { type: 'undefined' }, lineNumber, columnNumber } = thrown;
  const text = engine.textOf('function (thrown) { return this.failure(thrown).message; }', runtimeId, exception);
  // A mistake in the code itself has no stack.
  return /^SyntaxError: .*$/.test(text ?? '') ? `${text}\n    at ${name}:${lineNumber + 1}:${columnNumber + 1}` : text;
}

/** Shows the result of code that is awaited. */
function finish(id: number, text: string, failed: boolean): void {
  if (isAwaited(id)) printLine(failed ? 'error' : 'info', failed ? shown(text, work) : text);
  tell({ id, completion: [[], ''] });
}

function complete(line: string): Completion {
  const sought = soughtIn(line);
  if (sought === undefined) return [[], ''];
  let names: readonly string[] = [];
  run(() => {
    names = namesFor(sought);
  });
  return [fitting(names, sought.begun), sought.begun];
}

function namesFor(sought: Sought): readonly string[] {
  if (sought.kind === 'module') return modules;
  if (sought.of !== '') return engine.membersOf(sought.of);
  return [...engine.membersOf('globalThis'), ...engine.declaredNames()];
}

function end(): void {
  run(() => hosted.close());
  process.exit();
}

parentPort?.on('message', ({ id, ...request }: Request & { id: number }) => {
  switch (request.kind) {
    case 'evaluate':
      return void evaluate(request.code, id);
    case 'complete':
      return tell({ id, completion: complete(request.line) });
    case 'end':
      return end();
  }
});
