import test from 'tape';
import { typedImports } from './imports.js';

const CASES: readonly (readonly [typed: string, names: readonly string[], code: string])[] = [
  ["import fs from 'fs'", ['fs'], '                   '],
  ['import fs from "fs";', ['fs'], '                    '],
  ["import a from 'a'; a.b()", ['a'], '                   a.b()'],
  ["import a from 'a'\nimport b from 'b'\na + b", ['a', 'b'], '                 \n                 \na + b'],
  ["import * as all from './x.js'", ['all'], ' '.repeat(29)],
  ["import a, { b, c as d } from 'x'", ['a', 'b', 'd'], ' '.repeat(32)],
  ["import { default as é } from 'x'", ['é'], ' '.repeat(32)],
  ["import{a}from'x'", ['a'], ' '.repeat(16)],
  ["import './x.js'", [], ' '.repeat(15)],
  ["import('x')", [], "import('x')"],
  ['import.meta', [], 'import.meta'],
  ["important from 'x'", [], "important from 'x'"],
  ["1; import a from 'a'", [], "1; import a from 'a'"],
  ["import a from 'a' + 1", [], "import a from 'a' + 1"],
  ['', [], ''],
];

test('imports at the prompt are separated from other code, which keeps its position', (t) => {
  for (const [typed, names, code] of CASES) {
    const found = typedImports(typed);
    t.deepEqual([found.names, found.code], [names, code], typed);
    t.equal(found.imports + typed.slice(found.imports.length), typed);
  }
  t.end();
});
