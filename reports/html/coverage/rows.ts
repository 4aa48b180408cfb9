import type { RowState, Totals, VerdictKind } from '../../model.js';
import { counted, shortTitle, tally, VERDICT_WORDS } from '../../wording.js';
import { anchor, inAddress, namedMark } from '../filter.js';
import type { Group, Item, ListEntry } from '../list-model.js';
import { html, type Markup } from '../markup.js';
import { mark } from '../requirements.js';

/** The data that the script of the page shows. */
export interface RowData {
  readonly documents: readonly { readonly id: number; readonly title: string }[];
  /** In the order of the documents, the rows of a section together. */
  readonly rows: readonly ShownRow[];
  /** The requirements that rows cite, by id. */
  readonly requirements: { readonly [id: string]: ShownRequirement };
  readonly places: PageLinks;
}

export interface PageLinks {
  /** Address of the page of that run. */
  readonly report?: string;
  readonly matrix?: string;
}

interface ShownRow {
  readonly id: string;
  readonly document: number;
  /** Chapter and section slugs joined by `/`. */
  readonly section: string;
  readonly state: RowState;
  readonly citedBy: readonly string[];
  readonly excluded?: string;
  readonly unmentioned: readonly string[];
  readonly pending: boolean;
}

export interface ShownRequirement {
  readonly says: string;
  /** Present if a run tested it. */
  readonly verdict?: VerdictKind;
  readonly totals?: Totals;
}

export const STATES: {
  readonly [S in RowState]: { readonly mark: string; readonly meaning: string; readonly style: string };
} = {
  missing: { mark: '✗', meaning: 'nothing speaks of it', style: 'violates' },
  untested: { mark: '?', meaning: 'no requirement of it was tested', style: 'inconclusive' },
  partly: { mark: '◐', meaning: 'something of it is left out', style: 'deviates' },
  pending: { mark: '…', meaning: 'not worked on yet', style: 'not-applicable' },
  covered: { mark: '✓', meaning: 'tested', style: 'conforms' },
  excluded: { mark: '–', meaning: 'needs no requirement', style: 'recorded' },
};
export const STATE_ORDER = ['covered', 'partly', 'untested', 'pending', 'excluded', 'missing'] as const;

/** Every row, by document and section. */
export function rowEntries(data: RowData): readonly ListEntry[] {
  return data.documents.flatMap(({ id, title }): readonly ListEntry[] => {
    const own = data.rows.filter(({ document }) => document === id);
    const sections = [...new Set(own.map(({ section }) => section))];
    return [
      { kind: 'heading', depth: 1, markup: () => html`<h3><span>Document ${id}</span> ${shortTitle(title)}</h3>\n` },
      ...sections.map((section) =>
        sectionGroup(
          own.filter((row) => row.section === section),
          data,
        ),
      ),
    ];
  });
}

function sectionGroup(rows: readonly ShownRow[], data: RowData): Group {
  const [first] = rows;
  const prefix = first?.id.replace(/\/[^/]*$/, '') ?? '';
  const name = first?.section.replaceAll('-', ' ').replace('/', ': ') ?? '';
  const counts = STATE_ORDER.flatMap((state) => {
    const count = rows.filter((row) => row.state === state).length;
    return count === 0
      ? []
      : [html`<span class="${STATES[state].style}" title="${state}">${STATES[state].mark} ${count}</span>`];
  });
  return {
    kind: 'group',
    id: prefix,
    rows: [],
    texts: [prefix, name],
    items: rows.map((row) => rowItem(row, data)),
    onPaper: true,
    summary: () =>
      html`<span class="says">${name}</span><span class="id"><code>${prefix}</code></span><span class="counts">${counts}</span>`,
    above: () => html`<p class="rows">${anchor(prefix)}</p>`,
  };
}

function rowItem(row: ShownRow, data: RowData): Item {
  const { id, state, citedBy, excluded } = row;
  const { mark: sign, meaning, style } = STATES[state];
  const why = whyOf(row);
  return {
    kind: 'item',
    id,
    value: state,
    rows: [id],
    texts: () => [id, state, meaning, ...why, ...citedBy.flatMap((one) => [one, data.requirements[one]?.says ?? ''])],
    open: false,
    summary: () =>
      html`${namedMark({ mark: sign, label: state, style })}<span class="name"><code>${id}</code></span><span class="reason">${state}: ${excluded ?? meaning}</span><span class="kind">${citedBy.length === 0 ? '' : counted(citedBy.length, 'requirement')}</span>`,
    content: () => content(row, why, data),
  };
}

function whyOf({ excluded, unmentioned, pending, citedBy }: ShownRow): readonly string[] {
  return [
    ...(excluded === undefined ? [] : [excluded]),
    ...(unmentioned.length === 0 ? [] : [`Left out: ${unmentioned.join(', ')}`]),
    ...(pending && citedBy.length > 0 ? ['Some of it is pending.'] : []),
  ];
}

function content({ id, citedBy }: ShownRow, why: readonly string[], data: RowData): Markup {
  const { matrix } = data.places;
  return html`${why.map((line) => html`<p class="why">${line}</p>`)}
${citedBy.length === 0 ? html`` : html`<ul class="citing">${citedBy.map((one) => requirementLine(one, data))}</ul>`}
<p>${anchor(id)}${matrix === undefined ? html`` : html` <a href="${matrix}#in=${inAddress(id)}">All targets on this row</a>`}</p>`;
}

function requirementLine(id: string, { requirements, places }: RowData): Markup {
  const { says = '', verdict, totals } = requirements[id] ?? {};
  const name = html`<code>${id}</code>`;
  const linked =
    places.report === undefined || verdict === undefined
      ? name
      : html`<a href="${places.report}#${inAddress(id)}">${name}</a>`;
  const result =
    verdict === undefined || totals === undefined ? '' : `${VERDICT_WORDS[verdict].label}; ${tally(totals)}`;
  return html`<li>${verdict === undefined ? html`<span></span>` : mark(verdict)}<span>${says}<br>${linked} <small>${result}</small></span></li>`;
}
