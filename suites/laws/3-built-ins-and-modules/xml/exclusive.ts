/** 3/xml-module/xml-exclusive-c14n: prefixes that are listed. */
import fc from 'fast-check';
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { anything } from '../../../language/expectation.js';
import { drawnProperty, example } from '../../../language/law.js';
import { type NodeChoice, places } from './canonical.js';
import { PREFIXES, type TreeKind } from './drawn-trees.js';
import { asGiven, formed, formOf, queryOf, WHOLE } from './forms.js';

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
  told: ({ place: { document, of, without }, list }, { excluding, comments }) => {
    const text = `${list.around}${list.prefixes.join(list.gap)}${list.around}`;
    return { ...queryOf(document, 'exclusive', { of, excluding, without }), more: [comments, text] };
  },
  probe: formed,
  expect: ({ place, list: { prefixes } }, { comments, excluding }) =>
    formOf(place, 'exclusive', excluding, { comments, exclusive: prefixes }),
});

/** An element with so many namespaces that nothing uses; `listed` of their prefixes are listed. */
interface ManyPrefixesRow {
  readonly declared: number;
  readonly listed: number;
  readonly length: number;
}

const prefixesOf = ({ declared, length }: ManyPrefixesRow): readonly string[] =>
  Array.from({ length: declared }, (_, i) => `p${i}`.padEnd(length, '-'));

/** However many are listed, each of them counts. The last ones are listed: of prefixes that are cut off, these are gone. */
export const listsMany = example({
  input: (row: ManyPrefixesRow) => ({
    ...{ ...WHOLE, excluding: 'undefined' as const, member: 'exclusiveC14n' },
    source: `<a${prefixesOf(row).map(declaration).join('')}><b/></a>`,
    more: [false, prefixesOf(row).slice(-row.listed).join(' ')],
  }),
  probe: formed,
  expect: (row) => {
    const all = prefixesOf(row);
    const shown = all.slice(-row.listed).sort();
    return asGiven(
      'exclusiveC14n',
      `<a${shown.map((prefix) => declaration(prefix, all.indexOf(prefix))).join('')}><b></b></a>`,
    );
  },
});

const declaration = (prefix: string, i: number): string => ` xmlns:${prefix}="urn:${i}"`;

interface OpenCallRow {
  readonly member?: string;
  readonly source?: string;
  readonly more: readonly Plain[];
}

const SMALL = '<a xmlns:p="urn:p" xmlns:q="urn:q"><!--x--><p:b/></a>';

/** What comes of arguments that the documents do not say. */
export const records = example({
  input: ({ member = 'exclusiveC14n', source = SMALL, more }: OpenCallRow) => ({
    ...{ ...WHOLE, excluding: 'undefined' as const },
    ...{ source, member, more: more.map(decode) },
  }),
  probe: formed,
  expect: () => anything,
});
