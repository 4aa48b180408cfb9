import { cellText, cellWords, type Tally, tallyStatus } from '../../matrix/cells.js';
import { html, type Markup } from '../markup.js';

/** A cell of the table. */
export const cellMarkup = (tally: Tally): Markup =>
  html`<td class="cell ${tallyStatus(tally)}" title="${cellWords(tally)}">${cellText(tally)}</td>`;
