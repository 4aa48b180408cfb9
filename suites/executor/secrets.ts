/** Removes key material from reports about cases with keys. */

/** Bytes as reports and JSON spell them, and texts that may be those of a JWK: no name of the documents is as long. */
const BYTES = /(?:[0-9a-f]{2} ){3,}[0-9a-f]{2}|[\w+/=-]{18,}/g;

/** A text in which everything that may be a key is replaced by its length. */
export const withoutKeys = (text: string): string => text.replace(BYTES, (found) => `(${found.length} characters)`);
