/** The answers of the hosts in one case. Hosts with the same answer share one entry. */
import { type CellStatus, cellStatus, KNOWN, STATUS_WORDS } from '../../../matrix/cells.js';
import {
  CASE_ID,
  type Matrix,
  type MatrixCase,
  type MatrixRequirement,
  type MatrixVerdict,
} from '../../../matrix/model.js';
import { engineOf } from '../../../wording.js';
import { inLine } from '../../cutting.js';
import { caseEvidence } from '../../evidence.js';
import { inAddress } from '../../filter.js';
import { html, type Markup } from '../../markup.js';
import { matrixCaseId } from './ids.js';

interface SharedAnswer {
  readonly status: CellStatus;
  readonly answer?: MatrixVerdict;
  readonly reasons: Set<string>;
  readonly findings: Set<string>;
  /** Indices of columns. */
  readonly columns: number[];
}

export function evidenceMarkup(
  matrix: Matrix,
  columns: readonly number[],
  of: MatrixRequirement,
  one: MatrixCase,
): Markup {
  const id = matrixCaseId(of, one);
  return html`${entriesOf(matrix, columns, one).map((entry) => entryMarkup(matrix, entry, id, one))}`;
}

function entriesOf({ answers, texts }: Matrix, columns: readonly number[], one: MatrixCase): readonly SharedAnswer[] {
  const entries = new Map<string, SharedAnswer>();
  for (const column of columns) {
    const answer = answers[one.answers[column] ?? -1];
    const status = cellStatus(answer);
    const key = [status, answer?.expected, answer?.observed, answer?.counterexample].join(' ');
    const entry: SharedAnswer = entries.get(key) ?? {
      status,
      reasons: new Set(),
      findings: new Set(),
      columns: [],
      ...(answer !== undefined && { answer }),
    };
    entries.set(key, entry);
    entry.columns.push(column);
    const reason = answer === undefined ? 'not in the report' : (texts[answer.reason] ?? '');
    if (reason !== '') entry.reasons.add(reason);
    const finding = texts[answer?.finding ?? -1];
    if (finding !== undefined) entry.findings.add(finding);
  }
  return [...entries.values()];
}

function entryMarkup(
  matrix: Matrix,
  { status, answer, reasons, findings, columns }: SharedAnswer,
  id: string,
  one: MatrixCase,
): Markup {
  const { texts } = matrix;
  const isKnown = answer?.verdict === 'deviates';
  const mark = isKnown && status === 'wrong' ? KNOWN.mark : STATUS_WORDS[status].mark;
  const label = status === 'wrong' ? (answer?.verdict ?? '') : STATUS_WORDS[status].label;
  const text = (place: number | undefined): string | undefined => (place === undefined ? undefined : texts[place]);
  const why = isKnown ? 'known: ' : '';
  return html`<section class="answer ${status}">
<p class="who"><b>${mark} ${label}</b> ${columns.map((at) => html`<span class="host">${columnName(matrix, at)}</span> `)}</p>
${[...reasons].map((reason) => html`<p class="why">${why}${inLine(reason)}</p>`)}
${[...findings].map((finding) => html`<p><a href="${finding}">The finding</a></p>`)}
${caseEvidence({ expected: text(answer?.expected), observed: text(answer?.observed), counterexample: text(answer?.counterexample) }, status === 'open')}
${status === 'unknown' && answer === undefined ? html`` : replays(matrix, columns, id, one)}
</section>`;
}

function columnName({ columns }: Matrix, at: number): string {
  const column = columns[at];
  if (column === undefined) return '';
  const engine = engineOf(column.target);
  return [column.target.name, column.label, ...(engine === undefined ? [] : [engine])].join(' ');
}

function replays(matrix: Matrix, columns: readonly number[], id: string, one: MatrixCase): Markup {
  const lines = columns.map((at) => {
    const own = one.replays?.[at] ?? -1;
    const pattern = own < 0 ? (matrix.columns[at]?.replay ?? '') : (matrix.texts[own] ?? '');
    const link = matrix.columns[at]?.link;
    const report =
      link === undefined
        ? html``
        : html`<a href="${link}#${inAddress(id)}" aria-label="${columnName(matrix, at)}: in its report">report</a>`;
    return html`<div class="replay"><code>${pattern.replaceAll(CASE_ID, id)}</code><button type="button" data-action="copy">Copy</button>${report}</div>`;
  });
  return html`<details class="replays"><summary>Replay</summary>${lines}</details>`;
}
