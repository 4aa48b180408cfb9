/** 3/xml-module: forms as results, which are Buffers and texts of their own, and what they say when they are read again. */
import fc from 'fast-check';
import { type Expectation, equal, list, satisfies } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import { liftedWith } from '../../support/lifted-with.js';
import { callOf, type FormSource, type NodeChoice, places } from './canonical.js';
import { type TreeKind, trees } from './canonical-drawn.js';
import { documentOf, type TreePath, writtenDocument } from './canonical-tree.js';
import { canonicalize } from './canonicalizer.js';
import { asGiven, elementIn, FORMS, type FormName } from './forms.js';

const KINDS: readonly TreeKind[] = ['namespaces', 'attributes', 'text', 'comments', 'instructions', 'mixed'];
const someTree = fc.constantFrom(...KINDS).chain(trees);

/** The form of a form is the same form. */
export const again = drawnProperty({
  inputs: (_: { readonly form: FormName }) => someTree.map(documentOf),
  told: (document, { form }) => {
    const { member, more } = FORMS[form];
    return { source: writtenDocument(document), member, more: more.length === 0 ? [] : [undefined, ...more] };
  },
  probe: ({ source, member, more }, t) => {
    const form = (of: object): unknown => {
      const args: unknown[] = [of];
      return t.invoke(t.xml, member, args.concat(more));
    };
    const first = form(t.xml.parse(source));
    if (typeof first !== 'string' && !Buffer.isBuffer(first)) return [first];
    return [first, form(t.xml.parse(first))];
  },
  expect: (document, { form }) => {
    const { member, form: of } = FORMS[form];
    const text = asGiven(member, canonicalize(document, of));
    return list(text, text);
  },
});

/** Asks for the three names of the inclusive form, on the same nodes. */
const named = liftedWith(
  (input: { readonly source: string; readonly of: TreePath | null; readonly without: TreePath | null }, t, at) => {
    const document = t.xml.parse(input.source);
    const args: unknown[] = [input.of === null ? document : at(document, input.of, t)];
    if (input.without !== null) args.push(at(document, input.without, t));
    const outcomes = (member: string) => t.attempt(() => t.invoke(t.xml, member, args));
    return [outcomes('c14n'), outcomes('serialize'), outcomes('serializeToString')];
  },
  elementIn,
);

/** How one of the three calls ended: its form as text, told apart from that of another type. */
function ending(end: unknown): readonly [type: string, text: unknown] {
  const [how, what]: readonly unknown[] = Array.isArray(end) ? end : [];
  if (how === 'threw') return ['threw', undefined];
  return Buffer.isBuffer(what) ? ['Buffer', what.toString()] : [typeof what, what];
}

const TYPES = ['Buffer', 'Buffer', 'string'];

/** All three return the same bytes, the last one as text; where a form may be refused, all three may throw. */
const alike = (mayThrow: boolean): Expectation =>
  satisfies('serialize gives what c14n gives, and serializeToString the same as text', (value) => {
    const ends = Array.isArray(value) ? value.map(ending) : [];
    const types = ends.map(([type]) => type);
    if (mayThrow && ends.length === 3 && types.every((type) => type === 'threw')) return true;
    if (`${types}` !== `${TYPES}`) return `the three end with ${types.join(', ')}`;
    return ends.every(([, text]) => text === ends[0]?.[1]) || 'the three differ';
  });

export const twins = drawnProperty({
  inputs: ({ trees: kind, ...place }: NodeChoice & { readonly trees: TreeKind }) => places(kind, place),
  told: ({ document, of, without }, { excluding }) => ({
    source: writtenDocument(document),
    of,
    without: excluding === 'node' ? without : null,
  }),
  probe: named,
  expect: () => alike(false),
});

/** The same for a document that is given. */
export const twinsOf = example({
  input: ({ source, of, without }: FormSource & { readonly may?: 'refuse' }) => ({
    source,
    of: of ?? null,
    without: without ?? null,
  }),
  probe: named,
  expect: ({ may }) => alike(may === 'refuse'),
});

/**
 * Each call gives bytes of its own, and a call changes nothing of the document: after all other forms of it, with and without a
 * part, and after its bytes were overwritten, it is still the same.
 */
export const lasting = example({
  input: (data: FormSource & { readonly then: string }) => ({
    ...callOf(data),
    ways: Object.values(FORMS).map(({ member }) => member),
  }),
  probe: ({ source, member, more, ways }, t) => {
    const document = t.xml.parse(`${source}`);
    const root = document.$root || t.unobservable('there is no $root');
    const first = root.$tags[0] || t.unobservable('$tags has no element');
    const form = (): unknown => {
      const args: unknown[] = [document, undefined];
      return t.invoke(t.xml, member, args.concat(more));
    };
    const one = form();
    for (let i = 0; i < ways.length; i++) {
      t.invoke(t.xml, ways[i] || '', [document, first]);
      t.invoke(t.xml, ways[i] || '', [first]);
    }
    const other = form();
    if (other instanceof Uint8Array) for (let i = 0; i < other.length; i++) other[i] = 0x2e;
    return [one, form()];
  },
  expect: ({ form = 'c14n', then }) => {
    const text = asGiven(FORMS[form].member, then);
    return list(text, text);
  },
});

/** What was given stays what it is when the document changes. */
export const kept = example({
  input: ({ source }: { readonly source: string; readonly then: string }) => source,
  probe: (source, t) => {
    const document = t.xml.parse(source);
    const root = document.$root;
    const before = [
      t.xml.c14n(document),
      t.xml.serialize(document),
      t.xml.serializeToString(document),
      t.xml.exclusiveC14n(document),
    ];
    root.setAttribute('later', '1');
    root.removeChildren();
    root.setText('later');
    return before;
  },
  expect: ({ then }) =>
    list(...['c14n', 'serialize', 'serializeToString', 'exclusiveC14n'].map((member) => asGiven(member, then))),
});

/** How many bytes of a form there are, and a sum of them that depends on their order. In the probe language, and lifted with the probe. */
const sumOf = (bytes: Uint8Array) => {
  let a = 1;
  let b = 0;
  // No iterator: it costs more than the sums.
  for (let i = 0; i < bytes.length; i++) {
    a = (a + (bytes[i] || 0)) % 65521;
    b = (b + a) % 65521;
  }
  return { length: bytes.length, sum: b * 65536 + a };
};

type RepeatedPart = readonly [head: string, repeated: string, tail: string];

/** Documents with something large at one place, and their forms. */
const LARGE = {
  text: [['<a>', 'x', '</a>'], ['<a>', 'x', '</a>']],
  'special-text': [['<a>', '&lt;', '</a>'], ['<a>', '&lt;', '</a>']],
  'text-of-three-bytes': [['<a>', '€', '</a>'], ['<a>', '€', '</a>']],
  'text-of-four-bytes': [['<a>', '😀', '</a>'], ['<a>', '😀', '</a>']],
  value: [['<a b="', 'x', '"/>'], ['<a b="', 'x', '"></a>']],
  'special-value': [['<a b="', '&#9;', '"/>'], ['<a b="', '&#x9;', '"></a>']],
  comment: [['<a><!--', 'x', '--></a>'], ['<a><!--', 'x', '--></a>']],
  instruction: [['<a><?p y', 'x', '?></a>'], ['<a><?p y', 'x', '?></a>']],
  elements: [['<a>', '<b/>', '</a>'], ['<a>', '<b></b>', '</a>']],
} as const satisfies { readonly [place: string]: readonly [document: RepeatedPart, form: RepeatedPart] }; // biome-ignore format: a table

interface LargeFormRow {
  readonly place: keyof typeof LARGE;
  readonly sizes: readonly number[];
  readonly form: FormName;
}

interface LargeForms {
  readonly parts: RepeatedPart;
  readonly sizes: readonly number[];
  readonly member: string;
  readonly more: readonly unknown[];
}

/** Nothing is cut and nothing repeated where a part is large. */
export const large = example({
  input: ({ place, sizes, form }: LargeFormRow): LargeForms => {
    const { member, more } = FORMS[form];
    return { parts: LARGE[place][0], sizes, member, more: [undefined, ...more] };
  },
  probe: liftedWith((input: LargeForms, t, sum) => {
    const parts = input.parts;
    const summed = (form: unknown) => {
      const bytes = typeof form === 'string' ? Buffer.from(form) : form;
      return bytes instanceof Uint8Array ? sum(bytes) : 'no bytes';
    };
    return input.sizes.map((size) => {
      const args: unknown[] = [t.xml.parse(parts[0] + parts[1].repeat(size) + parts[2])];
      return [size, summed(t.invoke(t.xml, input.member, args.concat(input.more)))];
    });
  }, sumOf),
  expect: ({ place, sizes }) => {
    const [head, repeated, tail] = LARGE[place][1];
    return equal(sizes.map((size) => [size, sumOf(Buffer.from(head + repeated.repeat(size) + tail))]));
  },
});
