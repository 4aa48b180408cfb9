import test from 'tape';
import { isUnfinished } from './unfinished.js';

const unfinished = [
  'function f() {',
  '[1,',
  '`abc',
  '`a ${',
  'f(1',
  'f(g(1,',
  'f({ a: g(1',
  'await f(1',
  'f(1 // x',
  '/* x',
  '({ a: 1 /* x',
  '({',
  'if (1)',
  'a =',
  'a.',
  'x ? 1',
  "'abc\\",
  'class A {',
  'class A extends',
  'x => {',
  'for (;;)',
  'for (const a of',
  'await',
  'await new Promise((r) =>',
  'async function f() { await',
  'try {',
  'try {}',
  'switch (1) {',
  'do {} while (',
  'let x = 1 +\n',
  'function f() { return 1 }\nf(',
];

const finished = [
  '',
  '1',
  '// x',
  '/* x */',
  '1 //',
  'a b',
  '}',
  '} {',
  ')',
  'f(1))',
  'f(1 2)',
  "'abc",
  "f('(",
  '/abc',
  '/a[/',
  'const b',
  '#',
  'await f(1)',
  'return 1',
  'import fs from "fs"',
  'function f() {\n}',
  '`a\nb`',
  '{ a: 1 }',
  'let',
  '\\',
  '@',
];

test('unfinished: code that further lines may complete', (t) => {
  for (const code of unfinished) t.ok(isUnfinished(code), code);
  t.end();
});

test('finished: complete code, and mistakes that no further line can correct', (t) => {
  for (const code of finished) t.notOk(isUnfinished(code), code);
  t.end();
});

test('unfinished: long code is checked quickly', (t) => {
  t.ok(isUnfinished('f('.repeat(200)));
  t.ok(isUnfinished('f(1, '.repeat(200)));
  t.ok(isUnfinished(`f(${'g(1);'.repeat(20_000)}`.replaceAll(';', ',')));
  t.notOk(isUnfinished(`${'f(1);'.repeat(20_000)} a b`));
  t.end();
});
