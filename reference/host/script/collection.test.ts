import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import test from 'tape';
import { stubPort } from '../../testing/stub-host.js';
import { realmClosed } from './collection.js';
import { HostCrypto } from './crypto/crypto-port.js';
import { HostFileSystem } from './file-system/file-system-port.js';
import { Pending } from './pending.js';
import { Realm } from './realm.js';
import { timerPort } from './timers.js';

const console = { write: () => undefined, now: () => 0 };

function realm(): Realm {
  const pending = new Pending((work) => void work());
  const own = { crypto: new HostCrypto(pending), files: new HostFileSystem() };
  return new Realm({ ...stubPort(), console, timers: timerPort(pending), ...own }, () => {
    throw new Error('nothing is imported here');
  });
}

/** One that nothing holds. */
const unused = () => new WeakRef({});

test('collections: of many closed realms the memory is given back at once', async (t) => {
  const [one, realms] = [unused(), Array.from({ length: 80 }, () => ({}))];
  await new Promise(setImmediate);
  for (const realm of realms) realmClosed(realm);
  t.ok(one.deref(), 'not while a script may run');
  await setTimeout(20);
  t.notOk(one.deref(), 'but between two turns of the event loop');
  t.equal(realms.length, 80);
});

test('collections: what asks for them is in no realm', async (t) => {
  t.notOk(Object.hasOwn(realm().context, 'gc'), 'afterwards');
  const other = new Worker(
    `const { parentPort } = require('node:worker_threads');
    parentPort.postMessage('started');
    const wait = new Int32Array(new SharedArrayBuffer(4));
    parentPort.once('message', () => { Atomics.wait(wait, 0, 0, 50); require('node:v8').setFlagsFromString('--no-expose-gc'); });`,
    { eval: true },
  );
  await once(other, 'message');
  setFlagsFromString('--expose-gc');
  other.postMessage('go on');
  t.notOk(Object.hasOwn(realm().context, 'gc'), 'while another thread is about to ask');
  await once(other, 'exit');
});
