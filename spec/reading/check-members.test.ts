import test from 'tape';
import { type Files, inFolder, row, rowsFile, yaml } from '../testing/folder.js';
import { checkMembers } from './check-members.js';
import { readSpec } from './read.js';

const parameters = [
  { name: 'key', optionalDepth: 0 },
  { name: 'count', optionalDepth: 1 },
];

const ROWS = rowsFile(2, [
  row('2/dict/find', {
    kind: 'table-row',
    signatures: [{ name: 'find', parameters }],
    versions: [
      { version: '0.8.1', turn: 'since', of: 'find' },
      { version: '0.9.0', turn: 'since', of: 'count' },
    ],
    facts: {
      types: ['number'],
      defaults: [{ of: 'count', value: '3' }],
      lists: [{ of: 'key', values: ['a', 'b', 'c'] }],
      limits: [{ bound: 'between', numbers: ['1', '6'], of: 'count' }],
    },
    cells: [{ column: 'Operation', code: ['find(key[, count])'], digest: '0123456789abcdef' }],
  }),
  row('2/dict/size', { kind: 'table-row', signatures: [{ name: 'size' }], facts: { access: 'read-only' } }),
  row('2/dict/pair', { kind: 'table-row', signatures: [{ name: 'first' }, { name: 'second' }] }),
  row('2/errors/find', { kind: 'table-row', facts: { outcome: { kind: 'throws', error: 'TypeError' } } }),
]);

const SIZE = '  - { member: size, row: 2/dict/size, kind: property, access: read-only }';
const PARAMS = '[{ name: key, oneOf: [a, b, c] }, { name: count, default: 3, from: 1, to: 6, since: 0.9.0 }]';
const find = (more: string): string => `  - { member: find, row: 2/dict/find, kind: method, ${more} }`;
const RIGHT = find(`since: 0.8.1, params: ${PARAMS}, returns: number`);

/** Describes find, so that its members line is not the only description. */
const FINDING = yaml.requirements(
  'title: F\nrequirements:\n' +
    '  - { id: dict.find, rows: [2/dict/find], says: find looks for a key., strength: must, cases: [{ law: find }] }\n',
);

/** Complaints about a table with these lines, as `line: found`. */
function complaintsOf(...lines: readonly string[]): string[] {
  return complaintsBeside({ 'spec/2-host-objects/dict/finding.yaml': FINDING }, ...lines);
}

function complaintsBeside(authored: Files, ...lines: readonly string[]): string[] {
  const table = yaml.members(`title: D\nholders:\n  dict: { at: dict }\nmembers:\n${lines.join('\n')}\n`);
  const files = { 'spec/rows/2.json': ROWS, 'spec/2-host-objects/dict/members.yaml': table, ...authored };
  const complaints = inFolder(files, (root) => checkMembers(readSpec(root)));
  return complaints.map(
    ({ file, line, found, expected }) => `${file.split('/').at(-1)}:${line} ${found} / ${expected}`,
  );
}

test('members: a table that agrees with its rows has no complaints', (t) => {
  t.deepEqual(complaintsOf(RIGHT, SIZE), []);
  t.end();
});

test('members: a method needs a requirement that says what it does', (t) => {
  t.deepEqual(complaintsBeside({}, RIGHT, SIZE), [
    'members.yaml:6 method find, which only this line describes / a requirement that cites 2/dict/find and says what it does',
  ]);
  t.end();
});

test('members: each disagreement is reported with its place and the value of the row', (t) => {
  const wrong = (more: string) => complaintsOf(find(more), SIZE);
  t.deepEqual(wrong(`since: 0.8.0, params: ${PARAMS}, returns: number`), [
    'members.yaml:6 find since 0.8.0 / 0.8.1, as documented',
  ]);
  t.deepEqual(wrong('since: 0.8.1, params: [{ name: count }, { name: key }], returns: number'), [
    'members.yaml:6 the parameters (count, key) / (key, count?), as in row 2/dict/find',
    'members.yaml:6 the parameter count since no version / 0.9.0, as in row 2/dict/find',
  ]);
  t.deepEqual(wrong('since: 0.8.1, returns: number'), ['members.yaml:6 no parameters of find / params: key, count?']);
  t.deepEqual(wrong(`since: 0.8.1, params: ${PARAMS.replace('default: 3', 'default: 4')}, returns: number`), [
    'members.yaml:6 the default 4 of count / 3, as in row 2/dict/find',
  ]);
  t.deepEqual(wrong(`since: 0.8.1, params: ${PARAMS.replace('0.9.0', '0.9.1')}, returns: number`), [
    'members.yaml:6 the parameter count since 0.9.1 / 0.9.0, as in row 2/dict/find',
  ]);
  t.deepEqual(wrong(`since: 0.8.1, params: ${PARAMS}, returns: string`), [
    'members.yaml:6 find of type string / returns: number, as in row 2/dict/find',
  ]);
  t.deepEqual(wrong(`since: 0.8.1, params: ${PARAMS.replace('b, c', 'c')}, returns: number`), [
    'members.yaml:6 the values a, c of key / a, b, c, as in row 2/dict/find',
  ]);
  t.deepEqual(wrong(`since: 0.8.1, params: ${PARAMS.replace('to: 6', 'to: 7')}, returns: number`), [
    'members.yaml:6 the range 1 to 7 of count / 1, 6, as in row 2/dict/find',
  ]);
  t.deepEqual(complaintsOf(RIGHT, SIZE.replace('read-only', 'writable')), [
    'members.yaml:7 size with access writable / read-only, as in row 2/dict/size',
  ]);
  t.end();
});

test('members: rows, names, holders and errors must exist', (t) => {
  const other = (line: string) => complaintsOf(RIGHT, SIZE, line);
  t.match(other(SIZE.replace('2/dict/size', '2/dict/siez'))[0] ?? '', /:8 row 2\/dict\/siez, which no document has/);
  t.match(other(SIZE.replace('size', 'length'))[0] ?? '', /:8 length in row 2\/dict\/size \/ one of its members: size/);
  t.match(other(SIZE.replace('property,', 'property, on: [list],'))[0] ?? '', /the holder list \/ one of dict/);
  const thrown = find(
    `since: 0.8.1, params: ${PARAMS}, returns: number, throws: [{ row: 2/errors/find, name: RangeError }]`,
  );
  t.deepEqual(complaintsOf(thrown.replace('RangeError', 'TypeError'), SIZE), []);
  t.match(complaintsOf(thrown, SIZE)[0] ?? '', /find throwing RangeError .* \/ throws TypeError/);
  t.end();
});

test('members: a member of a covered row that no table has is reported', (t) => {
  const first = '  - { member: first, row: 2/dict/pair, kind: property }';
  t.deepEqual(complaintsOf(RIGHT, SIZE, first), [
    '2.json:106 second of row 2/dict/pair in no members table / a line for each member of a covered row',
  ]);
  t.deepEqual(complaintsOf(RIGHT, SIZE, first, first.replace('first', 'second')), []);
  t.end();
});
