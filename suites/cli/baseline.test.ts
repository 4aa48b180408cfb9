import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { sampleReport } from '../../reports/testing/sample.js';
import { readDeviations } from '../executor/deviations/read.js';
import { folderFor, srvspec } from './testing/program.js';

const EXEC = new URL('../../reference/programs/exec-main.js', import.meta.url).pathname;

/** The reference with a wrong global, as a command line. */
const WRONG = `#!/bin/sh
for script; do :; done
{ echo "globalThis.btoa = () => 'wrong';"; cat "$script"; } > "$script.new"
mv "$script.new" "$script"
exec '${process.execPath}' '${EXEC}' "$@"
`;

test('a run with its baseline has no new violation, and a run without its violations has stale ones', async (t) => {
  const folder = folderFor(t);
  const [wrong, report, known] = ['wrong', 'report.json', 'known.yaml'].map((name) => join(folder, name));
  if (wrong === undefined || report === undefined || known === undefined) throw new Error('three files');
  writeFileSync(wrong, WRONG);
  chmodSync(wrong, 0o755);
  const run = ['run', '--only', 'base64', '--target'];
  const first = await srvspec(...run, `cli:${wrong}`, '--bind', 'srv=srv,rt=rt', '--report', `json=${report}`);
  t.equal(first.status, 1, first.stderr);
  t.deepEqual((await srvspec('baseline', '--from', report, '--output', known)).status, 0);
  const text = readFileSync(known, 'utf8');
  t.match(text, /why: not examined yet/);
  const again = await srvspec(...run, `cli:${wrong}`, '--bind', 'srv=srv,rt=rt', '--deviations', known);
  t.equal(again.status, 0, again.stdout);
  t.match(again.stdout, /No new violation in [\d,]+ observed cases; [\d,]+ known/);
  t.equal((await srvspec(...run, 'reference', '--deviations', known)).status, 1, 'the reference has none of them');

  const refused = await srvspec('baseline', '--from', report, '--output', known);
  t.deepEqual([refused.status, readFileSync(known, 'utf8')], [2, text]);
  t.match(refused.stderr, /exists, and may hold reasons/);
});

test('crashes and hangs are left out and listed, unless they are accepted', async (t) => {
  const folder = folderFor(t);
  const report = join(folder, 'report.json');
  writeFileSync(report, JSON.stringify(sampleReport()));
  const { status, stdout, stderr } = await srvspec('baseline', '--from', report);
  t.deepEqual([status, /reason: (crash|hang)/.test(stdout)], [0, false]);
  t.match(stderr, /^2 groups of crashes or hangs left out.*\n {2}crash {2}buffer\.read-int\.bounds.*\n {2}hang {2}/);
  const file = join(folder, 'known.yaml');
  t.equal((await srvspec('baseline', '--from', report, '--accept-crashes', '--output', file)).status, 0);
  t.deepEqual([...new Set(readDeviations([file]).map(({ reason }) => reason))].sort(), ['crash', 'hang', 'wrong']);
});
