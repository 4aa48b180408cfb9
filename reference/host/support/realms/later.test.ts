import test from 'tape';
import type { PortOutcome } from '../../../port/outcome.js';
import { PartialRealm } from '../../../testing/realm-part.js';
import { PendingWork } from './pending.js';

/** A realm with a stub port call, a script that awaits it, and the script's result. */
async function awaiting() {
  const realm = new PartialRealm();
  const { later }: { later?: unknown } = await realm.exported(`export { later } from './support/later.ts';`);
  const log: unknown[] = [];
  let settle: (outcome: PortOutcome<string>) => void = () => undefined;
  const pending = new PendingWork((work) => {
    work();
    realm.drain();
  });
  const port = pending.later<string, string>((input, settled) => {
    log.push(input);
    settle = settled;
    return () => log.push('stopped');
  });
  const script = `((later, port, log) => {
    const promise = later(port, 'input', (text) => { if (text === '') throw new RangeError('empty'); return [text]; });
    log(promise instanceof Promise);
    promise.then((made) => log(made instanceof Array && made[0]), (reason) => log(reason instanceof Error && reason.name + ': ' + reason.message));
  })`;
  realm.evaluate(script)(later, port, (value: unknown) => log.push(value));
  return { log, pending, settle: (outcome: PortOutcome<string>) => settle(outcome) };
}

test('AsyncOperation: a promise of the realm is settled once, with the outcome of the port call', async (t) => {
  const { log, pending, settle } = await awaiting();
  t.equal(pending.count, 1);
  settle({ ok: true, value: 'text' });
  settle({ ok: true, value: 'other' });
  t.deepEqual(log, ['input', true, 'text'], 'its jobs have run');
  t.equal(pending.count, 0);
});

test('AsyncOperation: failures become errors of the realm', async (t) => {
  const failing = await awaiting();
  failing.settle({ ok: false, name: 'TypeError', message: 'refused' });
  t.deepEqual(failing.log, ['input', true, 'TypeError: refused']);
  const unsuitable = await awaiting();
  unsuitable.settle({ ok: true, value: '' });
  t.deepEqual(unsuitable.log, ['input', true, 'RangeError: empty'], 'also if converting the value fails');
});

test('AsyncOperation: a realm that ends cancels its pending operations', async (t) => {
  const { log, pending, settle } = await awaiting();
  pending.close();
  settle({ ok: true, value: 'late' });
  t.deepEqual(log, ['input', true, 'stopped']);
});
