import type { PortOutcome } from '../port/outcome.js';
import type { HandlerReturn } from '../port/runtime.js';
import type { Argument, HandlerSubject } from '../port/subject.js';
import { argumentFor } from './arguments.js';
import { SubjectObjects } from './subjects.js';
import { isCallback, type ScriptCallback } from './support/callback.js';
import { describe } from './support/describe.js';
import { failure } from './support/failure.js';
import {
  apply,
  getProperty,
  globalObject,
  isInstance,
  isObject,
  mapped,
  OwnPromise,
  PrivateRecord,
  prepended,
  promiseThen,
} from './support/intrinsics.js';
import { ReturnValue } from './support/return-value.js';
import { split } from './support/text.js';

/** Finds handlers by their names, and calls them. */
export class Handlers {
  readonly #paths = new PrivateRecord<readonly string[]>();
  readonly #returnValue = new ReturnValue();
  readonly #subjects = new SubjectObjects(this.#returnValue);

  /** Calls a handler with its subject; there is no other entry for handlers. */
  call(name: string, subject: HandlerSubject, args: readonly Argument[]): HandlerReturn {
    const call = this.#returnValue.begin();
    try {
      const handler = this.#find(name);
      if (handler === undefined) {
        call.take(undefined);
        return { kind: 'not found' };
      }
      const object = this.#subjects.objectFor(subject);
      const values = args.length === 0 ? [object] : prepended(object, mapped(args, argumentFor));
      const returned = apply(handler, undefined, values);
      call.returned();
      if (!isInstance(returned, OwnPromise))
        return { kind: 'returned', value: () => converted(() => call.take(returned)) };
      const kept = follow(returned);
      return { kind: 'promised', value: () => converted(() => call.take(kept.value)) };
    } catch (thrown) {
      call.take(undefined);
      return failure(thrown);
    }
  }

  /** The dot-separated parts of a handler name; the names are those of the configuration. */
  #pathOf(name: string): readonly string[] {
    const known = this.#paths.get(name);
    if (known !== undefined) return known;
    const path = split(name, '.');
    this.#paths.set(name, path);
    return path;
  }

  /** The function with a name such as `main.hello`, looked up from a global. */
  #find(name: string): ScriptCallback | undefined {
    const path = this.#pathOf(name);
    let found: unknown = globalObject;
    for (let at = 0; at < path.length; at += 1) {
      found = isObject(found) ? getProperty(found, path[at] ?? '') : undefined;
    }
    return isCallback(found) ? found : undefined;
  }
}

/** Keeps the value of the promise, or without one the promise itself. If it rejects, so does another promise, which has no handler. */
function follow(promise: Promise<unknown>): { readonly value: unknown } {
  const kept: { value: unknown } = { value: promise };
  const fulfilled = (value: unknown) => {
    kept.value = value;
  };
  apply(promiseThen, promise, [fulfilled]);
  return kept;
}

function converted(take: () => string | Uint8Array): PortOutcome<string | Uint8Array> {
  try {
    return { ok: true, value: take() };
  } catch (thrown) {
    return { ok: false, name: 'Error', message: describe(thrown) };
  }
}
