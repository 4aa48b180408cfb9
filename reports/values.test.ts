import fc from 'fast-check';
import test from 'tape';
import { readable, readableJson } from './values.js';

test('values: values that JSON does not have are written as in JavaScript', (t) => {
  const cases: readonly (readonly [Parameters<typeof readable>[0], string])[] = [
    [{ $undefined: true }, 'undefined'],
    [{ $number: 'NaN' }, 'NaN'],
    [{ $number: '-0' }, '-0'],
    [{ $bigint: '12' }, '12n'],
    [{ $buffer: '00ff' }, 'Buffer <00 ff>'],
    [{ $bytes: '' }, 'Uint8Array <>'],
    [{ $arrayBuffer: 'ab' }, 'ArrayBuffer <ab>'],
    [{ $view: ['Int16Array', 'ff00'] }, 'Int16Array <ff 00>'],
    [{ $error: ['TypeError', 'say "no"'] }, 'TypeError("say \\"no\\"")'],
    [{ $function: 'name' }, '[Function: name]'],
    [{ $function: '' }, '[Function]'],
    [{ $symbol: 'Symbol(a)' }, 'Symbol(a)'],
    [{ $symbol: 'a' }, 'Symbol(a)'],
    [{ $date: 0 }, 'Date(0)'],
    [{ $date: { $number: 'NaN' } }, 'Date(NaN)'],
    [{ $repeat: ['a', 2049] }, '"a".repeat(2049)'],
    [{ $object: [['$key', { $undefined: true }]] }, '{"$key":undefined}'],
    [{ $opaque: 'deep' }, '[deep]'],
    [[{ a: { $undefined: true } }, null, 'x'], '[{"a":undefined},null,"x"]'],
    [{ $error: 1 }, '{"$error":1}'],
    [{ $buffer: '(64 characters)' }, 'Buffer <(64 characters)>'],
    [{ $view: ['Int8Array', '(40 characters)'] }, 'Int8Array <(40 characters)>'],
    [{ $undefined: true, a: 1 }, '{"$undefined":true,"a":1}'],
  ];
  for (const [value, text] of cases) t.equal(readable(value), text);
  const long = readable({ $buffer: 'ab'.repeat(10_000) });
  t.ok(long.length < 2000 && long.includes('… 9488 more …'), 'long bytes are cut in their middle');
  t.end();
});

test('values: JSON values stay JSON', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      return text.includes('"$') || readableJson(text) === text;
    }),
  );
  t.equal(readableJson('{not JSON'), '{not JSON');
  t.end();
});
