import test from 'tape';
import {
  directive,
  http,
  inOwnServer,
  inServer,
  jsSet,
  location,
  path,
  port,
  type SetupDirective,
  server,
  sharedLocation,
  stream,
  zone,
} from '../language/setup.js';
import { mergeSetups, SetupConflict } from './merging.js';

const scoped = (scope: string, ...setup: SetupDirective[]) => ({ setup, scope });
const Z = { name: 'z', size: '32k' };

test('mergeSetups: equal nodes are kept once, contradicting ones are refused', (t) => {
  const handler = () => 1;
  const merged = mergeSetups([
    scoped('a', http(zone(Z))),
    scoped('b', http(zone({ ...Z }), jsSet('s', handler))),
    scoped('c', http(jsSet('s', handler))),
  ]);
  t.deepEqual(merged.http, [
    { name: 'js_shared_dict_zone', args: ['zone=z:32k'] },
    { name: 'js_set', args: ['$s', handler] },
  ]);
  const refused = (...setups: SetupDirective[]): void =>
    t.throws(() => mergeSetups(setups.map((one) => scoped('a', one))), SetupConflict);
  refused(http(zone(Z)), http(zone({ ...Z, size: '64k' })));
  refused(http(jsSet('s', handler)), http(jsSet('s', () => 2)));
  t.end();
});

test('mergeSetups: each case has its own paths and ports, locations go to the one server', (t) => {
  const merged = mergeSetups([
    scoped('a.b/c', http(location('/x', { rewrite: ['^', path('/y')] }))),
    scoped('a.b/d', stream(server('main', { proxy_pass: port('peer') })), directive('env', 'A')),
  ]);
  t.deepEqual(merged.locations, [
    { name: 'location', args: ['=', '/a.b/c/x'], block: [{ name: 'rewrite', args: ['^', '/a.b/c/y'] }] },
  ]);
  t.deepEqual(merged.stream, [
    {
      name: 'server',
      args: [],
      block: [
        { name: 'listen', args: [{ port: 'a.b/d#main' }] },
        { name: 'proxy_pass', args: [{ port: 'a.b/d#peer' }] },
      ],
    },
  ]);
  t.deepEqual(merged.main, [{ name: 'env', args: ['A'] }]);
  t.end();
});

test('mergeSetups: shared directives of the server are written once, before the cases’ own locations', (t) => {
  const shared = (code: string) =>
    http(inServer(directive('set', '$a', '1'), sharedLocation('= /shared', { return: code })));
  const own = http(location('/x', { return: '200' }), inOwnServer({ '/': { return: '204' } }));
  const merged = mergeSetups([scoped('a', own, shared('201')), scoped('b', shared('201'))]);
  t.deepEqual(merged.locations, [
    { name: 'set', args: ['$a', '1'] },
    { name: 'location', args: ['=', '/shared'], block: [{ name: 'return', args: ['201'] }] },
    { name: 'location', args: ['=', '/a/x'], block: [{ name: 'return', args: ['200'] }] },
  ]);
  t.deepEqual(
    merged.http.map(({ name, block = [] }) => [name, block[0]]),
    [['server', { name: 'listen', args: [{ port: 'a#own' }] }]],
  );
  t.throws(() => mergeSetups([scoped('a', shared('201')), scoped('b', shared('202'))]), SetupConflict);
  t.end();
});
