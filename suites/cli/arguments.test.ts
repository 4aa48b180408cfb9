import test from 'tape';
import { UsageError } from '../../spec/reading/user-error.js';
import { asksHelp, checkArguments } from './arguments.js';
import { ALL_COMMANDS } from './commands.js';
import { commandAt } from './finding.js';

async function complaintOf(line: string): Promise<string> {
  const found = commandAt(ALL_COMMANDS, line.split(' '));
  if (found === undefined) return 'no command';
  try {
    checkArguments(found.name, await found.declared(), found.args);
    return 'none';
  } catch (error) {
    return error instanceof UsageError ? error.message : String(error);
  }
}

test('unknown arguments are refused with a suggestion', async (t) => {
  const lines: readonly (readonly [string, string])[] = [
    ['run --only buffer --seed 3 --skip-missing', 'none'],
    ['run --onyl buffer', 'run has no option --onyl; did you mean --only?'],
    ['run --last', 'run has no option --last; did you mean --last-failed?'],
    ['run --pace 3', 'run has no option --pace; `srvspec help run` lists them'],
    ['run --runs', '--runs takes a value: --runs N'],
    ['run --runs --seed 3', '--runs takes a value: --runs N; one that begins with a dash is written --runs=--seed'],
    ['run --only=-x', 'none'],
    ['exec -c -x', '-c takes a value: -c CODE; one that begins with a dash is written -c-x'],
    ['exec -c-x --nonsense', 'exec has no option --nonsense; `srvspec help exec` lists them'],
    ['exec -mqc-x file --nonsense -c', 'none'],
    ['exec -p a -p b - --nonsense', 'none'],
    ['exec -c x -c y', '-c is given twice, with two values; it takes one'],
    ['run --only=', "--only takes a value, not '': --only GLOB"],
    ['run --modules= --target nginx', "--modules takes a value, not '': --modules DIR"],
    ['api servers create --base-url=', 'none'],
    ['run --seed 1 --seed 2', '--seed is given twice, with two values; it takes one'],
    ['run --seed 1 --seed=1 --quiet --quiet --report tap --report json --target reference --target nginx', 'none'],
    ['run --only a --only b', "--only is given twice, with two values; write several globs as one, in braces: '{a,b}'"],
    ['compare --target nginx --engine njs --target nginx --engine qjs', 'none'],
    ['compare --engine njs --target nginx --engine qjs --target cli:x', 'none'],
    ['compare --target nginx --engine njs --engine qjs', '--engine is given twice, with two values; it takes one'],
    [
      'compare --seed 1 --target nginx --seed 2 --target reference',
      '--seed is given twice, with two values; it takes one',
    ],
    ['run --report -', 'none'],
    ['run --fail-fast=yes', '--fail-fast takes no value'],
    ['run base64', 'run takes options alone, not base64; did you mean --only base64?'],
    ['generate now', 'generate takes options alone, not now'],
    ['explain base64.exist', 'none'],
    ['serve -c x -p y', 'none'],
    ['serve --conf x', 'serve has no option --conf; `srvspec help serve` lists them'],
    ['exec --srv x file --what -ever', 'none'],
    ['exec --sr x file', 'exec has no option --sr; did you mean --srv?'],
    ['api serve --prot 3', 'api serve has no option --prot; did you mean --port?'],
    ['api server list', 'there is no api server; did you mean servers or serve?'],
    ['api servers list --jsn', 'api has no option --jsn; did you mean --json?'],
    ['api servers list --a-key-that-nobody-may-see', 'none'],
  ];
  for (const [line, complaint] of lines) t.equal(await complaintOf(line), complaint, line);
});

test('only an option of the command asks for help, not an argument of a script that it runs', async (t) => {
  const asks = async (line: string): Promise<boolean> => {
    const found = commandAt(ALL_COMMANDS, line.split(' '));
    return found !== undefined && asksHelp(await found.declared(), found.args);
  };
  t.ok(await asks('run --help'));
  t.ok(await asks('run --only x -h'));
  t.ok(await asks('exec --help'));
  t.notOk(await asks('exec file --help'));
  t.notOk(await asks('run --only x'));
});
