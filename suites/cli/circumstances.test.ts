import { execFileSync } from 'node:child_process';
import test from 'tape';
import { circumstancesOf } from './circumstances.js';

test('circumstances: the command line is read back by a shell as the same words', (t) => {
  const words = ['run', '--only', "a b'c*{d,e}", '--target=reference', '$HOME', ''];
  const { command, startedAt, machine } = circumstancesOf(words, new Date(0));
  const read = execFileSync('sh', ['-c', `srvspec() { for w in "$@"; do printf '%s\\n' "[$w]"; done; }; ${command}`]);
  t.equal(`${read}`, words.map((word) => `[${word}]\n`).join(''));
  t.equal(startedAt, '1970-01-01T00:00:00.000Z');
  t.ok(machine.includes(`Node ${process.versions.node}`), machine);
  t.end();
});

test('circumstances: the command for a new key is left out, in either spelling of the option', (t) => {
  for (const words of [['--new-key', 'make secret'], ['--new-key=make secret']]) {
    const { command } = circumstancesOf(['run', ...words, '--seed', '2']);
    t.notOk(command.includes('secret'), command);
    t.ok(command.endsWith('--seed 2'), command);
  }
  t.end();
});
