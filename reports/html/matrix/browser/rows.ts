/** Selects and renders the rows of the table. */

import { columnTallies, sumOf, type Tally } from '../../../matrix/cells.js';
import { changedIn } from '../../../matrix/changed.js';
import { explanationIn } from '../../../matrix/explaining.js';
import type { Matrix, MatrixCase, MatrixObject, MatrixRequirement } from '../../../matrix/model.js';
import { shortTitle } from '../../../wording.js';
import { anchor, inAddress } from '../../filter.js';
import { html, type Markup } from '../../markup.js';
import { cellMarkup } from '../cell.js';
import { evidenceMarkup } from './evidence.js';
import { matrixCaseId, objectKey, rowKey } from './ids.js';

/** The state of the table: the matrix, the indices of its columns, the found cases, and the open rows. */
interface MatrixView {
  readonly matrix: Matrix;
  readonly columns: readonly number[];
  /** Empty for the order of the documents, `name`, or the id of a column. */
  readonly sort: string;
  readonly found: (of: MatrixRequirement) => readonly MatrixCase[];
  /** Keys of the open rows. */
  readonly isOpen: (key: string, depth: 'object' | 'requirement' | 'case') => boolean;
  /** Id of the row that the address names. */
  readonly revealed: string;
  /** Address of the coverage page; empty if there is none. */
  readonly coverage: string;
}

export interface Rows {
  /** Rows in their order, rendered on demand. */
  readonly rows: readonly (() => Markup)[];
  readonly requirements: number;
  readonly cases: number;
}

/** Tallies of all cases of a requirement, whatever the filter. They are needed often. */
const known = new WeakMap<MatrixRequirement, readonly Tally[]>();
const knownOfObjects = new WeakMap<MatrixObject, readonly Tally[]>();

function talliesOf(matrix: Matrix, of: MatrixRequirement): readonly Tally[] {
  const before = known.get(of);
  if (before !== undefined) return before;
  const tallies = columnTallies(matrix, of.cases);
  known.set(of, tallies);
  return tallies;
}

export function rowsOf(view: MatrixView): Rows {
  const { matrix } = view;
  const rows: (() => Markup)[] = [];
  let [requirements, cases] = [0, 0];
  for (const { id, title } of matrix.documents) {
    const objects = matrix.objects.flatMap((object) => {
      if (object.document !== id) return [];
      const left = object.requirements.flatMap((of) => {
        const found = view.found(of);
        return found.length === 0 ? [] : [{ of, found }];
      });
      return left.length === 0 ? [] : [{ object, left, tallies: objectTallies(matrix, object) }];
    });
    if (objects.length === 0) continue;
    const all = matrix.columns.map((_, i) => sumOf(objects.flatMap(({ tallies }) => tallies[i] ?? [])));
    rows.push(() => headRow(view, id, title, all));
    for (const { object, left, tallies } of sorted(view, objects, ({ object: { title: name } }) => name)) {
      const key = objectKey(object);
      const open = view.isOpen(key, 'object');
      rows.push(() => objectRow(view, key, object, left.length, tallies, open));
      requirements += left.length;
      for (const { found } of left) cases += found.length;
      if (!open) continue;
      const inOrder = left.map((one) => ({ ...one, tallies: talliesOf(matrix, one.of) }));
      for (const one of sorted(view, inOrder, ({ of }) => of.id)) {
        const shown = view.isOpen(rowKey(one.of.id), 'requirement');
        rows.push(() => requirementRow(view, one.of, one.tallies, shown));
        if (shown) for (const of of one.found) rows.push(...caseRows(view, one.of, of));
      }
    }
  }
  return { rows, requirements, cases };
}

function objectTallies(matrix: Matrix, object: MatrixObject): readonly Tally[] {
  const before = knownOfObjects.get(object);
  if (before !== undefined) return before;
  const tallies = matrix.columns.map((_, i) =>
    sumOf(object.requirements.flatMap((of) => talliesOf(matrix, of)[i] ?? [])),
  );
  knownOfObjects.set(object, tallies);
  return tallies;
}

function sorted<Of extends { readonly tallies: readonly Tally[] }>(
  { sort, matrix }: MatrixView,
  some: readonly Of[],
  nameOf: (one: Of) => string,
): readonly Of[] {
  if (sort === '') return some;
  if (sort === 'name') return [...some].sort((a, b) => nameOf(a).localeCompare(nameOf(b), 'en'));
  const column = matrix.columns.findIndex(({ id }) => id === sort);
  const badness = ({ tallies }: Of): number => {
    const tally = tallies[column];
    if (tally === undefined) return 0;
    const { right, wrong, down } = tally;
    return down > 0 ? 2 : (wrong + down) / Math.max(1, right + wrong + down);
  };
  return [...some].sort((a, b) => badness(b) - badness(a));
}

function headRow(view: MatrixView, id: number, title: string, tallies: readonly Tally[]): Markup {
  return html`<tr class="document"><th scope="row" title="${title}">${id} ${shortTitle(title)}</th>${cells(view, tallies, requirementsOf(view, id))}<td></td></tr>`;
}

const requirementsOf = ({ matrix }: MatrixView, id: number): readonly MatrixRequirement[] =>
  matrix.objects.flatMap(({ document, requirements }) => (document === id ? requirements : []));

function objectRow(
  view: MatrixView,
  key: string,
  { title, requirements }: MatrixObject,
  left: number,
  tallies: readonly Tally[],
  open: boolean,
): Markup {
  return html`<tr class="object"><th scope="row">${toggle(key, open, html`${title}`)} <small>${left}</small></th>${cells(view, tallies, requirements)}<td></td></tr>`;
}

function requirementRow(view: MatrixView, of: MatrixRequirement, tallies: readonly Tally[], open: boolean): Markup {
  const { id, says, open: isOpen, rows } = of;
  const strength = isOpen ? html` <span class="strength">open</span>` : html``;
  return html`<tr class="requirement-row${mine(view, id)}" id="${rowKey(id)}"><th scope="row">${toggle(rowKey(id), open, html`${says}${strength}`)}<br><code>${id}</code>${anchor(id)}${open ? rowLinks(view, rows) : html``}</th>${cells(view, tallies, [of])}<td class="changed">${changes(view, tallies)}</td></tr>`;
}

/** Links to the rows of the documents, or, without a page about them, to the requirements of each row. */
function rowLinks({ coverage }: MatrixView, rows: readonly string[]): Markup {
  const links = rows.map((row, i) => {
    const to = coverage === '' ? `#in=${inAddress(row)}` : `${coverage}#${inAddress(row)}`;
    return html`${i === 0 ? '' : ' · '}<a href="${to}">${row}</a>`;
  });
  return html`<span class="rows">${links}</span>`;
}

function caseRows(view: MatrixView, of: MatrixRequirement, one: MatrixCase): readonly (() => Markup)[] {
  const id = matrixCaseId(of, one);
  const open = view.isOpen(rowKey(id), 'case');
  const row = (): Markup => {
    const tallies = columnTallies(view.matrix, [one]);
    return html`<tr class="case-row${mine(view, id)}" id="${rowKey(id)}"><th scope="row">${toggle(rowKey(id), open, html`<code>${one.name}</code>`)}${anchor(id)}</th>${cells(view, tallies, [{ ...of, cases: [one] }])}<td class="changed">${changes(view, tallies)}</td></tr>`;
  };
  if (!open) return [row];
  const span = view.columns.length + 2;
  return [
    row,
    () =>
      html`<tr class="evidence"><td colspan="${span}"><div>${evidenceMarkup(view.matrix, view.columns, of, one)}</div></td></tr>`,
  ];
}

const mine = ({ revealed }: MatrixView, id: string): string => (revealed === rowKey(id) ? ' revealed' : '');

function toggle(key: string, open: boolean, label: Markup): Markup {
  return html`<button type="button" class="toggle" data-toggle="${key}" aria-expanded="${String(open)}">${label}</button>`;
}

/** A cell that is not green links to the finding of its case, or to a case that explains it. */
const cells = (
  { columns, matrix }: MatrixView,
  tallies: readonly Tally[],
  requirements: readonly MatrixRequirement[],
): readonly Markup[] =>
  columns.map((at) => cellMarkup(tallies[at] ?? sumOf([]), explanationLink(matrix, requirements, at)));

function explanationLink(matrix: Matrix, requirements: readonly MatrixRequirement[], at: number): string | undefined {
  const found = explanationIn(matrix, requirements, at);
  if (found === undefined) return undefined;
  const { of, one, answer } = found;
  const isCase = requirements.length === 1 && requirements[0]?.cases.length === 1;
  const finding = isCase ? matrix.texts[answer.finding ?? -1] : undefined;
  return finding ?? `#${inAddress(matrixCaseId(of, one))}`;
}

/** Changes between versions, group by group. The group is named if several have versions. */
function changes({ matrix, columns }: MatrixView, tallies: readonly Tally[]): string {
  const changed: { readonly label: string; readonly words: string }[] = [];
  let from = 0;
  for (const { label, columns: span } of matrix.groups) {
    const own = columns.filter((at) => at >= from && at < from + span);
    from += span;
    const words = changedIn(
      own.map((at) => ({ version: matrix.columns[at]?.label ?? '', tally: tallies[at] ?? sumOf([]) })),
    );
    if (words !== '') changed.push({ label, words });
  }
  const several = matrix.groups.filter((group) => group.columns > 1).length > 1;
  return changed.map(({ label, words }) => (several ? `${label}: ${words}` : words)).join('; ');
}
