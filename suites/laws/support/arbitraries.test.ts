import fc from 'fast-check';
import test from 'tape';
import { tangledBytes } from '../3-built-ins-and-modules/text-decoder/decoding.js';
import { bmpText, bytes, cutInPieces, fourElements, unicodeText, viewOf } from './arbitraries.js';

const RUNS = { seed: 5, numRuns: 300 };
const isWellFormed = (text: string): boolean => Buffer.from(text).toString() === text;

test('texts: no lone surrogates, no byte order mark; the whole range is drawn', (t) => {
  const texts = fc.sample(unicodeText(40), RUNS);
  const narrow = fc.sample(bmpText(40), RUNS);
  t.ok([...texts, ...narrow].every(isWellFormed), 'every text has a UTF-8');
  t.notOk(
    [...texts, ...narrow].some((text) => text.includes('\ufeff')),
    'no text holds the mark',
  );
  t.ok(narrow.join('').length === [...narrow.join('')].length, 'one code unit a character where it is promised');
  const all = texts.join('');
  t.ok(
    ['\0', '\x7f', '\u07ff', '\u0800', '\uffff', '\u{10ffff}'].every((edge) => all.includes(edge)),
    'edges are drawn',
  );
  t.ok(texts.includes(''), 'so is the empty text');
  t.end();
});

test('pieces: joined, they are the original', (t) => {
  const drawn = fc.sample(
    fc.tuple(bytes(30)).chain(([whole]) => cutInPieces(fc.constant(whole)).map((pieces) => ({ whole, pieces }))),
    RUNS,
  );
  t.ok(drawn.every(({ whole, pieces }) => Buffer.concat(pieces).equals(whole)));
  t.ok(
    drawn.some(({ pieces }) => pieces.length > 3),
    'there are several',
  );
  t.end();
});

test('views: a part shows that part of the memory', (t) => {
  for (const kind of ['Uint8Array', 'Buffer', 'Int16Array', 'Float64Array'] as const) {
    const four = fourElements(kind);
    const size = four.BYTES_PER_ELEMENT;
    const { buffer, byteOffset, byteLength } = four.subarray(1, 3);
    t.deepEqual(
      [...new Uint8Array(buffer, byteOffset, byteLength)],
      Array.from({ length: 2 * size }, (_, i) => size + i + 1),
      kind,
    );
    t.ok(fc.sample(viewOf(kind), RUNS).every((view) => view.length <= 8));
  }
  t.end();
});

test('tangled bytes: well-formed and malformed ones, and no byte order mark', (t) => {
  const drawn = fc.sample(tangledBytes, RUNS).map((one) => Buffer.from(one));
  t.notOk(drawn.some((one) => one.includes('efbbbf', 0, 'hex')));
  const wellFormed = drawn.filter((one) => Buffer.from(one.toString()).equals(one));
  t.ok(wellFormed.length > 10 && wellFormed.length < drawn.length - 10, `${wellFormed.length} of ${drawn.length}`);
  t.end();
});
