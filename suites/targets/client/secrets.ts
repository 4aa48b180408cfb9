/** Secrets that are searched for in all outputs of a client, and replaced in reports on it. */
import type { Account } from '../../language/endpoint.js';
import type { Spellings } from '../support/secrets/spellings.js';

/**
 * Shorter secrets are not searched for. A law may use a key of a few characters to try a spelling. So few occur in harmless output by
 * chance: the client would be blamed for a leak, and much of a report would be redacted.
 */
const SHORTEST_SECRET = 8;

/** Adds the API key, and the Basic credentials with it; each with its replacement in reports. */
export function addSecrets(spellings: Spellings<string>, { clientId, apiKey }: Account): void {
  const credentials = `${clientId}:${apiKey}`;
  if (apiKey.length >= SHORTEST_SECRET) spellings.add('[API key]', apiKey);
  if (credentials.length >= SHORTEST_SECRET) spellings.addBase64('[credentials]', credentials);
}
