/** 3/xml-module/xml-exclusive-c14n: prefixes that are listed. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import { type NodeChoice, places } from './canonical.js';
import { PREFIXES, type TreeKind } from './canonical-drawn.js';
import { documentOf, type XmlElement } from './canonical-tree.js';
import { canonicalize } from './canonicalizer.js';
import { asGiven, type FormNodes, type FormQuery, formed, formOf, queryOf, WHOLE } from './forms.js';

interface PrefixListRow extends NodeChoice {
  readonly trees?: TreeKind;
  readonly comments: boolean;
  /** What separates the prefixes: one blank between two of them, or any number, around them as well. */
  readonly blanks: keyof typeof BLANKS;
}

const BLANKS = {
  one: { gap: [' '], around: [''] },
  several: { gap: ['  ', '     '], around: ['', ' ', '  '] },
} as const;

/** Prefixes that trees have, others, and the sign for the default namespace. */
const lists = ({ blanks }: PrefixListRow) =>
  fc.record({
    prefixes: fc.array(fc.constantFrom(...PREFIXES, '#default', 'unknown', 'default'), { minLength: 1, maxLength: 6 }),
    gap: fc.constantFrom<string[]>(...BLANKS[blanks].gap),
    around: fc.constantFrom<string[]>(...BLANKS[blanks].around),
  });

/** Namespaces of the prefixes that are listed are written as the inclusive form writes them. */
export const listed = drawnProperty({
  inputs: (data: PrefixListRow) => fc.record({ place: places(data.trees ?? 'namespaces', data), list: lists(data) }),
  told: ({ place: { document, of, without }, list }, { excluding, comments }): FormQuery => {
    const text = `${list.around}${list.prefixes.join(list.gap)}${list.around}`;
    return { ...queryOf(document, 'exclusive', { of, excluding, without }), more: [comments, text] };
  },
  probe: formed,
  expect: ({ place, list }, { comments }, asked) =>
    formOf(place.document, asked, { comments, exclusive: list.prefixes }),
});

/** An element with so many namespaces that nothing uses; `listed` of their prefixes are listed. */
interface ManyPrefixesRow {
  readonly declared: number;
  readonly listed: number;
  readonly length: number;
}

const prefixesOf = ({ declared, length }: ManyPrefixesRow): readonly string[] =>
  Array.from({ length: declared }, (_, i) => `p${i}`.padEnd(length, '-'));

const withMany = (data: ManyPrefixesRow): XmlElement => ({
  kind: 'element',
  name: 'a',
  declares: prefixesOf(data).map((prefix, i) => [prefix, `urn:${i}`]),
  attributes: [],
  children: [{ kind: 'element', name: 'b', declares: [], attributes: [], children: [] }],
});

const NOTHING: FormNodes = { ...WHOLE, excluding: 'undefined' };

/** However many are listed, each of them counts. The last ones are listed: of prefixes that are cut off, these are gone. */
export const many = example({
  input: (data: ManyPrefixesRow): FormQuery => ({
    ...queryOf(documentOf(withMany(data)), 'exclusive', NOTHING),
    more: [false, listOf(data).join(' ')],
  }),
  probe: formed,
  expect: (data) => asGiven('exclusiveC14n', canonicalize(documentOf(withMany(data)), { exclusive: listOf(data) })),
});

const listOf = (data: ManyPrefixesRow): readonly string[] => prefixesOf(data).slice(data.declared - data.listed);

/** What comes of arguments that the documents do not say. */
export const perhaps = example({
  input: ({
    member = 'exclusiveC14n',
    source = SMALL,
    more,
  }: {
    member?: string;
    source?: string;
    more: readonly Plain[];
  }): FormQuery => ({
    ...NOTHING,
    source,
    member,
    more: more.map(decode),
  }),
  probe: formed,
  expect: () => anything,
});

const SMALL = '<a xmlns:p="urn:p" xmlns:q="urn:q"><!--x--><p:b/></a>';
