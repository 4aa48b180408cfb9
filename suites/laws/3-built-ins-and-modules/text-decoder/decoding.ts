/** 3/text-decoder: TextDecoder. The oracles are tables and Node's own TextDecoder. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { equal, throws } from '../../../language/expectation.js';
import { example, property } from '../../../language/law.js';
import { bytes, shown, type TypedArray, unicodeText, type ViewKind, viewOf } from '../../support/arbitraries.js';
import { tangledBytes } from './bytes.js';

export { absent, present } from '../../support/common.js';
export {
  decoderAnew,
  eachByte,
  everyCut,
  incompleteAtEnd,
  markInStream,
  refusesAtEnd,
  streamsAny,
  streamsAnyFatal,
  streamsTangled,
} from './streams.js';

interface Label {
  /** Left out: the constructor is called without arguments. */
  readonly label?: string;
}

/** The name that a decoder made with the label gives; a label that is not supported throws. */
export const labels = example({
  input: ({ label }: Label) => (label === undefined ? [] : [label]),
  probe: (input: readonly string[]) => (input.length === 0 ? new TextDecoder() : new TextDecoder(input[0])).encoding,
  expect: () => equal('utf-8'),
});

export const refusesLabel = example({
  input: ({ label }: { readonly label: string }) => label,
  probe: (label: string) => new TextDecoder(label).encoding,
  expect: () => throws(),
});

interface Flags {
  readonly fatal?: boolean;
  readonly ignoreBOM?: boolean;
}

/** What the members tell of the options; without options both are false. */
export const flags = example({
  input: ({ options }: { readonly options?: Flags }) => ({ options }),
  probe: (input: { options: Flags | undefined }) => {
    const decoder = input.options === undefined ? new TextDecoder() : new TextDecoder('utf-8', input.options);
    return [decoder.fatal, decoder.ignoreBOM];
  },
  expect: ({ options = {} }) => equal([options.fatal ?? false, options.ignoreBOM ?? false]),
});

/** Assigning, which may throw, changes neither the member nor what the decoder does. */
export const readOnly = example({
  input: ({ member, value }: { readonly member: string; readonly value: Plain }) => ({
    member,
    change: { [member]: decode(value) },
  }),
  probe: (input: { member: string; change: object }, t) => {
    const decoder = new TextDecoder();
    t.attempt(() => Object.assign(decoder, input.change));
    return [
      decoder.encoding,
      decoder.fatal,
      decoder.ignoreBOM,
      decoder.decode(new Uint8Array([0xef, 0xbb, 0xbf, 0x61, 0xff])),
    ];
  },
  expect: () => equal(['utf-8', false, false, 'a\ufffd']),
});

interface Encoded {
  /** Hexadecimal digits. */
  readonly bytes: string;
  readonly text: string;
}
type Decoding = Encoded & Flags;
const told = ({ bytes: hex, fatal = false, ignoreBOM = false }: Decoding) => ({
  data: Uint8Array.from(Buffer.from(hex, 'hex')),
  options: { fatal, ignoreBOM },
});

export const decodes = example({
  input: told,
  probe: (input: { data: Uint8Array; options: Flags }) => new TextDecoder('utf-8', input.options).decode(input.data),
  expect: ({ text }) => equal(text),
});

/** Several times with one decoder, each unchunked. */
export const decodesAgain = example({
  input: (data: Decoding & { readonly times: number }) => ({ ...told(data), times: data.times }),
  probe: (input: { data: Uint8Array; options: Flags; times: number }) => {
    const decoder = new TextDecoder('utf-8', input.options);
    const texts: string[] = [];
    for (let i = 0; i < input.times; i++) texts.push(decoder.decode(input.data));
    return texts;
  },
  expect: ({ text, times }) => equal(Array.from({ length: times }, () => text)),
});

export const refuses = example({
  input: ({ bytes: hex }: Encoded) => Uint8Array.from(Buffer.from(hex, 'hex')),
  probe: (data: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(data),
  expect: () => throws('TypeError'),
});

export const decodesAny = property({
  inputs: ({ fatal = false }: Flags) => unicodeText(40).map((text) => ({ data: utf8(text), options: { fatal } })),
  probe: (input: { data: Uint8Array; options: Flags }) => new TextDecoder('utf-8', input.options).decode(input.data),
  expect: ({ data }) => equal(Buffer.from(data).toString()),
});

const utf8 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));

/** Bytes in which well-formed and malformed sequences meet. */
export const replacesAny = property({
  inputs: (_: object) => tangledBytes,
  probe: (data: Uint8Array) => new TextDecoder().decode(data),
  expect: (data) => equal(new TextDecoder().decode(data)),
});

export const refusesAny = property({
  inputs: (_: object) => tangledBytes,
  probe: (data: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(data),
  expect: (data) => {
    const text = new TextDecoder().decode(data);
    return Buffer.from(text).equals(data) ? equal(text) : throws('TypeError');
  },
});

/** A typed array counts as the bytes that it shows: all of its memory, and a part of it. */
export const decodesView = property({
  inputs: ({ view }: { readonly view: ViewKind }) =>
    fc
      .tuple(viewOf(view), fc.nat({ max: 8 }), fc.nat({ max: 8 }))
      .map(([data, a, b]) => ({ data, from: Math.min(a, b), to: Math.max(a, b) })),
  probe: (input: { data: TypedArray; from: number; to: number }) => [
    new TextDecoder().decode(input.data),
    new TextDecoder().decode(input.data.subarray(input.from, input.to)),
  ],
  expect: ({ data, from, to }) =>
    equal([data, data.subarray(from, to)].map((view) => new TextDecoder().decode(shown(view)))),
});

export const decodesArrayBuffer = property({
  inputs: (_: object) => fc.oneof(bytes(40), unicodeText(20).map(utf8)).map((data) => Uint8Array.from(data).buffer),
  probe: (buffer: ArrayBuffer) => new TextDecoder().decode(buffer),
  expect: (buffer) => equal(new TextDecoder().decode(buffer)),
});

/** Arguments that are no bytes, or none. */
export const decodesOthers = example({
  input: ({ args }: { readonly args: readonly Plain[] }) => args.map(decode),
  probe: (args: readonly unknown[], t) => t.invoke(new TextDecoder(), 'decode', args),
  expect: () => throws('TypeError'),
});
