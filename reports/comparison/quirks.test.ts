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

/** Ids that are ignored, and what is told of each quirk: ids of its cases. */
function told(
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
  t.deepEqual(told(all, [quirk()]), [['a.b/one'], [['a.b/one']]]);
  t.deepEqual(told(all, [quirk({ of: ['a.b/two'] })]), [[], [[]]], 'it differs otherwise: the entry is not used');
  t.deepEqual(told(all, [quirk({ of: ['a.c/one', 'a.b/one'] })]), [['a.b/one', 'a.c/one'], [['a.b/one', 'a.c/one']]]);
  t.deepEqual(
    told(all, [quirk(), quirk({ of: ['a.b/one'] })]),
    [['a.b/one'], [[], ['a.b/one']]],
    'that of the case comes first',
  );
  t.end();
});

test('quirks: an entry is unused where its cases were compared, and of no concern where they were not', (t) => {
  t.deepEqual(told([held('a.b/one')], [quirk(), quirk({ of: ['a.d'] })]), [[], [[]]]);
  t.deepEqual(told([], [quirk()]), [[], []]);
  t.end();
});

test('quirks: with engines the first is that with the first of them', (t) => {
  const entry = quirk({ engines: ['njs', 'qjs'] });
  const there = [held('a.b/one', THERE, BACK)];
  const back = [held('a.b/one', BACK, THERE)];
  t.deepEqual(told(there, [entry]), [['a.b/one'], [['a.b/one']]]);
  t.deepEqual(told(back, [entry]), [[], [[]]], 'the other way round is another difference');
  t.deepEqual(told(back, [entry], ['qjs', 'njs']), [['a.b/one'], [['a.b/one']]]);
  t.deepEqual(told(there, [entry], ['qjs', 'njs']), [[], [[]]]);
  t.deepEqual(told(there, [entry], ['njs', 'njs']), [[], []], 'between other engines it is not looked for');
  for (const all of [there, back])
    t.deepEqual(
      told(all, [quirk()], ['reference', 'njs']),
      [['a.b/one'], [['a.b/one']]],
      'without engines in either order',
    );
  const same = quirk({ engines: ['njs', 'njs'] });
  for (const all of [there, back]) t.deepEqual(told(all, [same], ['njs', 'njs']), [['a.b/one'], [['a.b/one']]]);
  t.end();
});

test('quirks: what was ignored in two ways of comparing is told once', (t) => {
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
