import { type JsonValue, jsonOf, mapped } from '../support/json.js';
import { printable } from '../support/printable.js';
import { REDACTED, Redactor, Secret } from './secret.js';

/** Characters of an answer's body that an error shows. */
const LONGEST_EXCERPT = 500;

/** A shorter value under the name of a secret is not redacted elsewhere in the answer: it occurs in too many words. */
const SHORTEST_REPEATED = 8;

/** Whether a member of this name is treated as a secret wherever it occurs. */
const namesSecret = (name: string): boolean => /key|secret|token|password/i.test(name);

/** `"apikey": "…"`, `token=…` and the like, also when the text ends within them. */
const SECRET_PAIR = /(\w*(?:key|secret|token|password)\w*["']?\s*[:=]\s*["']?)[^\s"'&,;<>}]+/gi;

/** One printable line of at most 500 characters; secrets are redacted before it is cut. */
export function excerptOf(text: string, redactor: Redactor): string {
  const value = jsonOf(text);
  const shown = value === undefined ? text.replace(SECRET_PAIR, `$1${REDACTED}`) : withoutKeys(value);
  const line = printable(redactor.text(shown).replace(/\s+/g, ' ').trim());
  return line.length <= LONGEST_EXCERPT ? line : `${line.slice(0, LONGEST_EXCERPT - 1).replace(/\p{Cs}$/u, '')}…`;
}

/** JSON without API keys of servers. They are recognized by their names, and by repetition of such a value, as in a message. */
export function withoutKeys(value: JsonValue, indent = 0): string {
  const found: Secret[] = [];
  const hidden = mapped(value, (scalar, name) => {
    if (!namesSecret(name)) return scalar;
    const text = String(scalar);
    if (text.length >= SHORTEST_REPEATED) found.push(new Secret(text));
    return REDACTED;
  });
  return new Redactor(found).json(JSON.stringify(hidden, null, indent));
}
