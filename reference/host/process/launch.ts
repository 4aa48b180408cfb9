import { loadBundle } from '../loading/bundles.js';
import { spawnWorker } from './spawn.js';
import type { Start } from './start.js';

/** Words after which nothing is served. */
const isQuestion = (word: string): boolean => /^-[a-zA-Z]*[vVh?]/.test(word);

/**
 * Runs a program that stands in for nginx; returns its exit status. A process takes its time to start, so that the first worker is started
 * before this one has loaded what it is told.
 */
export async function launch(words: readonly string[], start: Start): Promise<number> {
  const first = words.some(isQuestion) ? undefined : spawnWorker();
  const { runProgram } = loadBundle('program');
  try {
    return await runProgram(words, start, first);
  } finally {
    // For words that made no sense.
    if (first?.connected === true) first.kill('SIGKILL');
  }
}
