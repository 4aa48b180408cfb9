/** The page of a matrix: filters, sorts and opens rows, and keeps its state in the address. */
import type { Matrix, MatrixCase, MatrixRequirement } from '../../../matrix/model.js';
import { numeral } from '../../../wording.js';
import { decodeAddress, setAddress } from '../../browser/address.js';
import { Controls } from '../../browser/controls.js';
import { all, copyToClipboard, one } from '../../browser/dom.js';
import { GrowingList } from '../../browser/growing.js';
import { allShown, unpacked } from '../../browser/packed.js';
import {
  isFiltered,
  namesIn,
  type PageState,
  readState,
  UNFILTERED,
  withToggled,
  writeState,
} from '../../browser/state.js';
import { html } from '../../markup.js';
import { matrixCaseId, objectKey, rowKey } from './ids.js';
import { type Rows, rowsOf } from './rows.js';
import { hostsDiffer, matrixSearcher } from './search.js';

/** Fields of the address that only this page has: `differ=1`, ids of columns, the sort key, and the key of a cause. */
const FIELDS = ['differ', 'columns', 'sort', 'cause'];
const KEY = 'status';
/** The number of rows that are rendered at once; more follow when the last of them is near. */
const CHUNK = 32;
/** A filter opens the rows if at most this many remain. */
const FEW = 12;

const matrix = await unpacked<Matrix>();
const search = matrixSearcher(matrix);
const controls = new Controls();
const sorts = one('[name=sort]', HTMLSelectElement);
const differ = one('[name=differ]', HTMLInputElement);
const boxes = all('[name=column]', HTMLInputElement);
const table = one('#matrix table', HTMLTableElement);
const tbody = one('tbody', HTMLElement, table);
const totals = {
  requirements: matrix.objects.reduce((sum, { requirements }) => sum + requirements.length, 0),
  cases: matrix.objects.reduce(
    (sum, { requirements }) => sum + requirements.reduce((n, { cases }) => n + cases.length, 0),
    0,
  ),
};

let state = UNFILTERED;
/** Keys of rows that were opened or closed by hand since the filter changed. */
let toggled = new Map<string, boolean>();
let revealed = '';
let result: Rows = { rows: [], requirements: 0, cases: 0 };
/** Keys of the rows that the filter opens. */
let opened: ReadonlySet<string> = new Set();

const list = new GrowingList(tbody, {
  chunk: CHUNK,
  label: (left) => `Show ${numeral(left)} more rows`,
  more: (button) => html`<tr class="more"><td colspan="${matrix.columns.length + 2}">${button}</td></tr>`,
});

for (const heading of all('[data-column]', HTMLElement)) {
  const { column = '' } = heading.dataset;
  const label = heading.textContent ?? '';
  heading.innerHTML =
    html`<button type="button" class="sort" data-sort="${column}" title="Worst first">${label}</button>`.toString();
}
controls.start({
  changed: (typed) => change(stateOfControls(), typed),
  emptied: () => change({ ...state, text: '' }),
  route,
});
document.addEventListener('click', clicked);
window.addEventListener('beforeprint', () => list.make());
apply(UNFILTERED);
route(location.hash.slice(1));
allShown();
// The first search then finds compiled code.
setTimeout(() => {
  const find = search(
    { ...UNFILTERED, text: 'first search' },
    matrix.columns.map((_, i) => i),
  );
  for (const { requirements } of matrix.objects) for (const of of requirements) find(of);
});

/** Applies the address: a state, or the id of a requirement or a case. */
function route(hash: string): void {
  const asked = hash === '' ? UNFILTERED : readState(KEY, FIELDS, hash);
  if (asked === undefined) reveal(decodeAddress(hash));
  else {
    apply(asked);
    if (hash !== '' && hash !== writeState(KEY, UNFILTERED)) one('#matrix', HTMLElement).scrollIntoView();
  }
}

function stateOfControls(): PageState {
  const ticked = boxes.filter(({ checked }) => checked).map(({ value }) => value);
  const more = {
    ...state.more,
    differ: differ.checked ? '1' : '',
    columns: ticked.length === boxes.length ? '' : ticked.join(),
    sort: sorts.value,
  };
  return { ...state, text: controls.field.value, place: controls.places.value, more };
}

/** Whether the filter leaves rows out, so that the remaining ones should be visible at once. */
function isNarrowed(): boolean {
  return isFiltered(state) || Boolean(state.more.differ || state.more.cause);
}

function isColumnShown(id: string): boolean {
  const names = namesIn(state.more.columns);
  return names.size === 0 || names.has(id);
}

function change(next: PageState, typed = false): void {
  setAddress(writeState(KEY, next), typed);
  apply(next);
}

function apply(next: PageState): void {
  state = next;
  toggled = new Map();
  revealed = '';
  render();
  showControls();
}

function render(): void {
  const columns = matrix.columns.flatMap(({ id }, i) => (isColumnShown(id) ? [i] : []));
  const find = search(state, columns);
  const found = new Map<MatrixRequirement, ReturnType<typeof find>>();
  for (const { requirements } of matrix.objects) for (const of of requirements) found.set(of, find(of));
  openedBy(found, columns);
  result = rowsOf({
    matrix,
    columns,
    sort: state.more.sort ?? '',
    found: (of) => found.get(of) ?? [],
    isOpen: (key, depth) => toggled.get(key) ?? (depth === 'object' ? isNarrowed() : opened.has(key)),
    revealed,
    coverage: table.dataset.coverage ?? '',
  });
  showRows();
  for (const cell of table.querySelectorAll('[data-column]')) if (cell instanceof HTMLElement) showHeading(cell);
  showGroups(columns);
  // There are as many as columns, and they are alike.
  for (const [i, column] of all('col.one', HTMLElement).entries()) column.hidden = i >= columns.length;
}

/** Opens the remaining rows if they are few; otherwise those where hosts differ, if they are few. */
function openedBy(found: ReadonlyMap<MatrixRequirement, readonly MatrixCase[]>, columns: readonly number[]): void {
  const left = [...found].filter(([, cases]) => cases.length > 0);
  const differing = left.flatMap(([of, cases]) => {
    const own = cases.filter(({ answers }) => hostsDiffer(answers, columns, matrix.answers));
    return own.length === 0 ? [] : [{ of, cases: own.map((one) => rowKey(matrixCaseId(of, one))) }];
  });
  const shown = left.length <= FEW ? left.map(([of]) => of) : differing.map(({ of }) => of);
  const cases = differing.flatMap((one) => one.cases);
  opened = new Set(
    !isNarrowed() || shown.length > FEW
      ? []
      : [...shown.map(({ id }) => rowKey(id)), ...(cases.length <= FEW ? cases : [])],
  );
}

function showRows(): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.toggle : undefined;
  // Rows that were opened by hand are rendered at once.
  list.show(result.rows, toggled.size > 0 ? list.made + CHUNK : CHUNK);
  if (focused !== undefined) toggleOf(focused)?.focus({ preventScroll: true });
}

/** Ids of the page's own elements are no rows. */
function rowOf(id: string): Element | null {
  return tbody.querySelector(`[id="${CSS.escape(id)}"]`);
}

function toggleOf(key: string): HTMLElement | null {
  return tbody.querySelector(`[data-toggle="${CSS.escape(key)}"]`);
}

/** A heading shows by which column rows are sorted; hidden columns have none. */
function showHeading(heading: HTMLElement): void {
  const { column = '' } = heading.dataset;
  heading.hidden = !isColumnShown(column);
  if (state.more.sort === column) heading.ariaSort = 'descending';
  else heading.removeAttribute('aria-sort');
}

function showGroups(columns: readonly number[]): void {
  let from = 0;
  for (const [i, heading] of [...table.querySelectorAll<HTMLTableCellElement>('.group')].entries()) {
    const span = matrix.groups[i]?.columns ?? 0;
    const own = columns.filter((at) => at >= from && at < from + span).length;
    from += span;
    heading.hidden = own === 0;
    heading.colSpan = Math.max(1, own);
  }
}

function showControls(): void {
  sorts.value = state.more.sort ?? '';
  differ.checked = state.more.differ === '1';
  for (const box of boxes) box.checked = isColumnShown(box.value);
  const { requirements, cases } = result;
  const count = `${numeral(requirements)} of ${numeral(totals.requirements)} requirements, ${numeral(cases)} of ${numeral(totals.cases)} cases`;
  const clears = writeState(KEY, state) !== writeState(KEY, UNFILTERED);
  controls.show(state, count, cases, clears, [
    differ.checked ? 'only rows that differ' : '',
    state.more.cause ? 'of one cause' : '',
  ]);
}

/** Opens the requirement or case with this id from an address, and scrolls to it. */
function reveal(id: string): void {
  for (const object of matrix.objects)
    for (const of of object.requirements) {
      const ids = [of.id, ...of.cases.map((each) => matrixCaseId(of, each))].map(rowKey);
      if (!ids.includes(id)) continue;
      const { columns = '', sort = '' } = state.more;
      apply({ ...UNFILTERED, more: { columns, sort } });
      for (const key of [objectKey(object), rowKey(of.id), id]) toggled.set(key, true);
      revealed = id;
      render();
      while (rowOf(id) === null && list.left > 0) list.make(list.made + CHUNK);
      rowOf(id)?.scrollIntoView({ block: 'start' });
      toggleOf(id)?.focus({ preventScroll: true });
      return;
    }
}

function toggle(key: string): void {
  const open = toggleOf(key)?.ariaExpanded === 'true';
  toggled.set(key, !open);
  render();
}

function clicked({ target }: MouseEvent): void {
  if (!(target instanceof Element)) return;
  const button = target.closest('button');
  const cell = target.closest('td.cell');
  if (button !== null) pressed(button);
  else if (cell !== null && target.closest('a') === null) {
    const key = cell.parentElement?.querySelector('button')?.dataset.toggle;
    if (key !== undefined) toggle(key);
  }
}

function pressed(button: HTMLButtonElement): void {
  const { toggle: key, filter, sort, action } = button.dataset;
  if (key !== undefined) toggle(key);
  else if (filter !== undefined) change(withToggled(state, filter));
  else if (sort !== undefined)
    change({ ...state, more: { ...state.more, sort: state.more.sort === sort ? '' : sort } });
  else if (action === 'copy') void copyToClipboard(button);
  else if (action === 'clear') change(UNFILTERED);
}
