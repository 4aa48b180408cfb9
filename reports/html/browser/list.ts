/** The list of a page: filters and opens its groups, and keeps its state in the address. */
import { printableLine } from '../../printable.js';
import { numeral } from '../../wording.js';
import type { Group, Item, ListEntry, MarkupOnDemand } from '../list-model.js';
import { html, type Markup } from '../markup.js';
import { decodeAddress, setAddress } from './address.js';
import { Controls } from './controls.js';
import { all, copyToClipboard, one } from './dom.js';
import { GrowingList } from './growing.js';
import { listSearcher } from './list-search.js';
import { isFiltered, type PageState, readState, UNFILTERED, withToggled, writeState } from './state.js';

/** The number of entries, or items of a group, that are rendered at once. */
const CHUNK = 32;
/** The number of items before a linked one that is far down in its group. */
const BEFORE = 4;
/** A filter opens the groups if at most this many remain. */
const FEW = 12;

interface GroupMatches {
  readonly group: Group;
  readonly items: readonly Item[];
}

/** Shows the entries in the page, and reacts to its controls and its address. */
export const startList = (entries: readonly ListEntry[]): void => new ListPage(entries).start();

class ListPage {
  readonly #entries: readonly ListEntry[];
  readonly #groups: readonly Group[];
  readonly #controls = new Controls();
  readonly #section = one('#requirements', HTMLElement);
  /** Long parts that are printed in full. */
  readonly #folded = all('.causes details, .stale details', HTMLDetailsElement);
  readonly #list = new GrowingList(one('.list', HTMLElement), {
    chunk: CHUNK,
    label: (left) => `Show ${numeral(left)} more`,
    more: (button) => html`<p class="more">${button}</p>`,
    onMade: () => this.#fillOpen(),
  });
  readonly #search = listSearcher();
  readonly #key: string;
  /** The values of the filter if the address has none, separated by commas. */
  readonly #first: string;
  readonly #noun: string;
  readonly #itemNoun: string;
  #state = UNFILTERED;
  #found: readonly GroupMatches[] = [];
  /** For each shown entry: the matches of a group, or undefined for a heading. */
  #rows: readonly (GroupMatches | undefined)[] = [];
  #revealed: Group | Item | undefined;
  #isPrinting = false;
  /** Opened or closed by hand. */
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
    const { field, places } = this.#controls;
    document.addEventListener('click', (event) => this.#clicked(event));
    this.#section.addEventListener('toggle', (event) => this.#toggled(event), true);
    window.addEventListener('beforeprint', () => this.#printing(true));
    window.addEventListener('afterprint', () => this.#printing(false));
    this.#controls.start({
      changed: (typed) => this.#change({ ...this.#state, text: field.value, place: places.value }, typed),
      emptied: () => this.#change({ ...this.#state, text: '' }),
      route: (hash) => this.#route(hash),
    });
    this.#apply(location.hash === '' ? this.#atFirst() : UNFILTERED);
    if (location.hash !== '') this.#route(location.hash.slice(1));
    // The first search then finds prepared texts and compiled code.
    setTimeout(() => {
      const find = this.#search({ ...UNFILTERED, text: 'first search' });
      for (const group of this.#groups) find(group);
    });
  }

  #isOpen(of: Group | Item): boolean {
    if (of.kind !== 'group') return this.#byHand.get(of) ?? of.open;
    if (this.#isPrinting && of.onPaper) return true;
    return this.#byHand.get(of) ?? (isFiltered(this.#state) && this.#found.length <= FEW);
  }

  #apply(next: PageState): void {
    this.#state = next;
    this.#revealed = undefined;
    // A filter may open what was closed by hand.
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

  /** The group or item of an element of the list. */
  #subjectOf(element: Element): { readonly of: Group | Item; readonly items: readonly Item[] } | undefined {
    const group = this.#rows[Number(element.closest<HTMLElement>('[data-group]')?.dataset.group ?? -1)];
    if (group === undefined) return undefined;
    if (element.matches('[data-group]')) return { of: group.group, items: group.items };
    const item = group.items[Number(element.closest<HTMLElement>('[data-item]')?.dataset.item ?? -1)];
    return item === undefined ? undefined : { of: item, items: [] };
  }

  /** Renders the content of an open element once. */
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
    this.#controls.show(this.#state, count, this.#found.length, isFiltered(this.#state));
  }

  #change(next: PageState, typed = false): void {
    setAddress(writeState(this.#key, next), typed);
    this.#apply(next);
  }

  /** The state without an address. */
  #atFirst(): PageState {
    const values = this.#first
      .split(',')
      .filter((name) => this.#groups.some(({ items }) => items.some(({ value }) => value === name)));
    return { ...UNFILTERED, values: new Set(values) };
  }

  /** Applies the address. An address of something else leaves the page as it is. */
  #route(hash: string): void {
    const asked = hash === '' ? this.#atFirst() : readState(this.#key, [], hash);
    if (asked === undefined) this.#reveal(decodeAddress(hash));
    else this.#apply(asked);
    if (asked !== undefined && hash !== '') this.#section.scrollIntoView();
  }

  /** Opens the group or item with this id from an address, and scrolls to it. */
  #reveal(id: string): void {
    const is = (of: Group | Item): boolean => of.id !== '' && printableLine(of.id) === id;
    const group = this.#groups.find((one) => is(one) || one.items.some(is));
    if (group === undefined) return;
    const item = is(group) ? undefined : group.items.find(is);
    const isShown = (): boolean =>
      this.#found.some((of) => of.group === group && (item === undefined || of.items.includes(item)));
    if (!isShown()) this.#apply(UNFILTERED);
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
    // The keyboard focus continues from here.
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
    if (filter !== undefined) this.#change(withToggled(this.#state, filter));
    else if (action === 'copy' && button !== null) void copyToClipboard(button);
    else if (action === 'clear') this.#change(UNFILTERED);
    else if (action === 'open' || action === 'close') this.#openAll(action === 'open');
  }

  #toggled({ target }: Event): void {
    if (!(target instanceof HTMLDetailsElement)) return;
    const subject = this.#subjectOf(target);
    if (subject === undefined || this.#isPrinting) return;
    if (target.open !== this.#isOpen(subject.of)) this.#byHand.set(subject.of, target.open);
    if (target.open) this.#fill(target);
  }

  /** Paper gets all matches, and violations with their evidence. */
  #printing(begins: boolean): void {
    const before = this.#list.made;
    this.#isPrinting = begins;
    for (const one of this.#folded) one.open = begins;
    this.#render(begins ? this.#rows.length : before);
  }
}

const itemsIn = (of: readonly { readonly items: readonly Item[] }[]): number =>
  of.reduce((sum, { items }) => sum + items.length, 0);

/** Entries with matches, and the headings before them. */
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
