import { createHash } from 'node:crypto';
import { type JsonValue, parseJson } from '../support/json.js';
import { readRecord, type StoredRecord } from './records.js';
import { StateError } from './state-error.js';

/** The first line of every state file. */
export const HEADER = `${JSON.stringify({ format: 'srvspec-api-state', version: 2 })}\n`;

/** The line of a record: JSON of its checksum and of the record itself. */
export function lineOf(record: StoredRecord): string {
  const json = JSON.stringify(record);
  return `["${checksum(json)}",${json}]\n`;
}

/** Sixteen hexadecimal digits. */
const checksum = (json: string): string => createHash('sha256').update(json).digest('hex').slice(0, 16);

export interface JournalContent {
  readonly records: readonly StoredRecord[];
  /** Bytes of whole lines. What follows was never written whole, so that it was not acknowledged. */
  readonly wholeBytes: number;
}

/**
 * Reads a journal: the header, then one record a line. Throws `StateError` with file and line for any fault but an unfinished
 * last line; it shows no part of the file.
 */
export function readJournal(bytes: Buffer, file: string): JournalContent {
  const wholeBytes = bytes.lastIndexOf('\n') + 1;
  // Only a file that begins as a journal is cut: another file must not be damaged.
  if (wholeBytes === 0 && HEADER.startsWith(bytes.toString('latin1'))) return { records: [], wholeBytes };
  const [header, ...lines] = bytes.toString('utf8', 0, wholeBytes).split('\n').slice(0, -1);
  if (header !== HEADER.trimEnd())
    throw new StateError(
      `${file}:1: expected the header ${HEADER.trimEnd()}; this is no state file of this release, give another path`,
    );
  const records = lines.map((line, index) => {
    const value = recordIn(line);
    const record = value === undefined ? undefined : readRecord(value);
    if (record !== undefined) return record;
    const expected =
      value === undefined ? 'a record with its checksum' : 'a whole record of an account, a server or an app';
    const remedy = 'restore the file from a copy, or delete this line and lose what it recorded';
    throw new StateError(`${file}:${index + 2}: expected ${expected}; ${remedy}`);
  });
  return { records, wholeBytes };
}

/** `["`, sixteen digits, `",` */
const PREFIX = 20;

/** The JSON of the record of a line; `undefined` where the checksum is not that of the record. */
function recordIn(line: string): JsonValue | undefined {
  const json = line.slice(PREFIX, -1);
  return line === `["${checksum(json)}",${json}]` ? parseJson(json) : undefined;
}
