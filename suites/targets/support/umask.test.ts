import test from 'tape';
import { runProcess } from './process.js';
import { holdUmask, UMASK, underUmask } from './umask.js';

test('only targets have their umask', async (t) => {
  const own = process.umask();
  t.equal(
    underUmask(() => process.umask()),
    UMASK,
    'while a program is started',
  );
  t.throws(() =>
    underUmask(() => {
      throw new Error('not started');
    }),
  );
  t.equal(process.umask(), own, 'and not afterwards');
  const { stdout } = await runProcess(['/bin/sh', '-c', 'umask'], { deadlineMs: 60_000 });
  t.equal(Number.parseInt(`${stdout.bytes()}`, 8), UMASK, 'programs keep it');
  t.equal(process.umask(), own);
});

test('this process has it as long as a target is part of it', (t) => {
  const own = process.umask(0o027);
  const [one, other] = [holdUmask(), holdUmask()];
  t.equal(process.umask(), UMASK);
  one();
  one();
  t.equal(process.umask(), UMASK, 'for the other one');
  other();
  t.equal(process.umask(), 0o027);
  process.umask(own);
  t.end();
});
