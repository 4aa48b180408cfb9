import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { DocumentId, Row, RowFile } from '../types/row.js';

/** Contents of files by path under the root, with `/` between folders. */
export type Files = Readonly<Record<string, string>>;

/** Calls `use` with a new folder that contains these files, and removes it afterwards. */
export function inFolder<T>(files: Files, use: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'srvspec-spec-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** A row with only these facts; its section is the middle part of its id, in the chapter `chapter`. */
export const row = (id: string, facts: Partial<Row> = {}): Row => ({
  id,
  kind: 'paragraph',
  section: ['chapter', id.split('/')[1] ?? ''],
  signatures: [],
  versions: [],
  numbers: [],
  code: [],
  digest: '0123456789abcdef',
  ...facts,
});

/** Versions without a subject. */
export const since = (...versions: readonly string[]): Row['versions'] =>
  versions.map((version) => ({ version, turn: 'since' }));

/** Text of the rows file of one document. */
export function rowsFile(id: DocumentId, rows: readonly Row[]): string {
  const file: RowFile = {
    document: { id, title: `Document ${id}`, sha256: '0'.repeat(64) },
    rows,
    sections: [],
    lines: rows.map((_, i) => i + 1),
  };
  return JSON.stringify(file, null, 1);
}

/** Text of a YAML file with the comment that names its schema; `body` follows on the second line. */
export const yaml = {
  members: (body: string) => `# yaml-language-server: $schema=../../schemas/members.schema.json\n${body}`,
  requirements: (body: string) => `# yaml-language-server: $schema=../../schemas/requirements.schema.json\n${body}`,
  rulings: (body: string) => `# yaml-language-server: $schema=../../schemas/rulings.schema.json\n${body}`,
  tables: (body: string) => `# yaml-language-server: $schema=schemas/tables.schema.json\n${body}`,
  pending: (body: string) => `# yaml-language-server: $schema=schemas/pending.schema.json\n${body}`,
};
