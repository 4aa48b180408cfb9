import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'tape';
import { removeStale } from './stale.js';
import { folderFor } from './testing/folder.js';

test('a build removes compiled files whose sources are gone, and no others', (t) => {
  const root = folderFor(t);
  const kept = [
    ...['suites/a.ts', 'dist/suites/a.js', 'dist/suites/a.d.ts'],
    ...['reports/gone.js', 'dist/reference/bundled/worker.js', 'dist/types/only.d.ts', 'dist/suites/data.json'],
  ];
  const gone = ['dist/suites/b.test.js', 'dist/suites/b.test.d.ts', 'dist/reports/gone.js', 'dist/reports/gone.d.ts'];
  for (const path of [...kept, ...gone]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  t.deepEqual([...removeStale(root)].sort(), ['reports/gone', 'suites/b.test']);
  t.deepEqual(
    [...kept, ...gone].filter((path) => existsSync(join(root, path))),
    kept,
  );
  t.deepEqual(removeStale(root), []);
  t.end();
});
