import test from 'tape';
import { type Alternative, globAlternatives } from './alternatives.js';

const flat = (all: readonly Alternative[]): readonly string[] =>
  all.flatMap(({ glob, inner }) => [glob, ...flat(inner)]);

test('each alternative replaces its braces', (t) => {
  const globs: readonly (readonly [string, readonly string[]])[] = [
    ['a.**', []],
    ['{a,b.**}', ['a', 'b.**']],
    ['x/{a,b}/y', ['x/a/y', 'x/b/y']],
    ['{a,b}.{c,d}', ['a.{c,d}', 'b.{c,d}', '{a,b}.c', '{a,b}.d']],
    ['{a,b.{c,d}}', ['a', 'b.{c,d}', 'b.c', 'b.d']],
    ['{a,}', ['a', '']],
    ['{a}', []],
    ['{1..3}', []],
    ['{{a,b}}', ['{a}', '{b}']],
    ['\\{a,b\\}', []],
    ['{a\\,b,c}', ['a\\,b', 'c']],
    ['{a,b', []],
    ['a,b}', []],
    ['', []],
  ];
  for (const [glob, alternatives] of globs) t.deepEqual(flat(globAlternatives(glob)), alternatives, glob);
  t.end();
});
