/** 2/http-request-object-methods: r.log, r.warn and r.error. The log file is observed. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/spec.js';
import { decode } from '../../../language/encoding.js';
import { all, type Expectation, list, log, logLine, responses, satisfies } from '../../../language/expectation.js';
import { exchange, exchangeProperty, type Sending } from '../../../language/law.js';
import type { HttpHandler } from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import { oneLocation } from './inputs.js';

/** Name of a method, and a text that is repeated so many times. */
type Call = readonly [method: string, text: string, times?: number];

/** Calls the methods in order; `srv` stands for the host global's method, at error level. */
const logs: HttpHandler = (r, t) => {
  const calls: [string, string, number][] = t.input(r);
  for (let i = 0; i < calls.length; i++) {
    const call = calls[i];
    if (call === undefined) continue;
    const text = call[1].repeat(call[2]);
    if (call[0] === 'log') r.log(text);
    else if (call[0] === 'warn') r.warn(text);
    else if (call[0] === 'error') r.error(text);
    else t.srv.log(t.srv.ERR, text);
  }
  r.return(204);
};

const LEVELS: { readonly [method: string]: string } = { log: 'info', warn: 'warn', error: 'error', srv: 'error' };

const levelOf = (method: string): string => LEVELS[method] ?? '';

const logging = (at: At, calls: readonly Call[]): Sending => ({
  requests: [{ target: at('/'), input: calls.map(([method, text, times = 1]) => [method, text, times]) }],
});

const leads = (...lines: readonly Expectation[]): Expectation => all(responses([{ status: 204 }]), log(list(...lines)));

const logged = (calls: readonly Call[]): Expectation =>
  leads(...calls.map(([method, text, times = 1]) => logLine(levelOf(method), text.repeat(times))));

/** The calls, which may be given in the tagged encoding, make a line each. */
export const writes = exchange({
  needs: ['log'],
  setup: oneLocation(logs),
  send: ({ calls }: { calls: readonly (readonly [string, Plain])[] }, at) => logging(at, callsOf(calls)),
  expect: ({ calls }) => logged(callsOf(calls)),
});

const callsOf = (calls: readonly (readonly [string, Plain])[]): Call[] =>
  calls.map(([method, text]) => [method, String(decode(text))]);

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
  setup: oneLocation(logs),
  inputs: ({ method }: { method: string }) => text.map((one): Call[] => [[method, one]]),
  send: (calls, _, at) => logging(at, calls),
  expect: logged,
});

/** Several calls, in their order. */
export const writesInOrder = exchangeProperty({
  needs: ['log'],
  setup: oneLocation(logs),
  inputs: (_: object): fc.Arbitrary<Call[]> =>
    fc.array(fc.tuple(fc.constantFrom('log', 'warn', 'error'), text), { minLength: 2, maxLength: 6 }),
  send: (calls, _, at) => logging(at, calls),
  expect: logged,
});

/** A text of so many bytes, of which `character` is repeated: it is logged as a whole. */
interface Long {
  readonly method: string;
  readonly bytes: number;
  readonly character: string;
}

/** Repeated characters, as near to the number of bytes as whole characters come, but not below it. */
const longCall = ({ method, bytes, character }: Long): Call => [
  method,
  character,
  Math.ceil(bytes / Buffer.byteLength(character)),
];

const longText = ({ bytes, character }: Long): string =>
  character.repeat(Math.ceil(bytes / Buffer.byteLength(character)));

export const writesWhole = exchange({
  needs: ['log'],
  setup: oneLocation(logs),
  send: (long: Long, at) => logging(at, [longCall(long)]),
  expect: (long) => logged([longCall(long)]),
});

const LIMIT = 2048;

/** What is left of a message without the character that the limit may have cut. */
const withoutCut = (message: unknown): string => String(message).replace(/\ufffd+$/, '');

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
  setup: oneLocation(logs),
  send: (long: Long, at) => logging(at, [longCall(long)]),
  expect: (long) =>
    leads(
      logLine(
        levelOf(long.method),
        satisfies(`the first ${LIMIT} bytes`, (message) => {
          const [kept, wanted] = [withoutCut(message), beginning(longText(long), LIMIT)];
          return kept === wanted || `${Buffer.byteLength(kept)} bytes of ${Buffer.byteLength(wanted)}`;
        }),
      ),
    ),
});

/** What is logged of a longer text is a beginning of it, of no more than 2048 bytes. */
export const writesNoMore = exchangeProperty({
  needs: ['log'],
  setup: oneLocation(logs),
  inputs: ({ method }: { method: string }): fc.Arbitrary<Long> =>
    fc.record({
      method: fc.constant(method),
      bytes: fc.oneof(fc.integer({ min: 1900, max: 2200 }), fc.integer({ min: 2049, max: 20000 })),
      character: fc.constantFrom('a', 'é', '€', '\u{1f600}', 'abcdefghij'),
    }),
  send: (long, _, at) => logging(at, [longCall(long)]),
  expect: (long) =>
    leads(
      logLine(
        levelOf(long.method),
        satisfies(`no more than the first ${LIMIT} bytes`, (message) => {
          const kept = withoutCut(message);
          if (Buffer.byteLength(kept) > LIMIT) return `${Buffer.byteLength(kept)} bytes`;
          return longText(long).startsWith(kept) || 'not a beginning of the text';
        }),
      ),
    ),
});
