import test from 'tape';
import { readSpec } from '../../spec/reading/read.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { ambiguousTypes, barrels, checkImports, circles, folderCircles, longFunctions, rowless } from './check.js';
import { RULES, type Rules } from './rules.js';
import { readSourceFacts, readSources, type SourceFacts } from './sources.js';

/**
 * Imports and circles that break the structure today. Each must be removed. If one no longer occurs, the test fails until its line is
 * removed.
 */
const KNOWN: {
  readonly imports: readonly string[];
  readonly circles: readonly string[];
  readonly barrels: readonly string[];
} = {
  imports: [],
  circles: [],
  barrels: [],
};

/** An invented tree: the text of each file by its path. */
const treeOf = (files: Readonly<Record<string, string>>): SourceFacts[] =>
  Object.entries(files).map(([path, text]) => readSourceFacts(path, text));

const edgesOf = (files: Readonly<Record<string, string>>, rules: Rules = RULES): string[] =>
  checkImports(treeOf(files), rules).map(({ edge }) => edge);

test('every form of import is seen', (t) => {
  const forms = [
    "import { x } from './b.js';",
    "import type { X } from './b.js';",
    "import './b.js';",
    "export * from './b.js';",
    "export { x } from './b.js';",
    "const x = await import('./b.js');",
    "type X = import('./b.js').X;",
    "import x = require('./b.js');",
    "const x = createRequire(import.meta.url)('a'); require('./b.js');",
    "import.meta.resolve('./b.js');",
  ];
  const rules: Rules = {
    testOnly: [],
    imported: [],
    reading: [],
    naming: [],
    importers: [{ folder: 'suites', mayImport: [] }],
  };
  for (const form of forms)
    t.deepEqual(edgesOf({ 'suites/a.ts': form }, rules), ['suites/a.ts imports suites/b.ts'], form);
  t.deepEqual(edgesOf({ 'suites/a.ts': "const text = './b.js';" }, rules), [], 'any other text is no breach');
  t.end();
});

test('an import that breaks a rule is found', (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['spec/a.ts', "import { x } from '../reports/model.js';"],
    ['spec/reading/a.ts', "export * from '../../suites/x.js';"],
    ['spec/types/a.ts', "import type { X } from '../reading/x.js';"],
    ['spec/a.ts', "import type { X } from '../suites/language/x.js';"],
    ['reference/a.ts', "const x = await import('../spec/read.js');"],
    ['reference/a.test.ts', "import { x } from '../suites/x.js';"],
    ['reference/a.ts', "import { x } from 'srvspec';"],
    ['reference/realm/a.ts', "const path = '../spec/rows/1.json';"],
    ['reference/a.ts', "const path = join(root, 'spec');"],
    ['reference/realm/a.ts', "import { x } from '../host/x.js';"],
    ['reference/host/a.ts', "import { x } from '../realm/x.js';"],
    ['reference/port/a.ts', "import { x } from '../host/x.js';"],
    ['reference/nginx/configuration/a.ts', "import { x } from '../http/x.js';"],
    ['reference/host/http/a.ts', "import { x } from '../../nginx/wire/x.js';"],
    ['reference/host/support/a.ts', "import { x } from '../http/x.js';"],
    ['reference/host/script/a.ts', "import { x } from '../stream/x.js';"],
    ['reference/host/http/a.ts', "import { x } from '../stream/x.js';"],
    ['reference/host/http/a.ts', "import { x } from '../scripting/x.js';"],
    ['reference/host/scripting/a.ts', "import { x } from '../../nginx/pages/x.js';"],
    ['reference/api/server/a.ts', "import { x } from '../client/x.js';"],
    ['reports/a.ts', "import { x } from '../suites/targets/nginx/x.js';"],
    ['reports/a.ts', "import { x } from '../generators/x.js';"],
    ['suites/cli/a.ts', "import { x } from '../../reference/x.js';"],
    ['suites/targets/reference-like/a.ts', "import { x } from '../../../reference/x.js';"],
    ['suites/targets/nginx/a.ts', "import { x } from '../api/x.js';"],
    ['suites/targets/nginx/a.ts', "import { x } from '../../cli/x.js';"],
    ['suites/targets/support/a.ts', "import { x } from '../nginx/x.js';"],
    ['suites/executor/a.ts', "import { x } from '../targets/nginx/x.js';"],
    ['suites/inside/a.ts', "import { x } from '../executor/x.js';"],
    ['suites/language/a.ts', "import type { X } from '../executor/x.js';"],
    ['suites/language/a.ts', "import { x } from './testing/x.js';"],
    ['suites/laws/2-host-objects/srv/a.ts', "import { x } from '../shared-dict/x.js';"],
    ['suites/laws/support/a.ts', "import { x } from '../2-host-objects/shared-dict/x.js';"],
    ['generators/a.ts', "import { x } from '../suites/cli/x.js';"],
    ['suites/a.ts', "import { Project } from 'ts-morph';"],
    ['suites/a.test.ts', "import { Project } from 'ts-morph';"],
  ];
  for (const [path, text] of cases) t.notEqual(edgesOf({ [path]: text }).length, 0, `${path}: ${text}`);
  t.end();
});

test('a breach names its place and the broken rule', (t) => {
  t.deepEqual(checkImports([readSourceFacts('suites/a.ts', "\nimport { Project } from 'ts-morph';")], RULES), [
    {
      place: 'suites/a.ts:2',
      edge: 'suites/a.ts imports ts-morph',
      what: 'ts-morph is imported outside generators',
    },
  ]);
  t.end();
});

test('other imports are allowed', (t) => {
  const cases: readonly (readonly [string, string])[] = [
    ['spec/a.ts', "import { x } from './b.js'; import y from 'yaml'; import z from 'node:fs';"],
    ['reference/host/a.ts', "import { x } from '../port/b.js'; const words = 'the spec says';"],
    ['reports/a.ts', "import { x } from '../spec/types/x.js';"],
    ['suites/targets/reference/a.ts', "import { x } from '../../../reference/host/x.js';"],
    ['suites/cli/a.ts', "await import('../../generators/emit/x.js'); import { y } from '../../reports/y.js';"],
    ['generators/a.ts', "import { Project } from 'ts-morph'; import { x } from '../spec/x.js';"],
    ['suites/a.ts', "const text = 'ts-morph'; const path = '../reference/x.js';"],
    [
      'suites/laws/2-host-objects/srv/a.ts',
      "import './b.js'; import '../../support/x.js'; import '../../../language/x.js';",
    ],
    ['suites/executor/a.test.ts', "import { x } from '../targets/nginx/x.js'; import { y } from './testing/y.js';"],
    ['suites/targets/broken/a.ts', "import { x } from '../client/testing/x.js';"],
  ];
  for (const [path, text] of cases) t.deepEqual(edgesOf({ [path]: text }), [], `${path}: ${text}`);
  t.end();
});

test('files that import each other in a circle are found', (t) => {
  const circle = circles(
    treeOf({
      'suites/a.ts': "import { b } from './b.js';",
      'suites/b.ts': "import type { C } from './c.js';",
      'suites/c.ts': "type A = import('./a.js').A;",
      'suites/d.ts': "import { a } from './a.js';",
      'suites/e.ts': "import { d } from './d.js'; import { f } from './f.js';",
      'suites/f.ts': "const e = await import('./e.js');",
      'suites/self.ts': "import './self.js';",
    }),
  );
  t.deepEqual(circle, [
    ['suites/a.ts', 'suites/b.ts', 'suites/c.ts'],
    ['suites/e.ts', 'suites/f.ts'],
    ['suites/self.ts'],
  ]);
  t.deepEqual(
    circles(
      treeOf({
        'suites/a.ts': "import './b.js'; import './c.js';",
        'suites/b.ts': "import './c.js';",
        'suites/c.ts': '',
      }),
    ),
    [],
  );
  t.end();
});

test('folders whose files import each other are found, tests aside', (t) => {
  const tree = {
    'reference/a/one.ts': "import { x } from './b/two.js';",
    'reference/a/b/two.ts': "import type { Y } from '../../c/three.js';",
    'reference/c/three.ts': "import { z } from '../a/four.js';",
    'reference/a/four.ts': '',
    'reference/d/five.ts': "import { x } from '../a/one.js';",
    'reference/a/one.test.ts': "import { x } from '../d/five.js';",
  };
  t.deepEqual(folderCircles(treeOf(tree), RULES), [['reference/a', 'reference/a/b', 'reference/c']]);
  const { 'reference/a/four.ts': _, ...open } = tree;
  t.deepEqual(folderCircles(treeOf(open), RULES), []);
  t.end();
});

test('a file that must name a row and names none is found', (t) => {
  const sources = treeOf({
    'reference/host/http/a.ts': '/** 2/headers/p1 */',
    'reference/host/http/b.ts': '/** 2/headers/p9 */',
    'reference/host/http/c.test.ts': '',
    'reference/host/support/d.ts': '',
    'reference/nginx/e.ts': '',
  });
  t.deepEqual(
    rowless(sources, RULES, (id) => id === '2/headers/p1'),
    ['reference/host/http/b.ts'],
  );
  t.end();
});

test('a file that only re-exports is a barrel', (t) => {
  const isBarrel = (text: string): boolean => barrels([readSourceFacts('suites/a.ts', text)]).length > 0;
  t.ok(isBarrel("export * from './b.js';"));
  t.ok(isBarrel("export * as b from './b.js';"));
  t.ok(isBarrel("/** About b. */\nexport { b } from './b.js';\nexport type { C } from './c.js';"));
  t.ok(isBarrel("import { b } from './b.js';\nexport { b };"));
  t.notOk(isBarrel("export { b } from './b.js';\nexport const c = 1;"));
  t.notOk(isBarrel("import './b.js';"), 'a program');
  t.notOk(isBarrel("import './b.js';\nexport {};"));
  t.notOk(isBarrel('const b = 1;\nexport { b };'));
  t.end();
});

const sources = readSources(PACKAGE_ROOT);

/** The most functions with more than forty lines. */
const MOST_LONG = 8;

/** Functions of more than sixty lines: most of them are lifted into targets as one piece. */
const VERY_LONG: readonly string[] = [
  'suites/inside/in-target.ts inTarget',
  'suites/inside/steps.ts follow',
  'suites/inside/steps.ts follower',
  'suites/language/encoding.ts decoder',
  'suites/language/encoding.ts encoder',
];

test('functions are short, except the known ones', (t) => {
  const lines = (count: number): string => Array<string>(count).fill('  f();').join('\n');
  const tree = treeOf({
    'suites/a.ts': `function f() {\n${lines(2)}\n}\nconst g = {\n  h: () => {\n${lines(3)}\n  },\n};`,
    'suites/a.test.ts': `function f() {\n${lines(9)}\n}`,
  });
  t.deepEqual([...longFunctions(tree, RULES, 4)], [['suites/a.ts h', 5]]);
  const found = longFunctions(sources, RULES, 40);
  const veryLong = [...longFunctions(sources, RULES, 60).keys()];
  t.deepEqual(without(veryLong, VERY_LONG), [], 'no other function has more than sixty lines');
  t.deepEqual(without(VERY_LONG, veryLong), [], 'no function known is gone');
  t.ok(found.size <= MOST_LONG, `${found.size} functions have more than forty lines: ${[...found.keys()].join(', ')}`);
  t.end();
});

test('one name means one type', (t) => {
  const tree = treeOf({
    'suites/a.ts': 'export interface One {}\nexport type Two = 1;\ntype Three = 1;',
    'suites/b.ts': 'export class One {}\nexport type Three = 1;',
    'suites/b.test.ts': 'export type Two = 1;',
  });
  t.deepEqual(ambiguousTypes(tree, RULES), ['One suites/a.ts suites/b.ts']);
  t.deepEqual(ambiguousTypes(sources, RULES), []);
  t.end();
});

test('this project keeps its structure, except the known breaches', (t) => {
  t.ok(
    sources.some(({ path }) => path === 'suites/cli/main.ts'),
    'its sources are found',
  );
  const found = checkImports(sources, RULES);
  const isNew = ({ edge }: { readonly edge: string }): boolean => !KNOWN.imports.includes(edge);
  t.deepEqual(
    found.filter(isNew).map(({ place, what }) => `${place} ${what}`),
    [],
    'no import breaks a rule',
  );
  t.deepEqual(
    without(
      KNOWN.imports,
      found.map(({ edge }) => edge),
    ),
    [],
    'no import known is gone',
  );
  const round = circles(sources).map((files) => files.join(' '));
  t.deepEqual(without(round, KNOWN.circles), [], 'no circle');
  t.deepEqual(without(KNOWN.circles, round), [], 'no circle known is gone');
  t.deepEqual(
    folderCircles(sources, RULES).map((folders) => folders.join(' ')),
    [],
    'no folders import each other',
  );
  const { rows } = readSpec(PACKAGE_ROOT);
  t.deepEqual(
    rowless(sources, RULES, (id) => rows.has(id)),
    [],
    'each file of the reference host names a row',
  );
  t.deepEqual(without(barrels(sources), KNOWN.barrels), [], 'no barrel');
  t.deepEqual(without(KNOWN.barrels, barrels(sources)), [], 'no barrel known is gone');
  t.end();
});

/** Those of `all` that are not among `others`. */
const without = (all: readonly string[], others: readonly string[]): string[] =>
  all.filter((one) => !others.includes(one));
