/** The list of a page: filters and opens its groups, and keeps what is shown in the address. */
import { printableLine } from '../../printable.js';
import { numeral } from '../../wording.js';
import type { Group, Item, ListEntry, MarkupOnDemand } from '../list-model.js';
import { html, type Markup } from '../markup.js';
import { decodeAddress, onAddress, setAddress } from './address.js';
import { all, copyToClipboard, one, quotedSearch, searchKeys, tellPaper } from './dom.js';
import { GrowingList } from './growing.js';
import {
  isListFiltered,
  type ListState,
  listSearcher,
  readListState,
  UNFILTERED_LIST,
  writeListState,
} from './list-search.js';

/** Entries, and items of a group, that are made at once. */
const CHUNK = 32;
/** Items before one that is gone to, far down in its group. */
const BEFORE = 4;
/** A filter that leaves at most so many groups opens them. */
const FEW = 12;

/** A group of which something is found. */
interface GroupMatches {
  readonly group: Group;
  readonly items: readonly Item[];
}

/** Shows the entries in the page, and does what its controls and its address ask for. */
export const startList = (entries: readonly ListEntry[]): void => new ListPage(entries).start();

/** Controls of the page above its list. */
class Controls {
  readonly bar = one('.filter', HTMLFormElement);
  readonly field = one('[name=text]', HTMLInputElement);
  readonly places = one('[name=place]', HTMLSelectElement);
  readonly #shown = one('output', HTMLOutputElement);
  readonly #nothing = one('.nothing', HTMLElement);
  readonly #clear = one('[data-action=clear]', HTMLElement);
  readonly #buttons = all('[data-filter]', HTMLButtonElement);

  /** @param count of groups and items found, in words */
  show(state: ListState, found: number, count: string): void {
    for (const button of this.#buttons) button.ariaPressed = String(state.values.has(button.dataset.filter ?? ''));
    if (this.field.value !== state.text) this.field.value = state.text;
    if (![...this.places.options].some(({ value }) => value === state.place)) this.places.add(new Option(state.place));
    this.places.value = state.place;
    this.#clear.hidden = !isListFiltered(state);
    this.#nothing.hidden = found > 0;
    this.#shown.value = count;
    tellPaper(count, [...this.#pressed(), state.place, quotedSearch(state.text)]);
  }

  #pressed(): readonly string[] {
    return this.#buttons.filter(({ ariaPressed }) => ariaPressed === 'true').map(({ dataset }) => dataset.filter ?? '');
  }
}

class ListPage {
  readonly #entries: readonly ListEntry[];
  readonly #groups: readonly Group[];
  readonly #controls = new Controls();
  readonly #section = one('#requirements', HTMLElement);
  /** What is long, and on paper all the same. */
  readonly #folded = all('.causes details, .stale details', HTMLDetailsElement);
  readonly #list = new GrowingList(one('.list', HTMLElement), {
    chunk: CHUNK,
    label: (left) => `Show ${numeral(left)} more`,
    more: (button) => html`<p class="more">${button}</p>`,
    onMade: () => this.#fillOpen(),
  });
  readonly #search = listSearcher();
  readonly #key: string;
  /** Values that are shown where the address asks for nothing, separated by commas. */
  readonly #first: string;
  readonly #noun: string;
  readonly #itemNoun: string;
  #state = UNFILTERED_LIST;
  #found: readonly GroupMatches[] = [];
  /** For each entry that is shown: of a group what is found, of a heading nothing. */
  #rows: readonly (GroupMatches | undefined)[] = [];
  #revealed: Group | Item | undefined;
  #isPrinting = false;
  /** Opened or shut by hand. */
  #byHand = new Map<Group | Item, boolean>();

  constructor(entries: readonly ListEntry[]) {
    this.#entries = entries;
    this.#groups = entries.filter((entry) => entry.kind === 'group');
    const { key = '', first = '', nouns = '' } = this.#controls.bar.dataset;
    const [noun = '', itemNoun = ''] = nouns.split(',');
    this.#key = key;
    this.#first = first;
    this.#noun = noun;
    this.#itemNoun = itemNoun;
  }

  start(): void {
    const { bar, field, places } = this.#controls;
    bar.addEventListener('submit', (event) => event.preventDefault());
    bar.addEventListener('input', ({ target }) =>
      this.#change({ ...this.#state, text: field.value, place: places.value }, target === field),
    );
    document.addEventListener('click', (event) => this.#clicked(event));
    this.#section.addEventListener('toggle', (event) => this.#toggled(event), true);
    window.addEventListener('beforeprint', () => this.#printing(true));
    window.addEventListener('afterprint', () => this.#printing(false));
    searchKeys(field, () => this.#change({ ...this.#state, text: '' }));
    onAddress((hash) => this.#route(hash));
    bar.hidden = false;
    this.#apply(location.hash === '' ? this.#atFirst() : UNFILTERED_LIST);
    if (location.hash !== '') this.#route(location.hash.slice(1));
    // The first search finds texts prepared and its code compiled.
    setTimeout(() => {
      const find = this.#search({ ...UNFILTERED_LIST, text: 'first search' });
      for (const group of this.#groups) find(group);
    });
  }

  #isOpen(of: Group | Item): boolean {
    if (of.kind !== 'group') return this.#byHand.get(of) ?? of.open;
    if (this.#isPrinting && of.onPaper) return true;
    return this.#byHand.get(of) ?? (isListFiltered(this.#state) && this.#found.length <= FEW);
  }

  #apply(next: ListState): void {
    this.#state = next;
    this.#revealed = undefined;
    // What was shut is not kept from a filter that asks for it.
    this.#byHand = new Map([...this.#byHand].filter(([, open]) => open));
    const find = this.#search(this.#state);
    this.#found = this.#groups.flatMap((group) => {
      const items = find(group);
      return items.length === 0 ? [] : [{ group, items }];
    });
    this.#render();
    this.#showControls();
  }

  #render(atOnce?: number): void {
    const left = new Map(this.#found.map((of) => [of.group, of]));
    const visible = withHeadings(this.#entries, left);
    this.#rows = visible.map((entry) => (entry.kind === 'group' ? left.get(entry) : undefined));
    this.#list.show(
      visible.map(
        (entry, at): MarkupOnDemand => (entry.kind === 'group' ? () => this.#groupMarkup(entry, at) : entry.markup),
      ),
      atOnce,
    );
  }

  #groupMarkup(group: Group, at: number): Markup {
    return html`<details class="requirement${group === this.#revealed ? ' revealed' : ''}" id="${printableLine(group.id)}" data-group="${at}"${this.#isOpen(group) ? html` open` : html``}><summary>${group.summary()}</summary></details>
`;
  }

  #itemMarkup(item: Item, at: number): Markup {
    const open = this.#isOpen(item);
    return html`<details class="case${item === this.#revealed ? ' revealed' : ''}" id="${printableLine(item.id)}" data-item="${at}"${open ? html` open` : html``}><summary>${item.summary()}</summary>${open ? item.content() : html``}</details>
`;
  }

  /** What the element of the list is about. */
  #subjectOf(element: Element): { readonly of: Group | Item; readonly items: readonly Item[] } | undefined {
    const group = this.#rows[Number(element.closest<HTMLElement>('[data-group]')?.dataset.group ?? -1)];
    if (group === undefined) return undefined;
    if (element.matches('[data-group]')) return { of: group.group, items: group.items };
    const item = group.items[Number(element.closest<HTMLElement>('[data-item]')?.dataset.item ?? -1)];
    return item === undefined ? undefined : { of: item, items: [] };
  }

  /** Makes what an open element holds, once. */
  #fill(element: Element): void {
    const subject = this.#subjectOf(element);
    if (subject === undefined || element.childElementCount > 1) return;
    const { of, items } = subject;
    if (of.kind !== 'group') {
      element.insertAdjacentHTML('beforeend', of.content().toString());
      return;
    }
    element.insertAdjacentHTML('beforeend', html`${of.above?.() ?? html``}<div class="cases"></div>`.toString());
    const inside = new GrowingList(one('.cases', HTMLElement, element), {
      chunk: CHUNK,
      label: (left) => `Show ${numeral(left)} more ${this.#itemNoun}`,
      more: (button) => html`<p class="more">${button}</p>`,
    });
    const asked = this.#revealed?.kind === 'item' ? items.indexOf(this.#revealed) : -1;
    inside.show(
      items.map((item, at) => () => this.#itemMarkup(item, at)),
      this.#isPrinting ? items.length : CHUNK,
      this.#isPrinting || asked < CHUNK ? 0 : asked - BEFORE,
    );
  }

  #fillOpen(): void {
    for (const element of this.#section.querySelectorAll('[data-group][open]')) this.#fill(element);
  }

  #showControls(): void {
    const items = itemsIn(this.#found);
    const groups = `${numeral(this.#found.length)} of ${numeral(this.#groups.length)} ${this.#noun}`;
    const count = `${groups}, ${numeral(items)} of ${numeral(itemsIn(this.#groups))} ${this.#itemNoun}`;
    this.#controls.show(this.#state, this.#found.length, count);
  }

  #change(next: ListState, typed = false): void {
    setAddress(writeListState(this.#key, next), typed);
    this.#apply(next);
  }

  /** What is shown where the address asks for nothing. */
  #atFirst(): ListState {
    const values = this.#first
      .split(',')
      .filter((name) => this.#groups.some(({ items }) => items.some(({ value }) => value === name)));
    return { ...UNFILTERED_LIST, values: new Set(values) };
  }

  /** Does what the address asks for; an address of something else leaves the page as it is. */
  #route(hash: string): void {
    const asked = hash === '' ? this.#atFirst() : readListState(this.#key, hash);
    if (asked === undefined) this.#reveal(decodeAddress(hash));
    else this.#apply(asked);
    if (asked !== undefined && hash !== '') this.#section.scrollIntoView();
  }

  /** Opens the group or item of this id, as addresses have it, and goes there. */
  #reveal(id: string): void {
    const is = (of: Group | Item): boolean => of.id !== '' && printableLine(of.id) === id;
    const group = this.#groups.find((one) => is(one) || one.items.some(is));
    if (group === undefined) return;
    const item = is(group) ? undefined : group.items.find(is);
    const isShown = (): boolean =>
      this.#found.some((of) => of.group === group && (item === undefined || of.items.includes(item)));
    if (!isShown()) this.#apply(UNFILTERED_LIST);
    this.#byHand.set(group, true);
    if (item !== undefined) this.#byHand.set(item, true);
    this.#revealed = item ?? group;
    const at = this.#rows.findIndex((of) => of?.group === group);
    this.#render(Math.max(this.#list.made, at + CHUNK));
    const outer = this.#section.querySelector(`[data-group="${at}"]`);
    if (outer === null) return;
    const place = item === undefined ? -1 : (this.#rows[at]?.items.indexOf(item) ?? -1);
    const element = item === undefined ? outer : outer.querySelector(`[data-item="${place}"]`);
    element?.scrollIntoView();
    // The keyboard goes on from here.
    element?.querySelector<HTMLElement>('summary')?.focus({ preventScroll: true });
  }

  #openAll(open: boolean): void {
    this.#byHand = new Map(
      open
        ? [...this.#byHand, ...this.#found.map(({ group }): [Group, boolean] => [group, true])]
        : this.#groups.map((group) => [group, false]),
    );
    this.#render(this.#list.made);
  }

  #clicked({ target }: MouseEvent): void {
    const button = target instanceof Element ? target.closest('button') : null;
    const { filter, action } = button?.dataset ?? {};
    if (filter !== undefined) {
      const values = new Set(this.#state.values);
      if (!values.delete(filter)) values.add(filter);
      this.#change({ ...this.#state, values });
    } else if (action === 'copy' && button !== null) void copyToClipboard(button);
    else if (action === 'clear') this.#change(UNFILTERED_LIST);
    else if (action === 'open' || action === 'close') this.#openAll(action === 'open');
  }

  #toggled({ target }: Event): void {
    if (!(target instanceof HTMLDetailsElement)) return;
    const subject = this.#subjectOf(target);
    if (subject === undefined || this.#isPrinting) return;
    if (target.open !== this.#isOpen(subject.of)) this.#byHand.set(subject.of, target.open);
    if (target.open) this.#fill(target);
  }

  /** Paper gets all that is found, and what is wrong with its evidence. */
  #printing(begins: boolean): void {
    const before = this.#list.made;
    this.#isPrinting = begins;
    for (const one of this.#folded) one.open = begins;
    this.#render(begins ? this.#rows.length : before);
  }
}

const itemsIn = (of: readonly { readonly items: readonly Item[] }[]): number =>
  of.reduce((sum, { items }) => sum + items.length, 0);

/** Entries of which something is found, and the headings that something follows. */
function withHeadings(entries: readonly ListEntry[], found: ReadonlyMap<Group, GroupMatches>): readonly ListEntry[] {
  const visible: ListEntry[] = [];
  let waiting: ListEntry[] = [];
  for (const entry of entries) {
    if (entry.kind === 'heading') {
      const { depth } = entry;
      waiting = [...waiting.filter((one) => one.kind === 'heading' && one.depth < depth), entry];
    } else if (found.has(entry)) {
      visible.push(...waiting, entry);
      waiting = [];
    }
  }
  return visible;
}
