import test from 'tape';
import { merged, redacted } from './hits.js';

test('merged: from left to right, and of overlapping hits the longest', (t) => {
  const hit = (from: number, to: number, secret: string) => ({ from, to, secret });
  t.deepEqual(merged([hit(5, 7, 'b'), hit(0, 2, 'a'), hit(2, 4, 'c')]), [
    ...[hit(0, 2, 'a'), hit(2, 4, 'c'), hit(5, 7, 'b')],
  ]);
  t.deepEqual(merged([hit(0, 9, 'long'), hit(2, 4, 'short')]), [hit(0, 9, 'long')]);
  t.deepEqual(merged([hit(0, 3, 'short'), hit(2, 9, 'long')]), [hit(0, 9, 'long')], 'all of both');
  t.deepEqual(merged([]), []);
  t.end();
});

test('redacted: labels in place of hits, and the rest unchanged', (t) => {
  const hits = [
    { from: 0, to: 1, secret: 'x' },
    { from: 3, to: 5, secret: 'y' },
  ];
  t.equal(
    redacted('abcdef', hits, (secret) => `[${secret}]`),
    '[x]bc[y]f',
  );
  t.equal(
    redacted('abc', [], () => ''),
    'abc',
  );
  t.end();
});
