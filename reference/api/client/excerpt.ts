import { type JsonValue, jsonOf, mapped } from '../support/json.js';
import { printable } from '../support/printable.js';
import type { Redactor } from './redactor.js';
import { REDACTED } from './secret.js';

/** Characters of an answer's body that an error shows. */
const LONGEST_EXCERPT = 500;

/** Whether a member of this name is taken for a secret wherever it stands. */
export function namesSecret(name: string): boolean {
  return /key|secret|token|password/i.test(name);
}

/** JSON of a value, without what is too deep to be shown and without what names call a secret. */
export function discreetJson(value: JsonValue): string {
  return JSON.stringify(mapped(value, { scalar: (scalar, name) => (namesSecret(name) ? REDACTED : scalar) }));
}

/** One printable line of at most 500 characters, with every secret redacted before anything is cut off. */
export function excerptOf(text: string, redactor: Redactor): string {
  const value = jsonOf(text);
  const discreet =
    value === undefined ? text.replace(SECRET_PAIR, `$1${REDACTED}`) : discreetJson(redactor.value(value));
  return cut(printable(redactor.text(discreet).replace(/\s+/g, ' ').trim()), LONGEST_EXCERPT);
}

/** `"apikey": "…"`, `token=…` and the like, also when the text ends within them. */
const SECRET_PAIR = /(\w*(?:key|secret|token|password)\w*["']?\s*[:=]\s*["']?)[^\s"'&,;<>}]+/gi;

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…`;
}
