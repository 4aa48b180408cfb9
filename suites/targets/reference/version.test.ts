import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { newestRuntime } from '../../../reference/host/support/version.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import type { RowFile } from '../../../spec/types/row.js';
import { compareVersions, parseVersion } from '../../language/versions.js';

test('the newest runtime of the reference is the newest version that the documents name', (t) => {
  const rows = [1, 2, 3].flatMap((document) => {
    const file: RowFile = JSON.parse(readFileSync(join(PACKAGE_ROOT, `spec/rows/${document}.json`), 'utf8'));
    return file.rows;
  });
  const named = rows.flatMap(({ id, versions }) => versions.map(({ version }) => ({ id, version })));
  const versions = [...new Set(named.flatMap(({ version }) => parseVersion(version) ?? []))].sort(compareVersions);
  const newest = versions.at(-1);
  const where = named.filter(({ version }) => version === newest).map(({ id }) => id);
  t.equal(
    newestRuntime,
    newest,
    `newestRuntime of reference/host/support/version.ts, from ${where.slice(0, 3).join(', ')}`,
  );
  t.end();
});
