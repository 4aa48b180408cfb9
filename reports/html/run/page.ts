import type { RunReport } from '../../model.js';
import { outlineOf } from '../../outline.js';
import { countOf } from '../../totals.js';
import { runtimeOf, VERDICT_WORDS, when } from '../../wording.js';
import { html, type Markup } from '../markup.js';
import type { RunData } from '../requirements.js';
import { listSection, pageOf } from '../shell.js';
import { BAR_ORDER, coverageMarkup, service, staleDeviations, summary, unobserved, violations } from '../summary.js';

/**
 * The report as one HTML page. Its summary is in it as markup; requirements and cases are packed into it.
 * @param home address of the page about all targets, if there is one
 */
export function htmlReport(report: RunReport, home?: string): string {
  const { target, circumstances, documents, requirements, coverage: covered } = report;
  return pageOf<RunData>({
    kind: 'run',
    title: `${target.name}, ${runtimeOf(report)}, ${when(circumstances.startedAt)}: srvspec report`,
    styles: ['documents.css', 'requirements.css', 'evidence.css'],
    body: body(report, home),
    data: { documents, requirements, coverage: covered, ...(home !== undefined && { home }) },
  });
}

function body(report: RunReport, home: string | undefined): Markup {
  const documents = outlineOf(report);
  return html`<a class="skip" href="#requirements">Skip to the requirements</a>
${summary(report, home)}
<main>
${violations(report)}
${staleDeviations(report)}
${unobserved(report)}
${service(report)}
${coverageMarkup(report, documents)}
${listSection(
  'Requirements',
  {
    key: 'verdict',
    values: BAR_ORDER.map((verdict) => ({
      name: verdict,
      ...VERDICT_WORDS[verdict],
      count: countOf(report.totals, verdict),
    })),
    first: ['violates'],
    nouns: ['requirements', 'cases'],
    foundIn: 'id, sentence, input, observed',
    places: documents,
  },
  'The requirements and their cases are',
  'srvspec run … --report markdown=FILE',
)}
</main>`;
}
