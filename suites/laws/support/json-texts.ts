import type { PlainObject } from '../../../spec/types/requirement.js';

/** Bodies derived from a JSON object, by the names in requirements: other spellings of it, and invalid ones. */

type JsonTexts = { readonly [name: string]: (object: PlainObject) => string };

const { stringify } = JSON;

/** Not a JSON object. */
export const BODIES = {
  nothing: () => '',
  null: () => 'null',
  number: () => '5',
  true: () => 'true',
  string: (object) => stringify(stringify(object)),
  list: (object) => stringify([object]),
  'empty-list': () => '[]',
  'cut-by-one': (object) => stringify(object).slice(0, -1),
  'opened-only': () => '{',
  'comma-at-the-end': (object) => `${stringify(object).slice(0, -1)},}`,
  'single-quotes': (object) => stringify(object).replaceAll('"', "'"),
  'names-without-quotes': (object) => stringify(object).replace(/"(\w+)":/g, '$1:'),
  comment: (object) => `/**/${stringify(object)}`,
  'line-comment-before': (object) => `// all of it\n${stringify(object)}`,
  'line-comment': (object) => `${stringify(object)} // all of it`,
  'garbage-after': (object) => `${stringify(object)}x`,
  'line-end-in-text': (object) => stringify(object).replace(/":"./, '$&\n'),
  'two-objects': (object) => stringify(object).repeat(2),
  form: (object) => new URLSearchParams({ name: String(object.name) }).toString(),
  markup: (object) => `<server><name>${object.name}</name></server>`,
} as const satisfies JsonTexts;

const escaped = (json: string): string =>
  `"${String(JSON.parse(json)).replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}"`;

/** With another spelling of its strings: of the names of members, which a colon follows, or of all others. */
const respelled = (object: PlainObject, which: 'names' | 'values'): string =>
  stringify(object).replace(/("(?:[^"\\]|\\.)*")(:?)/g, (found, string: string, colon: string) =>
    (colon === ':') === (which === 'names') ? escaped(string) + colon : found,
  );

/** RFC 8259 */
export const SPELLINGS = {
  'white-space-around': (object) => ` \t\r\n${stringify(object)}\n\n`,
  'white-space-within': (object) => stringify(object, undefined, '\t').replaceAll('\n', '\r\n'),
  'escaped-names': (object) => respelled(object, 'names'),
  'escaped-values': (object) => respelled(object, 'values'),
  'other-order': (object) => stringify(Object.fromEntries(Object.entries(object).reverse())),
} as const satisfies JsonTexts;

const withNote = (object: PlainObject, note: string): string => `${stringify(object).slice(0, -1)},"note":${note}}`;

/** With a large member that no field is known for. */
const LARGE = {
  'member-of-60000': (object) => withNote(object, stringify('x'.repeat(60_000))),
  'names-of-members-1000': (object) =>
    withNote(object, stringify(Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`m${i}`, i])))),
  'lists-in-lists-1000': (object) => withNote(object, '['.repeat(1000) + ']'.repeat(1000)),
} as const satisfies JsonTexts;

export const WRITTEN = {
  ...BODIES,
  ...SPELLINGS,
  ...LARGE,
  usual: (object: PlainObject) => stringify(object),
} as const;
