import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { runProcess } from '../targets/support/process.js';
import { ALL_COMMANDS } from './commands.js';
import { folderFor, MAIN, OUTSIDE_CI } from './testing/program.js';

const ONE = 'run --only base64.exist';

/** A command line of each command that ends by itself, with a script that prints more than a pipe holds. */
const linesOf = (report: string, shard: string, script: string): readonly string[] => [
  'help',
  'help run',
  'run --help',
  'list',
  'explain shared-dict-room.too-large',
  'coverage --rows',
  `compare ${report} ${report}`,
  `merge ${shard} --report html`,
  `matrix ${report} --report html`,
  `${ONE} --report json=${report}`,
  `${ONE} --report html`,
  'replay base64.exist/atob/kind',
  'api openapi',
  'completion bash',
  `exec ${script}`,
  'generate --check',
];

test('a command whose reader wants no more ends quietly', async (t) => {
  const folder = folderFor(t);
  const [report, shard, script] = [join(folder, 'report.json'), join(folder, 'shard.json'), join(folder, 'script.js')];
  writeFileSync(script, "for (;;) console.log('a line and then another');\n");
  const status = async (line: string): Promise<string> => {
    const { exit, stderr } = await runProcess(['bash', '-c', line], {
      cwd: PACKAGE_ROOT,
      env: OUTSIDE_CI,
      deadlineMs: 120_000,
    });
    return `${exit.kind === 'status' ? exit.status : exit.kind}${stderr.text()}`;
  };
  const program = `'${process.execPath}' '${MAIN}'`;
  await status(`${program} ${ONE} --report json=${report}`);
  await status(`${program} ${ONE} --shard 1/1 --report json=${shard}`);
  const lines = linesOf(report, shard, script);
  for (const line of lines) t.equal(await status(`${program} ${line} | true; exit \${PIPESTATUS[0]}`), '0', line);
  const tried = new Set(lines.map((line) => line.split(' ')[0]));
  t.deepEqual(
    ALL_COMMANDS.filter(({ name }) => !tried.has(name.split(' ')[0])).map(({ name }) => name),
    // A server goes on; `extract` needs the documents, and prints nothing while rows are as they should be.
    ['serve', 'extract'],
    'every other command is tried',
  );
});
