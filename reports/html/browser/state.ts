/** What a page shows, as its address says it: `#verdict=violates,deviates&in=2/some-section&text=words`. */
import { printableText } from '../../printable.js';

/** Items of these values (of all where there is none), with a row in this place, in which each word of the text occurs. */
export interface PageState {
  readonly values: ReadonlySet<string>;
  /** A document, a section or a row. */
  readonly place: string;
  readonly text: string;
  /** Fields that only one kind of page has, by their names. */
  readonly more: { readonly [name: string]: string };
}

export const UNFILTERED: PageState = { values: new Set(), place: '', text: '', more: {} };

export const isFiltered = ({ values, place, text }: PageState): boolean =>
  values.size > 0 || place !== '' || text.trim() !== '';

/** The state with the value, or without it where it was there. */
export function withToggled(state: PageState, value: string): PageState {
  const values = new Set(state.values);
  if (!values.delete(value)) values.add(value);
  return { ...state, values };
}

/**
 * The state that an address names; `undefined` for an address of something else.
 * @param key what the values are called
 * @param more names of further fields
 */
export function readState(key: string, more: readonly string[], hash: string): PageState | undefined {
  if (![key, 'in', 'text', ...more].some((name) => hash.startsWith(`${name}=`))) return undefined;
  const fields = new URLSearchParams(hash);
  const field = (name: string): string => fields.get(name) ?? '';
  return {
    values: namesIn(field(key)),
    place: field('in'),
    text: field('text'),
    more: Object.fromEntries(more.map((name) => [name, field(name)])),
  };
}

/** Names that commas separate. */
export const namesIn = (text = ''): ReadonlySet<string> => new Set(text.split(',').filter((name) => name !== ''));

/** An empty state has an address, too: an empty one would leave the last one as it is. */
export function writeState(key: string, { values, place, text, more }: PageState): string {
  const fields = [[key, [...values].join(',')], ['in', place], ['text', text], ...Object.entries(more)];
  const filled = fields.filter(([, value]) => value !== '');
  return (filled.length === 0 ? fields.slice(0, 1) : filled)
    .map(([name, value = '']) => `${name}=${inField(value)}`)
    .join('&');
}

const inField = (value: string): string =>
  encodeURIComponent(printableText(value)).replaceAll('%2F', '/').replaceAll('%2C', ',');
