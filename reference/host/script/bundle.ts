import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import type { RealmPort, Runtime } from '../../port/runtime.js';

type Install = (port: RealmPort, deliver: (runtime: Runtime) => void) => void;

/** Compiled once; evaluating it in a context gives the function that makes a realm of it. */
const script = compile();

function compile(): Script {
  const file = fileURLToPath(new URL('../../realm/bundle.js', import.meta.url));
  const wrapped = `(function (port, deliver) {${readFileSync(file, 'utf8')}\n})`;
  return new Script(wrapped, { filename: 'runtime' });
}

/** Evaluates the script-visible runtime inside a context. */
export function installRuntime(context: object, port: RealmPort): Runtime {
  const install: unknown = script.runInContext(context);
  if (!isInstall(install)) throw new Error('the runtime bundle is not a function');
  let delivered: Runtime | undefined;
  install(port, (runtime) => {
    delivered = runtime;
  });
  if (delivered === undefined) throw new Error('the runtime bundle delivered nothing');
  return delivered;
}

function isInstall(value: unknown): value is Install {
  return typeof value === 'function';
}
