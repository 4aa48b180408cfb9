/** 2/http-request-object-methods/r-read-request-form: one read for all that ask, wherever they ask. */
import { anything, type Expectation, type Expected, equal, response } from '../../../language/expectation.js';
import { contentOf } from '../../support/contents.js';
import type { Where } from './handlers.js';
import { forms, formsTogether, inPlace, requestFor, type Sent } from './rows.js';
import { type FormRequest, failed, type Step, tells } from './sent.js';
import { type Entry, entriesOf, namedIn, type Part, URLENCODED } from './serialization.js';

/** Once more with a limit that the form exceeds: what is found then is what was found before. */
export const again = forms(
  (of: Sent) => {
    const looks: readonly Step[] = [['entries'], ['named'], ['hasFiles']];
    return [requestFor(of, inPlace(of, [['read', 'Form'], ...looks, ['read', 'Form', { maxKeys: 1 }], ...looks]))];
  },
  ({ fields = [] }) => {
    const entries = entriesOf(fields);
    const looked: readonly Expected[] = [entries, namedIn(entries), false];
    return [tells('form', ...looked, 'form', ...looked)];
  },
);

/** A form's name that is JSON, so that every reader makes something of the body. */
const BODY = '{"a":1}';
const GIVEN: { readonly [reader: string]: unknown } = {
  Form: 'form',
  Text: BODY,
  ArrayBuffer: new Uint8Array(Buffer.from(BODY)).buffer,
  JSON: { a: 1 },
};

type Reader = 'Form' | 'Text' | 'ArrayBuffer' | 'JSON';

export const inOrder = forms(
  ({ order, ...of }: { readonly order: readonly Reader[]; readonly where?: Where }) => [
    requestFor(
      { ...of, type: URLENCODED, body: BODY },
      inPlace(of, [...order.map((one): Step => ['read', one]), ['entries']]),
    ),
  ],
  ({ order }) => [tells(...order.map((one) => GIVEN[one]), [[BODY, '']])],
);

/** Readers that begin while another is waiting for the body, which is sent once the host asks for it. */
interface Pending extends Sent {
  readonly first: Reader;
  readonly second: Reader;
}

const REFUSED = ['threw', 'request body is already being read'];

export const pending = forms(
  ({ first, second, ...of }: Pending) => [
    requestFor(
      { ...of, type: URLENCODED, body: BODY, expects: true },
      inPlace(of, [
        ['start', first],
        ['start', second],
        ['start', first],
        ['settle'],
        ['read', second],
        ['read', 'Form'],
        ['entries'],
      ]),
    ),
  ],
  ({ first, second }) => [tells('started', REFUSED, REFUSED, [GIVEN[first]], GIVEN[second], 'form', [[BODY, '']])],
);

const ofSize = (size: number): string => `a=${contentOf('ascii', Math.max(0, size - 2))}`.slice(0, size);

/** A body of so many bytes, where a hundred may be sent. */
interface SizedBody extends Sent {
  readonly size: number;
}

const sized = ({ size, ...of }: SizedBody): FormRequest =>
  requestFor({ ...of, type: URLENCODED, body: ofSize(size) }, inPlace(of, [['read', 'Form'], ['entries']]));

export const limitedBodies = forms(
  ({ sizes, ...of }: Sent & { readonly sizes: readonly number[] }) => sizes.map((size) => sized({ ...of, size })),
  ({ sizes }) =>
    sizes.map((size): Expectation => {
      const entries = [...new URLSearchParams(ofSize(size))];
      return size > 100 ? response({ status: 413 }) : tells('form', equal(entries));
    }),
);

export const recordsBody = forms(
  (of: SizedBody) => [sized(of)],
  () => [anything],
);

/** A form that is refused for its size, one with a file, a body that is no form, and a form again. */
const ON_ONE: readonly { readonly sent: Sent; readonly limit: number; readonly told: Expectation }[] = [
  ...[1, 2].map((limit) => {
    const fields: readonly Part[] = [
      { name: 'a', value: '1' },
      { name: 'f', filename: 'x', value: '2' },
    ];
    const entries: Entry[] = entriesOf(fields);
    return {
      sent: { fields },
      limit,
      told: limit === 1 ? tells(failed, 'no form') : tells('form', entries),
    };
  }),
  { sent: { type: 'text/plain', body: 'a=1' }, limit: 9, told: tells(failed, 'no form') },
  { sent: { type: URLENCODED, body: 'b=2' }, limit: 9, told: tells('form', [['b', '2']]) },
  { sent: { type: URLENCODED, body: '' }, limit: 9, told: tells('form', []) },
];

export const onOneConnection = formsTogether(
  (of: Sent) =>
    ON_ONE.map(({ sent, limit }, i) =>
      requestFor(
        { ...of, ...sent, way: i % 2 === 0 ? 'halves' : 'chunked-signs' },
        inPlace(of, [['read', 'Form', { maxKeys: limit }], ['entries']]),
      ),
    ),
  () => ON_ONE.map(({ told }) => told),
);
