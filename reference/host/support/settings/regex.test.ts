import test from 'tape';
import { Regex, RegexExhausted } from './regex.js';

const place = { file: 'x', line: 1 };
const groups = (source: string, subject: string, ignoresCase = false) =>
  new Regex(source, ignoresCase, place).match(subject)?.groups;

test('regular expressions: the meaning in PCRE', (t) => {
  const rows: readonly (readonly [
    source: string,
    subject: string,
    found: readonly (string | undefined)[] | undefined,
  ])[] = [
    ['^/(a|b)(c)?', '/a', ['/a', 'a', undefined]],
    ['(?P<n>a)(?P=n)', 'aa', ['aa', 'a']],
    ["(?'n'a)\\k{n}", 'aa', ['aa', 'a']],
    ['(a)\\g{1}', 'aa', ['aa', 'a']],
    ['(?i)ab', 'xAB', ['AB']],
    ['a(?i:b)c', 'aBc', ['aBc']],
    ['a(?i:b)c', 'aBC', undefined],
    ['a(?i)b(?-i)c', 'aBC', undefined],
    ['a.c', 'a\rc', ['a\rc']],
    ['a.c', 'a\nc', undefined],
    ['\\Aab\\z', 'ab\n', undefined],
    ['^ab$', 'ab\n', ['ab']],
    ['^ab$', 'ab\n\n', undefined],
    ['a++b', 'aaab', ['aaab']],
    ['a++a', 'aaa', undefined],
    ['[^/]*+/x', 'a/x', ['a/x']],
    ['a?+a', 'a', undefined],
    ['[[:digit:]x-]+', 'a1-x', ['1-x']],
    ['[]a]+', 'a]', ['a]']],
    ['\\Qa.b\\E+', 'a.bb', ['a.bb']],
    ['a(?#note)b', 'ab', ['ab']],
    ['\\s', '\xa0', undefined],
    ['\\h\\x{41}\\101', '\tAA', ['\tAA']],
    ['ab\\Kc', 'abc', ['abc']],
    ['(?<!a)b', 'cb', ['b']],
    ['{a}', '{a}', ['{a}']],
  ];
  for (const [source, subject, found] of rows) t.deepEqual(groups(source, subject), found, source);
  t.deepEqual(groups('[b-d]E\\w', 'Dex', true), ['Dex'], 'without case, in sets too');
  t.equal(groups('\xe9', '\xc9', true), undefined, 'only letters of ASCII have two cases');
  t.end();
});

test('regular expressions: syntax without a counterpart is rejected', (t) => {
  for (const source of ['(?>a)', '(a)(?1)', '(?|a)', '(*UTF8)a', '\\p{L}', '(?(1)a)', '(ab)++', '[a', 'a\\'])
    t.throws(() => new Regex(source, false, place), /^ConfigurationError: pcre2_compile\(\) failed: .* in "/, source);
  t.end();
});

test('regular expressions: none blocks the host', (t) => {
  const subject = `${'a'.repeat(60)}b`;
  t.equal(groups('^(a+)+$', subject), undefined, 'in linear time');
  t.equal(groups('^(A+)+$', subject, true), undefined, 'without case, too');
  t.throws(() => groups('^(a+)+\\1?$', subject), RegexExhausted, 'or it is aborted');
  t.deepEqual(groups('^(a)\\1', 'aa'), ['aa', 'a']);
  const bounded: [string, string, string | undefined][] = [
    ['/ab?(c)\\1', '/acc', '/acc'],
    ['/ab*(c)\\1', '/acc', '/acc'],
    ['/ab{0}(c)\\1', '/acc', '/acc'],
    ['/ab+(c)\\1', '/abbcc', '/abbcc'],
    ['/a|(b)\\1', 'bb', 'bb'],
    ['/x-_(b)\\1', 'behind /x-_bb', '/x-_bb'],
    ['/x(b)\\1', '/ybb', undefined],
  ];
  for (const [source, text, found] of bounded) t.equal(groups(source, text)?.[0], found, `${source} in ${text}`);
  const linear = 'l';
  t.throws(() => new RegExp('a', linear), /Invalid flags/, 'scripts have the same flags as before');
  t.end();
});
