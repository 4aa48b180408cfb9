/** 2/http-request-object-methods/r-read-request-form: multipart bodies. The oracles are RFC 7578 and RFC 2046. */
import { anything, type Expectation, list, matches } from '../../../language/expectation.js';
import { type ContentKind, contentOf } from '../../support/contents.js';
import { brief } from './handlers.js';
import { form, forms, formsEach, inPlace, type One, requestFor, type Sent } from './rows.js';
import { failed, type Step, tells } from './sent.js';
import { type Entry, entriesOf, multipart, type Part, type Told } from './serialization.js';

const READ: readonly Step[] = [['read', 'Form', { maxKeys: 100000 }], ['entries'], ['hasFiles']];

const shown = (value: Told) => (typeof value === 'string' ? brief(value) : value);
const hasFiles = (entries: readonly Entry[]): boolean => entries.some(([, value]) => typeof value !== 'string');
const toldOf = (entries: readonly Entry[]): Expectation =>
  tells('form', brief(entries.map(([name, value]) => [brief(name), shown(value)])), hasFiles(entries));

const TWO: readonly Part[] = [
  { name: 'a', value: '1' },
  { name: 'b', filename: 'x', value: '\r\n--' },
];
/** A body that would be a form of either kind. */
const BODY = `--spec\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--spec--\r\n`;

/** Entries stand where parts do not tell them. */
interface Parts extends Sent {
  readonly then?: readonly Entry[];
}

const PARSED: One<Parts> = {
  request: (of) => requestFor(of, inPlace(of, READ)),
  expect: ({ then, parts = [] }) => toldOf(then ?? entriesOf(parts)),
};
export const parses = form(PARSED);
/** These parts, under each of the media types and boundaries. */
export const parsesEach = formsEach<Omit<Parts, 'parts'> & { readonly parts?: readonly Part[] }>({
  request: (of) => PARSED.request({ parts: TWO, ...of }),
  expect: (of) => PARSED.expect({ parts: TWO, ...of }),
});

/** What comes of each is recorded. */
export const recordsEach = formsEach<Sent>({
  request: (of) => requestFor(of.body === undefined ? { parts: TWO, ...of } : of, inPlace(of, READ)),
  expect: () => anything,
});

/** No form comes of any, and the body can be read all the same. */
export const refusesEach = formsEach<Sent>({
  request: (of) =>
    requestFor(
      { body: BODY, ...of },
      inPlace(of, [
        ['read', 'Form'],
        ['read', 'Text'],
      ]),
    ),
  expect: ({ body = BODY }) => tells(failed, String(body)),
});

/** Fields of exact sizes, texts or files, each between two others. */
interface Sized extends Sent {
  readonly sizes: readonly number[];
  readonly of: ContentKind;
  readonly file?: boolean;
}

const sized = ({ sizes, of, file = false }: Sized): Part[][] =>
  sizes.map((size) => [
    { name: 'a', value: '1' },
    { name: 'k', ...(file ? { filename: 'x' } : {}), value: contentOf(of, size) },
    { name: 'b', value: '2' },
  ]);

export const holdsValues = forms(
  (of: Sized) => sized(of).map((parts) => requestFor({ ...of, parts }, inPlace(of, READ))),
  (of) => sized(of).map((parts) => toldOf(entriesOf(parts))),
);

/** Bodies of exactly so many bytes. */
interface Bodies extends Sent {
  readonly sizes: readonly number[];
}

const filled = (size: number): Part[] => {
  const rest = size - multipart({ parts: [{ name: 'a', value: '' }] }).length;
  return [{ name: 'a', value: contentOf('ascii', rest) }];
};

export const holdsBodies = forms(
  ({ sizes, ...of }: Bodies) => sizes.map((size) => requestFor({ ...of, parts: filled(size) }, inPlace(of, READ))),
  ({ sizes }) => sizes.map((size) => toldOf(entriesOf(filled(size)))),
);

/** So many parts, each with a name of its own or all with the same, every third a file. */
interface Many extends Sent {
  readonly many: number;
  readonly repeated?: boolean;
}

const numbered = ({ many, repeated = false }: Many): Part[] =>
  Array.from({ length: many }, (_, i) => ({
    name: repeated ? 'k' : `k${i}`,
    value: `v${i}`,
    ...(i % 3 === 1 ? { filename: `f${i}` } : {}),
  }));

export const holdsMany = forms(
  (of: Many) => [requestFor({ ...of, parts: numbered(of) }, inPlace(of, READ))],
  (of) => [toldOf(entriesOf(numbered(of)))],
);

/** Boundaries of so many characters. */
interface Boundaries {
  readonly sizes: readonly number[];
  readonly quoted: boolean;
}

const bounded = ({ sizes, quoted }: Boundaries): (Sent & { readonly parts: readonly Part[] })[] =>
  sizes.map((size) => {
    const boundary = String(contentOf('ascii', size));
    const value = quoted ? `"${boundary}"` : boundary;
    const parts = [
      { name: 'a', value: `\r\n--${boundary.slice(0, -1)}` },
      { name: 'b', filename: 'x', value: '1' },
    ];
    return { boundary, type: `multipart/form-data; boundary=${value}`, parts };
  });

export const longBoundaries = forms(
  (of: Boundaries) => bounded(of).map((one) => requestFor(one, { content: READ })),
  (of) => bounded(of).map(({ parts }) => toldOf(entriesOf(parts))),
);

export const recordsBoundaries = forms(
  (of: Boundaries) => bounded(of).map((one) => requestFor(one, { content: READ })),
  ({ sizes }) => sizes.map(() => anything),
);

/** The first part has bytes that are no UTF-8 between 1 and 2; the second is an é. */
export const keepsBeside = forms(
  (of: Sent) => [requestFor(of, { content: READ })],
  () => [tells('form', list(list('a', matches(/^1\ufffd+2$/)), ['b', 'é']), false)],
);
