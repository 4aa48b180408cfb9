/** Long lists that render their parts when they come near the window. */
import type { MarkupOnDemand } from '../list-model.js';
import { html, type Markup } from '../markup.js';

interface GrowingListOptions {
  /** The number of parts that are rendered at once. */
  readonly chunk: number;
  /** The last part. It has the button for more parts, for users who do not scroll. */
  readonly more: (button: Markup) => Markup;
  /** The label of the button. */
  readonly label: (left: number) => string;
  /** Called after parts were rendered. */
  readonly onMade?: () => void;
}

/** A list in an element. */
export class GrowingList {
  readonly #within: Element;
  readonly #look: GrowingListOptions;
  readonly #near: IntersectionObserver;
  #parts: readonly MarkupOnDemand[] = [];
  #made = 0;

  constructor(within: Element, look: GrowingListOptions) {
    this.#within = within;
    this.#look = look;
    this.#near = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.make(this.#made + 2 * look.chunk);
    });
    within.addEventListener('click', ({ target }) => {
      const more = target instanceof Element ? target.closest('[data-more]')?.closest('.more') : undefined;
      if (more === undefined || more === null || more.parentElement !== within) return;
      if (more === this.#last()) this.#pressed();
      else this.#showBefore();
    });
  }

  get made(): number {
    return this.#made;
  }

  get left(): number {
    return this.#parts.length - this.#made;
  }

  /** Replaces the shown parts by these. With `from` it starts there, with a button for the parts before. */
  show(parts: readonly MarkupOnDemand[], atOnce: number = this.#look.chunk, from = 0): void {
    this.#parts = parts;
    this.#made = from;
    this.#within.replaceChildren();
    if (from > 0) this.#addButton(`Show the ${from} before`);
    this.make(from + atOnce);
  }

  /** Renders parts up to this number, by default all. */
  make(upTo: number = this.#parts.length): void {
    this.#near.disconnect();
    if (this.#within.childElementCount > 1) this.#last()?.remove();
    const next = this.#parts.slice(this.#made, upTo);
    this.#within.insertAdjacentHTML('beforeend', next.map((part) => part().toString()).join(''));
    this.#made += next.length;
    this.#look.onMade?.();
    if (this.left === 0) return;
    this.#addButton(this.#look.label(this.left));
    const last = this.#last();
    if (last !== null) this.#near.observe(last);
  }

  /** The keyboard focus stays where the button was. */
  #pressed(): void {
    const before = this.#within.children.length - 1;
    this.make(this.#made + this.#look.chunk);
    this.#within.children[before]?.querySelector<HTMLElement>('summary, button')?.focus();
  }

  #showBefore(): void {
    this.show(this.#parts, this.#made);
    this.#within.querySelector<HTMLElement>('summary, button')?.focus();
  }

  #addButton(label: string): void {
    const button = html`<button type="button" data-more>${label}</button>`;
    this.#within.insertAdjacentHTML('beforeend', this.#look.more(button).toString());
  }

  #last(): Element | null {
    const last = this.#within.lastElementChild;
    return last?.classList.contains('more') === true ? last : null;
  }
}
