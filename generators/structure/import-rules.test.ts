import test from 'tape';
import { Project } from 'ts-morph';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { checkImports, openSources } from './import-rules.js';

/** The breaches in one file of a project that holds nothing else. */
function breachesOf(path: string, source: string): string[] {
  const project = new Project({ useInMemoryFileSystem: true });
  project.createSourceFile(`/${path}`, source);
  return checkImports(project, '/').map(({ place, what }) => `${place} ${what}`);
}

test('an import that breaks a rule is found', (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['spec/a.ts', "import { x } from '../reports/model.js';"],
    ['spec/read/a.ts', "export * from '../../suites/x.js';"],
    ['spec/a.ts', "import type { X } from '../suites/harness/x.js';"],
    ['reference/a.ts', "const x = await import('../spec/reading/read.js');"],
    ['reference/a.ts', "type X = import('../reports/model.js').X;"],
    ['reference/a.test.ts', "import { x } from '../suites/x.js';"],
    ['reference/a.ts', "import { x } from 'srvspec';"],
    ['reference/realm/a.ts', "const path = '../spec/rows/1.json';"],
    ['reference/a.ts', "const path = join(root, 'spec');"],
    ['reports/a.ts', "import { x } from '../suites/targets/nginx/x.js';"],
    ['reports/a.ts', "import { x } from '../generators/x.js';"],
    ['suites/cli/a.ts', "import { x } from '../../reference/x.js';"],
    ['suites/targets/nginx/a.ts', "import { x } from '../../../reference/x.js';"],
    ['suites/targets/reference-like/a.ts', "import { x } from '../../../reference/x.js';"],
    ['generators/a.ts', "import { x } from '../reference/x.js';"],
    ['suites/a.ts', "import { Project } from 'ts-morph';"],
    ['spec/a.ts', "import x = require('ts-morph');"],
    ['suites/a.ts', "const x = createRequire(import.meta.url)('a'); require('ts-morph/x');"],
  ];
  for (const [path, source] of cases) t.equal(breachesOf(path, source).length, 1, `${path}: ${source}`);
  t.end();
});

test('the complaint names the place', (t) => {
  t.deepEqual(
    breachesOf('suites/a.ts', "\nimport { Project } from 'ts-morph';"),
    ['suites/a.ts:2 ts-morph is imported outside generators'],
    'path, line and rule',
  );
  t.end();
});

test('other imports are let be', (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['spec/a.ts', "import { x } from './b.js'; import y from 'yaml'; import z from 'node:fs';"],
    ['reference/host/a.ts', "import { x } from '../realm/b.js'; const words = 'the spec says';"],
    ['reports/a.ts', "import { x } from '../../spec/types/spec.js';"],
    ['suites/targets/reference/a.ts', "import { x } from '../../../reference/host/x.js';"],
    [
      'suites/cli/a.ts',
      "const x = await import('../../generators/emit/x.js'); import { y } from '../../reports/y.js';",
    ],
    ['generators/a.ts', "import { Project } from 'ts-morph'; import { x } from '../spec/x.js';"],
    ['suites/a.ts', "const text = 'ts-morph'; const path = '../reference/x.js';"],
  ];
  for (const [path, source] of cases) t.deepEqual(breachesOf(path, source), [], `${path}: ${source}`);
  t.end();
});

test('this project keeps the rules', (t) => {
  const root = PACKAGE_ROOT.replace(/\/$/, '');
  const project = openSources(root);
  t.ok(project.getSourceFile(`${root}/spec/types/spec.ts`), 'its sources are found');
  t.deepEqual(checkImports(project, root), [], 'no breach');
  t.end();
});
