/** Finds the items of a list that match a state. */
import { printableText } from '../../printable.js';
import type { Group, Item } from '../list-model.js';
import type { PageState } from './state.js';

/** The text in the form that the page shows, for searching. */
const searchable = (text: string): string => printableText(text).toLowerCase();

export const searchWords = (text: string): readonly string[] =>
  searchable(text)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether one of the rows is in a place: a document, a section, a row, or anywhere. */
export const inPlace = (rows: readonly string[], place: string): boolean =>
  place === '' || rows.some((row) => row === place || row.startsWith(`${place}/`));

/** Finds the items of a group that match a state. Texts are prepared once, for their first search. */
export function listSearcher(): (state: PageState) => (group: Group) => readonly Item[] {
  const known = new WeakMap<Group | Item, string>();
  const textOf = (of: Group | Item): string => {
    const before = known.get(of);
    if (before !== undefined) return before;
    const texts = typeof of.texts === 'function' ? of.texts() : of.texts;
    const text = searchable(texts.join('\n'));
    known.set(of, text);
    return text;
  };
  return ({ values, place, text }) => {
    const words = searchWords(text);
    return (group) => {
      const here = inPlace(group.rows, place);
      // Words of the group count for each of its items.
      const missing = words.length === 0 ? words : words.filter((word) => !textOf(group).includes(word));
      return group.items.filter(
        (item) =>
          (values.size === 0 || values.has(item.value)) &&
          (item.rows === undefined ? here : inPlace(item.rows, place)) &&
          missing.every((word) => textOf(item).includes(word)),
      );
    };
  };
}
