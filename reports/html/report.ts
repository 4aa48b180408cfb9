import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RunReport } from '../model.js';
import { outlineOf } from '../outline.js';
import { printableLine } from '../printable.js';
import { html, type Markup } from './markup.js';
import { filterBar, requirementList } from './requirements.js';
import { service } from './service.js';
import { coverage, staleDeviations, summary } from './summary.js';

const STYLES = ['page.css', 'coverage.css', 'requirements.css'];

/**
 * The report as one HTML page that needs nothing else: style and script stand in it, and its policy lets the browser load and
 * run nothing besides them. All text is in the page, the script only filters, opens and copies.
 */
export function htmlReport(report: RunReport): string {
  const style = STYLES.map(pageFile).join('\n');
  const script = pageFile('page.js');
  const policy = [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    `script-src '${digest(script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${printableLine(report.target.name)}: srvspec report</title>
<link rel="icon" href="data:,">`;
  return `${head}\n<style>${style}</style>\n</head>\n${body(report)}\n<script type="module">${script}</script>\n</html>\n`;
}

function body(report: RunReport): Markup {
  const documents = outlineOf(report);
  return html`<body>
<a class="skip" href="#requirements">Skip to the requirements</a>
${summary(report)}
<main>
${staleDeviations(report)}
${service(report)}
${coverage(report, documents)}
<section id="requirements" aria-labelledby="requirements-title" tabindex="-1">
<h2 id="requirements-title">Requirements</h2>
${filterBar(report.totals, documents)}
${requirementList(documents)}
</section>
</main>
</body>`;
}

/** Style and script stay files of their own beside the sources; `dist` mirrors the folders of the package. */
function pageFile(name: string): string {
  return readFileSync(new URL(`../../../reports/html/${name}`, import.meta.url), 'utf8');
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
