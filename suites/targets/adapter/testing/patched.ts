/** Wrong adapters: the example for Node, with a module that runs before it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../../spec/reading/root.js';

/** An example of an adapter. */
export const exampleFile = (name: string): string => join(PACKAGE_ROOT, 'suites/targets/adapter/examples', name);

/** The words of all examples. */
export const EXAMPLES: readonly (readonly [program: string, file: string])[] = [
  [process.execPath, exampleFile('node.mjs')],
  ['python3', exampleFile('child.py')],
  ['sh', exampleFile('smallest.sh')],
];

/** Whether there is no such program here. */
export const isMissing = ([program]: readonly [string, string]): boolean =>
  spawnSync(program, ['-c', '']).error !== undefined;

/** The words of the example for Node behind a module; `source` is the text of the module. */
export const patched = (source: string): readonly string[] => [
  process.execPath,
  '--import',
  `data:text/javascript,${encodeURIComponent(source)}`,
  exampleFile('node.mjs'),
];

/** An adapter that writes otherwise: `body` has each `line`, its number from 0, and `write`. */
export const writing = (body: string): readonly string[] =>
  patched(`
    const { stdout, exit } = process;
    const write = stdout.write.bind(stdout);
    let lines = 0;
    stdout.write = (line) => {
      const n = lines++;
      ${body}
    };`);

/** An adapter that does something before it evaluates the run whose line the pattern finds. */
export const evaluating = (pattern: RegExp, body: string): readonly string[] =>
  patched(`
    const { parse } = JSON;
    JSON.parse = (text) => {
      if (text.startsWith('{"type":"run"') && ${pattern}.test(text)) { ${body} }
      return parse(text);
    };`);
