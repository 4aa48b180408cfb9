import test from 'tape';
import { jsonOf, MOST_LEVELS } from './json.js';

const lists = (levels: number, within = ''): string => '['.repeat(levels) + within + ']'.repeat(levels);
const objects = (levels: number): string => '{"a":'.repeat(levels) + 1 + '}'.repeat(levels);

test('JSON is read as deep as a stack allows everywhere', (t) => {
  for (const text of [lists(MOST_LEVELS), objects(MOST_LEVELS)])
    t.equal(JSON.stringify(jsonOf(text)), text, 'the deepest');
  for (const text of [lists(MOST_LEVELS + 1), objects(MOST_LEVELS + 1), lists(100_000), '['.repeat(10_000_000)])
    t.equal(jsonOf(text), undefined);
  t.end();
});

test('brackets within strings are no levels', (t) => {
  const brackets = '[{'.repeat(300);
  for (const value of [brackets, `"${brackets}`, `\\"${brackets}\\`, { [brackets]: [brackets] }])
    t.deepEqual(jsonOf(JSON.stringify(value)), value);
  const many = Array.from({ length: 1000 }, () => [{}]);
  t.deepEqual(jsonOf(JSON.stringify(many)), many, 'many successive brackets are no levels either');
  t.equal(jsonOf(lists(MOST_LEVELS, `"\\"",${lists(1)}`)), undefined, 'a string ends where it does');
  t.equal(jsonOf('no JSON, but longer than some'.repeat(100)), undefined);
  t.end();
});
