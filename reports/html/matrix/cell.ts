import { cellText, cellWords, type Tally, tallyStatus } from '../../matrix/cells.js';
import { html, type Markup } from '../markup.js';

/**
 * A cell of the table.
 * @param link the address of what explains it
 */
export const cellMarkup = (tally: Tally, link?: string): Markup => {
  const text = cellText(tally);
  return html`<td class="cell ${tallyStatus(tally)}" title="${cellWords(tally)}">${link === undefined ? text : html`<a href="${link}">${text}</a>`}</td>`;
};
