/** Drawn forms: fields, how they are written, and where their bodies are divided. */
import fc from 'fast-check';
import { bytes, unicodeText } from './arbitraries.js';
import { entriesOf, type FormField, type FormPair, quoted, type SentForm } from './forms.js';
import { percent, piecesOf, respelled } from './spelling.js';
import type { BodyCut } from './uploading.js';

/** A form with its entries; its body is divided into segments of these sizes, repeated, or not at all. */
interface DrawnForm {
  readonly form: SentForm & { readonly entries: readonly FormPair[] };
  readonly chunked: boolean;
  readonly sizes: readonly number[];
}

const cuts = {
  chunked: fc.boolean(),
  sizes: fc.oneof(
    fc.constant([]),
    fc.constant([1]),
    fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
    fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 }),
  ),
};

/** How the body is sent, if the host's own client does not choose. */
export const cutOf = ({ chunked, sizes }: DrawnForm): BodyCut | undefined =>
  !chunked && sizes.length === 0 ? undefined : { chunked, pieces: (body) => cutAt(body, sizes) };

function cutAt(body: Buffer, sizes: readonly number[]): Buffer[] {
  if (sizes.length === 0) return [body];
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = sizes[pieces.length % sizes.length] ?? 1;
    pieces.push(body.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** Spellings of one character. */
const SPELLINGS = {
  plain: (character: string) => (/[\0-\x20&=%+]/.test(character) ? percent(character) : character),
  lower: percent,
  upper: (character: string) => percent(character).toUpperCase(),
  plus: (character: string) => (character === ' ' ? '+' : percent(character)),
} as const;

const text = fc
  .tuple(unicodeText(10), fc.array(fc.constantFrom('plain', 'lower', 'upper', 'plus'), { minLength: 1, maxLength: 5 }))
  .map(([whole, spellings]) => ({
    text: whole,
    written: [...whole].map((c, i) => SPELLINGS[spellings[i % spellings.length] ?? 'plain'](c)).join(''),
  }));

/** Any texts; nothing, or only ampersands, between some of them; some without an equals sign. */
const urlencoded = fc
  .array(fc.tuple(text, text, fc.constantFrom('', '&', '&&')), { maxLength: 8 })
  .map((all): DrawnForm['form'] => ({
    entries: all.map(([name, value]) => [name.text, value.text]),
    body: all
      .map(([name, value, sign]) => {
        const isBare = value.written === '' && name.written !== '' && sign !== '';
        return `${sign}${name.written}${isBare ? '' : `=${value.written}`}`;
      })
      .join('&'),
  }));

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const plainBoundary = piecesOf([...LETTERS, ..."'+_-."], 1, 70);
/** Of all characters that RFC 2046 allows; a blank is not the last one. */
const quotedBoundary = fc
  .tuple(piecesOf([...LETTERS, ..."'()+_,-./:=? "], 0, 69), fc.constantFrom(...LETTERS))
  .map(([text, last]) => `${text}${last}`);

/** Without control characters, which a header line cannot contain. */
const headerText = (maxLength: number): fc.Arbitrary<string> =>
  unicodeText(maxLength).map((text) => text.replace(/\p{Cc}/gu, '_'));

/** Names that repeat, names of inherited members, and any others. */
const name = fc.oneof(fc.constantFrom('a', 'A', 'b', '', '__proto__', 'constructor', 'toString', '0'), headerText(8));

/** Texts with a meaning for parsers, and others. */
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

/** No line begins with the boundary, including the first. */
const apart = (value: string, boundary: string): string =>
  `\r\n${value}`.includes(`\r\n--${boundary}`) ? value.replaceAll(`--${boundary}`, `+${boundary}`) : value;

const TYPES = ['text/plain', 'application/octet-stream', 'text/plain; charset=utf-8', 'image/png'] as const;

/** A field with its name, and with a head in any of the spellings that RFC 7578 allows. */
const written = (boundary: string): fc.Arbitrary<FormField> =>
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
    .map(({ name, filename, ...of }): FormField => {
      const isBytes = filename !== undefined && !of.isText && !Buffer.from(of.content).includes(`--${boundary}`);
      const value = isBytes ? Uint8Array.from(of.content) : apart(of.text, boundary);
      const named = [`${of.parameters[0]}=${quoted(name)}`];
      if (filename !== undefined) named.push(`${of.parameters[1]}=${quoted(filename)}`);
      const disposition = [of.form, ...(of.turned ? named.reverse() : named)].join(of.sign);
      const head = [`${of.header}${of.colon}${disposition}`];
      if (of.type !== undefined) head.push(`Content-Type: ${of.type}`);
      const file = filename === undefined ? {} : { filename };
      return { name, ...file, value, head: of.typeFirst ? head.reverse() : head };
    });

/** Fields of any kind with any boundary, and optional text around them. */
const multipart: fc.Arbitrary<DrawnForm['form']> = fc
  .oneof(
    plainBoundary.map((boundary) => ({ boundary, value: boundary })),
    quotedBoundary.map((boundary) => ({ boundary, value: quoted(boundary) })),
  )
  .chain(({ boundary, value }) =>
    fc
      .record({
        fields: fc.array(written(boundary), { minLength: 1, maxLength: 6 }),
        type: respelled('multipart/form-data'),
        parameter: respelled('boundary'),
        charset: fc.constantFrom('', '; charset=utf-8', '; charset="UTF-8"'),
        behind: fc.boolean(),
        before: fc.constantFrom('', '\r\n', 'preamble\r\n', 'pre\r\n\r\n--am\r\nble\r\n'),
        end: fc.constantFrom('--\r\n', '--', '--\r\nepilogue', '--\r\n\r\n--epilogue\r\n'),
      })
      .map(({ fields, type, parameter, charset, behind, before, end }) => {
        const own = `; ${parameter}=${value}`;
        const whole = `${type}${behind ? own + charset : charset + own}`;
        return { type: whole, boundary, fields, before, end, entries: entriesOf({ fields }) };
      }),
  );

/** Without characters that this client escapes specially. */
const plainText = headerText(8).map((text) => text.replace(/["\\]/g, '_'));

/** Fields for Node's client, which ends lines of texts with both characters, and omits an empty name of a file. */
const client = fc
  .array(fc.tuple(plainText, unicodeText(12), fc.option(plainText, { nil: undefined })), { minLength: 1, maxLength: 6 })
  .map((all): DrawnForm['form'] => ({
    fields: all.map(([name, value, file]) => ({
      name,
      value,
      ...(file === undefined ? {} : { filename: `x${file}` }),
    })),
    entries: all.map(([name, value, file]) => [
      name,
      file === undefined ? value.replace(/\r\n?|\n/g, '\r\n') : { name: `x${file}` },
    ]),
  }));

/** The same fields, written by Node's client. */
export async function writtenByClient({ fields = [], entries }: DrawnForm['form']): Promise<DrawnForm['form']> {
  const form = new FormData();
  for (const { name = '', value, filename } of fields)
    if (filename === undefined) form.append(name, String(value));
    else form.append(name, new Blob([String(value)]), filename);
  const written = new Response(form);
  const body = { $buffer: Buffer.from(await written.arrayBuffer()).toString('hex') };
  return { type: written.headers.get('content-type') ?? '', body, entries };
}

const drawn = (form: fc.Arbitrary<DrawnForm['form']>): fc.Arbitrary<DrawnForm> => fc.record({ form, ...cuts });

export const drawnForms = {
  urlencoded: drawn(urlencoded),
  multipart: drawn(multipart),
  client: drawn(client),
} as const;
