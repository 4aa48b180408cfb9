import test from 'tape';
import type { HttpServer, Location, LocationPattern } from '../../host/http/server.js';
import { Block } from '../../host/support/settings/block.js';
import { Regex } from '../../host/support/settings/regex.js';
import { findLocation } from './locations.js';

const block = new Block('location', { file: '', line: 0 }, undefined, undefined);

function location(pattern: LocationPattern, locations: readonly Location[] = []): Location {
  return { block, pattern, internal: false, locations };
}

const prefix = (text: string, inner: readonly Location[] = []) =>
  location({ kind: 'prefix', text, overRegex: false }, inner);
const overRegex = (text: string, inner: readonly Location[] = []) =>
  location({ kind: 'prefix', text, overRegex: true }, inner);
const exact = (text: string) => location({ kind: 'exact', text });
const regex = (source: string, ignoresCase = false) =>
  location({ kind: 'regex', regex: new Regex(source, ignoresCase, { file: '', line: 0 }) });

function server(...locations: Location[]): Pick<HttpServer, 'locations'> {
  return { locations };
}

function found(configuration: Pick<HttpServer, 'locations'>, uri: string): string | undefined {
  const pattern = findLocation(configuration, uri)?.location.pattern;
  if (pattern === undefined) return undefined;
  return pattern.kind === 'regex' ? pattern.regex.source : pattern.kind === 'named' ? pattern.name : pattern.text;
}

test('locations: the order in which they are tried', (t) => {
  const configuration = server(
    prefix('/'),
    prefix('/images/'),
    prefix('/images/large/', [prefix('/images/large/raw/'), regex('\\.raw$')]),
    overRegex('/static/', [prefix('/static/deep/')]),
    exact('/images/exact.png'),
    regex('\\.png$'),
    regex('\\.(?<kind>jpg|png)$', true),
    location({ kind: 'named', name: 'fallback' }),
  );
  const rows = [
    ['/', '/'],
    ['/other', '/'],
    ['/images/a', '/images/'],
    ['/images/large/a', '/images/large/'],
    ['/images/large/raw/a', '/images/large/raw/'],
    ['/images/large/a.raw', '\\.raw$'],
    ['/images/exact.png', '/images/exact.png'],
    ['/images/a.png', '\\.png$'],
    ['/images/A.JPG', '\\.(?<kind>jpg|png)$'],
    ['/static/a.png', '/static/'],
    ['/static/deep/a.png', '/static/deep/'],
  ] as const;
  for (const [uri, wanted] of rows) t.equal(found(configuration, uri), wanted, uri);
  t.equal(found(server(exact('/a')), '/b'), undefined, 'none');
  t.end();
});

test('locations: captures of a regular expression', (t) => {
  const match = findLocation(server(regex('^/(?<User>\\w+)/(\\d+)?')), '/ann/');
  t.deepEqual(match?.captures, ['/ann/', 'ann', undefined]);
  t.deepEqual([...(match?.named ?? [])], [['user', 'ann']], 'letter case of names is ignored');
  t.end();
});
