import type { SpecStatus } from '../../../spec/reading/row-status.js';
import { type RowCoverage, rowsInState } from '../../coverage.js';
import type { RunReport } from '../../model.js';
import { totalsOf } from '../../totals.js';
import { counted, numeral, runtimeOf } from '../../wording.js';
import { html, type Markup } from '../markup.js';
import { listSection, pageOf } from '../shell.js';
import { eyebrow, runCircumstances } from '../summary.js';
import { type PageLinks, type RowData, type ShownRequirement, STATE_ORDER, STATES } from './rows.js';

/** The data of a coverage page. */
export interface CoverageView {
  readonly spec: Pick<SpecStatus, 'documents'>;
  readonly rows: readonly RowCoverage[];
  /** The run that tested; without one, all that a complete run tests counts. */
  readonly report?: RunReport;
  readonly places?: PageLinks;
}

/** The documents, row by row: the state of each, and its requirements with their verdicts. */
export function htmlCoverage(view: CoverageView): string {
  const { report } = view;
  return pageOf<RowData>({
    kind: 'coverage',
    title:
      report === undefined
        ? 'srvspec: coverage of the documents'
        : `${report.target.name}, ${runtimeOf(report)}: srvspec coverage`,
    styles: ['requirements.css', 'evidence.css', 'coverage/coverage.css'],
    body: body(view),
    data: rowData(view),
  });
}

function body(view: CoverageView): Markup {
  const { spec, rows, report, places = {} } = view;
  const counts = STATE_ORDER.map((state) => ({ state, rows: rowsInState(rows, state) })).filter((one) => one.rows > 0);
  return html`<a class="skip" href="#requirements">Skip to the rows</a>
<header class="summary">
${eyebrow('srvspec coverage of the documents', places.matrix)}
<h1>${counted(rows.length, 'row')}${report === undefined ? html`` : html` <small>${report.target.name}, ${runtimeOf(report)}</small>`}</h1>
<p class="headline">${counts.map(({ state, rows: of }) => `${numeral(of)} ${state}`).join(', ')}</p>
${report === undefined ? html`<p class="made">Covered is what a complete run tests.</p>` : runCircumstances(report.circumstances)}
</header>
<main>
${listSection(
  'Rows',
  {
    key: 'state',
    values: STATE_ORDER.map((state) => ({
      name: state,
      mark: STATES[state].mark,
      label: state,
      count: rowsInState(rows, state),
      style: STATES[state].style,
    })),
    first: [],
    nouns: ['sections', 'rows'],
    foundIn: 'row, state, requirement, sentence',
    places: spec.documents,
  },
  'The rows are',
  'srvspec coverage --rows',
)}
</main>`;
}

/** The data that are packed into the page. */
export function rowData({ spec, rows, report, places = {} }: CoverageView): RowData {
  const reports = new Map(report?.requirements.map((one) => [one.id, one]));
  const requirements = new Map<string, ShownRequirement>();
  for (const { id, says } of rows.flatMap(({ status }) => status.citedBy)) {
    const own = reports.get(id);
    requirements.set(id, { says, ...(own !== undefined && { verdict: own.verdict, totals: totalsOf(own.cases) }) });
  }
  return {
    documents: spec.documents.map(({ id, title }) => ({ id, title })),
    rows: rows.map(({ status, document, section, state }) => ({
      id: status.row.id,
      document,
      section,
      state,
      citedBy: status.citedBy.map(({ id }) => id),
      ...(status.excluded !== undefined && { excluded: status.excluded }),
      unmentioned: status.unmentioned,
      pending: status.pending,
    })),
    requirements: Object.fromEntries(requirements),
    places,
  };
}
