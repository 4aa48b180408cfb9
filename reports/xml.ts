/** XML that any parser reads, whatever was observed. */
import { printableLine, printableText } from './printable.js';

/** ` name="value"` for each. */
export function attributes(values: { readonly [name: string]: string | number }): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(printableLine(String(value)))}"`)
    .join('');
}

/** Markup is escaped; characters that XML 1.0 forbids are spelled out, so that what was observed is not lost. */
export function escaped(text: string): string {
  return printableText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
