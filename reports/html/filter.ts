import { printableLine } from '../printable.js';
import { numeral } from '../wording.js';
import { html, type Markup } from './markup.js';

/** A property by which a page filters its cases. */
export interface Filter {
  /** Its name in addresses, and in the `data-…` of each case. */
  readonly key: string;
  readonly values: readonly {
    readonly name: string;
    readonly mark: string;
    readonly label: string;
    /** Absent if it is not shown. */
    readonly count?: number;
    /** Class that colours it, if it differs from the name. */
    readonly style?: string;
  }[];
  /** The values that are shown first, if any case has one. */
  readonly first: readonly string[];
  /** The nouns that are counted: groups and their items. */
  readonly nouns: readonly [string, string];
  /** The texts in which the search looks. */
  readonly foundIn: string;
  readonly places: readonly { readonly id: string | number; readonly title: string }[];
  /** Further choices behind the places, behind the buttons, and below them. */
  readonly more?: readonly [Markup, Markup, Markup];
}

const OPENING = html` <button type="button" data-action="open">Open shown</button> <button type="button" data-action="close">Close all</button>`;

/** Search, buttons and places. The bar is hidden until its script has started. */
export function filterBar({ key, values, first, nouns, foundIn, places, more }: Filter): Markup {
  const [choices, boxes, rest] = more ?? [html``, html``, html``];
  const buttons = values.map(
    ({ name, mark, label, count, style = name }) =>
      html`<button type="button" class="verdict ${style}" data-filter="${name}" aria-pressed="false"${count === 0 ? html` disabled` : html``}><span aria-hidden="true">${mark}</span> ${label} ${count === undefined ? html`` : html`<b>${numeral(count)}</b>`}</button>`,
  );
  return html`<form class="filter" role="search" data-key="${key}" data-first="${first.join(',')}" data-nouns="${nouns.join(',')}" hidden>
<input type="search" name="text" aria-label="Filter by text" placeholder="Filter by ${foundIn} …" autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
<select name="place" aria-label="Filter by document"><option value="">All documents</option>${places.map(({ id, title }) => html`<option value="${id}">${id} ${title}</option>`)}</select>${choices}
<div class="verdicts" role="group" aria-label="Filter by ${key}">${buttons}${boxes}</div>${rest}
<p class="shown"><output></output> <button type="button" data-action="clear">Show all</button>${more === undefined ? OPENING : html``}</p>
</form>
<p class="on-paper"></p>
<p class="nothing" hidden>Nothing matches.</p>`;
}

/** A sign with an accessible name. */
export const namedMark = ({
  mark,
  label,
  style,
}: {
  readonly mark: string;
  readonly label: string;
  readonly style: string;
}): Markup => html`<span class="mark ${style}" role="img" aria-label="${label}" title="${label}">${mark}</span>`;

/** An id, or the beginning of one, encoded for addresses. */
export const inAddress = (id: string): string => encodeURIComponent(printableLine(id)).replaceAll('%2F', '/');

/** A permanent link, since ids never change. */
export function anchor(id: string): Markup {
  return html` <a class="anchor" href="#${inAddress(id)}" aria-label="# ${printableLine(id)}">#</a>`;
}
