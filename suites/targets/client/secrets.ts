/** Secrets that are searched for in all outputs of a client, and the redaction of reports on it. */
import type { Plain } from '../../../spec/types/requirement.js';
import type { Account } from '../../language/endpoint.js';
import { type Hit, merged, redacted } from '../support/secrets/hits.js';
import { mapTexts } from '../support/secrets/map-texts.js';
import { Spellings } from '../support/secrets/spellings.js';

/**
 * Shorter secrets are not searched for. A law may use a key of a few characters to try a spelling. So few occur in harmless output by
 * chance: the client would be blamed for a leak, and much of a report would be redacted.
 */
const SHORTEST_SECRET = 8;

/** The API key, and the Basic credentials with it; each with its replacement in reports. */
export function secretsOf({ clientId, apiKey }: Account): Spellings<string> {
  const secrets = new Spellings<string>();
  const credentials = `${clientId}:${apiKey}`;
  if (apiKey.length >= SHORTEST_SECRET) secrets.add('[API key]', apiKey);
  if (credentials.length >= SHORTEST_SECRET) secrets.addBase64('[credentials]', credentials);
  return secrets;
}

/** The redactions in the reports of a conversation: secrets in every spelling, and other texts literally. */
export class Redactions {
  readonly #secrets: Spellings<string>[] = [];
  readonly #texts: { readonly text: string; readonly by: string }[] = [];

  addSecrets(secrets: Spellings<string>): void {
    this.#secrets.push(secrets);
  }

  /** A text that is not empty, and its replacement. */
  addText(text: string, by: string): void {
    this.#texts.push({ text, by });
  }

  /** A tagged value without them, including names of members. Of several that overlap, the longest is shown. */
  inValue(value: Plain): Plain {
    return mapTexts(value, (text) => this.inText(text));
  }

  inText(text: string): string {
    const hits = [
      ...this.#secrets.flatMap((secrets) => secrets.in(text)),
      ...this.#texts.flatMap(({ text: one, by }) => [...hitsOf(one, by, text)]),
    ];
    return redacted(text, merged(hits), (by) => by);
  }
}

function* hitsOf(one: string, by: string, text: string): Generator<Hit<string>, void> {
  for (let from = text.indexOf(one); from >= 0; from = text.indexOf(one, from + one.length))
    yield { from, to: from + one.length, secret: by };
}
