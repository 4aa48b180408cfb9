import { createHash } from 'node:crypto';
import { isJsonObject, type JsonValue, parseJson } from '../support/json.js';
import { readRecord, type StoredRecord } from './records.js';
import { StateError } from './state-error.js';

const FORMAT = { format: 'srvspec-api-state', version: 2 } as const;

/** The first line of every state file. */
export const HEADER = `${JSON.stringify(FORMAT)}\n`;

/** The line of a record: JSON of its checksum and of the record itself. */
export function lineOf(record: StoredRecord): string {
  const json = JSON.stringify(record);
  return `["${checksum(json)}",${json}]\n`;
}

/** Sixteen hexadecimal digits. */
const checksum = (json: string | Uint8Array): string => createHash('sha256').update(json).digest('hex').slice(0, 16);

export interface Read {
  readonly records: readonly StoredRecord[];
  /** Bytes that count. What follows is the beginning of a line whose writing never ended, so that it was not acknowledged. */
  readonly wholeBytes: number;
  /** The last record lacks its line break alone. */
  readonly endless: boolean;
}

/**
 * Reads a journal: the header, then one record a line. Throws `StateError` with file, line and byte for any fault but an
 * unfinished last line; it shows nothing of what stands there.
 */
export function readJournal(bytes: Buffer, file: string): Read {
  const brokenBytes = bytes.lastIndexOf(0x0a) + 1;
  if (brokenBytes === 0) {
    // Only a file that begins as a journal is cut: another file must not be damaged.
    if (!HEADER.startsWith(bytes.toString('latin1'))) throw notOurs(file);
    return { records: [], wholeBytes: 0, endless: false };
  }
  const [header, ...lines] = linesOf(bytes.subarray(0, brokenBytes));
  checkHeader(header?.bytes ?? bytes, file);
  const last = { bytes: bytes.subarray(brokenBytes), at: brokenBytes };
  if (recordIn(last.bytes.subarray(0, -1)) !== undefined) throw malformed(file, lines.length + 2, last, 'a line break');
  const endless = recordIn(last.bytes) !== undefined;
  if (!endless && !BEGUN.test(last.bytes.toString('latin1'))) throw malformed(file, lines.length + 2, last, 'a record');
  const records = readLines(endless ? [...lines, last] : lines, file);
  return { records, wholeBytes: endless ? bytes.length : brokenBytes, endless };
}

/** A line without its line break, and its place in the file. */
interface Line {
  readonly bytes: Buffer;
  readonly at: number;
}

function linesOf(bytes: Buffer): readonly Line[] {
  const lines: Line[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    lines.push({ bytes: bytes.subarray(at, end), at });
    at = end + 1;
  }
  return lines;
}

/** `["`, sixteen digits, `",` */
const PREFIX = 20;

/** The beginning of a line, cut anywhere. */
const BEGUN = /^(?:|\[|\["[0-9a-f]{0,16}|\["[0-9a-f]{16}"|\["[0-9a-f]{16}",(?:\{.*)?)$/s;

/** The JSON of the record of a line; `undefined` where the checksum is not that of the record. */
function recordIn(line: Buffer): JsonValue | undefined {
  const json = line.subarray(PREFIX, -1);
  const expected = Buffer.concat([Buffer.from(`["${checksum(json)}",`), json, Buffer.from(']')]);
  return line.equals(expected) ? jsonIn(json) : undefined;
}

/** `undefined` for what is no JSON in UTF-8. */
function jsonIn(line: Buffer): JsonValue | undefined {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line));
  } catch {
    return undefined;
  }
}

const CARRIAGE_RETURN = 0x0d;

function checkHeader(line: Buffer, file: string): void {
  const value = jsonIn(line);
  if (line.at(-1) === CARRIAGE_RETURN)
    throw new StateError(`${file}:1: expected lines that end in a line feed alone; restore the file from a copy`);
  if (!isJsonObject(value) || value.format !== FORMAT.format) throw notOurs(file);
  if (value.version === FORMAT.version) return;
  const older = value.version === 1 ? ' (version 1 has no checksums, and is not converted)' : '';
  throw new StateError(
    `${file}:1: expected version ${FORMAT.version} of the format${older}; open the file with the release that wrote it, or give the path of a new one`,
  );
}

function notOurs(file: string): StateError {
  return new StateError(
    `${file}:1: expected the header ${HEADER.trimEnd()}; this is no state file, give the path of another one`,
  );
}

function readLines(lines: readonly Line[], file: string): readonly StoredRecord[] {
  const taken = new Set<string>();
  return lines.map((line, index) => {
    // The header is line 1.
    const expected = (what: string) => malformed(file, index + 2, line, what);
    const value = recordIn(line.bytes);
    if (value === undefined) throw expected('a record with its checksum');
    const record = readRecord(value);
    if (record === undefined) throw expected('a whole record of an account, a server or an app');
    for (const id of idsOf(record)) {
      if (taken.has(id)) throw expected('an id that no earlier line has');
      taken.add(id);
    }
    return record;
  });
}

function idsOf(record: StoredRecord): readonly string[] {
  switch (record.kind) {
    case 'account':
      return [];
    case 'server':
      return [`server ${record.id}`];
    case 'app':
      return [`app ${record.id}`, `action ${record.actionid}`];
  }
}

function malformed(file: string, line: number, { at }: Line, expected: string): StateError {
  const remedy = 'restore the file from a copy, or delete this line and lose what it recorded';
  return new StateError(`${file}:${line}: expected ${expected}, from byte ${at} on; ${remedy}`);
}
