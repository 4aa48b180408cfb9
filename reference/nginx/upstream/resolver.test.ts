import test from 'tape';
import { stoppedClock } from '../../testing/clock.js';
import { type NameServer, nameServer } from '../../testing/name-server.js';
import { type NameServers, type Resolution, resolveName } from './resolver.js';

/** A time that no test reaches. */
const patience = 60_000;

function serversOf({ port }: NameServer, more: Partial<NameServers> = {}): NameServers {
  return { servers: [`127.0.0.1:${port}`], ipv4: true, ipv6: false, valid: undefined, ...more };
}

function shown(resolved: Resolution): string {
  return 'reason' in resolved ? resolved.reason : resolved.addresses.join(' ');
}

test('names: an answer is cached for the shortest time to live of its addresses', async (t) => {
  const names = await nameServer(t, { 'a.test': { a: ['127.0.0.1', '127.0.0.2'], ttls: [60, 30] } });
  const servers = serversOf(names);
  const passed = stoppedClock(t);
  const rows = [
    [0, 1],
    [29_999, 1],
    [30_001, 2],
    [59_999, 2],
    [60_002, 3],
  ] as const;
  for (const [at, queries] of rows) {
    passed(at);
    t.equal(shown(await resolveName('a.test', servers, patience)), '127.0.0.1 127.0.0.2');
    t.equal(names.queries.length, queries, `after ${at} ms`);
  }
});

test('names: the time of the directive applies, and a failure is not cached', async (t) => {
  const names = await nameServer(t, { 'a.test': { a: ['127.0.0.1'], ttl: 1 }, 'fails.test': { code: 2 } });
  const servers = serversOf(names, { valid: 5000 });
  const passed = stoppedClock(t);
  const queries = async (name: string) => {
    await resolveName(name, servers, patience);
    return names.queries.filter((query) => query === `A ${name}`).length;
  };
  t.equal(await queries('a.test'), 1);
  passed(4999);
  t.equal(await queries('a.test'), 1);
  passed(5001);
  t.equal(await queries('a.test'), 2);
  const once = await queries('fails.test');
  t.ok((await queries('fails.test')) > once);
});

test('names: simultaneous requests share one query', async (t) => {
  const names = await nameServer(t, { 'a.test': { a: ['127.0.0.1'] }, 'none.test': {} });
  const servers = serversOf(names);
  const asked = ['a.test', 'a.test', 'none.test', 'none.test'].map((name) => resolveName(name, servers, patience));
  t.deepEqual((await Promise.all(asked)).map(shown), [
    '127.0.0.1',
    '127.0.0.1',
    '3: Host not found',
    '3: Host not found',
  ]);
  t.deepEqual([...names.queries].sort(), ['A a.test', 'A none.test']);
});
