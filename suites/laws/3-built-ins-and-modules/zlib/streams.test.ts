import { deflateRawSync, deflateSync, inflateRawSync } from 'node:zlib';
import test from 'tape';
import { again, dataOf } from './data.js';
import { adler32, readRaw, readWrapped } from './reader.js';
import { meaningOf, RARE_NAMES, type Rare, rare, rawOf, WRONG_NAMES, type WrongRaw, wrong } from './streams.js';
import { wrapped } from './writer.js';

const isRare = (name: string): name is Rare => RARE_NAMES.includes(name);
const isWrong = (name: string): name is WrongRaw => WRONG_NAMES.includes(name);

test('zlib: the reader reads what Node writes, and tells how it was written', (t) => {
  const strategies = ['Z_DEFAULT_STRATEGY', 'Z_FILTERED', 'Z_HUFFMAN_ONLY', 'Z_RLE', 'Z_FIXED'] as const;
  for (const kind of ['words', 'noise', 'runs', 'short', 'copies', 'deep', 'letters', 'zeros'] as const) {
    const data = dataOf(kind, 9000);
    t.equal(data.length, 9000, kind);
    for (const strategy of strategies) {
      const read = readRaw(rawOf(data, { strategy, windowBits: 9 }));
      t.ok(read.data.equals(data), `${kind} by ${strategy}`);
      const farthest = Math.max(0, ...read.blocks.flatMap(({ distances }) => [...distances.keys()]));
      t.ok(
        farthest <= { Z_HUFFMAN_ONLY: 0, Z_RLE: 1, Z_DEFAULT_STRATEGY: 512, Z_FILTERED: 512, Z_FIXED: 512 }[strategy],
      );
    }
  }
  const dictionary = dataOf('words', 300);
  const read = readWrapped(deflateSync(dataOf('words', 500), { dictionary, windowBits: 12, level: 9 }), dictionary);
  t.deepEqual([read.windowBits, read.speed, read.dictionary], [12, 3, adler32(dictionary)]);
  t.ok(read.data.equals(dataOf('words', 500)));
  t.equal(adler32(Buffer.from('Wikipedia')), 0x11e60398);
  t.end();
});

test('zlib: streams that no compressor makes are read by Node too', (t) => {
  for (const name of RARE_NAMES.filter(isRare)) {
    const meaning = meaningOf('inflateRawSync', rare(name));
    t.ok(meaning !== undefined && meaning !== 'nothing' && meaning.rest === 0, name);
    if (meaning === undefined || meaning === 'nothing') continue;
    t.ok(meaningOf('inflateSync', wrapped(rare(name), meaning.data)) !== 'nothing', `${name}, wrapped`);
  }
  for (const made of [
    { blocks: 100 },
    { fixed: true },
    { pieces: 7, flush: 'Z_SYNC_FLUSH' },
    { pieces: 3, flush: 'Z_FULL_FLUSH' },
  ] as const)
    t.ok(inflateRawSync(rawOf(dataOf('words', 2000), made)).equals(dataOf('words', 2000)), JSON.stringify(made));
  t.end();
});

test('zlib: wrong streams are refused by Node too', (t) => {
  for (const name of WRONG_NAMES.filter(isWrong)) t.equal(meaningOf('inflateRawSync', wrong(name)), 'nothing', name);
  const stream = wrapped(deflateRawSync(again(10, 3)), again(10, 3));
  for (let i = 0; i < stream.length; i++)
    t.equal(meaningOf('inflateSync', stream.subarray(0, i)), 'nothing', `${i} bytes`);
  t.end();
});
