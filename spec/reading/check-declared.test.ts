import test from 'tape';
import { inFolder, row, rowsFile, yaml } from '../testing/folder.js';
import { checkDeclared } from './check-declared.js';
import { readSpec } from './read.js';

const ROWS = rowsFile(2, [row('2/dict/find', { kind: 'table-row', signatures: [{ name: 'find' }] })]);

/** Complaints about a table with these types and an extended line, as `line: found / advice`. */
function complaintsOf({ types = '{}', line = '' }: { readonly types?: string; readonly line?: string }): string[] {
  const body = [
    'title: D',
    'holders: { dict: { at: dict }, item: { at: dict, call: [find], type: Item } }',
    `types: ${types}`,
    'members:',
    `  - { member: find, row: 2/dict/find, kind: method, params: [{ name: key, as: Key }], returns: object${line} }`,
    '',
  ].join('\n');
  const files = { 'spec/rows/2.json': ROWS, 'spec/2-host-objects/dict/members.yaml': yaml.members(body) };
  return inFolder(files, (root) => checkDeclared(readSpec(root))).map(
    (one) => `${one.line} ${one.found} / ${one.advice}`,
  );
}

const KEY = 'Key: { oneOf: [a, b] }';

test('declared: names of types, objects, the vocabulary and ECMAScript are known', (t) => {
  const types = `{ ${KEY}, Mixed: { as: [Key, Item, string, Date] }, All: { each: Dict }, Some: { items: Item } }`;
  t.deepEqual(complaintsOf({ types, line: ', as: [Mixed, All], overloads: [{ where: { key: [] }, as: Some }]' }), []);
  t.end();
});

test('declared: an unknown name is reported at its place', (t) => {
  t.deepEqual(complaintsOf({ types: '{ Kay: { oneOf: [a] } }' }), ['6 the type Key / the nearest is Kay']);
  t.match(
    complaintsOf({ types: `{ ${KEY} }`, line: ', as: Itme' })[0] ?? '',
    /^6 the type Itme \/ the nearest is Item$/,
  );
  t.match(complaintsOf({ types: `{ ${KEY}, Other: { items: Nothing } }` })[0] ?? '', /^4 the type Nothing /);
  t.match(
    complaintsOf({ types: `{ ${KEY}, Other: { keys: [{ name: a, as: None }] } }` })[0] ?? '',
    /^4 the type None /,
  );
  t.end();
});

test('declared: promise versions, overloads and placeholders refer to existing names', (t) => {
  const types = `{ ${KEY} }`;
  t.deepEqual(complaintsOf({ types, line: ', twin: seek' }), ['6 the operation seek / correct the name']);
  t.deepEqual(complaintsOf({ types, line: ', placeholder: abc' }), ['6 abc in find / correct the name']);
  t.deepEqual(complaintsOf({ types, line: ', overloads: [{ where: { kye: Key }, as: string }]' }), [
    '6 the parameter kye of find / correct the name',
  ]);
  t.end();
});
