import { realmThread } from './script/thread.js';
import { documentBindings } from './shared-port.js';

/**
 * Runs a script file as the command-line runtime does: `[--rt NAME] FILE [ARG…]`. `console` writes to the standard streams,
 * `process.argv` holds what follows the file, and `--rt` gives the runtime global another name. Returns the exit status: 0,
 * or 1 when the script failed, which is told on the standard error.
 */
export function exec(words: readonly string[]): Promise<number> {
  const [rt, [file, ...rest]] = words[0] === '--rt' ? [words[1], words.slice(2)] : [documentBindings.rt, words];
  if (file === undefined || rt === undefined) {
    process.stderr.write('usage: exec [--rt NAME] FILE [ARG…]\n');
    return Promise.resolve(2);
  }
  const bindings = { ...documentBindings, rt };
  const worker = realmThread('exec-worker.js', { file, arguments: rest, bindings });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', resolve);
  });
}
