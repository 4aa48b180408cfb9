import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import test from 'tape';
import { asciiJson } from '../language/encoding.js';
import { jsonWriter, unitWriter, unitWriterSource } from './json-writer.js';

const anyText = fc.string({ unit: 'binary' });

test('the writer writes the same as JSON.stringify, in ASCII', (t) => {
  const json = unitWriter(false);
  const value = fc.oneof(fc.anything({ withNullPrototype: true, key: anyText }), anyText);
  fc.assert(fc.property(value, (of) => json([of]) === asciiJson([of])));
  for (let unit = 0; unit < 0x10000; unit++) {
    const text = String.fromCharCode(unit);
    if (json(text) !== asciiJson(text)) t.fail(`unit ${unit.toString(16)}: ${json(text)}`);
  }
  t.equal(
    json([undefined, () => 1, Number.NaN, -0, { a: undefined, b: Symbol('b'), c: 1 }]),
    '[null,null,null,0,{"c":1}]',
  );
  t.end();
});

test('JSON.stringify is used for ASCII, and the writer for other texts and refused ones', (t) => {
  const slow: unknown[] = [];
  const json = jsonWriter(() => (value) => {
    slow.push(value);
    return 'slow';
  });
  const refused = {
    toJSON: (): never => {
      throw new TypeError('no');
    },
  };
  t.deepEqual(['a\n"', { a: [1] }].map(json), ['"a\\n\\""', '{"a":[1]}']);
  t.deepEqual(['é', undefined, refused].map(json), ['slow', 'slow', 'slow']);
  t.deepEqual(slow, ['é', undefined, refused]);
  t.end();
});

test('a byte string is written as the characters that its bytes represent, and characters as themselves', (t) => {
  // Like an engine that writes byte strings as their bytes.
  const rawBytes = { from: (text: string) => Buffer.from(text, 'latin1') };
  const bytes: (text: string) => string = runInNewContext(unitWriterSource(true), { Buffer: rawBytes });
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 12 }), (of) => {
      const text = Buffer.from(of).toString('latin1');
      return JSON.parse(bytes(text)) === (/[^\0-\x7f]/.test(text) ? Buffer.from(of).toString() : text);
    }),
    { numRuns: 2000 },
  );
  const characters = unitWriter(true);
  fc.assert(fc.property(anyText, (text) => JSON.parse(characters(text)) === text));
  t.end();
});
