/** 2/http-request-object/r-response-buffer and r-response-text: bodies of subrequests, of any bytes and of any size. */
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { encode } from '../../../../language/encoding.js';
import {
  anything,
  type ExpectedValue,
  either,
  list,
  not,
  record,
  response,
  satisfies,
  typed,
} from '../../../../language/expectation.js';
import { exchange } from '../../../../language/law.js';
import { type HttpHandler, http, location, type Settings, type Setup } from '../../../../language/setup.js';
import { plainBytes } from '../../../support/bytes.js';
import { type ContentKind, contentOf } from '../../../support/contents.js';
import { byRow } from '../../../support/drawn.js';
import { inParts, row, type ScriptRow, set } from '../script.js';
import { ASKING, type Ask, type AskWay, answering, asking, plays } from './handlers.js';
import { given } from './rows.js';

/** The text of valid bytes; other bytes may be replacement characters. */
export function decodedFrom(body: Buffer): ExpectedValue {
  const valid = body.toString();
  if (Buffer.from(valid).equals(body)) return valid;
  const ascii = (text: string) => text.replace(/[^\0-\x7f]+/g, '');
  return satisfies('its ASCII characters in their order', (text) => {
    return (typeof text === 'string' && ascii(text) === ascii(body.toString('latin1'))) || `${text}`;
  });
}

export const holdsText = byRow(ASKING, ({ body }: { readonly body: Plain }) => {
  const bytes = plainBytes(body);
  const text = decodedFrom(bytes);
  return given({
    gives: answering(200, body),
    reads: { responseText: text, 'type responseText': 'string', responseBuffer: bytes },
  });
});

/** Bodies of some sizes with a buffer of so many bytes, whole and in parts, as text and as bytes, each read twice. */
interface BodySizes {
  readonly room?: string;
  readonly sizes: readonly number[];
  readonly of: ContentKind;
  readonly sent?: 'parts' | 'declared';
  readonly way?: AskWay;
}

const roomFor = ({ room }: Pick<BodySizes, 'room'>): Settings =>
  room === undefined ? {} : { subrequest_output_buffer_size: room };
const inRoom = (of: Pick<BodySizes, 'room'>): Setup => [
  http(location('/', { ...roomFor(of), js_content: plays }, 'prefix')),
];

function bodyOf(size: number, { of, sent }: Pick<BodySizes, 'of' | 'sent'>): readonly Step[] {
  const body = contentOf(of, size);
  const half = size >> 1;
  if (sent === undefined) return answering(200, encode(body));
  const parts = [body.slice(0, half), body.slice(half)].map((part) => encode(part));
  return [...(sent === 'declared' ? [set('headersOut', 'Content-Length', `${size}`)] : []), ...inParts(200, parts)];
}

export const holdsBody = byRow(
  { ...ASKING, setup: inRoom },
  ({ sizes, way = 'awaited', ...of }: BodySizes): ScriptRow => {
    const looks = ['responseBuffer', 'spoilt responseBuffer', 'responseText', 'responseText', 'responseBuffer'];
    const read = sizes.flatMap((size) => {
      const body = Buffer.from(contentOf(of.of, size));
      const text = of.of === 'bytes' ? anything : body.toString();
      return [body, body, text, text, body];
    });
    const asks = sizes.map((size): Ask => [`~/in/s${size}`]);
    const inner = Object.fromEntries(sizes.map((size) => [`s${size}`, bodyOf(size, of)]));
    return row(asking(asks, way, looks), { status: 203, read }, { inner });
  },
);

/** More than the buffer holds: no body of this length is read, and later requests are answered. */
export const refusesBody = exchange({
  setup: inRoom,
  send: ({ size, ...of }: Omit<BodySizes, 'sizes'> & { readonly size: number; readonly limit: number }, at) => {
    const steps = asking([['~/in/a']], 'awaited', ['responseBuffer.length', 'status']);
    const small = row(steps, {}, { inner: { a: answering(200, 'abc') } });
    return ASKING.send(row(steps, {}, { inner: { a: bodyOf(size, of) }, next: [small, small] }), at);
  },
  expect: ({ limit }) => {
    const isShort = satisfies(`no more than ${limit} bytes`, (length) => !(Number(length) > limit) || `${length}`);
    const rejected = list(record({ threw: typed('string') }), anything, anything);
    const answer = record({ read: either(list(isShort, anything), rejected) });
    const lost = [record({ closed: true }), response({ status: not(203) }), response({ status: 203, answer })];
    const later = response({ status: 203, answer: record({ read: list(3, 200) }) });
    return record({ responses: list(either(...lost), later, later) });
  },
});

/** A handler without input. */
const echoes: HttpHandler = (r) => r.return(200, r.requestText || '');

/** The subrequest's own body of so many bytes. */
export const passesBody = byRow(
  {
    ...ASKING,
    setup: [...ASKING.setup, http(location('/echo', { js_content: echoes, subrequest_output_buffer_size: '1m' }))],
  },
  ({ sizes }: { readonly sizes: readonly number[] }): ScriptRow => {
    const bodies = sizes.map((size) => contentOf('characters', size).toString());
    const asks = bodies.map((body): Ask => ['~/echo', { method: 'POST', body }]);
    return row(asking(asks, 'together', ['responseText']), { status: 203, read: bodies });
  },
);
