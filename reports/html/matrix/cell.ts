import { cellText, cellWords, standingOf, type Tally } from '../../matrix/cells.js';
import { html, type Markup } from '../markup.js';

/** A cell of the table. */
export const cellMarkup = (tally: Tally): Markup =>
  html`<td class="cell ${standingOf(tally)}" title="${cellWords(tally)}">${cellText(tally)}</td>`;
