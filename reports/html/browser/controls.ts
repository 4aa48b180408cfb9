/** Controls above the list or table of a page. */
import { onAddress } from './address.js';
import { all, one, quotedSearch, searchKeys, showOnPaper } from './dom.js';
import type { PageState } from './state.js';

/** The reactions of a page to its controls and its address. */
interface ControlActions {
  /** @param typed whether text was typed */
  readonly changed: (typed: boolean) => void;
  readonly emptied: () => void;
  readonly route: (hash: string) => void;
}

export class Controls {
  readonly bar = one('.filter', HTMLFormElement);
  readonly field = one('[name=text]', HTMLInputElement);
  readonly places = one('[name=place]', HTMLSelectElement);
  readonly #shown = one('output', HTMLOutputElement);
  readonly #nothing = one('.nothing', HTMLElement);
  readonly #clear = one('[data-action=clear]', HTMLElement);
  readonly #buttons = all('[data-filter]', HTMLButtonElement);

  start({ changed, emptied, route }: ControlActions): void {
    this.bar.addEventListener('submit', (event) => event.preventDefault());
    this.bar.addEventListener('input', ({ target }) => changed(target === this.field));
    searchKeys(this.field, emptied);
    onAddress(route);
    this.bar.hidden = false;
  }

  /**
   * @param count what was found, in words
   * @param found the number that was found
   * @param clears whether there is a filter to clear
   * @param more further criteria
   */
  show(state: PageState, count: string, found: number, clears: boolean, more: readonly string[] = []): void {
    for (const button of this.#buttons) button.ariaPressed = String(state.values.has(button.dataset.filter ?? ''));
    if (this.field.value !== state.text) this.field.value = state.text;
    if (![...this.places.options].some(({ value }) => value === state.place)) this.places.add(new Option(state.place));
    this.places.value = state.place;
    this.#clear.hidden = !clears;
    this.#nothing.hidden = found > 0;
    this.#shown.value = count;
    const pressed = this.#buttons.filter(({ ariaPressed }) => ariaPressed === 'true');
    const names = pressed.map(({ dataset }) => dataset.filter ?? '');
    showOnPaper(count, [...names, state.place, quotedSearch(state.text), ...more]);
  }
}
