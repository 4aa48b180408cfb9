/** The message for a script that exceeded the memory limit of its thread. */
export const outOfMemory = 'the script has run out of memory';

/** Whether a thread was ended because its heap was full. */
export function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
