import type { AsyncOperation } from '../../port/later.js';
import { OwnPromise } from './intrinsics.js';
import { resultOf } from './outcome.js';

/**
 * A promise of what a port call settles with, as `made` turns it into what a script sees. It is rejected with an error of
 * this realm where the call fails or `made` throws.
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
