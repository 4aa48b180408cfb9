import test from 'tape';
import type { GeneratedCase, GeneratedObject } from '../../../language/case.js';
import { absent } from '../../../language/expectation.js';
import { only, thinned } from './thinned.js';

const caseOf = (id: string, kind: 'example' | 'property'): GeneratedCase => ({
  id,
  body: () => ({
    kind,
    needs: [],
    cost: 'probe',
    setup: [],
    trials: () => ({ one: { input: null, expect: () => absent } }),
  }),
});

const cases = (kind: 'example' | 'property', count: number): readonly GeneratedCase[] =>
  Array.from({ length: count }, (_, i) => caseOf(`${kind[0]}${i}`, kind));

const objects: readonly GeneratedObject[] = [
  {
    ...{ object: 'o', title: 'O', document: 2, subject: 'runtime' },
    requirements: [
      { id: 'many', says: '', strength: 'must', rows: [], cases: [...cases('example', 10), ...cases('property', 5)] },
      { id: 'few', says: '', strength: 'must', rows: [], cases: cases('example', 2) },
    ],
  },
];

const ids = (some: readonly GeneratedObject[]): readonly (readonly string[])[] =>
  some.flatMap(({ requirements }) => requirements.map((one) => one.cases.map(({ id }) => id)));

test('a thinned suite has some cases of each kind of each requirement, spread over all', (t) => {
  t.deepEqual(ids(thinned(objects, 1)), [['e0', 'p0'], ['e0']]);
  t.deepEqual(ids(thinned(objects, 3)), [
    ['e0', 'e4', 'e7', 'p0', 'p2', 'p4'],
    ['e0', 'e1'],
  ]);
  t.deepEqual(ids(thinned(objects, 1, ({ id }) => id === 'few')), [
    ['e0', 'p0'],
    ['e0', 'e1'],
  ]);
  t.deepEqual(ids(only(objects, ({ id }) => id === 'few')), [['e0', 'e1']]);
  t.end();
});
