/** 2/http-request-object-methods/r-read-request-form: form encoding. The oracle is the URL standard, as Node has it. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { anything, list, matches } from '../../../language/expectation.js';
import { conversationProperty } from '../../../language/law.js';
import { unicodeText } from '../../support/arbitraries.js';
import { type ContentKind, contentOf } from '../../support/contents.js';
import { percent } from '../../support/spelling.js';
import { type Cuts, drawnFraming, framingOf } from './drawn.js';
import { brief, SETUP } from './handlers.js';
import { form, forms, formsEach, inPlace, type One, requestFor, type Sent } from './rows.js';
import { type Step, sent, tells } from './sent.js';
import { bytesOf, decodedFrom, type Entry, namedIn, URLENCODED } from './serialization.js';

const READ: readonly Step[] = [['read', 'Form', { maxKeys: 100000 }], ['entries'], ['hasFiles']];

/** What a form of these entries is told as, without files. */
const toldOf = (entries: readonly Entry[]) =>
  tells(
    'form',
    brief(entries.map(([name, value]) => [brief(name), typeof value === 'string' ? brief(value) : value])),
    false,
  );

interface Encoded extends Sent {
  readonly body: Plain;
}

const DECODED: One<Encoded> = {
  request: (of) => requestFor({ type: URLENCODED, ...of }, inPlace(of, READ)),
  expect: ({ body }) => toldOf(decodedFrom(bytesOf(body))),
};
/** A body as it stands. */
export const decodes = form(DECODED);

const TYPED = 'a=%C3%A9&b=+';
/** The same body with each of the media types. */
export const decodesTyped = formsEach<{ readonly type: string }>({
  request: ({ type }) => DECODED.request({ type, body: TYPED }),
  expect: () => DECODED.expect({ body: TYPED }),
});

/** Values of exact sizes, each between two others, percent-encoded or as it stands. */
interface Sized extends Sent {
  readonly sizes: readonly number[];
  readonly of: ContentKind;
  readonly encoded?: boolean;
}

const sized = ({ sizes, of, encoded = false }: Sized): string[] =>
  sizes.map((size) => {
    const value = String(contentOf(of, size));
    return `a=1&k=${encoded ? percent(value) : value}&b=2`;
  });

export const holdsValues = forms(
  (of: Sized) => sized(of).map((body) => requestFor({ type: URLENCODED, ...of, body }, inPlace(of, READ))),
  (of) => sized(of).map((body) => toldOf(decodedFrom(Buffer.from(body)))),
);

/** Bodies of exactly so many bytes. */
interface Bodies extends Sent {
  readonly sizes: readonly number[];
}

export const holdsBodies = forms(
  ({ sizes, ...of }: Bodies) =>
    sizes.map((size) =>
      requestFor({ type: URLENCODED, ...of, body: `a=${contentOf('ascii', size - 2)}` }, inPlace(of, READ)),
    ),
  ({ sizes }) => sizes.map((size) => toldOf([['a', String(contentOf('ascii', size - 2))]])),
);

/** How one character may be written. */
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

interface Drawn {
  readonly entries: readonly (readonly [string, string])[];
  readonly body: string;
  readonly cuts: Cuts;
}

/** Entries of any texts; nothing, or nothing but ampersands, between some of them; some without an equals sign. */
const drawn: fc.Arbitrary<Drawn> = fc
  .tuple(fc.array(fc.tuple(text, text, fc.constantFrom('', '&', '&&')), { maxLength: 8 }), drawnFraming)
  .map(([all, cuts]) => ({
    entries: all.map(([name, value]) => [name.text, value.text]),
    body: all
      .map(([name, value, sign]) => {
        const isBare = value.written === '' && name.written !== '' && sign !== '';
        return `${sign}${name.written}${isBare ? '' : `=${value.written}`}`;
      })
      .join('&'),
    cuts,
  }));

export const decodesDrawn = conversationProperty({
  needs: ['exchange'],
  setup: SETUP,
  inputs: (_: object) => drawn,
  hold: ({ body, cuts }: Drawn, partners) => {
    const steps = { content: [...READ, ['named'] as const] };
    return sent(partners, [requestFor({ type: URLENCODED, body }, steps, framingOf(cuts))]);
  },
  expect: ({ entries }) => list(tells('form', entries, false, namedIn(entries))),
});

export const recordsEach = formsEach<Encoded>({ ...DECODED, expect: () => anything });

/** The first field has bytes that are no UTF-8 between 1 and 2; the second is an é. */
export const keepsBeside = forms(
  (of: Encoded) => [requestFor({ type: URLENCODED, ...of }, { content: READ })],
  () => [tells('form', list(list('a', matches(/^1\ufffd+2$/)), ['b', 'é']), false)],
);
