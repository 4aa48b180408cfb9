import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { printableLine } from '../printable.js';
import { html, type Markup } from './markup.js';

export interface PageParts {
  readonly title: string;
  /** Names of style sheets beside the sources; `page.css` comes first in each page. */
  readonly styles: readonly string[];
  readonly script: string;
  readonly body: Markup;
}

/**
 * A page that needs nothing else: style and script stand in it, and its policy lets the browser load and run nothing besides
 * them.
 */
export function pageOf({ title, styles, script, body }: PageParts): string {
  const style = ['page.css', ...styles].map(pageFile).join('\n');
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
<title>${printableLine(title)}</title>
<link rel="icon" href="data:,">`;
  return `${head}\n<style>${style}</style>\n</head>\n${body}\n<script type="module">${script}</script>\n</html>\n`;
}

/** Styles and scripts stay files of their own beside the sources; `dist` mirrors the folders of the package. */
export function pageFile(name: string): string {
  return readFileSync(new URL(`../../../reports/html/${name}`, import.meta.url), 'utf8');
}

/** The script that filters pages whose text all stands in them. */
export const filterScript = (): string => pageFile('page.js');

function digest(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
