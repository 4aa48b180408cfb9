import { fileURLToPath } from 'node:url';
import { constants, createContext, Script } from 'node:vm';
import { build } from 'esbuild';

/** A context without the runtime, for separate parts of the realm's code. Its jobs run after each evaluation. */
export class PartialRealm {
  readonly context: object = createContext(constants.DONT_CONTEXTIFY, { microtaskMode: 'afterEvaluate' });

  /** The function that an expression of the realm evaluates to. */
  evaluate(source: string): (...values: unknown[]) => unknown {
    const made: unknown = new Script(source).runInContext(this.context);
    if (typeof made !== 'function') throw new Error('the source is not a function');
    return (...values) => Reflect.apply(made, undefined, values);
  }

  /** Runs the remaining jobs. */
  drain(): void {
    new Script('0').runInContext(this.context);
  }

  /** The exports of the realm's modules; `entry` is a module that re-exports them. */
  async exported(entry: string): Promise<object> {
    const exported = this.evaluate(`(() => { ${await bundled(entry)}; return () => parts; })()`)();
    return Object(exported);
  }
}

async function bundled(entry: string): Promise<string> {
  const folder = fileURLToPath(new URL('../../../reference/realm/', import.meta.url));
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: folder, loader: 'ts' },
    tsconfig: `${folder}tsconfig.json`,
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'parts',
    target: 'es2022',
  });
  return outputFiles.map(({ text }) => text).join('');
}
