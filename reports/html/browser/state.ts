/** The state of a page, as in its address: `#verdict=violates,deviates&in=2/some-section&text=words`. */
import { printableText } from '../../printable.js';

/** Items with these values (or any), with a row in this place, and with each word of the text. */
export interface PageState {
  readonly values: ReadonlySet<string>;
  /** A document, a section or a row. */
  readonly place: string;
  readonly text: string;
  /** Fields that only one kind of page has, by name. */
  readonly more: { readonly [name: string]: string };
}

export const UNFILTERED: PageState = { values: new Set(), place: '', text: '', more: {} };

export const isFiltered = ({ values, place, text }: PageState): boolean =>
  values.size > 0 || place !== '' || text.trim() !== '';

/** The state with the value added, or removed if it was there. */
export function withToggled(state: PageState, value: string): PageState {
  const values = new Set(state.values);
  if (!values.delete(value)) values.add(value);
  return { ...state, values };
}

/**
 * The state of an address; `undefined` for an address of something else.
 * @param key the name of the values
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

/** Names separated by commas. */
export const namesIn = (text = ''): ReadonlySet<string> => new Set(text.split(',').filter((name) => name !== ''));

/** An empty state has an address, too: with an empty address, the page would keep its last state. */
export function writeState(key: string, { values, place, text, more }: PageState): string {
  const fields = [[key, [...values].join(',')], ['in', place], ['text', text], ...Object.entries(more)];
  const filled = fields.filter(([, value]) => value !== '');
  return (filled.length === 0 ? fields.slice(0, 1) : filled)
    .map(([name, value = '']) => `${name}=${inField(value)}`)
    .join('&');
}

const inField = (value: string): string =>
  encodeURIComponent(printableText(value)).replaceAll('%2F', '/').replaceAll('%2C', ',');
