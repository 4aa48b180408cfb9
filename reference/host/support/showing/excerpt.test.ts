import test from 'tape';
import { type Colours, excerptOf, harmless, placeInSource } from './excerpt.js';

const plain: Colours = { faint: (text) => text, loud: (text) => text };

/** The excerpt around the first `@` of a source; the `@` itself is removed. */
const around = (marked: string, colours = plain) => {
  const at = marked.indexOf('@');
  const source = marked.slice(0, at) + marked.slice(at + 1);
  return excerptOf(source, placeInSource(source, at), colours);
};

test('excerpts: the line, two before it and one after it, and a caret', (t) => {
  t.deepEqual(around('one\ntwo\nthree\n  f@our();\nfive\nsix'), [
    '  2 | two',
    '  3 | three',
    '  4 |   four();',
    '    |    ^',
    '  5 | five',
  ]);
  t.deepEqual(around('@only'), ['  1 | only', '    | ^']);
  t.deepEqual(around('f() {@'), ['  1 | f() {', '    |      ^'], 'a source that ends earlier');
  t.deepEqual(
    around(`${'\n'.repeat(8)}a\n@b\nc`).slice(0, 3),
    ['   8 |', '   9 | a', '  10 | b'],
    'numbers are aligned',
  );
  t.deepEqual(excerptOf('one', { line: 3, column: 1 }, plain), [], 'a missing line');
  t.end();
});

test('excerpts: lines end where the engine counts them', (t) => {
  t.deepEqual(around('a\r\nb\rc\u2028d\u2029e\n@f'), ['  4 | d', '  5 | e', '  6 | f', '    | ^']);
  t.end();
});

test('excerpts: the caret is below its character, whatever precedes it', (t) => {
  const caretBelow = (line: string) => (around(line)[1] ?? '').length - '    | ^'.length;
  t.equal(caretBelow('\t@x'), 4, 'a tab');
  t.equal(caretBelow('ab\t@x'), 4, 'the rest of a tab');
  t.equal(caretBelow('\t\tx@'), 9, 'after tabs');
  t.equal(caretBelow('"日本" @x'), 7, 'characters of two columns');
  t.equal(caretBelow('"😀" @x'), 5, 'of two units');
  t.equal(caretBelow('"👨‍👩‍👧" @x'), 5, 'of many characters');
  t.equal(caretBelow('"e\u0301" @x'), 4, 'accents');
  t.equal(caretBelow('\ufeff@x'), 0, 'a byte order mark');
  t.equal(caretBelow('"\ud800" @x'), 4, 'half a character');
  t.end();
});

test('excerpts: a long line is cut around the position', (t) => {
  const [row = '', caret = ''] = around(`${'a'.repeat(500_000)}@X${'b'.repeat(500_000)}`);
  t.match(row, /^ {2}1 \| …a{60}Xb{39}…$/);
  t.equal(row.charAt(caret.indexOf('^')), 'X');
  t.match(
    around(`f();@${'b'.repeat(200)}`)[0] ?? '',
    /^ {2}1 \| f\(\);b{96}…$/,
    'from its start if the position is near',
  );
  t.match(around(`${'a'.repeat(200)}\n@b`)[0] ?? '', /^ {2}1 \| a{100}…$/, 'another line');
  const [pictures = '', below = ''] = around(`${'😀'.repeat(1000)}@X`);
  t.match(pictures, /^ {2}1 \| …(?:😀){30}X$/u);
  t.equal(below.length, '  1 | …'.length + 61);
  t.end();
});

test('excerpts: a source cannot control the terminal', (t) => {
  t.deepEqual(around('"\u001b[31m\u009b\u202e" @x'), ['  1 | "␛[31m��" x', `    | ${' '.repeat(10)}^`]);
  t.equal(harmless('a\u0007\u007f\r\nb\u2066'), 'a␇␡␍\nb�');
  t.end();
});

test('excerpts: parts that are coloured', (t) => {
  const colours = { faint: (text: string) => `<${text}>`, loud: (text: string) => `!${text}!` };
  t.deepEqual(around('a @b', colours), ['<  1 |> a b', '<    |>   !^!']);
  t.end();
});
