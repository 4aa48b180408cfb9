import type { Ending, HttpRequestPort, Outcome } from '../port/port.js';
import { createHttpRequest } from './2-host-objects/http-request/http-request.js';
import { describe } from './support/describe.js';
import { textOrBytes } from './support/text-or-bytes.js';

/** The default exports of imported modules, and the handlers among their members. */
export class Handlers {
  readonly #modules = new Map<string, unknown>();

  /** Makes the default export of a module known under the name of its import. */
  expose(name: string, value: unknown): void {
    this.#modules.set(name, value);
  }

  /** Calls a handler; `failed` is told when its promise is rejected later. */
  callHttp(name: string, request: HttpRequestPort, failed: (message: string) => void): Ending {
    const handler = this.#find(name);
    if (handler === undefined) return { kind: 'not found' };
    try {
      const result: unknown = handler(createHttpRequest(request));
      if (result instanceof Promise) result.then(undefined, (thrown: unknown) => failed(rejection(thrown)));
      return { kind: 'done' };
    } catch (thrown) {
      return { kind: 'thrown', message: describe(thrown) };
    }
  }

  /** Calls a handler for its value. A promise is none; asynchronous handlers set theirs on the request. */
  callVariable(
    name: string,
    request: HttpRequestPort,
    failed: (message: string) => void,
  ): Outcome<string | Uint8Array> {
    const handler = this.#find(name);
    if (handler === undefined) return { ok: false, name: 'ReferenceError', message: `"${name}" is not found` };
    try {
      const result: unknown = handler(createHttpRequest(request));
      if (!(result instanceof Promise)) return { ok: true, value: textOrBytes(result) };
      result.then(undefined, (thrown: unknown) => failed(rejection(thrown)));
      return { ok: true, value: '' };
    } catch (thrown) {
      return { ok: false, name: 'Error', message: describe(thrown) };
    }
  }

  /** The function that a name such as `main.hello` stands for. */
  #find(name: string): Handler | undefined {
    const [first = '', ...path] = name.split('.');
    let found = this.#modules.get(first);
    for (const part of path) found = isObject(found) ? Reflect.get(found, part) : undefined;
    return isHandler(found) ? found : undefined;
  }
}

type Handler = (request: object) => unknown;

/** What the log says of a rejected promise that nobody handled. */
export function rejection(thrown: unknown): string {
  return `Error: unhandled promise rejection: ${describe(thrown)}`;
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function isHandler(value: unknown): value is Handler {
  return typeof value === 'function';
}
