/** Enumerations: names in code, or numbers, in a row. */
import type { ListFact } from '../../../spec/types/row.js';
import { clausesOf, codesIn, type RowText } from './text.js';

const ITEM = '(?:`[^`]+`|(?<![\\w`])-?\\d+(?![\\w.]))(?: \\([^()]*\\))?';
const LIST = new RegExp(`(?:\`(\\w+)\`(?: is|:) )?(${ITEM}(?:(?:, | or | and |, or |, and )${ITEM})+)`, 'g');

/** Columns whose lists are other facts. */
const ELSEWHERE = new Set(['added or changed', 'applies to', 'keys', 'request payload']);

/** Lists of at least three, outside of the first cell; `of` is the identifier to which the list belongs. */
export function listsOf({ cells }: RowText): ListFact[] {
  const texts = cells.length === 1 ? cells : cells.slice(1).filter(({ column }) => !ELSEWHERE.has(column));
  return texts.flatMap(({ text }) => clausesOf(text)).flatMap(clauseLists);
}

function clauseLists(clause: string): ListFact[] {
  return [...clause.matchAll(LIST)].flatMap(([, of, list = '']): ListFact[] => {
    const bare = list.replace(/ \([^()]*\)/g, '');
    const values = codesIn(bare).length > 0 ? codesIn(bare) : (bare.match(/-?\d+/g) ?? []);
    return values.length < 3 ? [] : [{ ...(of === undefined ? {} : { of }), values }];
  });
}
