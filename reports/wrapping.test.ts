import fc from 'fast-check';
import test from 'tape';
import { wrapText } from './wrapping.js';

test('wrapping: text that fits stays on a line, other text is broken at its brackets', (t) => {
  t.equal(wrapText('returns [1,2]'), 'returns [1,2]');
  t.equal(wrapText('returns {"a":[1,2],"b":"x, [y"}', 20), 'returns {\n  "a":[1,2],\n  "b":"x, [y"\n}');
  t.equal(wrapText('a: [1], b: [2], c: [3]', 12), 'a: [1], \nb: [2], \nc: [3]', 'fields without brackets');
  t.equal(wrapText('[10,20,30,40,50]', 10), '[\n  10,20,\n  30,40,50\n]', 'short items share lines');
  t.equal(wrapText('two lines\n[1,2,3,4]', 5), 'two lines\n[1,2,3,4]');
  t.end();
});

test('wrapping: it only inserts line feeds and blanks', (t) => {
  const text = fc.string({
    unit: fc.constantFrom('a', '"', '\\', '[', ']', '{', '}', '(', ')', ',', ' ', ':'),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (one, width) => {
      const bare = (of: string): string => of.replaceAll(/[ \n]/g, '');
      return bare(wrapText(one, width)) === bare(one);
    }),
  );
  t.end();
});
