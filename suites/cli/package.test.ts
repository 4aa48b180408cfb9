import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { runProcess } from '../targets/support/process.js';

/** Paths of what npm would pack, as npm tells them. */
async function packed(): Promise<readonly string[]> {
  const { exit, stdout, stderr } = await runProcess(['npm', 'pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: PACKAGE_ROOT,
    deadlineMs: 600_000,
    tailBytes: 1 << 24,
  });
  if (exit.kind !== 'status' || exit.status !== 0) throw new Error(stderr.text());
  const [{ files }]: [{ readonly files: readonly { readonly path: string }[] }] = JSON.parse(stdout.text());
  return files.map(({ path }) => path);
}

test('what the package exports is there', async (t) => {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  t.deepEqual(Object.keys(exports), ['.', './api', './api-server', './report.schema.json']);
  const doors: readonly (readonly [string, string])[] = [
    ['srvspec/api', 'Client'],
    ['srvspec/api', 'RequestRefused'],
    ['srvspec/api-server', 'startApiServer'],
  ];
  for (const [door, name] of doors) t.ok(name in (await import(door)), `${name} of ${door}`);
  t.ok(await import('srvspec'), 'the types of a report');
});

test('the package holds what runs, and nothing that only tests or measurements use', async (t) => {
  const paths = await packed();
  const unwanted =
    /\.test\.|(^|\/)(testing|bench|broken)\/|\.(tsbuildinfo|map)$|^(spec|suites|reference|generators)\/.*\.ts$/;
  t.deepEqual(
    paths.filter((path) => unwanted.test(path)),
    [],
  );
  const wanted = [
    'dist/suites/cli/main.js',
    'dist/reference/host/bundled/worker.js',
    'dist/reference/realm/bundle.js',
    'reports/html/page.css',
    'reports/report.schema.json',
    'spec/rows/2.json',
    'suites/deviations/nginx.yaml',
  ];
  for (const path of wanted) t.ok(paths.includes(path), path);
});
