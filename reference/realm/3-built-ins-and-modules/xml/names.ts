import { indexOf, matches, slice } from '../../support/text.js';

/** XML 1.0, NameStartChar and NameChar, without the colon. */
const start =
  'A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const part = `[${start}][${start}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*`;
const qualifiedName = new RegExp(`^${part}(?::${part})?$`, 'u');

/** Whether a text is a QName of Namespaces in XML. */
export function isQualifiedName(text: string): boolean {
  return matches(qualifiedName, text);
}

/** The prefix, which may be empty, and the local part of a qualified name. */
export function partsOf(name: string): { readonly prefix: string; readonly local: string } {
  const colon = indexOf(name, ':');
  return colon < 0 ? { prefix: '', local: name } : { prefix: slice(name, 0, colon), local: slice(name, colon + 1) };
}

/** The name with its prefix. */
export function writtenName({ prefix, name }: { readonly prefix: string; readonly name: string }): string {
  return prefix === '' ? name : `${prefix}:${name}`;
}
