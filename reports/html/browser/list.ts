/** The list of a page: filters and opens its groups, and keeps what is shown in the address. */
import { printableLine } from '../../printable.js';
import { numeral } from '../../wording.js';
import type { Group, Item, ListEntry, MarkupOnDemand } from '../list-model.js';
import { html, type Markup } from '../markup.js';
import { decoded, onAddress, tell } from './address.js';
import { all, copy, one, quoted, searchKeys, tellPaper } from './dom.js';
import { GrowingList } from './growing.js';
import { EVERYTHING, type ListState, narrows, readListState, searcher, writeListState } from './list-search.js';

/** Entries, and items of a group, that are made at once. */
const CHUNK = 32;
/** Items before one that is gone to, far down in its group. */
const BEFORE = 4;
/** A filter that leaves at most so many groups opens them. */
const FEW = 12;

/** A group of which something is found. */
interface Found {
  readonly group: Group;
  readonly items: readonly Item[];
}

/** Shows the entries in the page, and does what its controls and its address ask for. */
export function startList(entries: readonly ListEntry[]): void {
  const groups = entries.filter((entry) => entry.kind === 'group');
  const bar = one('.filter', HTMLFormElement);
  const { key = '', first = '', nouns = '' } = bar.dataset;
  const [noun = '', itemNoun = ''] = nouns.split(',');
  const field = one('[name=text]', HTMLInputElement);
  const places = one('[name=place]', HTMLSelectElement);
  const shown = one('output', HTMLOutputElement);
  const nothing = one('.nothing', HTMLElement);
  const clear = one('[data-action=clear]', HTMLElement);
  const section = one('#requirements', HTMLElement);
  /** What is long, and on paper all the same. */
  const folded = all('.causes details, .stale details', HTMLDetailsElement);
  const buttons = all('[data-filter]', HTMLButtonElement);
  const list = new GrowingList(one('.list', HTMLElement), {
    chunk: CHUNK,
    label: (left) => `Show ${numeral(left)} more`,
    more: (button) => html`<p class="more">${button}</p>`,
    onMade: fillOpen,
  });
  const itemCount = groups.reduce((sum, { items }) => sum + items.length, 0);
  const search = searcher();

  let state = EVERYTHING;
  let found: readonly Found[] = [];
  /** For each entry that is shown: of a group what is found, of a heading nothing. */
  let rows: readonly (Found | undefined)[] = [];
  let revealed: Group | Item | undefined;
  let isPrinting = false;
  /** Opened or shut by hand. */
  let byHand = new Map<Group | Item, boolean>();

  const isOpen = (of: Group | Item): boolean => {
    if (of.kind !== 'group') return byHand.get(of) ?? of.open;
    if (isPrinting && of.onPaper) return true;
    return byHand.get(of) ?? (narrows(state) && found.length <= FEW);
  };

  function apply(next: ListState): void {
    state = next;
    revealed = undefined;
    // What was shut is not kept from a filter that asks for it.
    byHand = new Map([...byHand].filter(([, open]) => open));
    const find = search(state);
    found = groups.flatMap((group) => {
      const items = find(group);
      return items.length === 0 ? [] : [{ group, items }];
    });
    render();
    showControls();
  }

  function render(atOnce?: number): void {
    const left = new Map(found.map((of) => [of.group, of]));
    const visible = withHeadings(entries, left);
    rows = visible.map((entry) => (entry.kind === 'group' ? left.get(entry) : undefined));
    list.show(
      visible.map(
        (entry, at): MarkupOnDemand => (entry.kind === 'group' ? () => groupMarkup(entry, at) : entry.markup),
      ),
      atOnce,
    );
  }

  const groupMarkup = (group: Group, at: number): Markup =>
    html`<details class="requirement${group === revealed ? ' revealed' : ''}" id="${printableLine(group.id)}" data-group="${at}"${isOpen(group) ? html` open` : html``}><summary>${group.summary()}</summary></details>
`;

  const itemMarkup = (item: Item, at: number): Markup => {
    const open = isOpen(item);
    return html`<details class="case${item === revealed ? ' revealed' : ''}" id="${printableLine(item.id)}" data-item="${at}"${open ? html` open` : html``}><summary>${item.summary()}</summary>${open ? item.content() : html``}</details>
`;
  };

  /** What the element of the list is about. */
  function subjectOf(element: Element): { readonly of: Group | Item; readonly items: readonly Item[] } | undefined {
    const group = rows[Number(element.closest<HTMLElement>('[data-group]')?.dataset.group ?? -1)];
    if (group === undefined) return undefined;
    if (element.matches('[data-group]')) return { of: group.group, items: group.items };
    const item = group.items[Number(element.closest<HTMLElement>('[data-item]')?.dataset.item ?? -1)];
    return item === undefined ? undefined : { of: item, items: [] };
  }

  /** Makes what an open element holds, once. */
  function fill(element: Element): void {
    const subject = subjectOf(element);
    if (subject === undefined || element.childElementCount > 1) return;
    const { of, items } = subject;
    if (of.kind !== 'group') {
      element.insertAdjacentHTML('beforeend', of.content().toString());
      return;
    }
    element.insertAdjacentHTML('beforeend', html`${of.above?.() ?? html``}<div class="cases"></div>`.toString());
    const inside = new GrowingList(one('.cases', HTMLElement, element), {
      chunk: CHUNK,
      label: (left) => `Show ${numeral(left)} more ${itemNoun}`,
      more: (button) => html`<p class="more">${button}</p>`,
    });
    const asked = revealed?.kind === 'item' ? items.indexOf(revealed) : -1;
    inside.show(
      items.map((item, at) => () => itemMarkup(item, at)),
      isPrinting ? items.length : CHUNK,
      isPrinting || asked < CHUNK ? 0 : asked - BEFORE,
    );
  }

  function fillOpen(): void {
    for (const element of section.querySelectorAll('[data-group][open]')) fill(element);
  }

  const buttonsPressed = (): readonly string[] =>
    buttons.filter(({ ariaPressed }) => ariaPressed === 'true').map(({ dataset }) => dataset.filter ?? '');

  function showControls(): void {
    for (const button of buttons) button.ariaPressed = String(state.values.has(button.dataset.filter ?? ''));
    if (field.value !== state.text) field.value = state.text;
    if (![...places.options].some(({ value }) => value === state.place)) places.add(new Option(state.place));
    places.value = state.place;
    clear.hidden = !narrows(state);
    nothing.hidden = found.length > 0;
    const items = found.reduce((sum, of) => sum + of.items.length, 0);
    shown.value = `${numeral(found.length)} of ${numeral(groups.length)} ${noun}, ${numeral(items)} of ${numeral(itemCount)} ${itemNoun}`;
    tellPaper(shown.value, [...buttonsPressed(), state.place, quoted(state.text)]);
  }

  function change(next: ListState, typed = false): void {
    tell(writeListState(key, next), typed);
    apply(next);
  }

  /** What is shown where the address asks for nothing. */
  function atFirst(): ListState {
    const values = first
      .split(',')
      .filter((name) => groups.some(({ items }) => items.some(({ value }) => value === name)));
    return { ...EVERYTHING, values: new Set(values) };
  }

  /** Does what the address asks for; an address of something else leaves the page as it is. */
  function route(hash: string): void {
    const asked = hash === '' ? atFirst() : readListState(key, hash);
    if (asked === undefined) reveal(decoded(hash));
    else apply(asked);
    if (asked !== undefined && hash !== '') section.scrollIntoView();
  }

  /** Opens the group or item of this id, as addresses have it, and goes there. */
  function reveal(id: string): void {
    const is = (of: Group | Item): boolean => of.id !== '' && printableLine(of.id) === id;
    const group = groups.find((one) => is(one) || one.items.some(is));
    if (group === undefined) return;
    const item = is(group) ? undefined : group.items.find(is);
    const isShown = (): boolean =>
      found.some((of) => of.group === group && (item === undefined || of.items.includes(item)));
    if (!isShown()) apply(EVERYTHING);
    byHand.set(group, true);
    if (item !== undefined) byHand.set(item, true);
    revealed = item ?? group;
    const at = rows.findIndex((of) => of?.group === group);
    render(Math.max(list.made, at + CHUNK));
    const outer = section.querySelector(`[data-group="${at}"]`);
    if (outer === null) return;
    const place = item === undefined ? -1 : (rows[at]?.items.indexOf(item) ?? -1);
    const element = item === undefined ? outer : outer.querySelector(`[data-item="${place}"]`);
    element?.scrollIntoView();
    // The keyboard goes on from here.
    element?.querySelector<HTMLElement>('summary')?.focus({ preventScroll: true });
  }

  function openAll(open: boolean): void {
    byHand = new Map(
      open
        ? [...byHand, ...found.map(({ group }): [Group, boolean] => [group, true])]
        : groups.map((group) => [group, false]),
    );
    render(list.made);
  }

  function clicked({ target }: MouseEvent): void {
    const button = target instanceof Element ? target.closest('button') : null;
    const { filter, action } = button?.dataset ?? {};
    if (filter !== undefined) {
      const values = new Set(state.values);
      if (!values.delete(filter)) values.add(filter);
      change({ ...state, values });
    } else if (action === 'copy' && button !== null) void copy(button);
    else if (action === 'clear') change(EVERYTHING);
    else if (action === 'open' || action === 'close') openAll(action === 'open');
  }

  function toggled({ target }: Event): void {
    if (!(target instanceof HTMLDetailsElement)) return;
    const subject = subjectOf(target);
    if (subject === undefined || isPrinting) return;
    if (target.open !== isOpen(subject.of)) byHand.set(subject.of, target.open);
    if (target.open) fill(target);
  }

  /** Paper gets all that is found, and what is wrong with its evidence. */
  function printing(begins: boolean): void {
    const before = list.made;
    isPrinting = begins;
    for (const one of folded) one.open = begins;
    render(begins ? rows.length : before);
  }

  bar.addEventListener('submit', (event) => event.preventDefault());
  bar.addEventListener('input', ({ target }) =>
    change({ ...state, text: field.value, place: places.value }, target === field),
  );
  document.addEventListener('click', clicked);
  section.addEventListener('toggle', toggled, true);
  window.addEventListener('beforeprint', () => printing(true));
  window.addEventListener('afterprint', () => printing(false));
  searchKeys(field, () => change({ ...state, text: '' }));
  onAddress(route);
  bar.hidden = false;
  apply(location.hash === '' ? atFirst() : EVERYTHING);
  if (location.hash !== '') route(location.hash.slice(1));
  // The first search finds texts prepared and its code compiled.
  setTimeout(() => {
    const find = search({ ...EVERYTHING, text: 'first search' });
    for (const group of groups) find(group);
  });
}

/** Entries of which something is found, and the headings that something follows. */
function withHeadings(entries: readonly ListEntry[], found: ReadonlyMap<Group, Found>): readonly ListEntry[] {
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
