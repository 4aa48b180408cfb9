import test from 'tape';
import { readCommandLine } from './command-line.js';

function read(...words: readonly string[]): unknown {
  return readCommandLine(words);
}

test('the command line: options as nginx accepts them', (t) => {
  t.deepEqual(read(), {});
  t.deepEqual(read('-c', 'a', '-p', 'b', '-e', 'c', '-g', 'd;'), {
    configuration: 'a',
    prefix: 'b',
    errorLog: 'c',
    globals: 'd;',
  });
  t.deepEqual(read('-ca', '-tqp', 'b'), { configuration: 'a', test: true, quiet: true, prefix: 'b' });
  t.deepEqual(read('-tc-x'), { test: true, configuration: '-x' });
  t.deepEqual(read('-T'), { test: true, dump: true });
  t.deepEqual(read('-sreload', '-c', 'a'), { signal: 'reload', configuration: 'a' });
  t.deepEqual(read('-V'), { version: true, build: true });
  t.deepEqual(
    [read('-?'), read('-h')],
    [
      { help: true, version: true },
      { help: true, version: true },
    ],
  );
  t.deepEqual(read('-c', 'a', '-c', 'b'), { configuration: 'b' }, 'the last one applies');
  t.deepEqual(read('-'), {}, 'a single dash is ignored');
  t.deepEqual(read('--watch', '--skip-unsupported', '--srv', 'a', '--rt=b', '--runtime-version', '0.8.4'), {
    watch: true,
    skipUnsupported: true,
    srv: 'a',
    rt: 'b',
    runtimeVersion: '0.8.4',
  });
  t.end();
});

test('the command line: invalid options', (t) => {
  for (const [words, complaint] of [
    ['-x', 'invalid option: "x"'],
    ['-tx', 'invalid option: "x"'],
    ['a', 'invalid option: "a"'],
    ['-c', 'option "-c" requires file name'],
    ['-e', 'option "-e" requires file name'],
    ['-p', 'option "-p" requires directory name'],
    ['-g', 'option "-g" requires parameter'],
    ['-s', 'option "-s" requires parameter'],
    ['-s go', 'invalid option: "-s go"'],
    ['--srv', 'option "--srv" requires parameter'],
    ['--go', 'invalid option: "--go"'],
    ['--watch=x', 'invalid option: "--watch=x"'],
  ] as const)
    t.equal(read(...words.split(' ')), complaint, words);
  t.end();
});
