import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';

test('what the package exports is there', async (t) => {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE_ROOT, 'package.json'), 'utf8'));
  t.deepEqual(Object.keys(exports), ['.', './api', './api-server']);
  const doors: readonly (readonly [string, string])[] = [
    ['srvspec/api', 'Client'],
    ['srvspec/api', 'RequestRefused'],
    ['srvspec/api-server', 'startApiServer'],
  ];
  for (const [door, name] of doors) t.ok(name in (await import(door)), `${name} of ${door}`);
  t.ok(await import('srvspec'), 'the types of a report');
});
