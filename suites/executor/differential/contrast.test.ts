import test from 'tape';
import { contrast } from './contrast.js';

test('contrast: short texts stay as they are', (t) => {
  t.deepEqual(contrast('returns 1', 'throws TypeError'), ['returns 1', 'throws TypeError']);
  t.end();
});

test('contrast: of long texts the first difference is shown', (t) => {
  const common = 'abc'.repeat(1000);
  const [one, other] = contrast(`${common}1${common}`, `${common}2${common}`);
  t.ok(one.includes('abc1abc') && other.includes('abc2abc'), one);
  t.ok(one.length < 700 && other.length < 700);
  t.deepEqual(
    contrast(common, `${common}!`).map((text) => text.at(-1)),
    ['c', '!'],
    'one is the beginning of the other',
  );
  t.end();
});
