import test from 'tape';
import { FileJournal, type JournalFile } from './journal.js';
import type { ServerRecord } from './records.js';
import { StateError } from './state-error.js';

const record = (id: string): ServerRecord => ({ kind: 'server', id, name: id, apiKeyDigest: '0'.repeat(64) });

/** A file whose disk is busy until it is told to go on. */
class SlowFile implements JournalFile {
  /** Ids in each write, and `sync`. */
  readonly steps: string[] = [];
  failing: 'append' | 'sync' | undefined;
  #go: (() => void) | undefined;

  async append(bytes: Uint8Array): Promise<void> {
    if (this.failing === 'append') throw new Error('ENOSPC');
    const lines = Buffer.from(bytes).toString().trimEnd().split('\n');
    this.steps.push(lines.map((line) => String(JSON.parse(line)[1].id)).join(' '));
  }

  async sync(): Promise<void> {
    if (this.failing === 'sync') throw new Error('EIO');
    await new Promise<void>((resolve) => {
      this.#go = resolve;
    });
    this.steps.push('sync');
  }

  async close(): Promise<void> {
    this.steps.push('close');
  }

  /** Lets the sync that is under way end. */
  async go(): Promise<void> {
    for (let turns = 0; this.#go === undefined && turns < 100; turns += 1) await turn();
    if (this.#go === undefined) throw new Error('no sync is under way');
    this.#go();
    this.#go = undefined;
  }
}

/** Everything that can happen without the disk has happened. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('group commit: what comes during a sync shares the next one', async (t) => {
  const file = new SlowFile();
  const journal = new FileJournal(file, () => t.fail('nothing fails'));
  const acknowledged: string[] = [];
  const append = (id: string) => journal.append(record(id)).then(() => acknowledged.push(id));
  const all = ['a', 'b', 'c'].map(append);
  await turn();
  all.push(append('d'));
  await turn();
  t.deepEqual([file.steps, acknowledged], [['a'], []], 'nothing is acknowledged before it is on the disk');
  await file.go();
  await all[0];
  t.deepEqual(acknowledged, ['a']);
  await turn();
  t.deepEqual(file.steps, ['a', 'sync', 'b c d']);
  all.push(append('e'));
  await file.go();
  await all[3];
  t.deepEqual(acknowledged, ['a', 'b', 'c', 'd'], 'in their order');
  const closed = journal.close();
  await file.go();
  await Promise.all([...all, closed]);
  t.deepEqual(file.steps, ['a', 'sync', 'b c d', 'sync', 'e', 'sync', 'close'], 'closing waits');
  await journal.append(record('f')).then(
    () => t.fail('a closed journal takes nothing'),
    (error) => t.ok(error instanceof StateError),
  );
});

for (const failing of ['append', 'sync'] as const)
  test(`nothing is acknowledged from the first failure of ${failing} on`, async (t) => {
    const file = new SlowFile();
    const told: unknown[] = [];
    const journal = new FileJournal(file, (error) => told.push(error));
    const good = journal.append(record('good'));
    await file.go();
    await good;
    file.failing = failing;
    const outcome = (id: string) =>
      journal.append(record(id)).then(
        () => 'acknowledged',
        (error) => (error instanceof StateError ? 'refused' : 'a bug'),
      );
    const outcomes = [outcome('x'), outcome('y'), outcome('z')];
    t.deepEqual(await Promise.all(outcomes), ['refused', 'refused', 'refused']);
    file.failing = undefined;
    const steps = file.steps.length;
    t.equal(await outcome('later'), 'refused', 'also when the disk is well again');
    t.deepEqual([file.steps.length, told.length], [steps, 1], 'nothing more is written, and it is told once');
    await journal.close();
    t.equal(file.steps.at(-1), 'close');
  });
