import { versionComplaint } from '../version.js';
import { EXEC_OPTIONS } from './exec-options.js';
import { bindingsOf, nameComplaint } from './runtime-port.js';
import { realmThread } from './thread.js';

/** Exit status for words on the command line that make no sense. */
const usageStatus = 2;

const usage = 'usage: exec [--srv NAME] [--rt NAME] [--runtime-version V] FILE [ARG…]';

/**
 * Runs a script file as the command-line runtime does: `[--srv NAME] [--rt NAME] [--runtime-version V] FILE [ARG…]`. `console`
 * writes to the standard streams, `process.argv` holds what follows the file. `--rt` gives the runtime global another name, see
 * `bindingsOf`; `--srv` is taken as `serve` takes it, though no host global is there. `--runtime-version` makes the runtime an older
 * one. Returns the exit status: 0, or 1 when the script failed, which is told on the standard error.
 */
export function exec(words: readonly string[]): Promise<number> {
  const { srv, rt, 'runtime-version': runtimeVersion, rest } = optionsOf(words);
  const [file, ...values] = rest;
  if (file === undefined || file.startsWith('--')) return refuse(usage);
  const complaint =
    nameComplaint('srv', srv) ??
    nameComplaint('rt', rt) ??
    (runtimeVersion === undefined ? undefined : versionComplaint(runtimeVersion));
  if (complaint !== undefined) return refuse(complaint);
  const bindings = bindingsOf({ srv, rt });
  const worker = realmThread('script/exec-worker.js', { file, arguments: values, bindings, runtimeVersion });
  return new Promise((resolve, reject) => {
    worker.once('error', (error) =>
      isOutOfMemory(error) ? resolve(refuse('the script has run out of memory', 1)) : reject(error),
    );
    worker.once('exit', resolve);
  });
}

type Name = keyof typeof EXEC_OPTIONS;

interface Given extends Partial<Record<Name, string>> {
  /** The file and what follows it. */
  readonly rest: readonly string[];
}

/** Options stand before the file; what follows it is the script's. */
function optionsOf([word, value, ...rest]: readonly string[]): Given {
  const name = word?.startsWith('--') === true ? word.slice(2) : '';
  if (isName(name) && value !== undefined) return { ...optionsOf(rest), [name]: value };
  return { rest: [word, value, ...rest].filter((one) => one !== undefined) };
}

const isName = (text: string): text is Name => Object.hasOwn(EXEC_OPTIONS, text);

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function refuse(message: string, status = usageStatus): Promise<number> {
  process.stderr.write(`${message}\n`);
  return Promise.resolve(status);
}
