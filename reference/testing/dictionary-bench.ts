import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { buildSync } from 'esbuild';
import type { Test } from 'tape';
import type { DictionaryPort } from '../port/shared-dict.js';
import { bench, kilobyte } from './zone-bench.js';

const realmSources = fileURLToPath(new URL('../../../reference/realm', import.meta.url));

const bundle = buildSync({
  stdin: {
    contents:
      "export * from './2-host-objects/shared-dict/shared-dict.ts'; export * from './2-host-objects/shared-dict/shared-memory-error.ts';",
    resolveDir: realmSources,
    loader: 'ts',
  },
  bundle: true,
  format: 'iife',
  globalName: 'sharedDict',
  target: 'es2022',
  write: false,
});

/** Evaluated in each realm: dictionaries become globals, and results become text by the realm's own classes. */
const prelude = `
  const { createSharedDictionary, SharedMemoryError } = sharedDict;
  for (const name in ports) globalThis[name] = createSharedDictionary(ports[name]);
  delete globalThis.ports;
  const text = (value) => typeof value === 'object' ? JSON.stringify(value) : Object.is(value, -0) ? '-0' : String(value);
  const kind = (thrown) => [SharedMemoryError, TypeError, RangeError].find((one) => thrown instanceof one)?.name;
  const outcome = (probe) => {
    try { return text(probe()); } catch (thrown) { return 'throws ' + kind(thrown); }
  };
`;

/** Evaluates an expression in a realm and returns its value, or the error that it throws. */
export type EvaluateExpression = (expression: string) => string;

/** A realm in which each port is a dictionary and a global. */
export function realmOf(ports: Readonly<Record<string, DictionaryPort>>): EvaluateExpression {
  // Copies, because a realm keeps the functions of a port and not the object.
  const copies = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, { ...port }]));
  const context = createContext({ ports: copies });
  for (const output of bundle.outputFiles) runInContext(output.text, context);
  runInContext(prelude, context);
  return (expression) => {
    const result: unknown = runInContext(`outcome(() => (${expression}))`, context);
    return typeof result === 'string' ? result : `a ${typeof result}`;
  };
}

/** Strings and numbers, plain and with a timeout of a minute; `pass` moves the clock of the latter. */
export function dictionaries(): { readonly realm: EvaluateExpression; readonly pass: (milliseconds: number) => void } {
  const s = bench({ name: 's', size: 64 * kilobyte });
  const n = bench({ name: 'n', type: 'number' });
  const st = bench({ name: 'st', timeoutMs: 60_000 });
  const nt = bench({ name: 'nt', type: 'number', timeoutMs: 60_000 });
  return { realm: realmOf({ s: s.zone, n: n.zone, st: st.zone, nt: nt.zone }), pass: nt.pass };
}

/** Evaluates expressions one after the other and compares the results. */
export function check(
  t: Test,
  realm: EvaluateExpression,
  expected: readonly (readonly [expression: string, result: string])[],
): void {
  for (const [expression, result] of expected) t.equal(realm(expression), result, expression);
}
