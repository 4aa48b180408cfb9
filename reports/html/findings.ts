import { html } from './markup.js';
import { plainPage } from './shell.js';
import { eyebrow } from './summary.js';

/**
 * Findings, each as its Markdown text below an anchor.
 * @param home the address of the matrix
 */
export function htmlFindings(texts: ReadonlyMap<string, string>, home: string): string {
  const sections = [...texts].map(([anchor, text]) => html`<section id="${anchor}"><pre>${text}</pre></section>`);
  const title = 'srvspec findings';
  const body = html`<header class="summary">${eyebrow(title, home)}</header>\n<main>${sections}</main>`;
  return plainPage({ title, styles: ['evidence.css'], body });
}
