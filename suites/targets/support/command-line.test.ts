import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { CommandLineRunner, printedParts } from './command-line.js';

const error = (part: number): string => `srvspec-part-error:${part}\n`;
const log = (part: number): string => `srvspec-part-log:${part}\n`;

test('partsOf: the output of parts on both streams', (t) => {
  t.deepEqual(printedParts(`a\nb\n${log(0)}${log(1)}`, `W: c\nE: ${error(0)}d${error(1)}`, 2), [
    { stdout: 'a\nb\n', stderr: 'W: c\n' },
    { stdout: '', stderr: '' },
  ]);
  t.end();
});

test('partsOf: errors may go to the standard output, with a prefix', (t) => {
  t.deepEqual(printedParts(`a\nE: b\nE: ${error(0)}${log(0)}E: ${error(1)}${log(1)}`, '', 2), [
    { stdout: 'a\nE: b\n', stderr: '' },
    { stdout: '', stderr: '' },
  ]);
  t.deepEqual(printedParts(`no end${log(0)}`, '', 1), [{ stdout: 'no end', stderr: '' }], 'they may also be missing');
  t.end();
});

test('partsOf: undefined if marks are missing, or text is behind the last', (t) => {
  t.equal(printedParts(log(0), '', 2), undefined);
  t.equal(printedParts(`${log(1)}${log(0)}`, '', 2), undefined);
  t.equal(printedParts(`${log(0)}late\n`, '', 1), undefined);
  t.equal(printedParts(log(0), 'said\n', 1), undefined);
  t.equal(printedParts(log(0), `${error(0)}late\n`, 1), undefined);
  t.end();
});

test('CommandLine: the number of parallel programs is limited', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-programs-'));
  const log = join(folder, 'log');
  const argv = ['sh', '-c', `echo begins >> ${log}; sleep 0.02; echo ends >> ${log}`];
  const line = new CommandLineRunner({ argv, folder, bindings: { srv: 'srv', rt: 'rt' } }).partner(10_000);
  await Promise.all(Array.from({ length: 12 }, (_, i) => line.run(() => undefined, i)));
  const reported = (await readFile(log, 'utf8')).trim().split('\n');
  let running = 0;
  const most = Math.max(...reported.map((word) => (running += word === 'begins' ? 1 : -1)));
  t.equal(reported.length, 24, 'all have run');
  t.ok(most > 1 && most <= 4, `${most} at one time`);
  await rm(folder, { recursive: true });
});
