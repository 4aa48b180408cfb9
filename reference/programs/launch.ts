import { openCounts, spawnWorker } from '../nginx/process/spawn.js';
import type { StartContext } from '../nginx/process/start.js';
import { loadBundle } from './bundles.js';

/** Options with which the program only prints something and ends. */
const isQuestion = (word: string): boolean => /^-[a-zA-Z]*[vVh?]/.test(word);

/**
 * Runs a program in place of nginx; returns its exit status. Starting a process takes time, so the first worker is started before the
 * modules of this process are loaded.
 */
export async function launch(words: readonly string[], start: StartContext): Promise<number> {
  const counts = words.some(isQuestion) ? undefined : openCounts();
  const first = counts === undefined ? undefined : { child: spawnWorker(counts), counts };
  const { runProgram } = loadBundle('program');
  try {
    return await runProgram(words, start, first);
  } finally {
    // The command line was rejected, so the worker is not needed.
    if (first?.child.connected === true) first.child.kill('SIGKILL');
  }
}
