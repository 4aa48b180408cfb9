import { type InspectorNotification, type Runtime, Session } from 'node:inspector';
import { promiseHooks } from 'node:v8';

type LexicalNames = Runtime.GlobalLexicalScopeNamesReturnType;
type ContextCreation = InspectorNotification<Runtime.ExecutionContextCreatedEventDataType>;

/** Values that are released together. */
const objectGroup = 'prompt';

/** Code that only completes a line may have no effects, and runs for some milliseconds at most. */
const guess = { throwOnSideEffect: true, timeout: 250, silent: true };

/**
 * The engine in the mode of consoles: code may await, and may redeclare a name. All calls use the engine's inspector, whose messages
 * contain only texts, numbers and ids of values. No debugger is started, and no port opened.
 */
export class PromptEngine {
  readonly #session = new Session();
  #contextId = 0;

  /** Evaluates in the next context that is created. */
  constructor() {
    this.#session.connect();
    this.#session.on('Runtime.executionContextCreated', ({ params }: ContextCreation) => {
      this.#contextId = params.context.id;
    });
    this.#session.post('Runtime.enable');
  }

  /** Runs code and calls `ended` once all that it awaits is settled. The caller runs the realm's jobs. */
  evaluate(code: string, name: string, ended: (ending: Runtime.EvaluateReturnType) => void): void {
    // The inspector waits for the first promise that an evaluation creates. Newer engines end the process if it is garbage-collected.
    const kept: object[] = [];
    const stop = promiseHooks.onInit((promise) => {
      stop();
      kept.push(promise);
    });
    const expression = `${code}\n//# sourceURL=${name}`;
    const request = { expression, replMode: true, objectGroup, contextId: this.#contextId };
    this.#session.post('Runtime.evaluate', request, (error, ending: Runtime.EvaluateReturnType) => {
      stop();
      kept.length = 0;
      if (error === null) ended(ending);
      this.#session.post('Runtime.releaseObjectGroup', { objectGroup });
    });
  }

  /** The text that a function, named by its id, returns for a value; `undefined` if it throws or returns something else. */
  textBy(objectId: string | undefined, value: Runtime.RemoteObject): string | undefined {
    let text: unknown;
    const functionDeclaration = 'function (value) { return this(value); }';
    const call = { functionDeclaration, objectId, arguments: [value], returnByValue: true };
    this.#session.post('Runtime.callFunctionOn', call, (error, answer: Runtime.CallFunctionOnReturnType) => {
      if (error === null && answer.exceptionDetails === undefined) text = answer.result.value;
    });
    return typeof text === 'string' ? text : undefined;
  }

  /** The id of the object that an expression evaluates to, if it evaluates to an object. */
  idOf(expression: string, options: object = {}): string | undefined {
    let id: string | undefined;
    const request = { ...options, expression, contextId: this.#contextId };
    this.#session.post('Runtime.evaluate', request, (error, answer: Runtime.EvaluateReturnType) => {
      if (error === null && answer.exceptionDetails === undefined) id = answer.result.objectId;
    });
    return id;
  }

  /** Names of the own and inherited members of an expression's value; empty if the evaluation would have effects. */
  membersOf(expression: string): readonly string[] {
    const found: string[] = [];
    const objectId = this.idOf(`Object(${expression})`, guess);
    if (objectId === undefined) return found;
    this.#session.post('Runtime.getProperties', { objectId }, (error, answer: Runtime.GetPropertiesReturnType) => {
      if (error === null) found.push(...answer.result.map(({ name }) => name));
    });
    if (expression !== 'globalThis') return found;
    // `let`, `const` and `class` make no members of the global object.
    const request = { executionContextId: this.#contextId };
    this.#session.post('Runtime.globalLexicalScopeNames', request, (error, { names }: LexicalNames) => {
      if (error === null) found.push(...names);
    });
    return found;
  }
}
