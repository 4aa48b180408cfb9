import test from 'tape';
import { closeTo, didYouMean, distance, knownValue, nearestWord, orList } from './nearest.js';
import { UsageError } from './user-error.js';

test('the distance of two words counts inserted, omitted, replaced and swapped letters', (t) => {
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
    // Swapped letters are not changed again.
    ['ca', 'abc', 3],
  ];
  for (const [one, other, far] of known) {
    t.equal(distance(one, other), far, `${one} ${other}`);
    t.equal(distance(other, one), far, 'either way');
  }
  t.end();
});

test('a word is matched with close known words, closest first; a distant one with none', (t) => {
  const commands = ['run', 'list', 'explain', 'replay', 'extract', 'exec'];
  t.deepEqual(closeTo('lsit', commands), ['list']);
  t.deepEqual(closeTo('exe', commands), ['exec']);
  t.deepEqual(closeTo('ru', commands), ['run']);
  t.deepEqual(closeTo('EXPLAIN', commands), ['explain'], 'case is ignored');
  t.deepEqual(closeTo('walk', commands), []);
  t.deepEqual(closeTo('las', ['last-failed', 'runs']), ['last-failed'], 'a beginning is enough');
  t.deepEqual(closeTo('js', ['njs', 'qjs', 'v8']), ['njs', 'qjs']);
  t.equal(didYouMean('js', ['njs', 'qjs']), '; did you mean njs or qjs?');
  t.equal(didYouMean('moon', ['njs', 'qjs']), '');
  t.equal(orList(['a', 'b', 'c']), 'a, b or c');
  t.equal(nearestWord('moon', commands), 'run', 'the nearest word may be distant');
  t.equal(nearestWord('moon', []), undefined);
  t.end();
});

test('the error for a wrong value names the values of the option', (t) => {
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
