import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { startProcess } from './process.js';
import { scratchFolder, sweep } from './scratch.js';

test('leftovers of an ended process are swept, and no others', async (t) => {
  const parent = folderFor(t);
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

test('temporary folders are removed with their process, even after an error', async (t) => {
  const script = `const { scratchFolder } = await import(${JSON.stringify(new URL('scratch.js', import.meta.url).href)});
    console.log(await scratchFolder());
    throw new Error('a bug');`;
  const running = await startProcess([process.execPath, '--input-type=module', '-e', script]);
  await running.exited;
  const folder = running.stdout.text().trim();
  t.match(folder, /srvspec-run-\w+\/folder-/);
  t.notOk(existsSync(dirname(folder)));
});

test('temporary folders are removed with a process that ends at once, even if its program and its own writes go on', async (t) => {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const busy = `const fs = require('fs'); for (let i = 0; ; i++) try { fs.writeFileSync(process.argv[1] + '/' + i, ''); } catch {}`;
  const script = `const { scratchFolder } = await import(${module('scratch.js')});
    const { startProcess } = await import(${module('process.js')});
    const { existsSync } = await import('node:fs');
    const { writeFile } = await import('node:fs/promises');
    const folder = await scratchFolder();
    await startProcess([process.execPath, '-e', ${JSON.stringify(busy)}, folder]);
    while (!existsSync(folder + '/10')) await new Promise(setImmediate);
    console.log(folder);
    for (let i = 0; i < 100; i++) void writeFile(folder + '/own-' + i, '');
    process.exit(3);`;
  const running = await startProcess([process.execPath, '--input-type=module', '-e', script]);
  t.deepEqual(await running.exited, { kind: 'status', status: 3 }, running.stderr.text());
  t.notOk(existsSync(dirname(running.stdout.text().trim())));
});
