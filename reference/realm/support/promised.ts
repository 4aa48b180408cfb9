import { OwnPromise } from './intrinsics.js';

/** A promise of what work makes, or of what it throws. */
export function promised(work: () => unknown): Promise<unknown> {
  return new OwnPromise((resolve, reject) => {
    try {
      resolve(work());
    } catch (thrown) {
      reject(thrown);
    }
  });
}
