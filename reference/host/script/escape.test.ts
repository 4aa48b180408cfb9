import test from 'tape';
import { imports, lookout, ports, served, spies } from '../../testing/escape.js';
import { testHost } from '../../testing/host.js';
import { calls } from '../../testing/purity.js';

test('escapes: whatever a script replaces, it is handed nothing of the host', async (t) => {
  const script = `${imports}
      async function content(r) {
        const answer = r.return.bind(r);
        ${lookout} ${spies} ${calls} ${ports}
        const replaced = spyOnAll();
        let failure = '';
        try { await outcomes(); } catch (error) { failure = 'outcomes: ' + error.message; }
        for (const name in ports) attempt(name);
        isInside = true;
        answer(200, replaced + ' ' + noted + ' ' + report() + failure);
      }
      export default { content, handled: () => 'handled' };`;
  const host = await testHost(t, { ...served, script });
  const [replaced = '', noted = '', ...found] = (await host.ask('/', { body: 'body' })).text.split(' ');
  t.ok(Number(replaced) > 700, `${replaced} places are replaced`);
  t.ok(Number(noted) > 100, `${noted} objects are seen`);
  t.deepEqual(found, [''], host.log().slice(-2).join('\n'));
});

test('escapes: a stack that runs out in a port call leaves errors of the realm alone', async (t) => {
  const script = `${imports}
    export default { handled: () => 'handled', async content(r) {
      ${lookout} ${ports}
      for (const name in ports) for (let pad = 0; pad < 6; pad += 1) {
        const own = Array.from({ length: pad * 3 }, (_, at) => 'p' + at);
        const dive = Function('work', 'note', 'left', 'dive', ...own, 'try { dive(work, note, left, dive, ' + own.map((p) => '1').join() + '); } catch (e) { note("depth", e); } if (left.n-- > 0) work();');
        dive(() => attempt(name), note, { n: 12 }, dive);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
      r.return(200, noted + ' ' + report());
    } };`;
  const host = await testHost(t, { ...served, script });
  const [noted = '', ...found] = (await host.ask('/', { body: 'body' })).text.split(' ');
  t.ok(Number(noted) > 100, `${noted} objects are seen`);
  t.deepEqual(found, [''], host.log().slice(-2).join('\n'));
});

test('escapes: tampering, getters, proxies and thrown things by chance, with a fixed seed', async (t) => {
  const script = `${imports}
    let state = 20240611;
    const chance = (most) => { state = (state * 1103515245 + 12345) % 2147483648; return state % most; };
    export default { handled: () => { throw handlers[chance(3)]; }, async content(r) {
      state += Number(r.args.seed);
      const answer = r.return.bind(r);
      ${lookout} ${ports}
      const roots = [Object, Array, String, Number, Function, Error, TypeError, RangeError, Promise, Map, Set, WeakMap, RegExp, Symbol, Uint8Array, getPrototypeOf(Uint8Array), ArrayBuffer, DataView, Proxy];
      const holders = [...roots, ...roots.map((one) => one.prototype).filter((one) => one), Reflect, JSON, Math, globalThis, getPrototypeOf([].values())];
      const places = holders.flatMap((holder) => ownKeys(holder).filter((key) => key !== 'prototype' && getOwnPropertyDescriptor(holder, key).configurable).map((key) => [holder, key]));
      const hostile = new Proxy(function () {}, new Proxy({}, { get: (_, trap) => (...values) => { for (const one of values) note('trap', one); throw values; } }));
      const things = [undefined, null, 1, 'x', Symbol('s'), create(null), hostile, { then: hostile }, { toString: hostile }];
      const keep = (what) => things[what % things.length];
      for (let round = 0; round < 25; round += 1) {
        const [holder, key] = places[chance(places.length)];
        const before = getOwnPropertyDescriptor(holder, key);
        const [how, what] = [chance(3), chance(things.length)];
        const spy = function (...values) { note('spy', this); for (let at = 0; at < values.length; at += 1) note('spy', values[at]); if (how === 2) throw things[what]; return things[what]; };
        try { defineProperty(holder, key, how === 0 ? { get: spy, set: spy, configurable: true } : { value: spy, configurable: true, writable: true }); } catch {}
        for (const name in ports) { try { note(name, ports[name]()); } catch (error) { try { note(name, error); } catch {} } }
        try { defineProperty(holder, key, before); } catch {}
      }
      answer(200, noted + ' ' + report());
    } };
    const handlers = [1, Symbol('s'), new Proxy({}, { get() { throw 1; } })];`;
  const host = await testHost(t, { ...served, script });
  for (let seed = 1; seed <= 12; seed += 1) {
    const { text } = await host.ask(`/?seed=${seed}`, { body: 'body' });
    const [noted = '', ...found] = text.split(' ');
    t.deepEqual(found, [''], `seed ${seed}: ${noted} objects are seen`);
  }
  t.notOk(
    host.log().some((line) => line.includes('bug in the host')),
    'nothing of it is met in the host',
  );
});
