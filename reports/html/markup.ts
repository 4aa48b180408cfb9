import { printableText } from '../printable.js';

/** Escaped HTML. Only `html` creates it, so that no text of a report can become markup. */
export class Markup {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  /** The literal parts unchanged, the values escaped. */
  static of(literals: readonly string[], values: readonly MarkupValue[]): Markup {
    return new Markup(literals.map((literal, at) => literal + rendered(values[at] ?? '')).join(''));
  }

  toString(): string {
    return this.#text;
  }
}

type MarkupValue = string | number | Markup | readonly Markup[];

/** Template tag: `` html`<b>${text}</b>` `` escapes strings and numbers, and keeps markup and lists of markup. */
export function html(literals: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return Markup.of(literals, values);
}

function rendered(value: MarkupValue): string {
  if (value instanceof Markup) return value.toString();
  return typeof value === 'object' ? value.map(String).join('') : escaped(String(value));
}

/** Safe between tags and in quoted attributes. Characters that are invisible or reorder the text are spelled out. */
function escaped(text: string): string {
  return printableText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
