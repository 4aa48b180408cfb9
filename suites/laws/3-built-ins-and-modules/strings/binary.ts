/** 3/strings/rule-2: where scripts meet bytes that are no text, they get Buffers. */
import fc from 'fast-check';
import { responses } from '../../../language/expectation.js';
import { exchangeProperty } from '../../../language/law.js';
import { http, location } from '../../../language/setup.js';
import type { HttpRequest, World } from '../../../language/world.js';

const anyBody = fc.uint8Array({ minLength: 1, maxLength: 60 });

/** A request body of any bytes. */
export const binaryBody = exchangeProperty({
  setup: [http(location('/body', { js_content: (r: HttpRequest, t: World) => t.answer(r, r.requestBuffer) }))],
  inputs: () => anyBody,
  send: (body, _, at) => ({ requests: [{ method: 'POST', target: at('/body'), body }] }),
  expect: (body) => responses([{ status: 200, answer: Buffer.from(body) }]),
});

/** Bytes that a header may hold and that are no UTF-8 by themselves. */
const headerValue = fc.array(fc.oneof(fc.integer({ min: 0x80, max: 0xff }), fc.integer({ min: 0x30, max: 0x7a })), {
  minLength: 1,
  maxLength: 20,
});

/** A variable with any bytes: that of a request header. */
export const binaryVariable = exchangeProperty({
  setup: [
    http(location('/variable', { js_content: (r: HttpRequest, t: World) => t.answer(r, r.rawVariables.http_x_bytes) })),
  ],
  inputs: () => headerValue.map((codes) => String.fromCharCode(...codes)),
  send: (value, _, at) => ({ requests: [{ target: at('/variable'), headers: [['X-Bytes', value]] }] }),
  expect: (value) => responses([{ status: 200, answer: Buffer.from(value, 'latin1') }]),
});
