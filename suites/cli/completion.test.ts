import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import test, { type Test } from 'tape';
import { ALL_COMMANDS } from './commands.js';
import { candidates } from './completion.js';
import { folderFor, MAIN } from './testing/program.js';

const of = (line: string): Promise<readonly string[]> => candidates(ALL_COMMANDS, line.split(' '));

test('the last word is completed: commands, options, values of closed sets, ids', async (t) => {
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['re', ['replay']],
    ['--v', ['--version']],
    ['help co', ['compare', 'coverage', 'completion']],
    ['run --la', ['--last-failed']],
    ['run --engine ', ['njs', 'qjs']],
    ['run --engine=q', ['--engine=qjs']],
    ['run --engine =', ['njs', 'qjs']],
    ['run --engine = q', ['qjs']],
    ['run --report j', ['json=', 'junit=']],
    ['run --target n', ['nginx']],
    ['run --target cl', ['cli:', 'client:']],
    ['run --report json = /tmp/x', []],
    ['run --deviations ', []],
    ['compare --fail-on ', ['worse', 'any', 'crash']],
    ['completion ', ['bash', 'zsh', 'fish']],
    ['api se', ['serve', 'servers']],
    ['api servers ', []],
    ['help api s', ['serve']],
    ['help run ', []],
    ['replay base64.exist/atob/kind ', []],
    ['replay --seed 3 base64.exist/atob/k', ['base64.exist/atob/kind']],
    ['explain 3/timers-and-base64-functions/b', ['3/timers-and-base64-functions/btoa']],
    ['api serve --po', ['--port']],
    ['api servers list --js', ['--json']],
    [
      'serve -',
      [
        '-c',
        '-p',
        '-e',
        '-g',
        '-t',
        '-T',
        '-q',
        '-s',
        '-v',
        '-V',
        '--watch',
        '--skip-unsupported',
        '--srv',
        '--rt',
        '--runtime-version',
        '--help',
      ],
    ],
    ['walk --', []],
    ['explain base64.exist/a', ['present', 'kind', 'returns'].map((name) => `base64.exist/atob/${name}`)],
  ];
  for (const [line, expected] of lines) {
    t.deepEqual(await of(line), expected, line);
  }
});

test('ids are completed part by part while there are many', async (t) => {
  const first = await of('run --only ');
  t.ok(first.includes('base64.') && first.every((one) => /^[\w-]+\.$/.test(one)), `${first.length} beginnings`);
  t.equal(new Set(first).size, first.length, 'each once');
  const second = await of('run --only base64.');
  t.ok(second.includes('base64.atob.') && second.includes('base64.exist'), second.join(' '));
  t.ok((await of('replay base64.atob.decodes/foo')).includes('base64.atob.decodes/foobar'));
});

/** A folder with a program `srvspec`. */
function installed(t: Test): string {
  const folder = folderFor(t);
  const program = join(folder, 'srvspec');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}

/** What a shell prints that has the program on its path; `undefined` where there is no such shell. */
function inShell(t: Test, shell: string, script: string): string | undefined {
  const env = { ...process.env, PATH: `${installed(t)}${delimiter}${process.env.PATH}`, HOME: tmpdir() };
  const { stdout, stderr, error } = spawnSync(shell, ['-c', script], { env, encoding: 'utf8' });
  return error === undefined ? stdout + stderr : undefined;
}

/** Completes the words as an interactive bash does, and prints what comes of it. */
const inBash = (words: string, at: number): string =>
  `COMP_WORDS=(${words}); COMP_CWORD=${at}; COMPREPLY=(); _srvspec srvspec; echo "\${COMPREPLY[*]}"`;

test('bash completes by its script', (t) => {
  const lines = [
    'source <(srvspec completion bash)',
    'complete -p srvspec',
    inBash('srvspec ru', 1),
    inBash('srvspec run --require', 2),
    inBash('srvspec run --engine = q', 4),
    inBash('srvspec explain base64.exist/atob/k', 2),
    inBash('srvspec run --deviations ""', 3),
  ];
  t.deepEqual(
    inShell(t, 'bash', lines.join('\n'))
      ?.split('\n')
      .map((line) => line.split(' ').slice(0, 5).join(' ')),
    ['complete -o default -F _srvspec', 'run', '--require-observed', 'qjs', 'base64.exist/atob/kind', '', ''],
  );
  t.end();
});

test('fish completes by its script', (t) => {
  const printed = inShell(t, 'fish', "srvspec completion fish | source; complete -C 'srvspec run --require'");
  if (printed === undefined) t.skip('there is no fish here');
  else t.equal(printed, '--require-observed\n');
  t.end();
});

test('zsh reads its script', (t) => {
  const script = 'autoload -U compinit; compinit -u -D; source <(srvspec completion zsh); echo $_comps[srvspec]';
  const printed = inShell(t, 'zsh', script);
  if (printed === undefined) t.skip('there is no zsh here');
  else t.equal(printed, '_srvspec\n');
  t.end();
});
