import type { RealmPort, Runtime } from '../../../port/runtime.js';
import { compiled } from '../loading/compiled.js';
import { runtimeFile } from '../loading/runtime-file.js';
import { proxyTest, stackCheck } from './stack-check.js';

type Install = (port: RealmPort, requireStack: unknown, isProxy: unknown, deliver: (runtime: Runtime) => void) => void;

/** Compiled once; evaluating it in a context returns the function that installs the runtime. */
const script = compiled(runtimeFile);

/** Evaluates the script-visible runtime inside a context. */
export function installRuntime(context: object, port: RealmPort): Runtime {
  const install: unknown = script.runInContext(context);
  if (!isInstall(install)) throw new Error('the runtime bundle is not a function');
  let delivered: Runtime | undefined;
  install(port, stackCheck.runInContext(context), proxyTest.runInContext(context), (runtime) => {
    delivered = runtime;
  });
  if (delivered === undefined) throw new Error('the runtime bundle returned nothing');
  return delivered;
}

function isInstall(value: unknown): value is Install {
  return typeof value === 'function';
}
