import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { printableLine } from '../printable.js';
import { type Filter, filterBar } from './filter.js';
import { html, type Markup } from './markup.js';

/** Pages with a script, each named like its folder beside this file. */
type PageKind = 'run' | 'matrix' | 'comparison' | 'coverage';

interface PageParts<Data> {
  readonly kind: PageKind;
  readonly title: string;
  /** Names of style sheets beside the sources; `page.css` comes first in each page. */
  readonly styles: readonly string[];
  readonly body: Markup;
  /** The data that the page's script gets, and shows on demand. */
  readonly data: Data;
}

/** A self-contained page. Style, script and packed data are in it, and its policy lets the browser load and run nothing else. */
export function pageOf<Data>({ kind, title, styles, body, data }: PageParts<Data>): string {
  const script = readFileSync(new URL(`./${kind}/browser/main.js`, import.meta.url), 'utf8');
  const packed = deflateRawSync(JSON.stringify(data), { level: 9 }).toString('base64');
  const ending = html`<script type="application/octet-stream" id="packed-data">${packed}</script>`;
  const scripts = `\n${ending}\n<script type="module">${script}</script>`;
  return assembled({ title, styles, body }, `'${digest(script)}'`, scripts);
}

/** A page that runs no script. */
export const plainPage = (parts: Pick<PageParts<never>, 'title' | 'styles' | 'body'>): string =>
  assembled(parts, "'none'", '');

function assembled(
  { title, styles, body }: Pick<PageParts<never>, 'title' | 'styles' | 'body'>,
  scriptSource: string,
  scripts: string,
): string {
  const style = ['page.css', ...styles].map(pageFile).join('\n');
  const policy = [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    `script-src ${scriptSource}`,
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
<title>${printableLine(title)}</title>
<link rel="icon" href="data:,">`;
  return `${head}\n<style>${style}</style>\n</head>\n<body>\n${body}${scripts}\n</body>\n</html>\n`;
}

/** Styles and scripts are files beside the sources; `dist` mirrors the folders of the package. */
function pageFile(name: string): string {
  return readFileSync(new URL(`../../../reports/html/${name}`, import.meta.url), 'utf8');
}

/** The notice in place of packed data until the script has unpacked them. Without scripts it explains what to do. */
export function packedNotice(what: string, command: string): Markup {
  return html`<p class="packed">${what} packed into this page, and need JavaScript. If it is turned off, allow it for this file, which loads and sends nothing, or get the same as text: <code>${command}</code></p>`;
}

/**
 * The section of a page whose list its script renders.
 * @param what the packed data, and the command that writes them as text
 */
export function listSection(title: string, filter: Filter, ...what: Parameters<typeof packedNotice>): Markup {
  return html`<section id="requirements" aria-labelledby="requirements-title" tabindex="-1">
<h2 id="requirements-title">${title}</h2>
${filterBar(filter)}
${packedNotice(...what)}
<div class="list"></div>
</section>`;
}

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
