import { type InspectorNotification, type Runtime, Session } from 'node:inspector';
import { promiseHooks } from 'node:v8';

type Created = InspectorNotification<Runtime.ExecutionContextCreatedEventDataType>;

/** Values that are released together. */
const objectGroup = 'prompt';

/** Code that only completes a line may have no effects, and runs for some milliseconds at most. */
const guess = { throwOnSideEffect: true, timeout: 250, silent: true };

/**
 * The engine as consoles use it: code may await, and declare a name again. Everything goes through the engine's inspector, whose
 * messages contain nothing but texts, numbers and ids of values. No debugger is started, and no port opened.
 */
export class Engine {
  readonly #session = new Session();
  #contextId = 0;

  /** Evaluates in the context that is made next. */
  constructor() {
    this.#session.connect();
    this.#session.on('Runtime.executionContextCreated', ({ params }: Created) => {
      this.#contextId = params.context.id;
    });
    this.#session.post('Runtime.enable');
  }

  /** The id of an object of the realm. Nothing of the realm may run meanwhile. */
  idOf(context: object, value: object): string | undefined {
    const name = 'srvspecHolder';
    Object.defineProperty(context, name, { value, configurable: true });
    const id = this.objectId(name);
    Reflect.deleteProperty(context, name);
    return id;
  }

  /** Runs code and calls `ended` once all that it awaits is settled. The realm's jobs are run by the caller. */
  evaluate(code: string, name: string, ended: (ending: Runtime.EvaluateReturnType) => void): void {
    // The inspector waits for the first promise that an evaluation makes. Newer engines end the process if it is collected.
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

  /** The text that a function of the realm makes of a value; `undefined` if it throws, or makes none. */
  textOf(functionDeclaration: string, objectId: string | undefined, value: Runtime.RemoteObject): string | undefined {
    let text: unknown;
    const call = { functionDeclaration, objectId, arguments: [value], returnByValue: true };
    this.#session.post('Runtime.callFunctionOn', call, (error, answer: Runtime.CallFunctionOnReturnType) => {
      if (error === null && answer.exceptionDetails === undefined) text = answer.result.value;
    });
    return typeof text === 'string' ? text : undefined;
  }

  /** Names of the members of an expression's value, own and inherited; none if its evaluation has effects. */
  membersOf(expression: string): readonly string[] {
    const names: string[] = [];
    const objectId = this.objectId(`Object(${expression})`, guess);
    if (objectId === undefined) return names;
    this.#session.post('Runtime.getProperties', { objectId }, (error, answer: Runtime.GetPropertiesReturnType) => {
      if (error === null) names.push(...answer.result.map(({ name }) => name));
    });
    return names;
  }

  /** Names of `let`, `const` and `class`, which are no members of the global object. */
  declaredNames(): readonly string[] {
    const names: string[] = [];
    const request = { executionContextId: this.#contextId };
    this.#session.post(
      'Runtime.globalLexicalScopeNames',
      request,
      (error, answer: Runtime.GlobalLexicalScopeNamesReturnType) => {
        if (error === null) names.push(...answer.names);
      },
    );
    return names;
  }

  /** The id of the object that an expression evaluates to, if it is one. */
  objectId(expression: string, options: object = {}): string | undefined {
    let id: string | undefined;
    const request = { ...options, expression, contextId: this.#contextId };
    this.#session.post('Runtime.evaluate', request, (error, answer: Runtime.EvaluateReturnType) => {
      if (error === null && answer.exceptionDetails === undefined) id = answer.result.objectId;
    });
    return id;
  }
}
