import { type Bare, create, each, getProperty, keysOf } from '../../support/intrinsics.js';
import { charAt, charCodeAt, replaceRuns, textOf } from '../../support/text.js';

/** Replacements of characters, by their codes. */
type Escapes = Record<number, string> & Bare;

function escapes(table: Readonly<Record<string, string>>): Escapes {
  const result: Escapes = create(null);
  each(keysOf(table), (character) => {
    result[charCodeAt(character, 0)] = textOf(getProperty(table, character));
  });
  return result;
}

/** Canonical XML 1.1, 2.3 */
const ofText = escapes({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' });
const ofAttribute = escapes({
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
});

export function escapedText(text: string): string {
  return escaped(text, ofText);
}

export function escapedAttribute(text: string): string {
  return escaped(text, ofAttribute);
}

function escaped(text: string, by: Escapes): string {
  return replaceRuns(
    text,
    (unit) => by[unit] !== undefined,
    (run) => {
      let written = '';
      for (let at = 0; at < run.length; at += 1) written += by[charCodeAt(run, at)] ?? charAt(run, at);
      return written;
    },
  );
}
