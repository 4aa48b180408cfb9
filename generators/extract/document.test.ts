import { createHash } from 'node:crypto';
import test from 'tape';
import type { Row, RowFile, Signature } from '../../spec/types/row.js';
import { extractDocument } from './document.js';
import { ExtractError } from './error.js';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const fileOf = (body: string): RowFile => extractDocument(2, encode(`# Title\n\n${body}`), 'own.md');
const rowsOf = (body: string): readonly Row[] => fileOf(body).rows;
const idsOf = (body: string): string[] => rowsOf(body).map(({ id }) => id);
const inSection = (body: string): readonly Row[] => rowsOf(`## Things\n\n${body}`);
const table = (column: string, ...cells: string[]): string =>
  [`| ${column} | Says |`, '|---|---|', ...cells.map((cell) => `| ${cell} |`)].join('\n');

/** `x.put(a,b?)` for an operation, `x.size` for a property. */
function short({ name, parameters }: Signature): string {
  const inner = parameters?.map((parameter) => parameter.name + '?'.repeat(parameter.optionalDepth)).join(',');
  return inner === undefined ? name : `${name}(${inner})`;
}
const signaturesIn = (body: string): string[] => inSection(body).flatMap(({ signatures }) => signatures.map(short));

test('a document is known by its title and the digest of its exact bytes', (t) => {
  const bytes = encode('# A `b` c\n\nText.\r\n');
  const { document } = extractDocument(3, bytes, 'own.md');
  t.deepEqual(document, { id: 3, title: 'A `b` c', sha256: createHash('sha256').update(bytes).digest('hex') });
  t.end();
});

test('every paragraph, rule, item and table row is a row; a heading is not', (t) => {
  const body = `Before.

## Big part

First
goes on.

### Small part (since 1.2.3)

1. One.
2. Two.

- Dot.

${table('Member', '`a` | b', '`c` | d')}

Last.`;
  t.deepEqual(
    fileOf(body).rows.map(({ id, kind, section }, i) => [id, kind, section.join('/'), fileOf(body).lines[i]]),
    [
      ['2/introduction/p1', 'paragraph', 'introduction', 3],
      ['2/big-part/p1', 'paragraph', 'big-part', 7],
      ['2/small-part/rule-1', 'rule', 'big-part/small-part', 12],
      ['2/small-part/rule-2', 'rule', 'big-part/small-part', 13],
      ['2/small-part/item-1', 'item', 'big-part/small-part', 15],
      ['2/small-part/a', 'table-row', 'big-part/small-part', 19],
      ['2/small-part/c', 'table-row', 'big-part/small-part', 20],
      ['2/small-part/p1', 'paragraph', 'big-part/small-part', 22],
    ],
  );
  t.end();
});

test('section slugs: code kept, brackets dropped, humps split, seven words at most', (t) => {
  const sectionOf = (heading: string) => rowsOf(`## Top\n\n### ${heading}\n\nText.`)[0]?.section[1];
  t.equal(sectionOf('SharedThing operations'), 'shared-thing-operations');
  t.equal(sectionOf('Global object `g` (since 1.2.3; `x` (too))'), 'global-object-g');
  t.equal(sectionOf('fs.OneTwo (from `a()`)'), 'fs-one-two');
  t.equal(sectionOf('one two three four five six seven eight nine'), 'one-two-three-four-five-six-seven');
  t.end();
});

test('rows are named by the first member, code span or words of their first cell', (t) => {
  const idFor = (cell: string) => inSection(table('Condition', `${cell} | x`))[0]?.id;
  t.equal(idFor('`buf.readBE(at, size)`, `buf.readLE(...)`'), '2/things/buf-read-be');
  t.equal(idFor('Limit of `maxSize` and `other`'), '2/things/max-size');
  t.equal(idFor('`RSA-Odd_1` key'), '2/things/rsa-odd-1');
  t.equal(idFor('Words that go on and on'), '2/things/words-that-go-on-and');
  t.equal(idFor('1.2.3'), '2/things/1-2-3');
  t.equal(idFor('—'), '2/things/row');
  t.end();
});

test('rows of one name are distinguished by parameters, then by number', (t) => {
  const operations = table('Operation', '`B.of(list)` | x', '`B.of(text[, size])` | x', '`C.of(list)` | x');
  t.deepEqual(idsOf(`## T\n\n${operations}`), ['2/t/b-of-list', '2/t/b-of-text-size', '2/t/c-of']);
  t.deepEqual(idsOf(`## T\n\n${table('Flag', '`a` | x', '`a+` | x', '`a` | x')}`), ['2/t/a', '2/t/a-2', '2/t/a-3']);
  t.deepEqual(idsOf(`## T\n\n${table('Flag', '`a` | x', '`a+` | x', '`a-2` | x')}`), ['2/t/a', '2/t/a-2', '2/t/a-2-2']);
  t.deepEqual(idsOf('## T\n\nSay:\n\n1. A.\n\nAgain:\n\n1. B.\n'), ['2/t/p1', '2/t/rule-1', '2/t/p2', '2/t/rule-1-2']);
  t.deepEqual(idsOf('## A\n\n### T\n\nX.\n\n## B\n\n### T\n\nX.'), ['2/t/p1', '2/t/p1-2'], 'sections of one name too');
  t.end();
});

test('a list inside a rule gives rows of its own', (t) => {
  const rows = inSection('3. Three\n   - in `a`\n   - in 7\n\n   more 8.\n4. Four');
  t.deepEqual(
    rows.map(({ id, code, numbers }) => [id, code, numbers]),
    [
      ['2/things/rule-3', [], ['8']],
      ['2/things/rule-3-item-1', ['a'], []],
      ['2/things/rule-3-item-2', [], ['7']],
      ['2/things/rule-4', [], []],
    ],
  );
  t.end();
});

test('a table row holds the facts of all its cells and of each', (t) => {
  const [row, sibling] = inSection(table('Operation', '`put(a)` | `a` since 1.2.3, `a` of 5 (`b`)', '`get(a)` | same'));
  t.deepEqual(row?.versions, [{ version: '1.2.3', turn: 'since', of: 'a' }]);
  t.deepEqual(row?.numbers, ['5']);
  t.deepEqual(row?.code, ['put(a)', 'a', 'b'], 'without repeats');
  t.deepEqual(
    row?.cells?.map(({ column, code }) => [column, code]),
    [
      ['Operation', ['put(a)']],
      ['Says', ['a', 'b']],
    ],
  );
  t.equal(new Set([row, sibling].flatMap((each) => each?.cells?.map(({ digest }) => digest))).size, 4);
  t.end();
});

test('escaped pipes in a cell are alternatives, not another cell', (t) => {
  const [row] = inSection(table('Operation', '`put(code[, string \\| Buffer])` | 1 \\| 2'));
  t.deepEqual(row?.signatures[0]?.parameters?.[1]?.alternatives, ['string', 'Buffer']);
  t.deepEqual(row?.numbers, ['1', '2']);
  t.end();
});

test('digests follow the words, not the layout or emphasis', (t) => {
  const digest = (text: string) => inSection(text)[0]?.digest;
  t.match(digest('Some *plain* text.') ?? '', /^[0-9a-f]{16}$/);
  t.equal(digest('Some\nplain   text.'), digest('Some *plain* text.'));
  t.notEqual(digest('Some plain text!'), digest('Some plain text.'));
  t.notEqual(digest('Some `plain` text.'), digest('Some plain text.'));
  t.end();
});

test('member columns: several members in a cell, and more after "Also"', (t) => {
  const cell = '`x.putBE(v, at)`, `x.putLE(...)` | Six. Also `put8([at])`, `put16BE/LE([at])`. Not `other`.';
  t.deepEqual(signaturesIn(table('Operation', cell)), [
    'x.putBE(v,at)',
    'x.putLE(v,at)',
    'x.put8(at?)',
    'x.put16BE(at?)',
    'x.put16LE(at?)',
  ]);
  t.deepEqual(signaturesIn(table('Operation', '`x.one(a)`, `two` (not `three`) | y')), ['x.one(a)', 'x.two(a)']);
  t.deepEqual(signaturesIn(table('Property', '`aMs`, `bMs` | y')), ['aMs', 'bMs']);
  t.deepEqual(signaturesIn(table('option key', '`size` | y')), ['size']);
  t.end();
});

test('other columns only mention members', (t) => {
  t.deepEqual(signaturesIn(table('Condition', '`x.put()` fails | Also `x.get()`')), []);
  t.end();
});

test('text names members at its start and after words that introduce them', (t) => {
  const cases: [string, string[]][] = [
    ['`go(where[, how])` (since 1.2.3): `where` is a place.', ['go(where,how?)']],
    ["`x.on('end', f)`: last.", ["x.on('end',f)"]],
    ['Constructor `Box([init])` (since 1.2.3): `init` is text.', ['Box(init?)']],
    ['Methods returning boolean: `isA()`, `isB()`. Property: `name` (of it).', ['isA()', 'isB()', 'name']],
    ['Made by `open()`. Property `fd` (number). Ends with `close()`.', ['fd']],
    [
      'Lost members: `X.a(b | c)` (1.2.3; see `Y.d`); `X.p.e`, `f`, and `g(h)` (`i`).',
      ['X.a(b | c)', 'X.p.e', 'X.p.f', 'X.p.g(h)'],
    ],
    ['Colour constants: `p.RED`, `BLUE` (cold).', ['p.RED', 'p.BLUE']],
    ['Dictionary with `one` (A) and `two` (B).', ['one', 'two']],
    ['ABox: `box.abc` is the value of `abc`.', ['box.abc']],
    ['Known names: `one`, `two`.', []],
    ['See `go()` for the rest.', []],
    ['`size` of `go(a)`.', []],
  ];
  for (const [text, expected] of cases) t.deepEqual(signaturesIn(text), expected, text);
  t.deepEqual(signaturesIn('1. `x.go()`: goes.\n2. Not `x.stay()`.'), ['x.go()'], 'rules too');
  t.end();
});

test('content that has no row is refused with file and line', (t) => {
  const cases: [string, string, number | undefined][] = [
    ['# T\n\n> said\n', 'blockquote', 3],
    ['# T\n\n```\ncode\n```\n', 'code', 3],
    ['# T\n\n## A\n\n#### Deep\n', 'deeper', 5],
    ['# T\n\n# U\n', 'second title', 3],
    ['Text.\n', 'no title', undefined],
    ['# T\n\n- a\n\n  > said\n', 'blockquote', 5],
    [`# T\n\n${table('Member', '`a` | x | y')}\n`, '3 cells under 2 columns', 5],
    [`# T\n\n${table('Member', '`a b(` | x')}\n`, 'as a member', 5],
    ['# T\n\nConstructor `new Box()`.\n', 'as a member', 3],
  ];
  for (const [text, complaint, line] of cases) {
    const error = failureOf(() => extractDocument(1, encode(text), 'folder/own.md'));
    t.ok(error instanceof ExtractError && error.line === line, complaint);
    t.ok(error instanceof Error && error.message.includes(complaint), String(error));
    t.ok(
      error instanceof Error &&
        error.message.startsWith(line === undefined ? 'folder/own.md: ' : `folder/own.md:${line}: `),
    );
  }
  t.throws(() => extractDocument(1, Uint8Array.of(0x23, 0x20, 0xff), 'own.md'), /own\.md: is not UTF-8/);
  t.end();
});

function failureOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
