import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { ALL_COMMANDS } from './commands.js';
import { ended, folderFor, MAIN, OUTSIDE_CI, srvspec, unread } from './testing/program.js';

const ONE = 'run --only base64.exist';

/** A command line of each command that ends by itself. */
const linesOf = (report: string, shard: string): readonly string[] => [
  'help',
  'help run',
  'run --help',
  'list',
  'explain shared-dict-room.too-large',
  'coverage --rows',
  `compare ${report} ${report}`,
  `merge ${shard} --report html`,
  `matrix ${report} --report html`,
  `baseline --from ${report}`,
  `${ONE} --report json=${report}`,
  `${ONE} --report json`,
  `${ONE} --report html`,
  'replay base64.exist/atob/kind',
  'api openapi',
  'types',
  `bundle ${report}.bundle`,
];

/** The progress lines of a run on a slow machine. */
const PROGRESS = /^\S+: \d+ of \d+ cases \(\d+%\) after \d+ s\n/gm;

test('a command whose reader closes the pipe ends quietly', async (t) => {
  const folder = folderFor(t);
  const [report, shard] = [join(folder, 'report.json'), join(folder, 'shard.json')];
  const words = ONE.split(' ');
  await srvspec(...words, '--report', `json=${report}`);
  await srvspec(...words, '--shard', '1/1', '--report', `json=${shard}`);
  const lines = linesOf(report, shard);
  for (const line of lines) {
    const { status, stderr, refused } = await unread(...line.split(' '));
    t.deepEqual([status, stderr.replaceAll(PROGRESS, ''), refused], [0, '', true], line);
  }
  const tried = new Set([...lines, ...STARTED].map((line) => line.split(' ')[0]));
  t.deepEqual(
    ALL_COMMANDS.filter(({ name }) => !tried.has(name.split(' ')[0])).map(({ name }) => name),
    // A server goes on, the check of an adapter is tried with the examples, and the others print nothing while all is well.
    ['serve', 'adapter-check', 'extract', 'generate'],
    'every other command is tried',
  );
});

/** A command that prints, one that writes a report that does not fit into a pipe, and a script that prints without end. */
const STARTED = ['help', `${ONE} --report html`, 'exec script.js'];

test('a program whose reader closes the pipe ends quietly', async (t) => {
  const cwd = folderFor(t);
  writeFileSync(join(cwd, 'script.js'), "for (;;) console.log('a line and then another');\n");
  for (const line of STARTED) {
    const piped = `'${process.execPath}' '${MAIN}' ${line} | true; exit \${PIPESTATUS[0]}`;
    const { status, stderr } = await ended(['bash', '-c', piped], { cwd, env: OUTSIDE_CI });
    t.deepEqual([status, stderr.replaceAll(PROGRESS, '')], [0, ''], line);
  }
});
