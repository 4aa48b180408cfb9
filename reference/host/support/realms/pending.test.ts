import test from 'tape';
import type { PortOutcome, RunEnd } from '../../../port/outcome.js';
import { PendingWork } from './pending.js';

const done: RunEnd = { kind: 'done' };

/** Work that a test ends explicitly. */
function work(log: string[]) {
  let settle: (outcome: PortOutcome<string>) => void = () => undefined;
  const pending = new PendingWork((run) => {
    log.push(`entered ${run().kind}`);
  });
  const start = pending.later<string, string>((input, settled) => {
    log.push(`started ${input}`);
    settle = settled;
    return () => log.push('stopped');
  });
  return { pending, start, settle: (value: string) => settle({ ok: true, value }) };
}

test('PendingWork: work is settled once, and then nothing is pending', (t) => {
  const log: string[] = [];
  const { pending, start, settle } = work(log);
  const cancel = start('a', (outcome) => {
    log.push(`${pending.count} pending, ${outcome.ok && outcome.value}`);
    return done;
  });
  pending.whenIdle(() => log.push('through'));
  settle('first');
  settle('second');
  cancel();
  t.deepEqual(log, ['started a', '1 pending, first', 'entered done', 'through']);
  t.equal(pending.count, 0);
  t.end();
});

test('PendingWork: cancelled work does not settle', (t) => {
  const log: string[] = [];
  const { pending, start, settle } = work(log);
  const cancel = start('a', () => done);
  pending.whenIdle(() => log.push('through'));
  cancel();
  cancel();
  settle('late');
  t.deepEqual(log, ['started a', 'stopped', 'through']);
  t.end();
});

test('PendingWork: work that ends by starting more is still pending', (t) => {
  const log: string[] = [];
  const { pending, start, settle } = work(log);
  start('a', () => {
    start('b', () => done);
    return done;
  });
  pending.whenIdle(() => log.push('through'));
  settle('x');
  t.notOk(log.includes('through'));
  pending.close();
  t.equal(log.at(-1), 'through', 'closing cancels the rest');
  pending.whenIdle(() => log.push('at once'));
  t.equal(log.at(-1), 'at once');
  t.end();
});

test('PendingWork: dropped work counts as unfinished, cancelled work does not', (t) => {
  const pending = new PendingWork((run) => void run());
  let drop = () => {};
  const start = pending.later<string, string>((_, __, dropped) => {
    drop = dropped;
    return () => undefined;
  });
  start('a', () => done)();
  drop();
  t.notOk(pending.leavesWork, 'cancelled before');
  start('b', () => done);
  t.ok(pending.leavesWork, 'pending');
  drop();
  t.equal(pending.count, 0);
  t.ok(pending.leavesWork, 'dropped');
  pending.close();
  t.notOk(pending.leavesWork, 'another owner begins with nothing');
  t.end();
});
