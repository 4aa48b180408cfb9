import test from 'tape';
import { processesOf } from './processes.js';

test('processes: listed files and folders share a process, all others are alone, and the longest come first', (t) => {
  const files = ['a/1.js', 'a/b/2.js', 'ab/3.js', 'c/4.js', 'd/5.js', 'e/6.js'];
  t.deepEqual(processesOf(files, [['a', 'c'], ['x']], ['e']), [
    ['e/6.js'],
    ['a/1.js', 'a/b/2.js', 'c/4.js'],
    ['ab/3.js'],
    ['d/5.js'],
  ]);
  t.deepEqual(processesOf(['a/1.js'], [['a']], []), [['a/1.js']]);
  const named = ['a/1.test.js', 'a/11.test.js', 'b/1.test.js'];
  t.deepEqual(processesOf(named, [['a/1', 'b/1']], []), [['a/1.test.js', 'b/1.test.js'], ['a/11.test.js']]);
  t.end();
});
