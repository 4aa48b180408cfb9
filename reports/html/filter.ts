import { printableLine } from '../printable.js';
import { numeral } from '../wording.js';
import { html, type Markup } from './markup.js';

/** What distinguishes the cases of a page. */
export interface Filter {
  /** Name of it in addresses, and in the `data-…` of each case. */
  readonly key: string;
  readonly values: readonly {
    readonly name: string;
    readonly mark: string;
    readonly label: string;
    /** Absent where it is not shown. */
    readonly count?: number;
    /** Class that colours it, where it is not its name. */
    readonly style?: string;
  }[];
  /** Those that are shown first, where there are any. */
  readonly first: readonly string[];
  /** What is counted: groups and what is in them. */
  readonly nouns: readonly [string, string];
  /** What a text is looked for in. */
  readonly foundIn: string;
  readonly places: readonly { readonly id: string | number; readonly title: string }[];
  /** Further choices behind the places, behind the buttons, and below them. */
  readonly more?: readonly [Markup, Markup, Markup];
}

const OPENING = html` <button type="button" data-action="open">Open shown</button> <button type="button" data-action="close">Close all</button>`;

/** Search, buttons and places; hidden until the script that makes them work has started. */
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

/** A sign that has a name. */
export const namedMark = ({
  mark,
  label,
  style,
}: {
  readonly mark: string;
  readonly label: string;
  readonly style: string;
}): Markup => html`<span class="mark ${style}" role="img" aria-label="${label}" title="${label}">${mark}</span>`;

/** An id, or the beginning of one, as addresses have it. */
export const inAddress = (id: string): string => encodeURIComponent(printableLine(id)).replaceAll('%2F', '/');

/** A link that lasts, since ids do. */
export function anchor(id: string): Markup {
  return html` <a class="anchor" href="#${inAddress(id)}" aria-label="# ${printableLine(id)}">#</a>`;
}
