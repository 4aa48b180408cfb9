import { deflateRawSync, deflateSync, inflateRawSync } from 'node:zlib';
import test from 'tape';
import { dataOf } from './compressible.js';
import { EVERYWHERE } from './damages.js';
import { adler32, meaningOf, rawOf, readRaw, readWrapped, wrapped } from './deflate.js';

const KINDS = ['words', 'noise', 'runs', 'short', 'copies', 'deep', 'letters', 'zeros'] as const;

test('deflate: the reader reads the streams of Node, and shows how they are written', (t) => {
  const most = { Z_HUFFMAN_ONLY: 0, Z_RLE: 1, Z_DEFAULT_STRATEGY: 512, Z_FILTERED: 512, Z_FIXED: 512 } as const;
  const strategies = ['Z_DEFAULT_STRATEGY', 'Z_FILTERED', 'Z_HUFFMAN_ONLY', 'Z_RLE', 'Z_FIXED'] as const;
  for (const kind of KINDS) {
    const data = dataOf(kind, 9000);
    t.equal(data.length, 9000, kind);
    for (const strategy of strategies) {
      const read = readRaw(rawOf(data, { strategy, windowBits: 9 }));
      t.ok(read.data.equals(data), `${kind} by ${strategy}`);
      t.ok(Math.max(0, ...read.blocks.flatMap(({ distances }) => [...distances.keys()])) <= most[strategy]);
    }
  }
  const dictionary = dataOf('words', 300);
  const read = readWrapped(deflateSync(dataOf('words', 500), { dictionary, windowBits: 12, level: 9 }), dictionary);
  t.deepEqual([read.windowBits, read.speed, read.dictionary], [12, 3, adler32(dictionary)]);
  t.ok(read.data.equals(dataOf('words', 500)));
  t.equal(adler32(Buffer.from('Wikipedia')), 0x11e60398);
  t.end();
});

test('deflate: Node reads the streams that were made without it', (t) => {
  const data = dataOf('words', 2000);
  for (const made of [{ blocks: 100 }, { fixed: true }, { pieces: 7, flush: 'Z_SYNC_FLUSH' }] as const)
    t.ok(inflateRawSync(rawOf(data, made)).equals(data), JSON.stringify(made));
  t.end();
});

test('deflate: a truncated stream is invalid', (t) => {
  const data = dataOf('words', 30);
  for (const cut of EVERYWHERE.cut?.(wrapped(deflateRawSync(data), data)) ?? [])
    t.equal(meaningOf('zlib', cut), 'nothing', `${cut.length} bytes`);
  t.end();
});
