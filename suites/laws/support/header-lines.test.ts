/** The model of header lines, compared with Node's independent Headers. */
import fc from 'fast-check';
import test from 'tape';
import { type HeaderChange, type HeaderLine, headersIn, headerValues, withChange } from './header-lines.js';

const name = fc.constantFrom('a', 'A', 'b', 'toString', '__proto__', 'x-Y', 'X-y');
const value = fc.constantFrom('', '1', '2', 'a, b', ',');
const line: fc.Arbitrary<HeaderLine> = fc.tuple(name, value);
const change: fc.Arbitrary<HeaderChange> = fc.oneof(
  fc.tuple(fc.constantFrom('append', 'set'), name, value),
  fc.tuple(fc.constant('delete'), name),
);

/** The same change of Node's object. */
function applied(headers: Headers, [operation, of, to = '']: HeaderChange): void {
  if (operation === 'delete') headers.delete(of);
  else headers[operation](of, to);
}

test('header lines: changes have the same result as for a Headers object of Node', (t) => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 6 }), fc.array(change, { maxLength: 10 }), (lines, changes) => {
      const headers = new Headers(lines.map((one) => [...one]));
      for (const one of changes) applied(headers, one);
      const left = changes.reduce(withChange, lines);
      const pairs = headersIn(left).map(([of, all]) => [of.toLowerCase(), all]);
      t.deepEqual(new Map(pairs.map(([of = '', all]) => [of, all])), new Map(headers), fc.stringify([lines, changes]));
      return ['a', 'b', 'X-Y'].every((of) => headers.has(of) === headerValues(left, of).length > 0);
    }),
    { numRuns: 60 },
  );
  t.end();
});

test('header lines: all values of a name, in order, in any letter case', (t) => {
  const lines: readonly HeaderLine[] = [['A', '1'], ['b', '2'], ['a', ''], ['A', '1']]; // biome-ignore format: a list
  t.deepEqual(headerValues(lines, 'a'), ['1', '', '1']);
  t.deepEqual(headerValues(lines, 'c'), []);
  t.deepEqual(headersIn(lines), [['A', '1, , 1'], ['b', '2']]); // biome-ignore format: a list
  t.end();
});
