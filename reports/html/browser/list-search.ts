/** Which items of a list a state shows, and how an address tells it: `#verdict=violates,deviates&in=2/some-section&text=words`. */
import { printableText } from '../../printable.js';
import type { Group, Item } from '../list-model.js';

/** Items of these values (of all where there is none), with a row in this place, in which each word of the text occurs. */
export interface ListState {
  readonly values: ReadonlySet<string>;
  /** A document, a section or a row. */
  readonly place: string;
  readonly text: string;
}

export const UNFILTERED_LIST: ListState = { values: new Set(), place: '', text: '' };

export const isListFiltered = ({ values, place, text }: ListState): boolean =>
  values.size > 0 || place !== '' || text.trim() !== '';

/**
 * The state that an address names; nothing where it is of something else.
 * @param key what the values are called
 */
export function readListState(key: string, hash: string): ListState | undefined {
  if (![key, 'in', 'text'].some((name) => hash.startsWith(`${name}=`))) return undefined;
  const fields = new URLSearchParams(hash);
  const values = (fields.get(key) ?? '').split(',').filter((value) => value !== '');
  return { values: new Set(values), place: fields.get('in') ?? '', text: fields.get('text') ?? '' };
}

export function writeListState(key: string, { values, place, text }: ListState): string {
  const fields = [`${key}=${[...values].join(',')}`];
  if (place !== '') fields.push(`in=${encodeURIComponent(printableText(place)).replaceAll('%2F', '/')}`);
  if (text !== '') fields.push(`text=${encodeURIComponent(printableText(text))}`);
  return fields.join('&');
}

/** As it is looked for: in the form in which the page shows it. */
export const searchable = (text: string): string => printableText(text).toLowerCase();

export const searchWords = (text: string): readonly string[] =>
  searchable(text)
    .split(/\s+/)
    .filter((word) => word !== '');

const inPlace = (rows: readonly string[], place: string): boolean =>
  place === '' || rows.some((row) => row === place || row.startsWith(`${place}/`));

/** Finds the items of a group in a state. Texts are prepared once, when they are first looked into. */
export function listSearcher(): (state: ListState) => (group: Group) => readonly Item[] {
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
      // Words that the group has itself are those of each of its items.
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
