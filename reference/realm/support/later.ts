import type { AsyncOperation } from '../../port/later.js';
import { OwnPromise } from './intrinsics.js';
import { resultOf } from './outcome.js';

/**
 * A promise for the outcome of a port call; `made` converts the value to what a script sees. It rejects with an error of this realm if the
 * call fails or `made` throws.
 */
export function later<Input, T, R>(start: AsyncOperation<Input, T>, input: Input, made: (value: T) => R): Promise<R> {
  return new OwnPromise((resolve, reject) => {
    start(input, (outcome) => {
      try {
        resolve(made(resultOf(outcome)));
      } catch (thrown) {
        reject(thrown);
      }
      return { kind: 'done' };
    });
  });
}
