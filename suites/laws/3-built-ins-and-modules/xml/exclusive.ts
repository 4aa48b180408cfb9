/** 3/xml-module/xml-exclusive-c14n: listed prefixes. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { anything, attempted, list } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import { formOrder, type NodeChoice, places } from './canonical.js';
import { followedExactly } from './documents.js';
import { PREFIXES, type TreeKind } from './drawn-trees.js';
import { asGiven, type FormName, formOf } from './forms.js';
import { writtenDocument } from './tree.js';

interface PrefixListRow extends NodeChoice {
  readonly trees?: TreeKind;
  readonly comments: boolean;
  /** The separators of prefixes: one blank between two of them, or any number, around them as well. */
  readonly blanks: keyof typeof BLANKS;
}

const BLANKS = {
  one: { gap: [' '], around: [''] },
  several: { gap: ['  ', '     '], around: ['', ' ', '  '] },
} as const;

/** Prefixes of trees, others, and the sign for the default namespace. */
const lists = ({ blanks }: PrefixListRow) =>
  fc.record({
    prefixes: fc.array(fc.constantFrom(...PREFIXES, '#default', 'unknown', 'default'), { minLength: 1, maxLength: 6 }),
    gap: fc.constantFrom<string[]>(...BLANKS[blanks].gap),
    around: fc.constantFrom<string[]>(...BLANKS[blanks].around),
  });

/** Namespaces of the listed prefixes are written as in the inclusive form. */
export const declaresListed = drawnProperty({
  inputs: (data: PrefixListRow) => fc.record({ place: places(data.trees ?? 'namespaces', data), listed: lists(data) }),
  inputOf: ({ place: { document, ...nodes }, listed: { prefixes, gap, around } }, { excluding, comments }) => {
    const text = `${around}${prefixes.join(gap)}${around}`;
    return formOrder(writtenDocument(document), 'exclusive', { ...nodes, excluding }, [comments, text]);
  },
  probe: followedExactly,
  expect: ({ place, listed: { prefixes } }, { comments, excluding }) =>
    list(attempted(formOf(place, 'exclusive', excluding, { comments, exclusive: prefixes }))),
});

/** An element with this number of unused namespaces; `listed` of their prefixes are listed. */
interface ManyPrefixesRow {
  readonly declared: number;
  readonly listed: number;
  readonly length: number;
}

const prefixesOf = ({ declared, length }: ManyPrefixesRow): readonly string[] =>
  Array.from({ length: declared }, (_, i) => `p${i}`.padEnd(length, '-'));

const NOTHING = { excluding: 'undefined' } as const;

/** Each listed prefix counts, however many. The last ones are listed, which a host that truncates the list loses. */
export const declaresManyListed = example({
  input: (row: ManyPrefixesRow) => {
    const source = `<a${prefixesOf(row).map(declaration).join('')}><b/></a>`;
    return formOrder(source, 'exclusive', NOTHING, [false, prefixesOf(row).slice(-row.listed).join(' ')]);
  },
  probe: followedExactly,
  expect: (row) => {
    const all = prefixesOf(row);
    const shown = all.slice(-row.listed).sort();
    const written = shown.map((prefix) => declaration(prefix, all.indexOf(prefix)));
    return list(attempted(asGiven('exclusiveC14n', `<a${written.join('')}><b></b></a>`)));
  },
});

const declaration = (prefix: string, i: number): string => ` xmlns:${prefix}="urn:${i}"`;

interface OpenCallRow {
  readonly form?: FormName;
  readonly source?: string;
  readonly more: readonly Plain[];
}

const SMALL = '<a xmlns:p="urn:p" xmlns:q="urn:q"><!--x--><p:b/></a>';

/** Results for arguments that the documents do not define. */
export const records = example({
  input: ({ form = 'exclusive', source = SMALL, more }: OpenCallRow) => formOrder(source, form, NOTHING, more),
  probe: followedExactly,
  expect: () => anything,
});
