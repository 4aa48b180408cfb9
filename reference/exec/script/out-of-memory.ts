/** What is told of a script that needed more than its thread may have. */
export const outOfMemory = 'the script has run out of memory';

/** Whether a thread was ended for its heap. */
export function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
