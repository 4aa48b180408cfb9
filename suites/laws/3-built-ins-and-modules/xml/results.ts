/** 3/xml-module: forms as results, which are independent Buffers and strings, and their content when parsed again. */
import fc from 'fast-check';
import { anything, attempted, type Expectation, equal, list, satisfies } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import type { StepOrder, StepsRow } from '../../../language/steps.js';
import type { Law } from '../../../language/trial.js';
import { liftedWith } from '../../support/lifted-with.js';
import { gives } from '../../support/steps.js';
import { type FormSource, type NodeChoice, places } from './canonical.js';
import { followedExactly, orderOn, PARSED } from './documents.js';
import { documentsOf, type TreeKind } from './drawn-trees.js';
import { FORMS, type FormName, type FormNodes, formCall, formOf, nodesIn } from './forms.js';
import { writtenDocument } from './tree.js';

const KINDS: readonly TreeKind[] = ['namespaces', 'attributes', 'text', 'comments', 'instructions', 'mixed'];

/** The form of a form is the same form. */
export const isItsOwnForm = drawnProperty({
  inputs: (_: { readonly form: FormName }) => fc.constantFrom(...KINDS).chain(documentsOf),
  inputOf: (document, { form }) => {
    const [member = '', , ...more] = formCall(form).call;
    const parsing = { on: 'xml', call: ['parse', '$form'], as: 'again' };
    const steps = [{ ...formCall(form), as: 'form' }, parsing, { on: 'xml', call: [member, '$again', ...more] }];
    return orderOn({ document: writtenDocument(document) }, PARSED, steps);
  },
  probe: followedExactly,
  expect: (document, { form }) => {
    const text = attempted(formOf({ document, of: null, without: [] }, form));
    return list(text, attempted(anything), text);
  },
});

/** Requests the three names of the inclusive form, on the same nodes. */
const threeForms = (document: string, nodes: FormNodes): StepOrder => {
  const forms = (['c14n', 'serialize', 'serialize-to-string'] as const).map((form) => formCall(form, nodes));
  return orderOn({ document }, { ...PARSED, ...nodesIn(nodes) }, forms);
};

/** How one of the three calls ended: the type of its form, and its text. */
function ending(end: unknown): readonly [type: string, text: unknown] {
  const [how, what]: readonly unknown[] = Array.isArray(end) ? end : [];
  if (how === 'threw') return ['threw', undefined];
  return Buffer.isBuffer(what) ? ['Buffer', what.toString()] : [typeof what, what];
}

const TYPES = ['Buffer', 'Buffer', 'string'];

/** All three return the same bytes, the last one as text; if a form may be refused, all three may throw. */
const alike = (mayThrow: boolean): Expectation =>
  satisfies('serialize returns the same as c14n, and serializeToString the same as text', (value) => {
    const ends = Array.isArray(value) ? value.map(ending) : [];
    const types = ends.map(([type]) => type);
    if (mayThrow && ends.length === 3 && types.every((type) => type === 'threw')) return true;
    if (`${types}` !== `${TYPES}`) return `the three end with ${types.join(', ')}`;
    return ends.every(([, text]) => text === ends[0]?.[1]) || 'the three differ';
  });

export const agreesByAllNames = drawnProperty({
  inputs: ({ trees: kind, ...place }: NodeChoice & { readonly trees: TreeKind }) => places(kind, place),
  inputOf: ({ document, ...nodes }, { excluding }) => threeForms(writtenDocument(document), { ...nodes, excluding }),
  probe: followedExactly,
  expect: () => alike(false),
});

/** The same for a given document. */
export const agreesByAllNamesOn = example({
  input: ({ source, of, without }: FormSource & { readonly may?: 'refuse' }) => threeForms(source, { of, without }),
  probe: followedExactly,
  expect: ({ may }) => alike(may === 'refuse'),
});

/** Steps in which `$member` is the operation that returns a form. */
export const followsWithForm: Law<StepsRow & { readonly form: FormName }> = ({ form, ...doing }) =>
  gives({ ...doing, member: FORMS[form].member });

/** The number of bytes of a form, and a sum that depends on their order. Lifted with the probe. */
const sumOf = (bytes: Uint8Array) => {
  let a = 1;
  let b = 0;
  // No iterator, because it takes longer than the sums.
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

/** Nothing is truncated or repeated if a part is large. */
export const givesLargeForm = example({
  input: ({ place, sizes, form }: LargeFormRow): LargeForms => ({
    ...{ parts: LARGE[place][0], sizes },
    ...{ member: FORMS[form].member, more: [undefined, ...FORMS[form].more] },
  }),
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
