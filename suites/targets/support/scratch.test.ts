import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'tape';
import { startProcess } from './process.js';
import { scratchFolder, sweep } from './scratch.js';

test('what a process left that is gone is swept, and nothing else', async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  t.teardown(() => rmSync(parent, { recursive: true, force: true }));
  const own = await scratchFolder();
  t.teardown(() => rmSync(own, { recursive: true, force: true }));
  const owner = readFileSync(join(dirname(own), 'owner'), 'utf8');
  const program = await startProcess([process.execPath, '-e', 'setInterval(() => {}, 1000)']);
  const other = await startProcess([process.execPath, '-e', 'setInterval(() => {}, 1000)']);
  t.teardown(() => other.end());
  const line = readFileSync(join(dirname(own), 'programs'), 'utf8').split('\n')[0] ?? '';
  t.equal(line.split(' ')[0], String(program.pid), 'programs are recorded');
  const gone = owner.replace(/ \S+\n$/, ' 1\n');
  const folders: readonly (readonly [string, string | undefined, string])[] = [
    ['srvspec-run-gone', gone, `${line}\n${other.pid} 1\n`],
    ['srvspec-run-alive', owner, ''],
    ['srvspec-run-elsewhere', gone.replace(/^\S+/, 'another-start'), ''],
    ['srvspec-run-unowned', undefined, ''],
    ['srvspec-mine', gone, ''],
  ];
  for (const [name, text, programs] of folders) {
    mkdirSync(join(parent, name));
    if (text !== undefined) writeFileSync(join(parent, name, 'owner'), text);
    writeFileSync(join(parent, name, 'programs'), programs);
  }
  sweep(parent);
  t.deepEqual(
    folders.filter(([name]) => existsSync(join(parent, name))).map(([name]) => name),
    ['srvspec-run-alive', 'srvspec-run-elsewhere', 'srvspec-run-unowned', 'srvspec-mine'],
  );
  t.deepEqual(await program.exited, { kind: 'signal', signal: 'SIGKILL' }, 'its program is ended');
  process.kill(other.pid, 0);
  t.pass('one that began at another time is not');
});

test('temporary folders are gone with their process, also after an error', async (t) => {
  const script = `const { scratchFolder } = await import(${JSON.stringify(new URL('scratch.js', import.meta.url).href)});
    console.log(await scratchFolder());
    throw new Error('a bug');`;
  const running = await startProcess([process.execPath, '--input-type=module', '-e', script]);
  await running.exited;
  const folder = running.stdout.text().trim();
  t.match(folder, /srvspec-run-\w+\/folder-/);
  t.notOk(existsSync(dirname(folder)));
});
