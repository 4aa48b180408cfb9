import { type MatrixSource, matrixOf } from '../../matrix/build.js';
import { causeKey, causesIn } from '../../matrix/causes.js';
import { columnTallies, KNOWN, STATUS_WORDS, STATUSES, sumOf, type Tally } from '../../matrix/cells.js';
import type { Matrix, MatrixObject } from '../../matrix/model.js';
import { printableLine } from '../../printable.js';
import { counted, engineOf, numeral, shortTitle, when } from '../../wording.js';
import { filterBar } from '../filter.js';
import { html, type Markup } from '../markup.js';
import { packedNotice, pageOf } from '../shell.js';
import { cellMarkup } from './cell.js';

export interface MatrixPlaces {
  /** Address of the page about the coverage of the documents. */
  readonly coverage?: string;
  /** Further pages that the matrix links to, with their titles. */
  readonly pages?: readonly { readonly link: string; readonly title: string }[];
}

/** The number of columns that fit into a wide window. */
const FITTING = 10;

/** The most causes before the list. */
const CAUSES = 8;

/**
 * Several reports in one page: requirement by target. The table of objects is in it as markup. Requirements, cases and evidence are packed
 * into it, and its script shows them on demand.
 */
export function htmlMatrix(sources: readonly MatrixSource[], places: MatrixPlaces = {}): string {
  const matrix = matrixOf(sources);
  return pageOf<Matrix>({
    kind: 'matrix',
    title: `srvspec: ${matrix.columns.map(({ label, target }) => `${target.name} ${label}`).join(', ')}`,
    styles: ['requirements.css', 'evidence.css', 'matrix/rows.css', 'matrix/matrix.css'],
    body: body(matrix, places),
    data: matrix,
  });
}

function body(matrix: Matrix, places: MatrixPlaces): Markup {
  return html`<a class="skip" href="#matrix">Skip to the table</a>
<header class="summary">
<p class="eyebrow">srvspec conformance matrix</p>
<h1>${counted(matrix.columns.length, 'target')} against the documents</h1>
${pagesList(places)}
</header>
<main>
${targets(matrix)}
${causes(matrix)}
<section id="matrix" aria-labelledby="matrix-title" tabindex="-1">
<h2 id="matrix-title">Requirements by target</h2>
${controls(matrix)}
${packedNotice('Requirements, cases and what was observed are', 'srvspec run … --report markdown=FILE')}
<p class="legend">${STATUSES.map((status) => html`<span class="${status}"><b>${STATUS_WORDS[status].mark}</b> ${STATUS_WORDS[status].label}</span> `)}<span class="wrong"><b>${KNOWN.mark}</b> ${KNOWN.label}</span> <span class="unknown"><b>… ?</b> some cases inconclusive</span></p>
<div class="scroll${matrix.columns.length <= FITTING ? ' fits' : ''}" tabindex="0" role="region" aria-label="Table of requirements">
<table data-coverage="${places.coverage ?? ''}">
<colgroup><col class="what">${matrix.columns.map(() => html`<col class="one">`)}<col class="changed"></colgroup>
${tableHead(matrix)}
<tbody>${staticRows(matrix)}</tbody>
</table>
</div>
</section>
</main>`;
}

function pagesList({ coverage, pages = [] }: MatrixPlaces): Markup {
  const all = [...pages, ...(coverage === undefined ? [] : [{ link: coverage, title: 'Coverage of the documents' }])];
  if (all.length === 0) return html``;
  return html`<nav aria-label="Pages"><ul class="pages">${all.map(({ link, title }) => html`<li><a href="${link}">${title}</a></li>`)}</ul></nav>`;
}

/** The targets, with time, machine and command of each run. */
function targets(matrix: Matrix): Markup {
  const tallies = objectTallies(matrix, matrix.objects);
  const rows = matrix.columns.map(({ target, label, circumstances, link, cutShort }, i) => {
    const tally = tallies[i] ?? sumOf([]);
    const engine = engineOf(target);
    const name = html`${printableLine(target.name)} ${label}${engine === undefined ? '' : html` <small>${engine}</small>`}${target.host === undefined ? '' : html` <small>${printableLine(target.host)}</small>`}`;
    return html`<tr><th scope="row">${link === undefined ? name : html`<a href="${link}">${name}</a>`}</th><td>${numeral(tally.right)}</td><td>${numeral(tally.wrong + tally.down)}</td><td>${numeral(tally.open)}</td><td>${numeral(tally.inapplicable)}</td><td>${numeral(tally.unknown)}</td><td class="made"><time datetime="${circumstances.startedAt}">${when(circumstances.startedAt)}</time>, ${circumstances.machine}<br><code>${circumstances.command}</code>${cutShort === undefined ? '' : html`<br><b>cut short: ${cutShort}</b>`}</td></tr>
`;
  });
  return html`<section class="targets" aria-labelledby="targets-title">
<h2 id="targets-title">Targets</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Table of targets">
<table>
<thead><tr><th scope="col">Target</th><th scope="col">✓ conform</th><th scope="col">✗ otherwise</th><th scope="col">○ open</th><th scope="col">– not applicable</th><th scope="col">? no data</th><th scope="col">Run</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</div>
</section>`;
}

function causes(matrix: Matrix): Markup {
  const all = causesIn(matrix);
  if (all.length === 0) return html``;
  const rest = all.slice(CAUSES);
  const items = all.slice(0, CAUSES).map(({ cause, cases, counts }) => {
    const where = matrix.columns.flatMap(({ label, target }, i) =>
      (counts[i] ?? 0) > 0 ? [`${nameOf(target)} ${label}`] : [],
    );
    return html`<li><b>${numeral(cases)}</b> <span><a href="#cause=${causeKey(cause)}">${cause}</a><br><small>${where.join(', ')}</small></span></li>`;
  });
  const more = html`<p class="more">and ${counted(rest.length, 'more cause')} of ${counted(
    rest.reduce((sum, { cases }) => sum + cases, 0),
    'case',
  )}</p>`;
  return html`<section class="causes" aria-labelledby="causes-title">
<h2 id="causes-title">Top causes <small>cases that do not do what the documents say</small></h2>
<ol>${items}</ol>
${rest.length === 0 ? html`` : more}
</section>`;
}

const nameOf = (target: Matrix['columns'][number]['target']): string => engineOf(target) ?? target.name;

function controls({ documents, columns }: Matrix): Markup {
  const sorts = columns.map(
    ({ id, label, target }) => html`<option value="${id}">Worst of ${nameOf(target)} ${label} first</option>`,
  );
  const boxes = columns.map(
    ({ id, label, target }) =>
      html`<label><input type="checkbox" name="column" value="${id}" checked> ${nameOf(target)} ${label}</label>`,
  );
  return filterBar({
    key: 'status',
    values: STATUSES.filter((status) => status !== 'partly').map((name) => ({ name, ...STATUS_WORDS[name] })),
    first: [],
    nouns: ['requirements', 'cases'],
    foundIn: 'id, sentence, row, input, observed',
    places: documents,
    more: [
      html`\n<select name="sort" aria-label="Sort"><option value="">In the documents' order</option><option value="name">By name</option>${sorts}</select>`,
      html`<label><input type="checkbox" name="differ"> Only rows that differ</label>`,
      html`\n<div class="columns" role="group" aria-label="Columns">${boxes}</div>`,
    ],
  });
}

function tableHead({ groups, columns }: Matrix): Markup {
  return html`<thead>
<tr><th scope="col" rowspan="2" class="what">Document, object, requirement, case</th>${groups.map(({ label, columns: span }) => html`<th scope="colgroup" colspan="${span}" class="group">${label}</th>`)}<th scope="col" rowspan="2" class="changed">Changed <small>between these versions</small></th></tr>
<tr>${columns.map(({ label, id }) => html`<th scope="col" data-column="${id}">${label}</th>`)}</tr>
</thead>`;
}

/** The content that is there without the script: a row for each object. */
function staticRows(matrix: Matrix): readonly Markup[] {
  return matrix.documents.flatMap(({ id, title }) => {
    const own = matrix.objects.filter(({ document }) => document === id);
    return [
      html`<tr class="document"><th scope="row" title="${title}">${id} ${shortTitle(title)}</th>${objectTallies(matrix, own).map((tally) => cellMarkup(tally))}<td></td></tr>
`,
      ...own.map(
        (
          one,
        ) => html`<tr class="object"><th scope="row">${one.title}</th>${objectTallies(matrix, [one]).map((tally) => cellMarkup(tally))}<td></td></tr>
`,
      ),
    ];
  });
}

const objectTallies = (matrix: Matrix, objects: readonly MatrixObject[]): readonly Tally[] =>
  columnTallies(
    matrix,
    objects.flatMap(({ requirements }) => requirements.flatMap(({ cases }) => cases)),
  );
