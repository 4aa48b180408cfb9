import { openCounts, spawnWorker } from '../nginx/process/spawn.js';
import type { StartContext } from '../nginx/process/start.js';
import { loadBundle } from './bundles.js';

/** Words after which nothing is served. */
const isQuestion = (word: string): boolean => /^-[a-zA-Z]*[vVh?]/.test(word);

/**
 * Runs a program that stands in for nginx; returns its exit status. A process takes its time to start, so that the first worker is started
 * before this one has loaded what it is told.
 */
export async function launch(words: readonly string[], start: StartContext): Promise<number> {
  const counts = words.some(isQuestion) ? undefined : openCounts();
  const first = counts === undefined ? undefined : { child: spawnWorker(counts), counts };
  const { runProgram } = loadBundle('program');
  try {
    return await runProgram(words, start, first);
  } finally {
    // For words that made no sense.
    if (first?.child.connected === true) first.child.kill('SIGKILL');
  }
}
