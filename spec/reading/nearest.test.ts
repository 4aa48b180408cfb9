import test from 'tape';
import { closeTo, didYouMean, distance, knownValue, nearestWord, orList } from './nearest.js';
import { UsageError } from './user-error.js';

test('the distance of two words counts what was inserted, left out, replaced or swapped', (t) => {
  const known: readonly (readonly [string, string, number])[] = [
    ['', '', 0],
    ['', 'run', 3],
    ['buffer', 'buffer', 0],
    ['bufer', 'buffer', 1],
    ['bufffer', 'buffer', 1],
    ['bugger', 'buffer', 2],
    ['lsit', 'list', 1],
    ['ngnix', 'nginx', 1],
    ['kitten', 'sitting', 3],
    // Letters that were swapped are not changed again.
    ['ca', 'abc', 3],
  ];
  for (const [one, other, far] of known) {
    t.equal(distance(one, other), far, `${one} ${other}`);
    t.equal(distance(other, one), far, 'either way');
  }
  t.end();
});

test('a word that is close to known ones is taken for them, closest first; one that is not, for none', (t) => {
  const commands = ['run', 'list', 'explain', 'replay', 'extract', 'exec'];
  t.deepEqual(closeTo('lsit', commands), ['list']);
  t.deepEqual(closeTo('exe', commands), ['exec']);
  t.deepEqual(closeTo('ru', commands), ['run']);
  t.deepEqual(closeTo('EXPLAIN', commands), ['explain'], 'case is no difference');
  t.deepEqual(closeTo('walk', commands), []);
  t.deepEqual(closeTo('las', ['last-failed', 'runs']), ['last-failed'], 'a beginning is enough');
  t.deepEqual(closeTo('js', ['njs', 'qjs', 'v8']), ['njs', 'qjs']);
  t.equal(didYouMean('js', ['njs', 'qjs']), '; did you mean njs or qjs?');
  t.equal(didYouMean('moon', ['njs', 'qjs']), '');
  t.equal(orList(['a', 'b', 'c']), 'a, b or c');
  t.equal(nearestWord('moon', commands), 'run', 'the nearest of all may be far');
  t.equal(nearestWord('moon', []), undefined);
  t.end();
});

test('what an option takes is told where something else is given', (t) => {
  t.equal(knownValue('--engine', 'qjs', ['njs', 'qjs']), 'qjs');
  const complaint = (text: string): string => {
    try {
      return knownValue('--engine', text, ['njs', 'qjs']);
    } catch (error) {
      return error instanceof UsageError ? error.message : String(error);
    }
  };
  t.equal(complaint('nsj'), '--engine takes njs or qjs, not nsj; did you mean njs?');
  t.equal(complaint(''), "--engine takes njs or qjs, not ''");
  t.end();
});
