import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { startProcess } from '../targets/support/process.js';
import { folderFor, MAIN, OUTSIDE_CI, srvspec } from './testing/program.js';

/** A program in the background, and what it prints. */
interface Watched {
  /** Resolves once both streams have this text behind what was awaited before. */
  readonly prints: (text: RegExp) => Promise<string>;
  readonly interrupt: () => void;
  readonly status: Promise<number>;
}

async function watched(t: Test, folder: string, ...args: readonly string[]): Promise<Watched> {
  let output = '';
  let awaited: { readonly text: RegExp; readonly resolve: (text: string) => void } | undefined;
  const look = (): void => {
    const found = awaited?.text.exec(output);
    if (awaited === undefined || !found) return;
    const { resolve } = awaited;
    awaited = undefined;
    const end = found.index + found[0].length;
    resolve(output.slice(0, end));
    output = output.slice(end);
  };
  const running = await startProcess([process.execPath, MAIN, 'run', '--watch', '--quiet', ...args], {
    cwd: folder,
    env: OUTSIDE_CI,
    onOutput: (_, piece) => {
      output += piece.toString();
      look();
    },
  });
  t.teardown(() => running.end());
  return {
    prints: (text) =>
      new Promise((resolve, reject) => {
        awaited = { text, resolve };
        look();
        void running.exited.then(() => reject(new Error(`it ended: ${output}`)));
      }),
    interrupt: () => process.kill(running.pid, 'SIGINT'),
    status: running.exited.then((exit) => (exit.kind === 'status' ? exit.status : -1)),
  };
}

const CASES = `title: Mine
document: 3
requirements:
  - id: own.largest
    rows: []
    says: The largest number is found.
    cases:
      - { law: support/steps/gives, with: { steps: [{ on: Math, call: [max, 1, 2], returns: 2 }] } }
`;

/** A command-line runtime that runs this before each script. */
const runtime = (prelude: string): string => `#!/bin/sh
{ echo "${prelude}"; cat "$1"; } > "$1.whole.js"
exec '${process.execPath}' '${MAIN}' exec "$1.whole.js"
`;

const WAITS = /waiting for a change of .*\n/;

test('a changed program runs again, and only what has changed is shown', async (t) => {
  const folder = folderFor(t);
  const program = join(folder, 'myjs');
  const write = (prelude: string): void => {
    // As compilers do, which write another file first.
    writeFileSync(`${program}.new`, runtime(prelude));
    chmodSync(`${program}.new`, 0o755);
    renameSync(`${program}.new`, program);
  };
  write('');
  writeFileSync(join(folder, 'mine.yaml'), CASES);
  const target = ['--target', 'cli:./myjs', '--bind', 'srv=srv,rt=rt'];
  const run = await watched(t, folder, ...target, '--cases', 'mine.yaml', '--only', '{own,base64.exist}');
  t.match(await run.prints(WAITS), /No violation in 7 observed cases[\s\S]*myjs, .*mine\.yaml\n$/);
  write("Math.max = () => 'wrong';");
  t.match(
    await run.prints(WAITS),
    /✗ own\.largest {2}wrong: .*\ncli:\.\/myjs: 1 new violation, 0 mended; 1 violation in 7/,
  );
  write('Math.max = 1;');
  t.match(await run.prints(WAITS), /^cli:\.\/myjs: 0 new violations, 0 mended; 1 violation/);
  write('');
  t.match(await run.prints(WAITS), /^✓ own\.largest\ncli:\.\/myjs: 0 new violations, 1 mended; No violation/);
  run.interrupt();
  t.equal(await run.status, 0);
});

test('a mistake in the cases is reported, and its correction runs again', async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'mine.yaml');
  writeFileSync(file, CASES);
  const run = await watched(t, folder, '--cases', 'mine.yaml', '--only', 'own');
  await run.prints(WAITS);
  writeFileSync(file, CASES.replace('call:', 'cal:'));
  t.match(await run.prints(WAITS), /^srvspec: mine\.yaml:8:\d+ .*found the key "cal"/);
  writeFileSync(file, CASES.replace('returns: 2', 'returns: 3'));
  t.match(await run.prints(WAITS), /^✗ own\.largest {2}wrong: .*\nreference: 1 new violation, 0 mended; 1 violation/);
  run.interrupt();
  t.equal(await run.status, 1, 'the status of the last run');
});

test('without a file that can change, --watch is refused', async (t) => {
  const { status, stderr } = await srvspec('run', '--watch', '--only', 'base64.exist');
  t.equal(status, 2);
  t.match(stderr, /--watch: these targets have no file that can change; give a program, or --cases FILE/);
});
