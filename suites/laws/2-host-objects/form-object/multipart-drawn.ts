/** Multipart bodies that are drawn: fields, how they are written, and how they travel; also as Node's own client writes them. */
import fc from 'fast-check';
import { list } from '../../../language/expectation.js';
import { conversationProperty } from '../../../language/law.js';
import { bytes, unicodeText } from '../../support/arbitraries.js';
import { piecesOf, respelled } from '../../support/spelling.js';
import { type Cuts, drawnFraming, framingOf } from './drawn.js';
import { brief, SETUP } from './handlers.js';
import { requestFor, type Sent } from './rows.js';
import { type Step, sent, tells } from './sent.js';
import { type Entry, entriesOf, namedIn, type Part, quoted } from './serialization.js';

const READ: readonly Step[] = [['read', 'Form', { maxKeys: 1000 }], ['entries'], ['named'], ['hasFiles']];

/** What handlers tell of these entries in all ways. */
function toldOf(entries: readonly Entry[]) {
  const hasFiles = entries.some(([, value]) => typeof value !== 'string');
  return list(tells('form', brief(entries), namedIn(entries), hasFiles));
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const plainBoundary = piecesOf([...LETTERS, ..."'+_-."], 1, 70);
/** Of all characters that RFC 2046 allows; a blank is not the last one. */
const quotedBoundary = fc
  .tuple(piecesOf([...LETTERS, ..."'()+_,-./:=? "], 0, 69), fc.constantFrom(...LETTERS))
  .map(([text, last]) => `${text}${last}`);

/** Without control characters, which no header line can hold. */
const headerText = (maxLength: number): fc.Arbitrary<string> =>
  unicodeText(maxLength).map((text) => text.replace(/\p{Cc}/gu, '_'));

/** Names that repeat, names of what objects inherit, and any. */
const name = fc.oneof(fc.constantFrom('a', 'A', 'b', '', '__proto__', 'constructor', 'toString', '0'), headerText(8));

/** What parsers look for, and texts beside. */
const lookalikes = (boundary: string): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom('\r\n', '\r', '\n', '-', '--', '\r\n--', '\r\n\r\n', `--${boundary}`, boundary, '%41+&='),
        fc.nat(boundary.length - 1).map((length) => `\r\n--${boundary.slice(0, length)}`),
        unicodeText(6),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''));

/** No line begins with the boundary, the first one neither. */
const apart = (value: string, boundary: string): string =>
  `\r\n${value}`.includes(`\r\n--${boundary}`) ? value.replaceAll(`--${boundary}`, `+${boundary}`) : value;

interface Written {
  readonly part: Part;
  /** The header lines. */
  readonly head: readonly string[];
}

const TYPES = ['text/plain', 'application/octet-stream', 'text/plain; charset=utf-8', 'image/png'] as const;

/** A part, and its head in any of the spellings that RFC 7578 allows. */
const written = (boundary: string): fc.Arbitrary<Written> =>
  fc
    .record({
      name,
      filename: fc.option(headerText(10), { nil: undefined }),
      text: lookalikes(boundary),
      content: bytes(40),
      isText: fc.boolean(),
      header: respelled('content-disposition'),
      form: respelled('form-data'),
      parameters: fc.tuple(respelled('name'), respelled('filename')),
      turned: fc.boolean(),
      sign: fc.constantFrom('; ', ';', ';\t'),
      colon: fc.constantFrom(': ', ':'),
      type: fc.option(fc.constantFrom(...TYPES), { nil: undefined }),
      typeFirst: fc.boolean(),
    })
    .map((of) => {
      const bytes = Buffer.from(of.content);
      const isBytes = of.filename !== undefined && !of.isText && !bytes.includes(`--${boundary}`);
      const value = isBytes ? Uint8Array.from(of.content) : apart(of.text, boundary);
      const part = { name: of.name, value, ...(of.filename === undefined ? {} : { filename: of.filename }) };
      const named = [`${of.parameters[0]}=${quoted(of.name)}`];
      if (of.filename !== undefined) named.push(`${of.parameters[1]}=${quoted(of.filename)}`);
      const disposition = [of.form, ...(of.turned ? named.reverse() : named)].join(of.sign);
      const lines = [`${of.header}${of.colon}${disposition}`];
      if (of.type !== undefined) lines.push(`Content-Type: ${of.type}`);
      return { part, head: of.typeFirst ? lines.reverse() : lines };
    });

interface Drawn extends Sent {
  readonly entries: readonly Entry[];
  readonly cuts: Cuts;
}

const body: fc.Arbitrary<Drawn> = fc
  .oneof(
    plainBoundary.map((boundary) => ({ boundary, value: boundary })),
    quotedBoundary.map((boundary) => ({ boundary, value: quoted(boundary) })),
  )
  .chain(({ boundary, value }) =>
    fc
      .record({
        all: fc.array(written(boundary), { minLength: 1, maxLength: 6 }),
        type: respelled('multipart/form-data'),
        parameter: respelled('boundary'),
        charset: fc.constantFrom('', '; charset=utf-8', '; charset="UTF-8"'),
        behind: fc.boolean(),
        before: fc.constantFrom('', '\r\n', 'preamble\r\n', 'pre\r\n\r\n--am\r\nble\r\n'),
        end: fc.constantFrom('--\r\n', '--', '--\r\nepilogue', '--\r\n\r\n--epilogue\r\n'),
        cuts: drawnFraming,
      })
      .map((of): Drawn => {
        const own = `; ${of.parameter}=${value}`;
        return {
          type: `${of.type}${of.behind ? own + of.charset : of.charset + own}`,
          boundary,
          parts: of.all.map(({ part, head }) => ({ head, value: part.value ?? '' })),
          before: of.before,
          end: of.end,
          entries: entriesOf(of.all.map(({ part }) => part)),
          cuts: of.cuts,
        };
      }),
  );

export const parsesDrawn = conversationProperty({
  needs: ['exchange'],
  setup: SETUP,
  inputs: (_: object) => body,
  hold: ({ entries: _, cuts, ...of }: Drawn, partners) =>
    sent(partners, [requestFor(of, { content: READ }, framingOf(cuts))]),
  expect: ({ entries }) => toldOf(entries),
});

interface Appended {
  readonly fields: readonly { readonly name: string; readonly value: string; readonly filename?: string }[];
  readonly cuts: Cuts;
}

/** What that client escapes in a way of its own is left out. */
const plainText = headerText(8).map((text) => text.replace(/["\\]/g, '_'));

const appended: fc.Arbitrary<Appended> = fc.record({
  fields: fc.array(
    fc
      .record({
        name: plainText,
        value: unicodeText(12),
        // It leaves out a name of a file that is empty.
        filename: fc.option(
          plainText.map((text) => `x${text}`),
          { nil: undefined },
        ),
      })
      .map(({ filename, ...field }) => (filename === undefined ? field : { ...field, filename })),
    { minLength: 1, maxLength: 6 },
  ),
  cuts: drawnFraming,
});

/** Written by Node's FormData, which ends lines of texts with both characters. */
export const readsNodes = conversationProperty({
  needs: ['exchange'],
  setup: SETUP,
  inputs: (_: object) => appended,
  hold: async ({ fields, cuts }: Appended, partners) => {
    const form = new FormData();
    for (const { name, value, filename } of fields)
      if (filename === undefined) form.append(name, value);
      else form.append(name, new Blob([value]), filename);
    const written = new Response(form);
    const type = written.headers.get('content-type') ?? '';
    const body = { $buffer: Buffer.from(await written.arrayBuffer()).toString('hex') };
    return sent(partners, [requestFor({ type, body }, { content: READ }, framingOf(cuts))]);
  },
  expect: ({ fields }) =>
    toldOf(
      fields.map(({ name, value, filename }) => [
        name,
        filename === undefined ? value.replace(/\r\n?|\n/g, '\r\n') : { file: filename },
      ]),
    ),
});
