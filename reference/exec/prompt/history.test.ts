import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { History, historyFile, mostLines } from './history.js';

function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function historyIn(t: Test, folder: string): History {
  return new History(historyFile({ XDG_STATE_HOME: folder }), (message) => t.fail(message));
}

test('history: the file is where the user keeps what programs remember', (t) => {
  t.equal(historyFile({ XDG_STATE_HOME: '/s', HOME: '/h' }), '/s/srvspec/exec-history');
  t.equal(historyFile({ XDG_STATE_HOME: 's', HOME: '/h' }), '/h/.local/state/srvspec/exec-history');
  t.equal(historyFile({ HOME: '/h' }), '/h/.local/state/srvspec/exec-history');
  t.end();
});

test('history: the next session finds the lines, and nobody else can read them', (t) => {
  const folder = folderFor(t);
  const first = historyIn(t, folder);
  t.deepEqual(first.read(), []);
  for (const line of ['a', 'b', 'b', ' secret', '', '\tc', 'd\u001b[2J', 'é', 'x'.repeat(5000), 'a']) first.add(line);
  t.deepEqual(historyIn(t, folder).read(), ['a', 'b', 'é', 'a']);
  const file = historyFile({ XDG_STATE_HOME: folder });
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.equal(statSync(join(folder, 'srvspec')).mode & 0o777, 0o700);
  t.end();
});

test('history: it is bounded, and sessions side by side lose nothing', (t) => {
  const folder = folderFor(t);
  const [one, other] = [historyIn(t, folder), historyIn(t, folder)];
  one.read();
  other.read();
  for (let n = 0; n < 2 * mostLines; n++) (n % 2 === 0 ? one : other).add(`line ${n}`);
  other.add('last');
  const read = historyIn(t, folder).read();
  t.equal(read.length, mostLines);
  t.deepEqual([read[0], read.at(-2), read.at(-1)], ['line 1001', 'line 1999', 'last']);
  const lines = readFileSync(historyFile({ XDG_STATE_HOME: folder }), 'utf8').split('\n');
  t.equal(lines.length, mostLines + 1, 'the file was cut');
  t.end();
});

test('history: what is in the file does not reach the terminal unless it is harmless', (t) => {
  const folder = folderFor(t);
  mkdirSync(join(folder, 'srvspec'));
  const file = historyFile({ XDG_STATE_HOME: folder });
  writeFileSync(file, Buffer.from('good\n\x1b[31mred\nbell\x07\nnul\0\n\xff\xfe\r\n\ngood too\nno end', 'latin1'));
  t.deepEqual(historyIn(t, folder).read(), ['good', 'good too', 'no end']);
  t.end();
});

test('history: where it cannot be kept, that is told once', (t) => {
  const folder = folderFor(t);
  writeFileSync(join(folder, 'srvspec'), 'no folder');
  const told: string[] = [];
  const history = new History(historyFile({ XDG_STATE_HOME: folder }), (message) => told.push(message));
  t.deepEqual(history.read(), []);
  history.add('a');
  t.equal(told.length, 1);
  t.match(told[0] ?? '', /^the history is not kept: .+: .*exec-history$/);
  t.end();
});
