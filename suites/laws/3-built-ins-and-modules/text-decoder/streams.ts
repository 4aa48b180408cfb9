/** 3/text-decoder/decode: the option `stream`. Only the whole text is judged, not which of its chunks a character comes with. */
import fc from 'fast-check';
import { equal, satisfies, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { cutInPieces, unicodeText } from '../../support/arbitraries.js';
import { tangledBytes } from './bytes.js';

interface Text {
  readonly text: string;
  readonly fatal?: boolean;
}
interface Incomplete {
  /** Hexadecimal digits of the first bytes of a character. */
  readonly bytes: string;
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text));
const fromHex = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

/** In two chunks, cut before and after each byte. */
export const everyCut = example({
  input: ({ text, fatal = false }: Text) => ({ data: utf8(text), fatal }),
  probe: (input: { data: Uint8Array; fatal: boolean }) => {
    const texts: string[] = [];
    for (let cut = 0; cut <= input.data.length; cut++) {
      const decoder = new TextDecoder('utf-8', { fatal: input.fatal });
      const first = decoder.decode(input.data.subarray(0, cut), { stream: true });
      texts.push(first + decoder.decode(input.data.subarray(cut)));
    }
    return texts;
  },
  expect: ({ text }) => equal(Array.from({ length: utf8(text).length + 1 }, () => text)),
});

/** A chunk for each byte, and an empty one at the end. */
export const eachByte = example({
  input: ({ text, fatal = false }: Text) => ({ data: utf8(text), fatal }),
  probe: (input: { data: Uint8Array; fatal: boolean }) => {
    const decoder = new TextDecoder('utf-8', { fatal: input.fatal });
    let text = '';
    for (let i = 0; i < input.data.length; i++) text += decoder.decode(input.data.subarray(i, i + 1), { stream: true });
    return text + decoder.decode(new Uint8Array(0));
  },
  expect: ({ text }) => equal(text),
});

/** A probe: all chunks on one decoder; the last is the final one. */
const inChunks = (chunks: readonly Uint8Array[]): string => {
  const decoder = new TextDecoder();
  let text = '';
  for (let i = 0; i < chunks.length; i++) text += decoder.decode(chunks[i], { stream: i < chunks.length - 1 });
  return text;
};

export const streamsAny = property({
  inputs: (_: object) => cutInPieces(unicodeText(20).map(utf8)),
  probe: inChunks,
  expect: (pieces) => equal(Buffer.concat(pieces).toString()),
});

/** No coding error is seen in a character that goes on in the next chunk. */
export const streamsAnyFatal = property({
  inputs: (_: object) => cutInPieces(unicodeText(20).map(utf8)),
  probe: (pieces: readonly Uint8Array[]) => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let text = '';
    for (let i = 0; i < pieces.length; i++) text += decoder.decode(pieces[i], { stream: i < pieces.length - 1 });
    return text;
  },
  expect: (pieces) => equal(Buffer.concat(pieces).toString()),
});

/** Malformed bytes, too, become the same text in chunks as in one. */
export const streamsTangled = property({
  inputs: (_: object) => cutInPieces(tangledBytes),
  probe: inChunks,
  expect: (pieces) => equal(new TextDecoder().decode(Buffer.concat(pieces))),
});

/** What the last chunk leaves incomplete is a coding error, also where that chunk is empty. */
export const incompleteAtEnd = example({
  input: ({ bytes }: Incomplete) => fromHex(bytes),
  probe: (data: Uint8Array) => {
    const ends: string[] = [];
    for (let cut = 0; cut <= data.length; cut++) {
      const decoder = new TextDecoder();
      const first = decoder.decode(data.subarray(0, cut), { stream: true });
      ends.push(first + decoder.decode(data.subarray(cut), { stream: false }));
    }
    return ends;
  },
  expect: ({ bytes }) => equal(Array.from({ length: fromHex(bytes).length + 1 }, () => '\ufffd')),
});

export const refusesAtEnd = example({
  input: ({ bytes }: Incomplete) => fromHex(bytes),
  probe: (data: Uint8Array) => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const first = decoder.decode(data, { stream: true });
    if (first !== '') return `${first} too early`;
    return decoder.decode(new Uint8Array(0));
  },
  expect: () => throws('TypeError'),
});

interface Chunk {
  readonly data: Uint8Array;
  readonly stream: boolean;
}

/** One decoder for several streams: each ends with the first chunk that is not said to be followed by more. */
export const decoderAnew = property({
  inputs: (_: object) =>
    fc
      .array(cutInPieces(tangledBytes), { minLength: 1, maxLength: 4 })
      .map((streams) =>
        streams.flatMap((pieces) => pieces.map((data, i): Chunk => ({ data, stream: i < pieces.length - 1 }))),
      ),
  probe: (chunks: readonly Chunk[]) => {
    const decoder = new TextDecoder();
    return chunks.map((chunk) => decoder.decode(chunk.data, { stream: chunk.stream }));
  },
  expect: (chunks) => {
    const wanted = joined(chunks, (_, chunk) => Buffer.from(chunk.data)).map((parts) =>
      new TextDecoder().decode(Buffer.concat(parts)),
    );
    return satisfies(`the texts of the streams are ${JSON.stringify(wanted)}`, (value) => {
      const texts = Array.isArray(value) ? value.map(String) : [];
      const got = joined(chunks, (i) => texts[i] ?? '').map((parts) => parts.join(''));
      return JSON.stringify(got) === JSON.stringify(wanted) || `they are ${JSON.stringify(got)}`;
    });
  },
});

/** What `of` gives for the chunks of each stream. */
function joined<T>(chunks: readonly Chunk[], of: (index: number, chunk: Chunk) => T): T[][] {
  const streams: T[][] = [[]];
  for (const [i, chunk] of chunks.entries()) {
    streams.at(-1)?.push(of(i, chunk));
    if (!chunk.stream) streams.push([]);
  }
  return streams.slice(0, -1);
}

/** A byte order mark at the start of a stream, cut in two, and at the start of a later chunk. */
export const markInStream = example({
  input: ({ chunks }: { readonly chunks: readonly string[]; readonly text: string }) => chunks.map(fromHex),
  probe: inChunks,
  expect: ({ text }) => equal(text),
});
