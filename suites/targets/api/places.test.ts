import test from 'tape';
import type { Plain } from '../../../spec/types/requirement.js';
import type { AnswerPlace } from '../../language/endpoint.js';
import { AnswerPlaces, valuesNamedLikeKeys } from './places.js';

/** The pointer at which a place is found, and the value there. */
function found(place: AnswerPlace, json: Plain, set: readonly (readonly [AnswerPlace, string])[] = []): unknown {
  const places = new AnswerPlaces(new Map(set));
  const value = places.find(place, json);
  const [entry] = places.mapping();
  return value === undefined ? undefined : [entry?.pointer, value];
}

test('server ID and server API key in answers of many shapes', (t) => {
  const shapes: readonly (readonly [name: string, json: Plain, id: string, key: string])[] = [
    ['in data', { data: { id: 'i', name: 'n', apikey: 'k' } }, '/data/id', '/data/apikey'],
    ['alone', { name: 'n', serverid: 'i', apikey: 'k' }, '/serverid', '/apikey'],
    ['other case', { server: { ServerID: 'i', ApiKey: 'k' } }, '/server/ServerID', '/server/ApiKey'],
    ['with _', { server_id: 'i', server_api_key: 'k' }, '/server_id', '/server_api_key'],
    ['with -', { 'server-id': 'i', 'api-key': 'k' }, '/server-id', '/api-key'],
    ['key beside', { data: { id: 'i' }, key: 'k' }, '/data/id', '/key'],
    ['in a list', { data: [{ id: 'i', token: 'k' }] }, '/data/0/id', '/data/0/token'],
    [
      'a full name takes precedence over a higher one',
      { id: 'x', key: 'x', a: { serverid: 'i', serverapikey: 'k' } },
      '/a/serverid',
      '/a/serverapikey',
    ],
    [
      'a higher member takes precedence over a deeper one',
      { a: { b: { id: 'x', key: 'x' } }, c: { id: 'i', key: 'k' } },
      '/c/id',
      '/c/key',
    ],
    [
      'objects and null come last',
      { id: null, apikey: { apikey: 'k' }, data: { id: 'i' } },
      '/data/id',
      '/apikey/apikey',
    ],
    ['member names are escaped', { 'a/b': { id: 'i', apikey: 'k' } }, '/a~1b/id', '/a~1b/apikey'],
  ];
  for (const [name, json, id, key] of shapes) {
    t.deepEqual(found('serverId', json), [id, 'i'], `${name}: ID`);
    t.deepEqual(found('serverApiKey', json), [key, 'k'], `${name}: key`);
  }
  t.end();
});

test('values that are neither server ID nor key', (t) => {
  for (const json of [{}, [], null, 'id', { name: { id: 'x', apikey: 'y' } }, { actionid: { id: 'x', key: 'y' } }]) {
    t.equal(found('serverId', json), undefined, JSON.stringify(json));
    t.equal(found('serverApiKey', json), undefined, JSON.stringify(json));
  }
  t.deepEqual(found('serverId', { id: 17 }), ['/id', 17], 'a number is given, to be judged');
  t.deepEqual(found('serverId', { id: null }), ['/id', null], 'and so is null');
  t.equal(new AnswerPlaces(new Map()).find('serverId', undefined), undefined, 'no JSON');
  t.end();
});

test('the status of an action', (t) => {
  t.deepEqual(found('status', { data: { actionid: 'a', status: 'open' } }), ['/data/status', 'open']);
  t.deepEqual(found('status', { state: 'x', data: { status: 'open' } }), ['/data/status', 'open'], 'before state');
  t.deepEqual(found('status', { action: { State: 'open' } }), ['/action/State', 'open']);
  t.deepEqual(
    found('status', { status: { state: 'open' } }),
    ['/status/state', 'open'],
    'a text rather than an object',
  );
  t.deepEqual(found('status', { done: false }), ['/done', false]);
  t.end();
});

test('lists', (t) => {
  const item = { id: 'i', tags: ['a', 'b'] };
  t.deepEqual(found('servers', [item]), ['', [item]], 'the answer itself');
  t.deepEqual(found('servers', { data: [item], servers: [] }), ['/data', [item]], 'data');
  t.deepEqual(found('servers', { apps: [], servers: [item] }), ['/servers', [item]], 'by name');
  t.deepEqual(found('apps', { data: { links: [], Apps: [item] } }), ['/data/Apps', [item]], 'by name, deeper');
  t.deepEqual(found('apps', { page: 1, result: { items: [item] } }), ['/result/items', [item]], 'the only one');
  t.equal(found('apps', { items: [item], errors: [] }), undefined, 'one of two');
  t.equal(found('apps', { data: { a: 1 } }), undefined, 'none');
  t.end();
});

test('a place that is set is the only one tried', (t) => {
  const json = { data: { id: 'x' }, result: { ref: 'i' } };
  t.deepEqual(found('serverId', json, [['serverId', '/result/ref']]), ['/result/ref', 'i']);
  t.equal(found('serverId', json, [['serverId', '/result/id']]), undefined);
  t.deepEqual(found('servers', [1], [['servers', '']]), ['', [1]]);
  t.deepEqual(found('serverId', { name: 'i' }, [['serverId', '/name']]), ['/name', 'i'], 'even at an unlikely place');
  t.end();
});

test('the mapping lists the used places in a fixed order', (t) => {
  const places = new AnswerPlaces(
    new Map([
      ['status', '/s'],
      ['apps', '/never'],
    ]),
  );
  t.deepEqual(places.mapping(), [], 'nothing yet');
  places.find('status', { s: 'open' });
  places.find('servers', { nothing: 'here' });
  places.find('serverId', { first: { id: 1 } });
  for (let i = 0; i < 2; i++) places.find('serverId', { id: 1 });
  t.deepEqual(places.mapping(), [
    { place: 'serverId', pointer: '/id', how: 'found' },
    { place: 'status', pointer: '/s', how: 'set' },
  ]);
  t.end();
});

test('a huge answer is not searched to its end', (t) => {
  const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`m${i}`, i]));
  t.equal(found('serverId', { ...wide, id: 'i' }), undefined);
  t.deepEqual(found('serverId', { id: 'i', ...wide }), ['/id', 'i']);
  let deep: Plain = { id: 'i' };
  for (let i = 0; i < 5000; i++) deep = { a: deep };
  t.equal(found('serverId', deep), undefined, 'nor a deep one');
  t.end();
});

test('members with the name of a key', (t) => {
  t.deepEqual(valuesNamedLikeKeys([{ name: 'n', api_key: 'k1' }, { server: { serverApiKey: 'k2', key: 'x' } }]), [
    'k1',
    'k2',
  ]);
  t.end();
});

test('lists that are keyed by ids', (t) => {
  const keyed = { i: { name: 'a' }, j: { name: 'b', id: 'own' } };
  const list = [
    { id: 'i', name: 'a' },
    { id: 'own', name: 'b' },
  ];
  t.deepEqual(found('servers', { data: keyed }), ['/data', list]);
  t.deepEqual(found('apps', { apps: keyed }), ['/apps', list]);
  t.deepEqual(found('apps', { data: {} }), ['/data', []], 'with nothing in it');
  t.deepEqual(found('servers', keyed), ['', list], 'the answer itself');
  t.deepEqual(found('servers', { data: keyed, servers: [] }), ['/servers', []], 'a list comes first');
  t.equal(found('servers', {}), undefined, 'nothing at all');
  t.equal(found('servers', { error: { message: 'no' } }), undefined, 'an error');
  t.equal(found('servers', { data: { i: { name: 'a' }, next: 'b' } }), undefined, 'not records alone');
  t.end();
});
