import type { StandingSpec } from '../../../spec/reading/standing.js';
import type { Requirement } from '../../../spec/types/requirement.js';
import { count, type RowCoverage, type RowState, sectionsOf } from '../../coverage.js';
import type { RequirementReport, RunReport } from '../../model.js';
import { totalsOf } from '../../totals.js';
import { counted, numeral, runtimeOf, shortTitle, tally, VERDICT_WORDS } from '../../wording.js';
import { anchor, filterBar, inAddress } from '../filter.js';
import { html, type Markup } from '../markup.js';
import { mark } from '../requirements.js';
import { filterScript, pageOf } from '../shell.js';
import { eyebrow, madeBy } from '../summary.js';

/** What the page of a coverage is made of. */
export interface CoverageView {
  readonly spec: Pick<StandingSpec, 'documents'>;
  readonly rows: readonly RowCoverage[];
  /** The run that tested; without one, what a complete run would test counts. */
  readonly report?: RunReport;
  readonly places?: {
    /** Address of the page of that run. */
    readonly report?: string;
    readonly matrix?: string;
  };
}

const STATES: {
  readonly [S in RowState]: { readonly mark: string; readonly meaning: string; readonly style: string };
} = {
  missing: { mark: '✗', meaning: 'nothing speaks of it', style: 'violates' },
  untested: { mark: '?', meaning: 'no requirement of it was tested', style: 'inconclusive' },
  partly: { mark: '◐', meaning: 'something of it is left out', style: 'deviates' },
  pending: { mark: '…', meaning: 'not worked on yet', style: 'not-applicable' },
  covered: { mark: '✓', meaning: 'tested', style: 'conforms' },
  excluded: { mark: '–', meaning: 'needs no requirement', style: 'recorded' },
};
const ORDER = ['covered', 'partly', 'untested', 'pending', 'excluded', 'missing'] as const;

/** The documents, row by row: how each is covered, and by which requirements with which verdicts. */
export function htmlCoverage(view: CoverageView): string {
  const { report } = view;
  return pageOf({
    title:
      report === undefined
        ? 'srvspec: coverage of the documents'
        : `${report.target.name}, ${runtimeOf(report)}: srvspec coverage`,
    styles: ['requirements.css', 'evidence.css', 'coverage/coverage.css'],
    script: filterScript(),
    body: body(view),
  });
}

function body(view: CoverageView): Markup {
  const { spec, rows, report, places = {} } = view;
  const verdicts = new Map(report?.requirements.map((one) => [one.id, one]));
  const counts = ORDER.map((state) => ({ state, rows: count(rows, state) })).filter((one) => one.rows > 0);
  return html`<body>
<a class="skip" href="#requirements">Skip to the rows</a>
<header class="summary">
${eyebrow('srvspec coverage of the documents', places.matrix)}
<h1>${counted(rows.length, 'row')}${report === undefined ? html`` : html` <small>${report.target.name}, ${runtimeOf(report)}</small>`}</h1>
<p class="headline">${counts.map(({ state, rows: of }) => `${numeral(of)} ${state}`).join(', ')}</p>
${report === undefined ? html`<p class="made">Covered is what a complete run tests.</p>` : madeBy(report.circumstances)}
</header>
<main>
<section id="requirements" aria-labelledby="requirements-title" tabindex="-1">
<h2 id="requirements-title">Rows</h2>
${filterBar({
  key: 'state',
  values: ORDER.map((state) => ({
    name: state,
    mark: STATES[state].mark,
    label: state,
    count: count(rows, state),
    style: STATES[state].style,
  })),
  first: [],
  nouns: ['sections', 'rows'],
  places: spec.documents,
})}
${spec.documents.map(({ id, title }) => {
  const own = rows.filter(({ document }) => document === id);
  return html`<section class="document">
<h3><span>Document ${id}</span> ${shortTitle(title)}</h3>
${sectionsOf(own).map((section) => sectionItem(section, verdicts, view))}
</section>
`;
})}
</section>
</main>
</body>`;
}

type Verdicts = ReadonlyMap<string, RequirementReport>;

function sectionItem(rows: readonly RowCoverage[], verdicts: Verdicts, view: CoverageView): Markup {
  const [first] = rows;
  const prefix = first?.standing.row.id.replace(/\/[^/]*$/, '') ?? '';
  const counts = ORDER.filter((state) => count(rows, state) > 0).map(
    (state) =>
      html`<span class="${STATES[state].style}" title="${state}">${STATES[state].mark} ${count(rows, state)}</span>`,
  );
  return html`<details class="requirement" id="${prefix}">
<summary><span></span><span class="says">${first?.section.replaceAll('-', ' ').replace('/', ': ') ?? ''}</span><span class="id"><code>${prefix}</code></span><span class="counts">${counts}</span></summary>
<p class="rows">${anchor(prefix)}</p>
${rows.map((row) => rowItem(row, verdicts, view))}
</details>
`;
}

function rowItem({ standing, state }: RowCoverage, verdicts: Verdicts, view: CoverageView): Markup {
  const { row, citedBy, excluded, unmentioned, pending } = standing;
  const { mark: sign, meaning, style } = STATES[state];
  const matrix = view.places?.matrix;
  const why = [
    ...(excluded === undefined ? [] : [excluded]),
    ...(unmentioned.length === 0 ? [] : [`Left out: ${unmentioned.join(', ')}`]),
    ...(pending && citedBy.length > 0 ? ['Some of it is pending.'] : []),
  ];
  return html`<details class="case" id="${row.id}" data-state="${state}" data-rows="${row.id}">
<summary><span class="mark ${style}" role="img" aria-label="${state}" title="${state}">${sign}</span><span class="name"><code>${row.id}</code></span><span class="reason">${state}: ${excluded ?? meaning}</span><span class="kind">${citedBy.length === 0 ? '' : counted(citedBy.length, 'requirement')}</span></summary>
${why.map((line) => html`<p class="why">${line}</p>`)}
${citedBy.length === 0 ? html`` : html`<ul class="citing">${citedBy.map((one) => requirementLine(one, verdicts.get(one.id), view))}</ul>`}
<p>${anchor(row.id)}${matrix === undefined ? html`` : html` <a href="${matrix}#in=${inAddress(row.id)}">All targets on this row</a>`}</p>
</details>
`;
}

function requirementLine(
  { id, says }: Requirement,
  report: RequirementReport | undefined,
  { places = {} }: CoverageView,
): Markup {
  const name = html`<code>${id}</code>`;
  const linked =
    places.report === undefined || report === undefined
      ? name
      : html`<a href="${places.report}#${inAddress(id)}">${name}</a>`;
  const verdict = report === undefined ? html`<span></span>` : mark(report.verdict);
  const told = report === undefined ? '' : `${VERDICT_WORDS[report.verdict].label}; ${tally(totalsOf(report.cases))}`;
  return html`<li>${verdict}<span>${says}<br>${linked} <small>${told}</small></span></li>`;
}
