/** 2/http-request-object-methods: r.sendBuffer and r.done, and responses of every source that go through filters. */
import fc from 'fast-check';
import type { Plain } from '../../../../../spec/types/requirement.js';
import type { Step } from '../../../../../spec/types/step.js';
import { encode } from '../../../../language/encoding.js';
import {
  all,
  type Expectation,
  list,
  matches,
  type ResponseParts,
  record,
  response,
} from '../../../../language/expectation.js';
import { exchange, exchangeProperty } from '../../../../language/law.js';
import type { WireRequest } from '../../../../language/partners.js';
import { http, type Settings, type Setup } from '../../../../language/setup.js';
import type { At } from '../../../../language/trial.js';
import { bytes } from '../../../support/arbitraries.js';
import { plainBytes } from '../../../support/bytes.js';
import { type ContentKind, contentOf } from '../../../support/contents.js';
import { type PlainSettings, settingsOf } from '../../../support/settings.js';
import { fixedHandler, PROMISE, remove, TIMER } from '../script.js';
import {
  type FilterProgram,
  type FilterStep,
  filterBody,
  filterHeader,
  inputOf,
  KEPT,
  madeBy,
  type Programs,
} from './programs.js';
import { locationsOf, OF_A_HEADER, type SourceName } from './sources.js';

/** Content of a size, or the given content. */
type BodyContent = { readonly size: number; readonly of?: ContentKind } | { readonly text: Plain };

/** A response, and what filters do with it. */
interface FilterResponse extends Programs, Omit<WireRequest, 'target' | 'input' | 'body'> {
  readonly body?: BodyContent;
  /** The sizes of parts that are sent. */
  readonly parts?: readonly number[];
  /** Without a body it is the result of the traced program, or unchanged. */
  readonly then?: Omit<ResponseParts, 'body' | 'answer'> & {
    readonly body?: Plain;
    readonly pattern?: string;
    readonly closed?: true;
  };
}

const FORWARDS: Step = ['r', 'sendBuffer', '$data', '$flags'];

/** Filters that do not end when they return, or fail then. */
const BODIES = {
  async: fixedHandler({ steps: [FORWARDS], async: true }),
  settled: fixedHandler([
    PROMISE,
    { make: ['list', '<', '$data', '>'], as: 'parts' },
    { on: '$parts', call: ['join', ''], as: 'sent' },
    ['r', 'sendBuffer', '$sent', '$flags'],
  ]),
  waiting: fixedHandler([TIMER, FORWARDS]),
  rejected: fixedHandler({ steps: [FORWARDS], async: true, throws: 'rejected by a filter' }),
  returning: fixedHandler({ steps: [FORWARDS], gives: 'returned' }),
};

/** From a source, with chunks of a type; with each of the bodies, and then others, on one connection if the host keeps it open. */
interface BodyFilterRow extends FilterResponse {
  readonly source: SourceName;
  readonly type?: 'string' | 'buffer';
  /** Filters in place of those that follow programs. */
  readonly handler?: keyof typeof BODIES;
  readonly bodies?: readonly BodyContent[];
  readonly next?: readonly FilterResponse[];
  /** Other settings of the locations; see `SourceOptions`. */
  readonly settings?: PlainSettings;
  readonly conditional?: boolean;
  readonly guarded?: boolean;
  readonly plain?: boolean;
}

/** A changed body has another length: by default, the known one is deleted. */
const programOf = ({
  header = [remove('headersOut', 'Content-Length')],
  ...rest
}: FilterProgram = {}): FilterProgram => ({
  header,
  ...rest,
});

const contentIn = (body: BodyContent = { text: 'hello' }): Buffer => {
  return 'size' in body ? Buffer.from(contentOf(body.of ?? 'ascii', body.size)) : plainBytes(body.text);
};

const setupOf = (of: BodyFilterRow): Setup => {
  const { source, type, body, handler, settings, plain = false } = of;
  const filtersBody = handler === undefined ? filterBody : BODIES[handler];
  const filter: Settings = {
    js_header_filter: filterHeader,
    js_body_filter: type === undefined ? filtersBody : [filtersBody, `buffer_type=${type}`],
  };
  const around = { settings: settingsOf(settings), conditional: of.conditional === true, guarded: of.guarded === true };
  return [...KEPT, http(...locationsOf(source, plain ? {} : filter, contentIn(body).length, around))];
};

const requestOf = (source: SourceName, of: FilterResponse, at: At): WireRequest => {
  const { body, parts, inner, outer, headers = [], method, version } = of;
  const input = inputOf({ inner: programOf(inner), outer: programOf(outer) }, at);
  const request = { ...(method && { method }), ...(version && { version }), target: at('/outer'), input };
  const content = contentIn(body);
  if (source === 'file') return { method: 'GET', ...request, headers };
  if (OF_A_HEADER.has(source)) return { method: 'GET', ...request, headers: [...headers, ['X-Body', `${content}`]] };
  const more = parts === undefined ? [] : [['X-Parts', parts.join()] as const];
  return { method: 'POST', ...request, headers: [...headers, ...more], body: content };
};

const expectationOf = ({ body, method, then = {}, outer }: FilterResponse): Expectation => {
  const { body: wanted, pattern, closed, ...parts } = then;
  if (closed === true) return record({ closed });
  if (pattern !== undefined) return response({ status: 200, ...parts, body: matches(new RegExp(pattern)) });
  const content = contentIn(body);
  const traced = outer?.traced === true ? outer : undefined;
  if (wanted === undefined && method !== 'HEAD' && traced !== undefined)
    return all(response({ status: 200, ...parts }), record({ body: madeBy(programOf(traced), content) }));
  const whole = wanted === undefined ? content : plainBytes(wanted);
  return response({ status: 200, ...parts, body: method === 'HEAD' ? '' : whole });
};

const inOrder = ({ bodies, next = [], ...first }: BodyFilterRow): FilterResponse[] => [
  ...(bodies === undefined ? [first] : bodies.map((body) => ({ ...first, body }))),
  ...next,
];

export const filtersResponse = exchange<BodyFilterRow>({
  setup: setupOf,
  send: (of, at) => ({ requests: inOrder(of).map((one) => requestOf(of.source, one, at)) }),
  expect: (of) => record({ responses: list(...inOrder(of).map(expectationOf)) }),
});

const option = fc.constantFrom<Plain[]>([], [{ last: false }], [{ flush: true }], [{ last: false, flush: false }]);
const index = fc.integer({ min: 0, max: 9 });

const what: fc.Arbitrary<Plain> = fc.oneof(
  fc.constant(['data']),
  index.map((from) => ['data', from]),
  fc.tuple(index, index).map(([from, to]) => ['data', from, to]),
  fc.tuple(index, index).map(([from, to]) => ['view', from, to]),
  fc.constant(['held']),
  fc.string({ minLength: 1, maxLength: 5 }).map((text) => ['value', text]),
  bytes(5).map((some) => ['value', encode(Buffer.from(some))]),
);
const act: fc.Arbitrary<FilterStep> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(fc.constant('send'), what, option).map(([does, of, more]): FilterStep => [does, of, ...more]),
  },
  { weight: 4, arbitrary: fc.constantFrom<FilterStep>(['hold'], ['forget'], ['done']) },
);

const acts = fc.array(act, { maxLength: 3 });

/** Bodies of a few bytes, and of some thousands, which hosts divide; only ASCII if chunks are strings that may be sliced. */
const anyBody = (type: BodyFilterRow['type']): fc.Arbitrary<BodyContent> =>
  fc.oneof(
    fc.integer({ min: 0, max: 6000 }).map((size): BodyContent => ({ size, of: type === 'buffer' ? 'bytes' : 'ascii' })),
    type === 'buffer'
      ? bytes(40).map((some): BodyContent => ({ text: encode(Buffer.from(some)) }))
      : fc.string({ maxLength: 40 }).map((text): BodyContent => ({ text })),
  );

/** Any program, for any body, divided anywhere. */
export const filtersDrawnResponse = exchangeProperty<BodyFilterRow, FilterResponse>({
  setup: setupOf,
  inputs: ({ type, source }) => {
    const program = fc.record(
      { chunks: fc.array(acts, { minLength: 1, maxLength: 4 }), last: acts },
      { requiredKeys: ['chunks'] },
    );
    const parts = fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 5 });
    return fc.record({ body: anyBody(type), program, parts }).map(
      ({ body, program, parts }): FilterResponse => ({
        body,
        ...(source === 'sent' ? { parts } : {}),
        outer: { ...program, traced: true },
      }),
    );
  },
  send: (drawn, at, { source }) => ({ requests: [requestOf(source, drawn, at)] }),
  expect: (drawn) => record({ responses: list(expectationOf(drawn)) }),
});
