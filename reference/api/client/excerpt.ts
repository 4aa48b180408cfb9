import { type JsonValue, mapped, parseJson } from '../support/json.js';
import { printable } from '../support/printable.js';
import { pointerTokens } from './pointer.js';
import { Redactor } from './redactor.js';
import { REDACTED, Secret } from './secret.js';

/** Characters of an answer's body that an error shows. */
const LONGEST_EXCERPT = 500;

/** Whether a member of this name is taken for a secret wherever it stands. */
export function namesSecret(name: string): boolean {
  return /key|secret|token|password/i.test(name);
}

/** Names whose values are shown of an answer that holds a server API key in a place not known. */
const HARMLESS_NAME = /^(?:id|name|message|error|status|field|server_?id)$/i;

/** What may be shown of answers: whose secrets are redacted. */
export interface Discretion {
  /** Redacts the account's credentials. */
  readonly redactor: Redactor;
  /** Pointers at which a server API key may stand. */
  readonly keyPositions: readonly string[];
  /** The answer is that of a create which succeeded: a server API key stands in it somewhere. */
  readonly holdsServerApiKey: boolean;
}

/** One printable line of at most 500 characters, with every secret redacted before anything is cut off. */
export function excerptOf(text: string, discretion: Discretion): string {
  const whole = wholeOf(text, discretion);
  return cut(printable(discretion.redactor.text(whole).replace(/\s+/g, ' ').trim()), LONGEST_EXCERPT);
}

function wholeOf(text: string, discretion: Discretion): string {
  try {
    return JSON.stringify(discreet(parseJson(text), discretion));
  } catch {
    // Where a key stands in a text that is no JSON cannot be known.
    if (discretion.holdsServerApiKey) return text === '' ? '' : '(not shown: a server API key may stand in it)';
    return text.replace(SECRET_PAIR, `$1${REDACTED}`);
  }
}

/** `"apikey": "…"`, `token=…` and the like, also when the text ends within them. */
const SECRET_PAIR = /(\w*(?:key|secret|token|password)\w*["']?\s*[:=]\s*["']?)[^\s"'&,;<>}]+/gi;

/** The value without server API keys: at their positions, under names of secrets, and where the same text stands again. */
function discreet(value: JsonValue, { redactor, keyPositions, holdsServerApiKey }: Discretion): JsonValue {
  const last = new Set(keyPositions.map((pointer) => pointerTokens(pointer).at(-1)));
  const found: Secret[] = [];
  const hidden = mapped(value, {
    scalar: (scalar, name) => {
      if (typeof scalar !== 'string' && typeof scalar !== 'number') return scalar;
      const secret = namesSecret(name) || last.has(name) || (holdsServerApiKey && !HARMLESS_NAME.test(name));
      if (!secret) return scalar;
      if (String(scalar).length >= 8) found.push(new Secret(String(scalar)));
      return REDACTED;
    },
  });
  return redactor.value(new Redactor(found).value(hidden));
}

function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/\p{Cs}$/u, '')}…`;
}
