/** The page of a matrix: filters, sorts and opens rows, and keeps what is shown in the address. */
import type { Matrix, MatrixCase, MatrixRequirement } from '../../../matrix/model.js';
import { numeral } from '../../../wording.js';
import { decodeAddress, onAddress, setAddress } from '../../browser/address.js';
import { all, copyToClipboard, one, quotedSearch, searchKeys, tellPaper } from '../../browser/dom.js';
import { GrowingList } from '../../browser/growing.js';
import { allShown, unpacked } from '../../browser/packed.js';
import { html } from '../../markup.js';
import { matrixCaseId, objectKey, rowKey } from './ids.js';
import { type Rows, rowsOf } from './rows.js';
import { hostsDiffer, matrixSearcher } from './search.js';
import { isMatrixFiltered, type MatrixState, readMatrixState, UNFILTERED_MATRIX, writeMatrixState } from './state.js';

/** Rows that are made at once; more come when the last of them is near. */
const CHUNK = 32;
/** A filter that leaves at most so many rows opens them. */
const FEW = 12;

const matrix = await unpacked<Matrix>();
const search = matrixSearcher(matrix);
const bar = one('.filter', HTMLFormElement);
const textField = one('[name=text]', HTMLInputElement);
const places = one('[name=place]', HTMLSelectElement);
const sorts = one('[name=sort]', HTMLSelectElement);
const differ = one('[name=differ]', HTMLInputElement);
const boxes = all('[name=column]', HTMLInputElement);
const statusButtons = all('[data-status]', HTMLButtonElement);
const shown = one('output', HTMLOutputElement);
const nothing = one('.nothing', HTMLElement);
const table = one('#matrix table', HTMLTableElement);
const tbody = one('tbody', HTMLElement, table);
const totals = {
  requirements: matrix.objects.reduce((sum, { requirements }) => sum + requirements.length, 0),
  cases: matrix.objects.reduce(
    (sum, { requirements }) => sum + requirements.reduce((n, { cases }) => n + cases.length, 0),
    0,
  ),
};

let state: MatrixState = UNFILTERED_MATRIX;
/** Keys of rows that were opened, or shut, by hand since the filter changed. */
let toggled = new Map<string, boolean>();
let revealed = '';
/** Keys of the rows that the filter opens. */
let opened: ReadonlySet<string> = new Set();

const list = new GrowingList(tbody, {
  chunk: CHUNK,
  label: (left) => `Show ${numeral(left)} more rows`,
  more: (button) => html`<tr class="more"><td colspan="${matrix.columns.length + 2}">${button}</td></tr>`,
});

bar.hidden = false;
for (const heading of all('[data-column]', HTMLElement)) {
  const { column = '' } = heading.dataset;
  const label = heading.textContent ?? '';
  heading.innerHTML =
    html`<button type="button" class="sort" data-sort="${column}" title="Worst first">${label}</button>`.toString();
}
bar.addEventListener('submit', (event) => event.preventDefault());
bar.addEventListener('input', ({ target }) => change(stateOfControls(), target === textField));
document.addEventListener('click', clicked);
searchKeys(textField, () => change({ ...state, text: '' }));
onAddress(route);
window.addEventListener('beforeprint', () => list.make());
apply(UNFILTERED_MATRIX);
route(location.hash.slice(1));
allShown();
// The first search finds its code compiled.
setTimeout(() => {
  const find = search(
    { ...UNFILTERED_MATRIX, text: 'first search' },
    matrix.columns.map((_, i) => i),
  );
  for (const { requirements } of matrix.objects) for (const of of requirements) find(of);
});

/** Does what the address asks for: a state, or the id of a requirement or a case. */
function route(hash: string): void {
  const asked = hash === '' ? UNFILTERED_MATRIX : readMatrixState(hash);
  if (asked === undefined) reveal(decodeAddress(hash));
  else {
    apply(asked);
    if (hash !== '' && hash !== writeMatrixState(UNFILTERED_MATRIX)) one('#matrix', HTMLElement).scrollIntoView();
  }
}

function stateOfControls(): MatrixState {
  const ticked = boxes.filter(({ checked }) => checked).map(({ value }) => value);
  return {
    ...state,
    text: textField.value,
    place: places.value,
    sort: sorts.value,
    differ: differ.checked,
    columns: new Set(ticked.length === boxes.length ? [] : ticked),
  };
}

function change(next: MatrixState, typed = false): void {
  setAddress(writeMatrixState(next), typed);
  apply(next);
}

function apply(next: MatrixState): void {
  state = next;
  toggled = new Map();
  revealed = '';
  render();
  showControls();
}

function render(): void {
  const columns = matrix.columns.flatMap(({ id }, i) => (state.columns.size === 0 || state.columns.has(id) ? [i] : []));
  const find = search(state, columns);
  const found = new Map<MatrixRequirement, ReturnType<typeof find>>();
  for (const { requirements } of matrix.objects) for (const of of requirements) found.set(of, find(of));
  openedBy(found, columns);
  const result = rowsOf({
    matrix,
    columns,
    sort: state.sort,
    found: (of) => found.get(of) ?? [],
    isOpen: (key, depth) => toggled.get(key) ?? (depth === 'object' ? isMatrixFiltered(state) : opened.has(key)),
    revealed,
    coverage: table.dataset.coverage ?? '',
  });
  showRows(result);
  for (const cell of table.querySelectorAll('[data-column]')) if (cell instanceof HTMLElement) showHeading(cell);
  showGroups(columns);
  // As many as there are columns; they are alike.
  for (const [i, column] of all('col.one', HTMLElement).entries()) column.hidden = i >= columns.length;
}

/** What is left is opened where it is little; else where hosts differ, if that is little. */
function openedBy(found: ReadonlyMap<MatrixRequirement, readonly MatrixCase[]>, columns: readonly number[]): void {
  const left = [...found].filter(([, cases]) => cases.length > 0);
  const differing = left.flatMap(([of, cases]) => {
    const own = cases.filter(({ answers }) => hostsDiffer(answers, columns, matrix.answers));
    return own.length === 0 ? [] : [{ of, cases: own.map((one) => rowKey(matrixCaseId(of, one))) }];
  });
  const shown = left.length <= FEW ? left.map(([of]) => of) : differing.map(({ of }) => of);
  const cases = differing.flatMap((one) => one.cases);
  opened = new Set(
    !isMatrixFiltered(state) || shown.length > FEW
      ? []
      : [...shown.map(({ id }) => rowKey(id)), ...(cases.length <= FEW ? cases : [])],
  );
}

function showRows(result: Rows): void {
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.toggle : undefined;
  // What was opened by hand is to be there at once.
  list.show(result.rows, toggled.size > 0 ? list.made + CHUNK : CHUNK);
  if (focused !== undefined) toggleOf(focused)?.focus({ preventScroll: true });
  nothing.hidden = result.cases > 0;
  shown.value = `${numeral(result.requirements)} of ${numeral(totals.requirements)} requirements, ${numeral(result.cases)} of ${numeral(totals.cases)} cases`;
}

/** Ids of the page itself are no rows. */
function rowOf(id: string): Element | null {
  return tbody.querySelector(`[id="${CSS.escape(id)}"]`);
}

function toggleOf(key: string): HTMLElement | null {
  return tbody.querySelector(`[data-toggle="${CSS.escape(key)}"]`);
}

/** A heading says by which column rows are sorted; hidden columns have none. */
function showHeading(heading: HTMLElement): void {
  const { column = '' } = heading.dataset;
  heading.hidden = state.columns.size > 0 && !state.columns.has(column);
  if (state.sort === column) heading.ariaSort = 'descending';
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
  for (const button of statusButtons) button.ariaPressed = String(state.statuses.has(button.dataset.status ?? ''));
  if (textField.value !== state.text) textField.value = state.text;
  if (![...places.options].some(({ value }) => value === state.place)) places.add(new Option(state.place));
  places.value = state.place;
  sorts.value = state.sort;
  differ.checked = state.differ;
  for (const box of boxes) box.checked = state.columns.size === 0 || state.columns.has(box.value);
  const pressed = statusButtons.filter(({ ariaPressed }) => ariaPressed === 'true');
  tellPaper(shown.value, [
    ...pressed.map(({ dataset }) => dataset.status ?? ''),
    state.place,
    quotedSearch(state.text),
    state.differ ? 'only rows that differ' : '',
    state.cause === '' ? '' : 'of one cause',
  ]);
  one('[data-action=clear]', HTMLElement).hidden = writeMatrixState(state) === writeMatrixState(UNFILTERED_MATRIX);
}

/** Opens the requirement or case of this id, as addresses have it, and goes there. */
function reveal(id: string): void {
  for (const object of matrix.objects)
    for (const of of object.requirements) {
      const ids = [of.id, ...of.cases.map((each) => matrixCaseId(of, each))].map(rowKey);
      if (!ids.includes(id)) continue;
      const { columns, sort } = state;
      apply({ ...UNFILTERED_MATRIX, columns, sort });
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
  else if (cell !== null) {
    const key = cell.parentElement?.querySelector('button')?.dataset.toggle;
    if (key !== undefined) toggle(key);
  }
}

function pressed(button: HTMLButtonElement): void {
  const { toggle: key, status, sort, action } = button.dataset;
  if (key !== undefined) toggle(key);
  else if (status !== undefined) {
    const statuses = new Set(state.statuses);
    if (!statuses.delete(status)) statuses.add(status);
    change({ ...state, statuses });
  } else if (sort !== undefined) change({ ...state, sort: state.sort === sort ? '' : sort });
  else if (action === 'copy') void copyToClipboard(button);
  else if (action === 'clear') change(UNFILTERED_MATRIX);
}
