import fc from 'fast-check';
import test from 'tape';
import { layersOf } from './escapes.js';

const textsOf = (text: string): readonly string[] => [...layersOf(text)].map((layer) => layer.text);

test('layers: escapes are decoded one level at a time, while there are any', (t) => {
  t.deepEqual(textsOf('a b'), ['a b']);
  t.deepEqual(textsOf(''), ['']);
  t.deepEqual(textsOf('%41&#66;&#x43;\\u0044\\/&amp;'), ['%41&#66;&#x43;\\u0044\\/&amp;', 'ABCD/&']);
  t.deepEqual(textsOf('%2541'), ['%2541', '%41', 'A']);
  t.deepEqual(textsOf('%252525252541').length, 4, 'three levels deep');
  t.deepEqual(textsOf('100% \\n & &unknown; &#x110000;').at(-1), '100% \\n & &unknown; &#x110000;');
  t.end();
});

/** A character, and one way to write it. */
const written = fc.constantFrom(
  ['a', 'a'],
  ['%', '%25'],
  ['"', '\\"'],
  ['é', '\\u00e9'],
  ['&', '&amp;'],
  ['ä', '&#228;'],
  ['😀', '&#x1f600;'],
  ['x', '%78'],
);

test('layers: each character has its original place', (t) => {
  const property = fc.property(fc.array(written, { maxLength: 20 }), (pieces) => {
    const once = pieces.map(([, spelling]) => spelling);
    const twice = once.map(encodeURIComponent);
    const [, , last] = layersOf(`-${twice.join('')}-%2525`);
    let [at, origin] = [1, 1];
    for (const [i, [character]] of pieces.entries()) {
      if (last?.text.startsWith(character, at) !== true || last.originOf(at) !== origin) return false;
      at += character.length;
      origin += twice[i]?.length ?? 0;
    }
    return last?.originOf(at) === origin && last.originOf(last.text.length) === origin + '-%2525'.length;
  });
  t.doesNotThrow(() => fc.assert(property, { seed: 1, numRuns: 1_000 }));
  t.end();
});
