import { isJsonObject, type JsonValue, parseJson } from '../support/json.js';
import { readRecord, type StoredRecord } from './records.js';
import { StateError } from './state-error.js';

const FORMAT = { format: 'srvspec-api-state', version: 1 } as const;

/** The first line of every state file. */
export const HEADER = `${JSON.stringify(FORMAT)}\n`;

export interface Read {
  readonly records: readonly StoredRecord[];
  /** How many bytes stand in whole lines; what follows was never acknowledged. */
  readonly wholeBytes: number;
}

/**
 * Reads a journal: the header, then one record a line. Bytes after the last line break are what a crash left of a line.
 * Throws `StateError` with file and line for any other fault; it shows nothing of what stands there.
 */
export function readJournal(bytes: Buffer, file: string): Read {
  const wholeBytes = bytes.lastIndexOf(0x0a) + 1;
  if (wholeBytes === 0) {
    // Only a file that begins as a journal is cut: another file must not be damaged.
    if (!HEADER.startsWith(bytes.toString('latin1'))) throw notOurs(file);
    return { records: [], wholeBytes };
  }
  const [header = bytes, ...lines] = linesOf(bytes.subarray(0, wholeBytes));
  checkHeader(jsonIn(header), file);
  return { records: readLines(lines, file), wholeBytes };
}

/** Without their line breaks. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

/** `undefined` for what is no JSON in UTF-8. */
function jsonIn(line: Buffer): JsonValue | undefined {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line));
  } catch {
    return undefined;
  }
}

function checkHeader(value: JsonValue | undefined, file: string): void {
  if (!isJsonObject(value) || value.format !== FORMAT.format) throw notOurs(file);
  if (value.version === FORMAT.version) return;
  throw new StateError(
    `${file}:1: expected version ${FORMAT.version} of the format; open the file with the release that wrote it`,
  );
}

function notOurs(file: string): StateError {
  return new StateError(
    `${file}:1: expected the header ${HEADER.trimEnd()}; this is no state file, give the path of another one`,
  );
}

function readLines(lines: readonly Buffer[], file: string): readonly StoredRecord[] {
  const taken = new Set<string>();
  return lines.map((line, index) => {
    const value = jsonIn(line);
    const record = value === undefined ? undefined : readRecord(value);
    // The header is line 1.
    if (record === undefined) throw malformed(file, index + 2, 'a whole record of an account, a server or an app');
    for (const id of idsOf(record)) {
      if (taken.has(id)) throw malformed(file, index + 2, 'an id that no earlier line has');
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

function malformed(file: string, line: number, expected: string): StateError {
  const remedy = 'restore the file from a copy, or delete this line and lose what it recorded';
  return new StateError(`${file}:${line}: expected ${expected}; ${remedy}`);
}
