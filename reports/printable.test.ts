import test from 'tape';
import { printableInLog, printableLine, printableText } from './printable.js';

test('invisible characters are spelled out', (t) => {
  t.equal(printableText('a\u0000\u001b[31m\u007f\u009b'), 'a\\x00\\x1b[31m\\x7f\\x9b');
  t.equal(printableText('\u202e\u2028\ufeff\u200d'), '\\u202e\\u2028\\ufeff\\u200d');
  t.equal(printableText('\ud800x\udc00\ud83d\ude00'), '\\ud800x\\udc00\ud83d\ude00', 'pairs stay');
  t.equal(printableText('\ufffe\uffff\ufffd'), '\\ufffe\\uffff\ufffd');
  t.equal(printableText('a\tb\nc\r\n'), 'a\tb\nc\\r\n');
  t.end();
});

test('no line is a command for a CI system', (t) => {
  t.equal(printableInLog('::error::a\n  ::add-mask::b\nc ::d'), '\\x3a:error::a\n  \\x3a:add-mask::b\nc ::d');
  t.equal(printableInLog('a ##[stop-commands]b'), 'a \\x23#[stop-commands]b');
  t.equal(printableInLog('a\u001b[31m: b\n'), 'a\\x1b[31m: b\n');
  t.equal(printableInLog(':\n:a'), ':\n:a', 'one colon makes no command');
  t.end();
});

test('the text of a line stays one line', (t) => {
  t.equal(printableLine('a\tb\nc\r\n'), 'a\\tb\\nc\\r\\n');
  t.end();
});
