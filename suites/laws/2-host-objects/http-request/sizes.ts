/** 2/http-request-object: headers, arguments, variables and bodies of sizes around the borders of blocks, buffers and pages. */
import type { Step } from '../../../../spec/types/step.js';
import { encode } from '../../../language/encoding.js';
import { responses } from '../../../language/expectation.js';
import { exchange } from '../../../language/law.js';
import type { At } from '../../../language/trial.js';
import { type ContentKind, contentOf, textOf } from '../../support/contents.js';
import { byRow } from '../../support/drawn.js';
import { percent } from '../../support/spelling.js';
import type { Sizes } from './inputs.js';
import { call, get, inParts, row, SCRIPT, type ScriptRow, set } from './script.js';

type Body = string | Buffer;

/** How a body is sent: as a whole, in parts after the header, or in parts with its length declared. */
const WAYS = {
  return: (body: Body): Step[] => [call('return', 200, encode(body))],
  send: (body: Body) => inParts(200, [encode(body)]),
  'two-parts': (body: Body) =>
    inParts(200, [body.slice(0, body.length >> 1), body.slice(body.length >> 1)].map(encode)),
  declared: (body: Body) => [
    set('headersOut', 'Content-Length', Buffer.byteLength(body)),
    ...inParts(200, [encode(body)]),
  ],
} as const;

/** A body of so many bytes, in one of the ways; HEAD gets no body, but its length. */
interface BodySizeRow {
  readonly size: number;
  readonly of: ContentKind;
  readonly way: keyof typeof WAYS;
  readonly method?: 'HEAD';
}

export const sendsBody = byRow(SCRIPT, ({ size, of, way, method }: BodySizeRow): ScriptRow => {
  const body = contentOf(of, size);
  const lengths = way === 'return' || way === 'declared' ? { 'Content-Length': [`${size}`] } : {};
  const request = method === undefined ? {} : { method };
  return row(WAYS[way](body), { status: 200, headers: lengths, body: method === 'HEAD' ? '' : body }, request);
});

type Size = { readonly size: number };

export const receivesHeader = byRow(SCRIPT, ({ size }: Size) => {
  const line = ['X-Long', textOf(size)] as const;
  return row([['r.headersIn.x-long'], ['r.variables.http_x_long']], { read: [line[1], line[1]] }, { headers: [line] });
});

/** A header for each of the sizes, read and sent. */
export const sendsHeaders = byRow(SCRIPT, ({ sizes }: Sizes) => {
  const all = sizes.map((size) => [`X-Long-${size}`, textOf(size)] as const);
  const given = all.flatMap(([name, text]): Step[] => [set('headersOut', name, text), get('headersOut', name)]);
  const headers = Object.fromEntries(all.map(([name, text]) => [name, [text]]));
  return row(given, { read: all.map(([, text]) => text), headers });
});

type TargetSize = Size & { readonly of: 'path' | 'query'; readonly status?: number };

/** A target of exactly so many bytes: the case's own path, followed by a segment or a query. */
const target = ({ size, of }: TargetSize, at: At): ScriptRow => {
  const path = at('/');
  const text = textOf(size - path.length - (of === 'path' ? 0 : '?key='.length));
  if (of === 'path') return row([['r.uri'], ['r.args']], { read: [`${path}${text}`, {}] }, { target: text });
  const read = [path, `key=${text}`, { key: text }];
  return row([['r.uri'], ['r.variables.args'], ['r.args']], { read }, { target: `?key=${text}` });
};

export const receivesTarget = exchange({
  setup: SCRIPT.setup,
  send: (data: TargetSize, at) => SCRIPT.send(target(data, at), at),
  expect: (data, at) =>
    data.status === undefined ? SCRIPT.expect(target(data, at), at) : responses([{ status: data.status }]),
});

/** Before and after a shorter argument; plain or percent-encoded. */
type ArgumentSize = Size & { readonly of: 'key' | 'value'; readonly encoded?: true };

export const receivesArgument = byRow(SCRIPT, ({ size, of, encoded }: ArgumentSize) => {
  const text = textOf(size);
  const written = encoded === true ? percent(text) : text;
  const [pair, args] = of === 'key' ? [`${written}=v`, { [text]: 'v' }] : [`k=${written}`, { k: text }];
  return row([['r.args']], { read: [{ a: '1', ...args, b: '2' }] }, { target: `?a=1&${pair}&b=2` });
});

/** So many arguments, each with its own key, or all with the same; also listed. */
export const receivesArguments = byRow(SCRIPT, ({ many, repeated }: { many: number; repeated?: true }) => {
  const keys = Array.from({ length: many }, (_, i) => (repeated === true ? 'k' : `k${i.toString(36)}`));
  const values = keys.map((_, i) => `${i % 10}`);
  const args = repeated === true ? { k: values } : Object.fromEntries(keys.map((key, i) => [key, values[i]]));
  return row([['r.args']], { read: [args] }, { target: `?${keys.map((key, i) => `${key}=${values[i]}`).join('&')}` });
});

/** The variable of a `set` directive, assigned once for each of the sizes. */
export const assignsVariable = byRow(SCRIPT, ({ sizes, raw }: Sizes & { raw?: true }) => {
  const on = raw === true ? 'rawVariables' : 'variables';
  const values = sizes.map((size) => (raw === true ? Buffer.from(textOf(size)) : textOf(size)));
  const given = values.flatMap((value): Step[] => [set(on, 'spec_args', encode(value)), get(on, 'spec_args')]);
  return row(given, { read: values });
});
