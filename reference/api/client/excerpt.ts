import { type JsonValue, jsonOf, mapped } from '../support/json.js';
import { printable } from '../support/printable.js';
import { Redactor } from './redactor.js';
import { REDACTED, Secret } from './secret.js';

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

/**
 * One printable line of at most 500 characters, with every secret redacted before anything is cut off. `keyNames` are names besides the
 * usual ones under which a service puts the API key of a server.
 */
export function excerptOf(text: string, redactor: Redactor, keyNames: ReadonlySet<string>): string {
  const value = jsonOf(text);
  const shown =
    value === undefined ? text.replace(SECRET_PAIR, `$1${REDACTED}`) : JSON.stringify(withoutKeys(value, keyNames));
  return cut(printable(redactor.text(shown).replace(/\s+/g, ' ').trim()), LONGEST_EXCERPT);
}

/** Characters from which on a value under the name of a secret is redacted elsewhere in the answer, too: shorter ones are in many words. */
const SHORTEST_REPEATED = 8;

/** The value without API keys of servers: under names of secrets, and where the same text is repeated, as in a message. */
function withoutKeys(value: JsonValue, keyNames: ReadonlySet<string>): JsonValue {
  const found: Secret[] = [];
  const hidden = mapped(value, {
    scalar: (scalar, name) => {
      if (!namesSecret(name) && !keyNames.has(name)) return scalar;
      const text = String(scalar);
      if (text.length >= SHORTEST_REPEATED) found.push(new Secret(text));
      return REDACTED;
    },
  });
  return new Redactor(found).value(hidden);
}

/** `"apikey": "…"`, `token=…` and the like, also when the text ends within them. */
const SECRET_PAIR = /(\w*(?:key|secret|token|password)\w*["']?\s*[:=]\s*["']?)[^\s"'&,;<>}]+/gi;

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…`;
}
