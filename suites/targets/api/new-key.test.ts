import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { TargetUnavailable } from '../../executor/target.js';
import { newKeyBy } from './new-key.js';
import { rejection } from './testing/raw-endpoints.js';

async function command(t: Test, script: string): Promise<string> {
  const folder = folderFor(t);
  await writeFile(join(folder, 'panel.cjs'), script);
  return `${process.execPath}  ${join(folder, 'panel.cjs')} ;echo`;
}

test('the output of the command is the new key', async (t) => {
  t.equal(await newKeyBy(await command(t, "console.log('  a new-key \\n')")), 'a new-key');
  const words = await command(t, 'console.log(process.argv.slice(2).join())');
  t.equal(await newKeyBy(`${words} $HOME  '*'`), ";echo,$HOME,'*'", 'no shell interprets it');
});

test('commands that give no key', async (t) => {
  const wrong = [
    ["console.log('hush')" + '; process.exit(3)', /status 3$/],
    ["console.log('hush'); process.kill(process.pid, 'SIGKILL')", /SIGKILL$/],
    ["console.error('hush')", /it is missing$/],
    ["console.log('hus')", /too short/],
    ["console.log('hush\\nhush')", /line end$/],
  ] as const;
  for (const [script, expected] of wrong) {
    const error = await rejection(newKeyBy(await command(t, script)));
    t.ok(error instanceof TargetUnavailable, script);
    t.match(error instanceof Error ? error.message : '', expected, 'says why');
    t.doesNotMatch(inspect(error, { depth: 10 }), /hush/, 'without the output');
  }
  const slow = await rejection(newKeyBy(await command(t, 'setInterval(() => {}, 1000)'), 100));
  t.match(String(slow), /did not end within 100 ms/);
  t.match(
    String(await rejection(newKeyBy('/nowhere/panel new-key'))),
    /cannot be started: there is no program \/nowhere\/panel;/,
  );
});
