import { prepareXml } from '../../host/script/xml/xml-port.js';
import type { HostedRealm } from '../../host/support/realms/hosted.js';
import { requiredModules, ScriptFiles } from '../../host/support/realms/scripts.js';
import type { RunEnd } from '../../port/outcome.js';
import { commandLineRealm, printLine, shown, type Told } from '../script/command-line-realm.js';
import type { RealmWork } from '../script/work.js';
import { type Completion, fitting, type Sought, soughtIn } from './completion.js';
import { type Ending, Engine, type Handle } from './engine.js';
import { typedImports } from './imports.js';
import { runInterruptible } from './interruptible.js';
import { type Evaluated, interrupted, type PromptWork } from './messages.js';

/** Modules that may be imported by their names. */
const modules = ['crypto', 'fs', 'querystring', 'xml', 'zlib'];

/** What is evaluated now, and what is to be told of it. */
interface Running {
  readonly told: (evaluated: Evaluated) => void;
  readonly name: string;
}

/** A realm in which code is evaluated piece by piece. */
export class RealmSession {
  readonly #work: RealmWork;
  readonly #hosted: HostedRealm;
  readonly #engine: Engine;
  readonly #busy: Int32Array;
  /** Functions of the realm as they were before any script could change them. */
  readonly #dump: Handle;
  readonly #runtime: Handle;
  #running: Running | undefined;

  private constructor(work: PromptWork, engine: Engine, told: Told) {
    this.#work = work;
    this.#busy = work.busy;
    this.#engine = engine;
    this.#hosted = commandLineRealm(work, this.#directly(told), (entered) => this.#guarded(entered));
    const { context, runtime } = this.#hosted.realm;
    this.#runtime = engine.handleOf(context, runtime);
    this.#dump = engine.handleOf(context, dumpOf(Reflect.get(context, work.bindings.rt)));
  }

  /** `told` is told of what happens while nothing is evaluated. `undefined` where this Node cannot do it. */
  static async open(work: PromptWork, told: Told): Promise<RealmSession | undefined> {
    const engine = await Engine.open();
    return engine === undefined ? undefined : new RealmSession(work, engine, told);
  }

  /** Evaluates what was typed; `told` is told once what became of it. One at a time. */
  async evaluate(typed: string, name: string, told: (evaluated: Evaluated) => void): Promise<void> {
    this.#running = { told, name };
    const { imports, names, code } = typedImports(typed);
    if (imports !== '' && !(await this.#import(imports, names, name))) return;
    if (requiredModules(typed).includes('xml')) await prepareXml();
    const isThrough = this.#enter(() => this.#engine.evaluate(code, name, (ending) => this.#ended(name, ending)));
    if (!isThrough) this.abandon(name);
  }

  /** What is evaluated now is not waited for. */
  abandon(name: string): void {
    if (this.#running?.name === name) this.#tell(interrupted, true);
  }

  complete(line: string): Completion {
    const sought = soughtIn(line);
    if (sought === undefined) return [[], ''];
    let names: readonly string[] = [];
    this.#run(() => {
      names = this.#names(sought);
    });
    return [fitting(names, sought.begun), sought.begun];
  }

  /** The callbacks of the event `exit` run. */
  close(): void {
    this.#run(() => this.#hosted.close());
  }

  #names(sought: Sought): readonly string[] {
    if (sought.kind === 'module') return modules;
    if (sought.of !== '') return this.#engine.membersOf(sought.of);
    return [...this.#engine.membersOf('globalThis'), ...this.#engine.declaredNames()];
  }

  /** Links and runs imports as a module of their own, whose names become global. */
  async #import(imports: string, names: readonly string[], name: string): Promise<boolean> {
    const code = `${imports}\nexport { ${names.join(', ')} };`;
    const root = { name, specifier: name, code, file: name, line: 0 };
    try {
      const linked = await new ScriptFiles({ roots: [root], folders: this.#work.folders }).link(this.#hosted);
      let failed = false;
      const isThrough = this.#enter(() => {
        linked.run((thrown) => {
          failed = true;
          this.#tell(this.#hosted.realm.runtime.failure(thrown).message, true);
        });
      });
      await settled();
      if (!isThrough) this.abandon(name);
      if (failed || !isThrough) return false;
      for (const [bound, value] of linked.exported()) this.#define(bound, value);
      return true;
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : String(error), true);
      return false;
    }
  }

  #define(name: string, value: unknown): void {
    const { context } = this.#hosted.realm;
    Object.defineProperty(context, name, { value, writable: true, enumerable: true, configurable: true });
  }

  #ended(name: string, ending: Ending): void {
    // What was abandoned may end after all.
    if (this.#running?.name !== name) return;
    let text: string | undefined;
    const isThrough = this.#run(() => {
      text = ending.kind === 'value' ? this.#textOfValue(ending.value) : this.#textOfThrown(ending, name);
    });
    this.#engine.forget();
    const [told, failed] = isThrough
      ? [text ?? 'a value that has no text', ending.kind === 'thrown']
      : [interrupted, true];
    // What it rejected and nobody handles is told of first.
    setImmediate(() => {
      if (this.#running?.name === name) this.#tell(told, failed);
    });
  }

  #textOfValue(value: Handle): string | undefined {
    return this.#engine.textOf('function (value) { return this(value); }', this.#dump, value);
  }

  #textOfThrown({ value, mistake }: Extract<Ending, { kind: 'thrown' }>, name: string): string | undefined {
    const read = 'function (thrown) { return this.failure(thrown).message; }';
    const text = this.#engine.textOf(read, this.#runtime, value);
    return mistake === undefined ? text : `${text}\n    at ${name}:${mistake.line}:${mistake.column}`;
  }

  #tell(text: string, failed: boolean): void {
    const running = this.#running;
    this.#running = undefined;
    running?.told({ kind: 'evaluated', text: failed ? shown(text, this.#work) : text, failed });
  }

  /** Runs something and the realm's jobs. */
  #enter(act: () => void): boolean {
    return this.#run(() => this.#hosted.realm.enter(act));
  }

  #guarded(entered: () => RunEnd): RunEnd {
    let ending: RunEnd = { kind: 'thrown', message: interrupted, place: undefined };
    this.#run(() => {
      ending = entered();
    });
    return ending;
  }

  #run(act: () => void): boolean {
    const depth = Atomics.add(this.#busy, 0, 1);
    try {
      const isThrough = runInterruptible(act);
      if (!isThrough) this.#hosted.realm.dropJobs();
      return isThrough;
    } finally {
      // What is broken off never comes to its own `finally`.
      Atomics.store(this.#busy, 0, depth);
    }
  }

  /** While something is evaluated the terminal is its own. */
  #directly(told: Told): Told {
    return {
      print: (level, message) => (this.#running === undefined ? told.print : printLine)(level, message),
      failed: (message) => (this.#running === undefined ? told.failed(message) : printLine('error', message)),
    };
  }
}

/** Lets the host's own jobs run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function dumpOf(runtimeObject: unknown): object {
  const dump: unknown =
    typeof runtimeObject === 'object' && runtimeObject !== null && Reflect.get(runtimeObject, 'dump');
  if (typeof dump !== 'function') throw new Error('the runtime has no dump');
  return dump;
}
