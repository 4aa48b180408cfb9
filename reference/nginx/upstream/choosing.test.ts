import test from 'tape';
import { byChance, type Choose, inTurn, leastConnections } from './balance.js';
import { PeerSelection, type UpstreamGroup } from './group.js';
import { byCircle, byClient, byKey } from './hashes.js';
import { type PeerOptions, UpstreamPeer } from './peer.js';

const none: ReadonlySet<UpstreamPeer> = new Set();

function peer(port: number, options: Partial<PeerOptions> = {}): UpstreamPeer {
  const name = `127.0.0.1:${port}`;
  const usual = { weight: 1, maxConns: 0, maxFails: 1, failTimeout: 10_000, down: false };
  return new UpstreamPeer({ kind: 'tcp', host: '127.0.0.1', port }, { name, ...usual, ...options });
}

function group(peers: readonly UpstreamPeer[], backup: readonly UpstreamPeer[] = []): UpstreamGroup {
  return { name: 'u', peers, backup, pool: undefined };
}

/** The last digit of the port of each choice. */
function chosen(peers: readonly UpstreamPeer[], choices: readonly Choose[]): string {
  return choices.map((choose) => choose(peers, none, Date.now())?.name.at(-1) ?? '-').join('');
}

test('servers take turns smoothly', (t) => {
  const peers = [peer(1, { weight: 5 }), peer(2), peer(3)];
  t.equal(chosen(peers, new Array(14).fill(inTurn)), '11213111121311');
  const rest = [peer(1, { down: true }), peer(2), peer(3, { maxConns: 1 })];
  rest[2]?.take(0);
  t.equal(chosen(rest, new Array(4).fill(inTurn)), '2222', 'except those that are down or full');
  t.end();
});

/** The choices of nginx 1.30 for the URIs /k0 to /k15 with these three servers. */
const byNginx = { hash: '1332233131312332', circle: '2123313312232322' };

test('servers by hashes, as nginx chooses', (t) => {
  const peers = [peer(18001), peer(18002), peer(18003, { weight: 2 })];
  const keys = Array.from({ length: 16 }, (_, at) => `/k${at}`);
  t.equal(chosen(peers, keys.map(byKey)), byNginx.hash);
  t.equal(chosen(peers, keys.map(byCircle)), byNginx.circle);
  const sameNetwork = ['10.1.2.3', '10.1.2.77'].map(byClient);
  t.match(chosen(peers, sameNetwork), /^(.)\1$/, 'clients of one network have one server');
  const many = Array.from({ length: 60 }, (_, at) => byClient(`10.${at}.7.1`));
  t.equal(new Set(chosen(peers, many)).size, 3, 'networks are spread');
  const fewer = [peer(18001), peer(18002, { down: true }), peer(18003, { weight: 2 })];
  const moved = chosen(fewer, keys.map(byCircle));
  const kept = [...byNginx.circle].every((name, at) => name === '2' || moved[at] === name);
  t.ok(kept && !moved.includes('2'), 'on a circle the keys of the others stay the same');
  t.end();
});

test('servers with the fewest connections, and random ones', (t) => {
  const peers = [peer(1, { weight: 2 }), peer(2)];
  const sequence = Array.from({ length: 6 }, () => {
    const found = leastConnections(peers, none, 0);
    found?.take(0);
    return found?.name.at(-1);
  });
  t.equal(sequence.join(''), '121211', 'servers with the same load take turns');
  t.equal(
    chosen(
      [peer(1), peer(2, { weight: 3 })],
      [0, 0.2, 0.3, 0.9].map((at) => byChance(false, () => at)),
    ),
    '1122',
  );
  const [busy, idle] = [peer(1), peer(2)];
  busy.take(0);
  t.equal(chosen([busy, idle], [byChance(true, () => 0)]), '2', 'the better of two');
  t.end();
});

test('a selection: every server once, then the backups', (t) => {
  const [a, b, spare] = [peer(1), peer(2), peer(3)];
  const selection = new PeerSelection(group([a, b], [spare]), inTurn, 0);
  t.equal(selection.tries, 3);
  const order = [selection.next(), selection.next(), selection.next(), selection.next()];
  t.deepEqual(order, [a, b, spare, undefined]);
  t.equal(selection.leave(a, 'failed'), true, 'a server rests after one failure');
  t.equal(selection.leave(b, 'ok'), false);
  t.equal(selection.tries, 1);
  const next = new PeerSelection(group([a, b], [spare]), inTurn, 2);
  t.equal(next.tries, 2, 'no more tries than allowed');
  t.deepEqual([next.next(), next.next()], [b, spare], 'a resting server is skipped');
  t.end();
});

test('a selection: failures expire, and an only server never rests', (t) => {
  const [a, b] = [peer(1, { maxFails: 2, failTimeout: 1000, weight: 4 }), peer(2)];
  a.take(0);
  t.equal(a.leave(true, 10_000), false);
  t.equal(a.effectiveWeight, 2, 'a failure reduces the weight');
  a.take(10_000);
  t.equal(a.leave(true, 10_001), true);
  t.notOk(a.isAvailable(10_900), 'it rests');
  t.ok(a.isAvailable(11_100), 'the server gets another chance');
  a.take(11_100);
  t.equal(a.leave(false, 11_101), false);
  t.ok(a.isAvailable(11_102), 'which it used');
  const only = new PeerSelection(group([b]), inTurn, 0);
  for (const _ of [1, 2, 3]) t.equal(only.next(), b);
  t.equal(only.leave(b, 'failed'), false);
  t.equal(only.tries, 0);
  only.allow();
  only.leave(b, 'failed');
  t.equal(only.tries, 1, 'an attempt that does not count allows one more');
  t.end();
});
