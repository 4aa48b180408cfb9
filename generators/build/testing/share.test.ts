import test from 'tape';
import { shareOf } from './share.js';

const LIST = Array.from({ length: 10 }, (_, i) => i);

test('shares: those of all days are the whole list, each item once, and are about equally long', (t) => {
  const shares = ['1/4', '2/4', '3/4', '4/4'].map((share) => shareOf(LIST, 'numbers', share));
  t.deepEqual(
    shares.flat().toSorted((a, b) => a - b),
    LIST,
  );
  t.ok(shares.every(({ length }) => length === 2 || length === 3));
  t.deepEqual(shareOf(LIST, 'numbers', ''), LIST, 'all without the variable');
  t.end();
});

test('shares: short lists of different keys fall on different days', (t) => {
  const daysOf = (key: string): readonly number[] => [1, 2, 3, 4].filter((day) => shareOf([key], key, `${day}/4`)[0]);
  const days = LIST.map((n) => daysOf(`list ${n}`));
  t.ok(
    days.every(({ length }) => length === 1),
    'each on one day',
  );
  t.ok(new Set(days.flat()).size > 1);
  t.end();
});

test('shares: an invalid share is refused', (t) => {
  for (const share of ['0/4', '5/4', 'all', '1/4/2', '-1/4'])
    t.throws(() => shareOf(LIST, 'numbers', share), /SRVSPEC_SHARE is .*, not I\/N with I from 1 to N/, share);
  t.end();
});
