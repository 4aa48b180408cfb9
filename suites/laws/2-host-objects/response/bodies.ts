/** 2/request-and-response-body-methods: results for bodies of requests and responses, however these were created. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { NamedSteps, Step } from '../../../../spec/types/step.js';
import { decode, encode } from '../../../language/encoding.js';
import { anything, type Expectation } from '../../../language/expectation.js';
import { drawnProperty } from '../../../language/law.js';
import { expectedOf, orderOf, type StepOrder } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { bytes, unicodeText } from '../../support/arbitraries.js';
import { type BodyMaker, bodyMade, inHost } from '../../support/fetch-objects.js';
import { followOne } from '../../support/steps.js';

type Method = 'arrayBuffer' | 'json' | 'text';

interface BodyMethodRow {
  readonly of: BodyMaker;
  readonly method: Method;
  readonly body: Plain;
  /** The body is a view of this kind over the bytes of `body`. */
  readonly view?: string;
  /** Steps before the body is read. */
  readonly before?: readonly Step[];
  /** The results of `text` and `json`; the default is the text. */
  readonly text?: string;
  readonly json?: Plain;
}

const bytesOf = (body: Plain): Uint8Array => {
  const value = decode(body);
  return value instanceof Uint8Array ? value : Buffer.from(typeof value === 'string' ? value : '');
};

/** The result of a method for the body. */
const given = ({ method, body, json = null, text = Buffer.from(bytesOf(body)).toString() }: BodyMethodRow): Plain =>
  method === 'text' ? text : method === 'json' ? json : { $arrayBuffer: Buffer.from(bytesOf(body)).toString('hex') };

const read = (method: Method): Step => ({ on: '$it', call: method, await: 'promise' });

const stepsOf = ({ method, before = [] }: BodyMethodRow): readonly Step[] => [
  ['$it.bodyUsed'],
  ...before,
  read(method),
  ['$it.bodyUsed'],
];

function orderFor(row: BodyMethodRow): StepOrder {
  const { of, body, view } = row;
  const made: StepOrder['make'] = view === undefined ? [] : [['body', { make: ['view', view, '$bytes'] }]];
  const subjects = view === undefined ? { body: decode(body) } : { bytes: decode(body) };
  return orderOf({ steps: stepsOf(row), named: true }, subjects, [...made, ...bodyMade(of)]);
}

const expectedFor = (row: BodyMethodRow): Expectation =>
  expectedOf(stepsOf(row), { thens: [false, ...(row.before ?? []).map(() => ANY), given(row), true] });

const ANY: Plain = { $any: true };

/** The body is read once, and then counts as used. */
export const reads: Law<BodyMethodRow> = inHost(orderFor, expectedFor);

const DRAWN: { readonly [method in Method]: fc.Arbitrary<Pick<BodyMethodRow, 'body' | 'json'>> } = {
  text: unicodeText(40).map((body) => ({ body })),
  arrayBuffer: fc
    .oneof(
      bytes(60),
      fc.string().map((text) => Buffer.from(text)),
    )
    .map((body) => ({ body: encode(body) })),
  json: fc
    .jsonValue({ maxDepth: 4 })
    .map((value): Plain => JSON.parse(JSON.stringify(value), whole))
    .map((json) => ({ body: JSON.stringify(json), json: encode(json) })),
};

/** Decimals lose their last bits on older hosts. */
const whole = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Math.trunc(value) % 1e9 || 0 : value;

export const readsDrawn: Law<Pick<BodyMethodRow, 'of' | 'method'>> = drawnProperty({
  needs: ['exchange'],
  inputs: (data: Pick<BodyMethodRow, 'of' | 'method'>) =>
    DRAWN[data.method].map((drawn): BodyMethodRow => ({ ...data, ...drawn })),
  inputOf: orderFor,
  probe: followOne,
  expect: expectedFor,
});

/** Steps on `$it` with this `$body`. */
interface OnBody {
  readonly of: BodyMaker;
  readonly body?: Plain;
  readonly make?: NamedSteps;
  readonly steps: readonly Step[];
  readonly [subject: string]: unknown;
}

/** `$it` is created after the `make` of the row. */
const orderOn = ({ of, make = {}, ...doing }: OnBody): StepOrder =>
  orderOf({ named: true, ...doing, make: { ...make, ...Object.fromEntries(bodyMade(of)) } });

export const gives: Law<OnBody> = inHost(orderOn, ({ steps }) => expectedOf(steps, {}));
export const records: Law<OnBody> = inHost(orderOn, () => anything);
