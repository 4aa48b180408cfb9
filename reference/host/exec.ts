import { realmThread } from './realms/thread.js';

/**
 * Runs a script file as the command-line runtime does: `console` writes to the standard streams, and what is after the file
 * is in `process.argv`. Returns the exit status: 0, or 1 when the script failed, which is told on the standard error.
 */
export function exec(words: readonly string[]): Promise<number> {
  const [file, ...rest] = words;
  if (file === undefined) {
    process.stderr.write('usage: exec FILE [ARG…]\n');
    return Promise.resolve(2);
  }
  const worker = realmThread('exec-worker.js', { file, arguments: rest });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', resolve);
  });
}
