import { OwnPromise } from './intrinsics.js';

/** A promise for the result of a function, or for the error that it throws. */
export function promised(work: () => unknown): Promise<unknown> {
  return new OwnPromise((resolve, reject) => {
    try {
      resolve(work());
    } catch (thrown) {
      reject(thrown);
    }
  });
}
