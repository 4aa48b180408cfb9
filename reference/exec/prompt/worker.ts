import type { Runtime } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { prepareXml } from '../../host/script/xml/xml-port.js';
import { requiredModules, ScriptFiles } from '../../host/support/realms/scripts.js';
import { writeAll } from '../../host/support/write-all.js';
import type { ConsoleLevel } from '../../port/console.js';
import type { RunEnd } from '../../port/outcome.js';
import { commandLineRealm, printLine, shown } from '../script/command-line-realm.js';
import { type Completion, fitting, memberAtEnd, modules } from './completion.js';
import { PromptEngine } from './engine.js';
import type { EvaluatorAnswer, EvaluatorRequest, PromptWork } from './evaluator.js';
import { typedImports } from './imports.js';
import { awaited, interrupted, runInterruptible } from './interruptible.js';

/** The thread of the realm that evaluates a prompt's code, entry by entry. */
const work: PromptWork = workerData;
const engine = new PromptEngine();
const hosted = commandLineRealm(work, { print, failed: (message) => print('error', message) }, guarded);

/** The realm's function that formats values, taken before a script can change it. */
const dumpId = engine.idOf(`${work.bindings.rt}.dump`);

let entries = 0;

const answer = (given: EvaluatorAnswer): void => parentPort?.postMessage(given);

const isAwaited = (id: number): boolean => Atomics.load(work.shared, awaited) === id;

/** While nothing is evaluated, output appears above the typed line. */
function print(level: ConsoleLevel, message: string): void {
  const isTyping = isAwaited(0);
  // Moves to the beginning of the line and clears it.
  if (isTyping) writeAll(1, '\r\u001b[K');
  printLine(level, message);
  if (isTyping) answer({ id: 0 });
}

/** Runs work, and drops the jobs that it leaves if it is interrupted. */
function run(act: () => void): boolean {
  const isFinished = runInterruptible(work.shared, act);
  if (!isFinished) hosted.realm.dropJobs();
  return isFinished;
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

/** Links and runs imports as a module, and makes the names that they bind global. */
async function importNames(names: readonly string[], imports: string, name: string): Promise<void> {
  const code = `${imports}\nexport { ${names.join(', ')} };`;
  const root = { name, specifier: name, code, file: name, line: 0 };
  const linked = await new ScriptFiles({ roots: [root], folders: work.folders }).link(hosted);
  let failure: string | undefined;
  const act = () => {
    linked.run((thrown) => {
      failure = hosted.realm.runtime.failure(thrown).message;
    });
  };
  if (!run(act)) failure = interrupted;
  // Lets the host's own jobs run.
  await new Promise((resolve) => setImmediate(resolve));
  if (failure !== undefined) throw new Error(failure);
  const attributes = { writable: true, enumerable: true, configurable: true };
  for (const [bound, value] of linked.exported())
    Object.defineProperty(hosted.realm.context, bound, { value, ...attributes });
}

function ended({ result, exceptionDetails: thrown }: Runtime.EvaluateReturnType, id: number): void {
  // Abandoned code may still end later.
  if (!isAwaited(id)) return;
  const isError = thrown !== undefined && result.subtype === 'error';
  const text = isError ? result.description : engine.textBy(dumpId, result);
  // An unhandled rejection is shown first.
  setImmediate(finish, id, text ?? 'a value without text', thrown !== undefined);
}

/** Shows the result of code, unless nobody waits for it any longer. */
function finish(id: number, text: string, failed: boolean): void {
  if (isAwaited(id)) printLine(failed ? 'error' : 'info', failed ? shown(text, work) : text);
  answer({ id });
}

function complete(line: string): Completion {
  const sought = memberAtEnd(line);
  if (sought === undefined) return [[], ''];
  const { of, begun } = sought;
  let names: readonly string[] = ['crypto', 'fs', 'querystring', 'xml', 'zlib'];
  if (of !== modules)
    run(() => {
      names = engine.membersOf(of);
    });
  return [fitting(names, begun), begun];
}

parentPort?.on('message', ({ id, kind, text }: EvaluatorRequest) => {
  switch (kind) {
    case 'evaluate':
      return evaluate(text, id);
    case 'complete':
      return answer({ id, completion: complete(text) });
    case 'end':
      run(() => hosted.close());
      return process.exit();
  }
});
