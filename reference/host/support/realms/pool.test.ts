import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import type { PoolOrder, PoolReport } from '../../../testing/pool-thread.js';
import { PlainModule } from './plain-module.js';
import { realmThread } from './thread.js';

const requests = 8;

async function served(t: Test, script: string, handlers: readonly string[]): Promise<readonly PoolReport[]> {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'main.js'), script);
  const order: PoolOrder = { folder, handlers, requests };
  const worker = realmThread('testing/pool-thread.js', order);
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

/** Handlers that return how often the module has served in its realm. */
const script = `
  import crypto from 'crypto';
  import fs from 'fs';
  let count = 0;
  const kept = [];
  const keep = (value) => kept.push(value) && String(++count);
  export default {
    plain: () => keep(RegExp.$1 + /(.)/.exec('left')),
    async settles() { await 1; keep(await Promise.resolve(1)); return 1; },
    hashes: () => keep(crypto.createHash('md5')),
    opens: async () => { kept.push(await fs.promises.open('/')); return keep(1) + fs.openSync('/'); },
    labels: () => { console.time('left'); return keep(1); },
    neverSettles: () => { new Promise(() => {}).then(keep); return keep(1); },
    global: () => { globalThis.left = keep; return keep(1); },
    module: () => { crypto.left = keep; return keep(1); },
    waits: () => { setTimeout(() => { globalThis.left = 1; }, 1e6); return keep(1); },
    exits: () => { rt.on('exit', () => {}); return keep(1); },
    imports: () => { import('nothing').catch(() => {}); return keep(1); },
    throws: () => { keep(1); throw new Error('on purpose'); },
    rejects: async () => { await 1; throw new Error('on purpose'); },
    nobodyHandles: () => { Promise.reject(new Error('on purpose')); return keep(1); },
    value: () => ({ toString() { throw keep(1); } }),
    finalizes: () => { new FinalizationRegistry(keep).register({}); return keep(1); },
    waitsAsync: () => { Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1).value.then(keep); return keep(1); },
  };
`;
/** The same script in a plain form. */
const plain = `${script
  .trim()
  .replaceAll(/^ {2}/gm, '')
  .replace('export default {', 'const handlers = {')}\nexport default { ...handlers };\n`;
const again = ['plain', 'settles', 'hashes', 'opens', 'labels', 'neverSettles', 'imports'];
const once = [...script.matchAll(/^ {4}(\w+):/gm)].flatMap(([, name = '']) => (again.includes(name) ? [] : [name]));

test('realms: a realm that its script has left untouched serves again, without a trace', async (t) => {
  t.equal(PlainModule.exactly('main.js', script), undefined);
  t.notEqual(PlainModule.exactly('main.js', plain), undefined);
  for (const source of [script, plain]) {
    for (const { handler, values, realms } of await served(t, source, again)) {
      t.ok(realms < requests, `${handler}: ${realms} realms`);
      t.equal(new Set(values).size, 1, `${handler}: ${values}`);
    }
  }
});

test('realms: a realm with any leftover or failure serves once', async (t) => {
  for (const source of [script, plain]) {
    for (const { handler, values, realms } of await served(t, source, once)) {
      t.equal(realms, requests, handler);
      t.equal(new Set(values).size, 1, `${handler}: ${values}`);
    }
  }
});
