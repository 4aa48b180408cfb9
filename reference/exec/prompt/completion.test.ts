import test from 'tape';
import { fitting, memberAtEnd, modules } from './completion.js';

const member = (of: string, begun: string) => ({ of, begun });
const module = (begun: string) => member(modules, begun);

const CASES: readonly (readonly [line: string, sought: object | undefined])[] = [
  ['', member('globalThis', '')],
  ['Buf', member('globalThis', 'Buf')],
  ['rt.', member('rt', '')],
  ['rt.ver', member('rt', 'ver')],
  ['a + crypto.subtle.di', member('crypto.subtle', 'di')],
  ['f(crypto?.su', member('crypto', 'su')],
  ['await q', member('globalThis', 'q')],
  ['[a.b', member('a', 'b')],
  ['é.ü', member('é', 'ü')],
  ['f().a', undefined],
  ['a[0].b', undefined],
  ["'x'.le", undefined],
  ['1', undefined],
  ["import fs from '", module('')],
  ['import x from "zl', module('zl')],
  ["import '", module('')],
  ["import a from 'a'; import b from 'b", module('b')],
];

test('completion: the member that the end of a line begins', (t) => {
  for (const [line, sought] of CASES) t.deepEqual(memberAtEnd(line), sought, line);
  t.end();
});

test('completion: valid names, in order and without duplicates', (t) => {
  t.deepEqual(fitting(['b', 'a', 'b', '0', 'a-b', '__c', '$', '_d'], ''), ['$', '_d', 'a', 'b']);
  t.deepEqual(fitting(['__c', '_d', 'a'], '_'), ['__c', '_d']);
  t.deepEqual(fitting(['alpha', 'beta'], 'al'), ['alpha']);
  t.end();
});
