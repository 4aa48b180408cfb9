/** 2/http-request-object-methods: r.log, r.warn and r.error. The log file is observed. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { type At, answers, exchange, exchangeProperty, type LogLine, type Sending } from '../../../language/law.js';
import type { Handler } from '../../../language/setup.js';
import { asciiJson, oneLocation, RUNS } from './inputs.js';

/** Name of a method, and a text that is repeated so many times. */
type Call = readonly [method: string, text: string, times?: number];

/** Calls the methods in order; `srv` stands for the host global's method, at error level. */
const logs: Handler = (r, t) => {
  const order: { marker: string; calls: [string, string, number][] } = JSON.parse(r.requestText || '');
  for (let i = 0; i < order.calls.length; i++) {
    const call = order.calls[i];
    if (call === undefined) continue;
    const text = order.marker + call[1].repeat(call[2]);
    if (call[0] === 'log') r.log(text);
    else if (call[0] === 'warn') r.warn(text);
    else if (call[0] === 'error') r.error(text);
    else t.srv.log(t.srv.ERR, text);
  }
  r.return(204);
};

const LEVELS: { readonly [method: string]: string } = { log: 'info', warn: 'warn', error: 'error', srv: 'error' };

const levelOf = (method: string): string => LEVELS[method] ?? '';

/** The marker, which stands at the head of each text, tells the lines of one trial from all others. */
const logging = (at: At, marker: string, calls: readonly Call[]): Sending => ({
  logMarker: marker,
  requests: [
    {
      method: 'POST',
      target: at('/'),
      body: asciiJson({ marker, calls: calls.map(([method, text, times = 1]) => [method, text, times]) }),
    },
  ],
});

const logged = (marker: string, calls: readonly Call[]) =>
  answers([{ status: 204 }], {
    lines: calls.map(([method, text, times = 1]) => ({
      level: levelOf(method),
      message: `${marker}${text.repeat(times)}`,
    })),
  });

/** The calls, which may be given in the tagged encoding, make a line each. */
export const writes = exchange({
  needs: ['log'],
  plan: oneLocation(logs),
  send: ({ calls }: { calls: readonly (readonly [string, Plain])[] }, at) => logging(at, at('/'), callsOf(calls)),
  expect: ({ calls }, at) => logged(at('/'), callsOf(calls)),
});

const callsOf = (calls: readonly (readonly [string, Plain])[]): Call[] =>
  calls.map(([method, text]) => [method, String(decode(text))]);

const marker = fc.stringMatching(/^<[0-9a-f]{16}>$/);

const text = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('é', 'ж', '€', '漢', '\u{1f600}'),
  ),
  maxLength: 60,
});

/** Any text, at one level. */
export const writesAny = exchangeProperty({
  needs: ['log'],
  runsPerHundred: RUNS,
  plan: oneLocation(logs),
  inputs: ({ method }: { method: string }) =>
    fc.record({ marker, text }).map(({ marker, text }) => ({ marker, calls: [[method, text]] as const })),
  send: ({ marker, calls }, _, at) => logging(at, marker, calls),
  expect: ({ marker, calls }) => logged(marker, calls),
});

/** Several calls, in their order. */
export const writesInOrder = exchangeProperty({
  needs: ['log'],
  runsPerHundred: RUNS,
  plan: oneLocation(logs),
  inputs: (_: object) =>
    fc.record({
      marker,
      calls: fc.array(fc.tuple(fc.constantFrom('log', 'warn', 'error'), text), { minLength: 2, maxLength: 6 }),
    }),
  send: ({ marker, calls }, _, at) => logging(at, marker, calls),
  expect: ({ marker, calls }) => logged(marker, calls),
});

/** A text of so many bytes, of which `character` is repeated: it is logged as a whole. */
interface Long {
  readonly method: string;
  readonly bytes: number;
  readonly character: string;
}

/** The marker and repeated characters, as near to the number of bytes as whole characters come, but not below it. */
const longCall = ({ method, bytes, character }: Long, marker: string): Call => [
  method,
  character,
  Math.ceil((bytes - Buffer.byteLength(marker)) / Buffer.byteLength(character)),
];

export const writesWhole = exchange({
  needs: ['log'],
  plan: oneLocation(logs),
  send: (long: Long, at) => logging(at, at('/'), [longCall(long, at('/'))]),
  expect: (long, at) => logged(at('/'), [longCall(long, at('/'))]),
});

const LIMIT = 2048;

/** What is left of a line without the character that the limit may have cut. */
const withoutCut = ({ message }: LogLine): string => message.replace(/\ufffd+$/, '');

/** The longest beginning of a text, in whole characters, that has no more than so many bytes. */
function beginning(text: string, bytes: number): string {
  let kept = '';
  let length = 0;
  for (const character of text) {
    length += Buffer.byteLength(character);
    if (length > bytes) break;
    kept += character;
  }
  return kept;
}

/** What is logged of a text is its first 2048 bytes; a character that is cut there may be left out. */
export const writesFirst = exchange({
  needs: ['log'],
  plan: oneLocation(logs),
  send: (long: Long, at) => logging(at, at('/'), [longCall(long, at('/'))]),
  expect: (long, at) =>
    answers([{ status: 204 }], {
      claim: `one line at level ${levelOf(long.method)} with the first ${LIMIT} bytes`,
      holds: (lines) => {
        const [, character, times = 1] = longCall(long, at('/'));
        const wanted = beginning(`${at('/')}${character.repeat(times)}`, LIMIT);
        const [line] = lines;
        if (line === undefined || lines.length > 1) return `${lines.length} lines`;
        if (line.level !== levelOf(long.method)) return `level ${line.level}`;
        return (
          withoutCut(line) === wanted || `${Buffer.byteLength(withoutCut(line))} bytes of ${Buffer.byteLength(wanted)}`
        );
      },
    }),
});

/** What is logged of a longer text is a beginning of it, of no more than 2048 bytes. */
export const writesNoMore = exchangeProperty({
  needs: ['log'],
  runsPerHundred: RUNS,
  plan: oneLocation(logs),
  inputs: ({ method }: { method: string }) =>
    fc.record({
      marker,
      method: fc.constant(method),
      bytes: fc.oneof(fc.integer({ min: 1900, max: 2200 }), fc.integer({ min: 2049, max: 20000 })),
      character: fc.constantFrom('a', 'é', '€', '\u{1f600}', 'abcdefghij'),
    }),
  send: (long, _, at) => logging(at, long.marker, [longCall(long, long.marker)]),
  expect: (long) =>
    answers([{ status: 204 }], {
      claim: `one line at level ${levelOf(long.method)} with no more than the first ${LIMIT} bytes`,
      holds: (lines) => {
        const [, character, times = 1] = longCall(long, long.marker);
        const [line] = lines;
        if (line === undefined || lines.length > 1) return `${lines.length} lines`;
        if (line.level !== levelOf(long.method)) return `level ${line.level}`;
        const kept = withoutCut(line);
        if (Buffer.byteLength(kept) > LIMIT) return `${Buffer.byteLength(kept)} bytes`;
        return `${long.marker}${character.repeat(times)}`.startsWith(kept) || 'not a beginning of the text';
      },
    }),
});
