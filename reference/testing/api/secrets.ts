import { inspect } from 'node:util';

/** Credentials with characters that encodings change: `+` and `/` in base64, `%` in URLs, `"` in JSON. */
export const credentials = { clientId: 'cid_0123456789abcdef', apiKey: 'Hush+hush/"~~~>>>???hush-hush-43-characters' };
export const encoded = Buffer.from(`${credentials.clientId}:${credentials.apiKey}`)
  .toString('base64')
  .replace(/=+$/, '');
/** The ways to write a credential that a careless client would leave in a text. */
const secrets = [
  credentials.apiKey,
  credentials.apiKey.slice(0, 24),
  JSON.stringify(credentials.apiKey).slice(1, -1),
  encodeURIComponent(credentials.apiKey),
  Buffer.from(credentials.apiKey).toString('base64').replace(/=+$/, ''),
  encoded,
  encoded.slice(0, 48),
];

export function holdsSecret(text: string): boolean {
  // Inspection writes strings as source text and splits long ones.
  const plain = text.replaceAll('\\\\', '\\').replaceAll("' +\n", '').replaceAll("\\'", "'");
  return secrets.some((secret) => text.includes(secret) || plain.includes(secret));
}

/** All texts that an error can show. */
export function texts(error: unknown): readonly string[] {
  const own = error instanceof Error ? [error.message, error.stack ?? '', String(error)] : [];
  const inspected = inspect(error, { depth: 10, showHidden: true, maxStringLength: null, maxArrayLength: null });
  const plain = inspect(error, { depth: 10, showHidden: true, customInspect: false });
  return [...own, inspected, plain, JSON.stringify(error) ?? ''];
}
