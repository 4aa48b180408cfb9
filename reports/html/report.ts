import type { RunReport } from '../model.js';
import { outlineOf } from '../outline.js';
import { runtimeOf, when } from '../wording.js';
import { html, type Markup } from './markup.js';
import { requirementList, verdictFilter } from './requirements.js';
import { service } from './service.js';
import { filterScript, pageOf } from './shell.js';
import { coverage, staleDeviations, summary, violations } from './summary.js';

/**
 * The report as one HTML page. All text is in the page, the script only filters, opens and copies.
 * @param home address of the page about all targets, where there is one
 */
export function htmlReport(report: RunReport, home?: string): string {
  return pageOf({
    title: `${report.target.name}, ${runtimeOf(report)}, ${when(report.circumstances.startedAt)}: srvspec report`,
    styles: ['documents.css', 'requirements.css', 'evidence.css'],
    script: filterScript(),
    body: body(report, home),
  });
}

function body(report: RunReport, home: string | undefined): Markup {
  const documents = outlineOf(report);
  return html`<body>
<a class="skip" href="#requirements">Skip to the requirements</a>
${summary(report, home)}
<main>
${violations(report)}
${staleDeviations(report)}
${service(report)}
${coverage(report, documents)}
<section id="requirements" aria-labelledby="requirements-title" tabindex="-1">
<h2 id="requirements-title">Requirements</h2>
${verdictFilter(report.totals, documents)}
${requirementList(documents)}
</section>
</main>
</body>`;
}
