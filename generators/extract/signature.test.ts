import fc from 'fast-check';
import test from 'tape';
import type { Parameter } from '../../spec/types/row.js';
import { completeSignatures, isCall, type MemberHead, parseHead, parseParameters } from './signature.js';

/** `a`, `b?`, `c??`, `d?...`: one question mark for each bracket around a parameter. */
const short = ({ name, optionalDepth, rest }: Parameter): string =>
  `${name}${'?'.repeat(optionalDepth)}${rest === true ? '...' : ''}`;

const parametersOf = (code: string): string[] | 'same' | undefined => {
  const parameters = parseHead(code)?.parameters;
  return parameters === 'same' || parameters === undefined ? parameters : parameters.map(short);
};

test('parameters carry the brackets around them', (t) => {
  const cases: [string, string[]][] = [
    ['empty()', []],
    ['one(value)', ['value']],
    ['spaced(key, secret word)', ['key', 'secret word']],
    ['tail(a[, b[, c]])', ['a', 'b?', 'c??']],
    ['inner(a, b[[, c], d])', ['a', 'b', 'c??', 'd?']],
    ['outer([[a], b])', ['a??', 'b?']],
    ['siblings(a[, b[, c]][, d])', ['a', 'b?', 'c??', 'd?']],
    ['late(a, [b])', ['a', 'b?']],
    ['more(a[, a2 ...])', ['a', 'a2?...']],
    ['counted(f[, item1, itemN])', ['f', 'item1?', 'itemN?...']],
    ['lone(sizeN)', ['sizeN']],
  ];
  for (const [code, expected] of cases) t.deepEqual(parametersOf(code), expected, code);
  t.end();
});

test('types and literals in place of a name are alternatives', (t) => {
  t.deepEqual(parseHead('x.put(code[, text | Bytes])')?.parameters, [
    { name: 'code', optionalDepth: 0 },
    { name: 'text | Bytes', optionalDepth: 1, alternatives: ['text', 'Bytes'] },
  ]);
  t.deepEqual(parseHead("x.on('a, [b', done)")?.parameters, [
    { name: "'a, [b'", optionalDepth: 0, alternatives: ["'a, [b'"] },
    { name: 'done', optionalDepth: 0 },
  ]);
  t.end();
});

test('names: dots, dollars, shapes and second endings', (t) => {
  const names = (code: string) => parseHead(code)?.names;
  t.deepEqual(names('a.$b$c'), ['a.$b$c']);
  t.deepEqual(names('a.list[]'), ['a.list'], 'the shape of the value is no part of the name');
  t.deepEqual(names('a.map{}'), ['a.map']);
  t.deepEqual(names('list[index]'), ['list[index]'], 'an index is');
  t.deepEqual(names('x.peek16BE/LE([at])'), ['x.peek16BE', 'x.peek16LE']);
  t.equal(parametersOf('plain'), undefined, 'a property has no parameters');
  t.equal(parametersOf('x.peekLE(...)'), 'same', 'an ellipsis means the parameters of the neighbour');
  t.end();
});

test('text that is no member is not read as one', (t) => {
  for (const code of [
    'X-Some',
    '403',
    '/v1',
    '<id>',
    'a = b',
    'a(b',
    'a(b]',
    'a([b)',
    "a('b)",
    '',
    'a..b',
    'new A()',
  ]) {
    t.equal(parseHead(code), undefined, code);
  }
  t.ok(isCall('x.go()') && isCall('go(a[, b])'));
  t.notOk(isCall('x.go') || isCall('(a)') || isCall('let a = go()'));
  t.end();
});

test('neighbours complete each other from the left', (t) => {
  const heads = (...codes: string[]): MemberHead[] => codes.flatMap((code) => parseHead(code) ?? []);
  const complete = (share: boolean, ...codes: string[]) =>
    completeSignatures(heads(...codes), share).map(({ name, parameters }) => [name, parameters?.map(short)]);
  t.deepEqual(complete(true, 'x.put(a)', 'get', 'y.size', 'swap()'), [
    ['x.put', ['a']],
    ['x.get', ['a']],
    ['y.size', undefined],
    ['y.swap', []],
  ]);
  t.deepEqual(complete(false, 'x.put(a)', 'get'), [
    ['x.put', ['a']],
    ['x.get', undefined],
  ]);
  t.deepEqual(complete(false, 'x.putBE(a, b)', 'x.putLE(...)')[1], ['x.putLE', ['a', 'b']]);
  t.end();
});

interface Group {
  readonly names: readonly string[];
  readonly inner: readonly Group[];
}

const name = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
const { group } = fc.letrec<{ group: Group }>((tie) => ({
  group: fc.record({
    names: fc.array(name, { minLength: 1, maxLength: 3 }),
    inner: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('group'), { maxLength: 2 })),
  }),
}));

const render = ({ names, inner }: Group): string =>
  names.join(', ') + inner.map((nested) => `[, ${render(nested)}]`).join('');

const flatten = ({ names, inner }: Group, depth: number): [string, number][] => [
  ...names.map((each): [string, number] => [each, depth]),
  ...inner.flatMap((nested) => flatten(nested, depth + 1)),
];

test('any nesting of optional parameters is read back as it was written', (t) => {
  const law = fc.property(group, (written) => {
    const read = parseParameters(render(written))?.map(({ name: each, optionalDepth }) => [each, optionalDepth]);
    return JSON.stringify(read) === JSON.stringify(flatten(written, 0));
  });
  t.doesNotThrow(() => fc.assert(law));
  t.end();
});
