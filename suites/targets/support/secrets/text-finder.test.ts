import fc from 'fast-check';
import test from 'tape';
import { TextFinder } from './text-finder.js';

/** Every examined place, if the search continues behind each. */
function placesOf(texts: readonly string[], text: string): readonly number[] {
  const finder = new TextFinder();
  for (const one of texts) finder.add(one);
  const places: number[] = [];
  for (let at = finder.next(text, 0); at !== undefined; at = finder.next(text, at + 1)) places.push(at);
  return places;
}

const of = (units: readonly string[], minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...units), { minLength, maxLength }).map((list) => list.join(''));

test('finder: no beginning of a text is missed', (t) => {
  const few = ['a', 'B', 'é', '€'];
  const texts = fc.array(of(few, 2, 9), { minLength: 1, maxLength: 5 });
  const property = fc.property(texts, of(few, 0, 90), (wanted, text) => {
    const places = placesOf(wanted, text.toLowerCase());
    for (let at = 0; at < text.length; at++)
      if (wanted.some((one) => text.startsWith(one, at)) && !places.includes(at)) return false;
    return true;
  });
  t.doesNotThrow(() => fc.assert(property, { seed: 1, numRuns: 2_000 }));
  t.end();
});

test('finder: long texts too, in any order, and in either case', (t) => {
  const long = 'abcdefghij'.repeat(20);
  const texts = [long, 'klmnopqrstuvwxyz', '0123456789'.repeat(7)];
  for (const order of [texts, [...texts].reverse()])
    for (const one of texts) {
      const text = `${'.'.repeat(500)}${one.toUpperCase()}`;
      t.ok(placesOf(order, text).includes(500), `${one.length} characters`);
    }
  t.end();
});

test('finder: most places are skipped', (t) => {
  const text = 'nothing of the kind is said here, '.repeat(1_000);
  t.deepEqual(placesOf(['0123456789'.repeat(4)], text), []);
  t.deepEqual(placesOf([], text), [], 'and all without any text');
  t.equal(new TextFinder().next('', 0), undefined);
  t.end();
});
