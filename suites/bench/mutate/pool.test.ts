import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import type { ChangeOrder, ChangeOutcome } from './change.js';
import { judgeAll } from './pool.js';

/** Does what the id says, and counts the received changes. */
const PROGRAM = `
let sent = 0;
process.on('message', ({ change: { id } }) => {
  sent += 1;
  if (id === 'exit') process.exit(7);
  if (id === 'loop') for (;;);
  if (id === 'fail') process.send({ kind: 'failed', why: 'TypeError' });
  else process.send({ kind: 'outcome', outcome: { verdict: 'survived', why: String(sent) } });
});
process.send({ kind: 'ready' });
`;

const order = (id: string): ChangeOrder => ({
  change: { id, source: 'mutant', file: '', from: 0, to: 0, replacement: '', says: '', line: 1 },
  stages: [],
});

test('judgeAll: a lost worker has seen the change, and another one replaces it', async (t) => {
  const folder = folderFor(t);
  const program = join(folder, 'worker.mjs');
  writeFileSync(program, PROGRAM);
  const reported: (readonly [string, ChangeOutcome['verdict'], string | undefined])[] = [];
  const orders = ['a', 'b', 'exit', 'c', 'loop', 'd', 'fail', 'e'].map(order);
  await judgeAll(orders, {
    ...{ jobs: 1, program, quietMs: 3000 },
    judged: ({ change: { id } }, { verdict, why }) => reported.push([id, verdict, why]),
  });
  t.deepEqual(reported, [
    ['a', 'survived', '1'],
    ['b', 'survived', '2'],
    ['exit', 'killed', 'the process ended: 7'],
    ['c', 'survived', '1'],
    ['loop', 'timed out', 'nothing done for 3000 ms'],
    ['d', 'survived', '1'],
    ['fail', 'killed', 'the suite fails: TypeError'],
    ['e', 'survived', '1'],
  ]);
});
