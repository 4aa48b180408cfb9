import type { InspectorNotification, Session } from 'node:inspector';
import { promiseHooks } from 'node:v8';

/** A value of the realm, as the engine's inspector names it. */
export type Handle = object;

/** How code ended. */
export type Ending =
  | { readonly kind: 'value'; readonly value: Handle }
  /** `mistake` is where the code could not be compiled. */
  | { readonly kind: 'thrown'; readonly value: Handle; readonly mistake: Mistake | undefined };

/** Counted from 1. */
interface Mistake {
  readonly line: number;
  readonly column: number;
}

/** Milliseconds for which code may run that nobody asked for, to complete a line. */
const longestGuess = 250;

/** Handles of the engine that are let go together. */
const objectGroup = 'prompt';

/**
 * The engine as consoles use it: code may await, and declare anew what is declared already. Everything goes through the engine's
 * inspector, whose messages hold nothing but texts, numbers and handles. No debugger is started, and no port opened.
 */
export class Engine {
  readonly #session: Session;
  readonly #unsettled = new Unsettled();
  #contextId: unknown;

  private constructor(session: Session) {
    this.#session = session;
    session.on('Runtime.executionContextCreated', ({ params }: InspectorNotification<object>) => {
      this.#contextId = field(field(params, 'context'), 'id');
    });
    this.#ask('Runtime.enable');
  }

  /** Evaluates in the context that is made next. `undefined` where this Node was built without an inspector. */
  static async open(): Promise<Engine | undefined> {
    try {
      const { Session } = await import('node:inspector');
      const session = new Session();
      session.connect();
      return new Engine(session);
    } catch {
      return undefined;
    }
  }

  /** Gives a handle of an object of the realm. Nothing of the realm may run meanwhile. */
  handleOf(context: object, value: object): Handle {
    const name = 'srvspecHolder';
    Object.defineProperty(context, name, { value, configurable: true });
    const found = this.#evaluated(name, {});
    Reflect.deleteProperty(context, name);
    if (found === undefined) throw new Error('the inspector gives no handle');
    return found;
  }

  /** Runs code; `told` is told how it ended, once what it awaits is settled. The realm's jobs are run by whoever calls this. */
  evaluate(code: string, name: string, told: (ending: Ending) => void): void {
    const expression = `${code}\n//# sourceURL=${name}`;
    const asked = { expression, replMode: true, objectGroup, contextId: this.#contextId };
    const letGo = this.#unsettled.keepNext();
    this.#session.post('Runtime.evaluate', asked, (error, answer) => {
      letGo();
      const ending = error === null ? endingOf(answer) : undefined;
      if (ending !== undefined) told(ending);
    });
  }

  /** The text that a function of the realm makes of values of the realm; `undefined` where it throws, or makes none. */
  textOf(functionDeclaration: string, self: Handle, ...values: readonly Handle[]): string | undefined {
    const call = {
      functionDeclaration,
      objectId: field(self, 'objectId'),
      arguments: values.map(argumentOf),
      returnByValue: true,
    };
    const answer = this.#ask('Runtime.callFunctionOn', call);
    const text = field(field(answer, 'result'), 'value');
    return field(answer, 'exceptionDetails') === undefined && typeof text === 'string' ? text : undefined;
  }

  /** Names of the members of what an expression gives, own and inherited; none where evaluating it would change anything. */
  membersOf(expression: string): readonly string[] {
    const guess = { throwOnSideEffect: true, timeout: longestGuess, silent: true };
    const found = this.#evaluated(expression, guess);
    const objectId = field(found, 'objectId') ?? field(this.#evaluated(`Object(${expression})`, guess), 'objectId');
    if (objectId === undefined) return [];
    return namesIn(field(this.#ask('Runtime.getProperties', { objectId }), 'result'));
  }

  /** Names of `let`, `const` and `class`, which are no members of the global object. */
  declaredNames(): readonly string[] {
    const names = field(this.#ask('Runtime.globalLexicalScopeNames', { executionContextId: this.#contextId }), 'names');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  }

  /** Lets go what was evaluated. */
  forget(): void {
    this.#ask('Runtime.releaseObjectGroup', { objectGroup });
  }

  #evaluated(expression: string, options: object): Handle | undefined {
    const asked = { ...options, expression, contextId: this.#contextId };
    const answer = this.#ask('Runtime.evaluate', asked);
    const result = field(answer, 'result');
    return field(answer, 'exceptionDetails') === undefined && isObject(result) ? result : undefined;
  }

  /** The inspector of one's own thread answers at once. */
  #ask(method: string, parameters: object = {}): unknown {
    let answer: unknown;
    this.#session.post(method, parameters, (_, result) => {
      answer = result;
    });
    return answer;
  }
}

/**
 * What the inspector waits for is a promise of the engine's own, the first that an evaluation makes. Newer engines end the process
 * where such a promise is collected, which happens to one that nothing can settle any more.
 */
class Unsettled {
  readonly #kept = new Set<object>();

  /** Keeps the promise that is made next; what it returns lets it go. */
  keepNext(): () => void {
    let kept: object | undefined;
    const stop: unknown = promiseHooks.onInit((promise: object) => {
      if (typeof stop === 'function') stop();
      if (kept !== undefined) return;
      kept = promise;
      this.#kept.add(promise);
    });
    return () => {
      if (typeof stop === 'function') stop();
      if (kept !== undefined) this.#kept.delete(kept);
    };
  }
}

function endingOf(answer: unknown): Ending | undefined {
  const details = field(answer, 'exceptionDetails');
  const value = details === undefined ? field(answer, 'result') : field(details, 'exception');
  if (!isObject(value)) return undefined;
  return details === undefined ? { kind: 'value', value } : { kind: 'thrown', value, mistake: mistakeIn(details) };
}

/** Where no code of the realm was running, the engine was compiling. */
function mistakeIn(details: unknown): Mistake | undefined {
  if (field(field(details, 'exception'), 'className') !== 'SyntaxError') return undefined;
  const frames = field(field(details, 'stackTrace'), 'callFrames');
  const url = Array.isArray(frames) ? field(frames[0], 'url') : undefined;
  if (typeof url !== 'string' || !/^(?:node|file):/.test(url)) return undefined;
  const [line, column] = [field(details, 'lineNumber'), field(details, 'columnNumber')];
  return typeof line === 'number' && typeof column === 'number' ? { line: line + 1, column: column + 1 } : undefined;
}

/** A handle as an argument: by its id, or a primitive by its value. */
function argumentOf(handle: Handle): object {
  for (const name of ['objectId', 'unserializableValue', 'value']) {
    const value = field(handle, name);
    if (value !== undefined) return { [name]: value };
  }
  return {};
}

function namesIn(properties: unknown): readonly string[] {
  if (!Array.isArray(properties)) return [];
  return properties.map((one) => field(one, 'name')).filter((name) => typeof name === 'string');
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function field(value: unknown, name: string): unknown {
  return isObject(value) ? Reflect.get(value, name) : undefined;
}
