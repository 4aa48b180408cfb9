import test from 'tape';
import { type ComparedCase, mergeQuirkUses, type Quirk, sortedOut } from './quirks.js';

const quirk = (more: Partial<Quirk> = {}): Quirk => ({
  of: ['a.b'],
  cause: 'the first returns, the second throws TypeError',
  reason: 'it harms nobody',
  source: '3/a/b',
  ...more,
});

const THERE = 'the first returns, the second throws TypeError';
const BACK = 'the first throws TypeError, the second returns';

const held = (id: string, ...apart: readonly [string, string] | readonly []): ComparedCase => {
  const [there, back] = apart;
  const requirement = id.split('/')[0] ?? '';
  return there === undefined || back === undefined ? { id, requirement } : { id, requirement, apart: [there, back] };
};

/** The ids that are ignored, and the ids of each quirk's cases. */
function idsOf(
  all: readonly ComparedCase[],
  quirks: readonly Quirk[],
  engines: readonly [string, string] = ['njs', 'qjs'],
) {
  const { ignored, uses } = sortedOut(all, quirks, engines);
  return [[...ignored].map(({ id }) => id), uses.map(({ cases }) => cases)];
}

test('quirks: a difference is ignored where case and cause are those of an entry', (t) => {
  const all = [
    held('a.b/one', THERE, BACK),
    held('a.b/two', 'other values', 'other values'),
    held('a.c/one', THERE, BACK),
  ];
  t.deepEqual(idsOf(all, [quirk()]), [['a.b/one'], [['a.b/one']]]);
  t.deepEqual(
    idsOf(all, [quirk({ of: ['a.b/two'] })]),
    [[], [[]]],
    'the difference is another one: the entry is not used',
  );
  t.deepEqual(idsOf(all, [quirk({ of: ['a.c/one', 'a.b/one'] })]), [['a.b/one', 'a.c/one'], [['a.b/one', 'a.c/one']]]);
  t.deepEqual(
    idsOf(all, [quirk(), quirk({ of: ['a.b/one'] })]),
    [['a.b/one'], [[], ['a.b/one']]],
    'the entry of the case comes first',
  );
  t.end();
});

test('quirks: an entry is unused if its cases were compared, and left out if they were not', (t) => {
  t.deepEqual(idsOf([held('a.b/one')], [quirk(), quirk({ of: ['a.d'] })]), [[], [[]]]);
  t.deepEqual(idsOf([], [quirk()]), [[], []]);
  t.end();
});

test('quirks: with engines, the first target is that with the first engine', (t) => {
  const entry = quirk({ engines: ['njs', 'qjs'] });
  const there = [held('a.b/one', THERE, BACK)];
  const back = [held('a.b/one', BACK, THERE)];
  t.deepEqual(idsOf(there, [entry]), [['a.b/one'], [['a.b/one']]]);
  t.deepEqual(idsOf(back, [entry]), [[], [[]]], 'the opposite direction is another difference');
  t.deepEqual(idsOf(back, [entry], ['qjs', 'njs']), [['a.b/one'], [['a.b/one']]]);
  t.deepEqual(idsOf(there, [entry], ['qjs', 'njs']), [[], [[]]]);
  t.deepEqual(idsOf(there, [entry], ['njs', 'njs']), [[], []], 'the quirk does not apply to other engines');
  for (const all of [there, back])
    t.deepEqual(
      idsOf(all, [quirk()], ['reference', 'njs']),
      [['a.b/one'], [['a.b/one']]],
      'without engines in either order',
    );
  const same = quirk({ engines: ['njs', 'njs'] });
  for (const all of [there, back]) t.deepEqual(idsOf(all, [same], ['njs', 'njs']), [['a.b/one'], [['a.b/one']]]);
  t.end();
});

test('quirks: a quirk that two ways of comparing use is reported once', (t) => {
  const [one, other] = [quirk(), quirk({ of: ['a.c'] })];
  t.deepEqual(
    mergeQuirkUses(
      [{ ...one, cases: ['a.b/one'] }],
      [
        { ...other, cases: [] },
        { ...one, cases: ['a.b/one', 'a.b/two'] },
      ],
    ),
    [
      { ...one, cases: ['a.b/one', 'a.b/two'] },
      { ...other, cases: [] },
    ],
  );
  t.end();
});
