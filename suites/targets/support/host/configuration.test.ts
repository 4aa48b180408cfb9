import test from 'tape';
import { mergeSetups } from '../../../executor/merging.js';
import {
  block,
  type Handler,
  type HttpHandler,
  http,
  jsSet,
  location,
  type SetupDirective,
  server,
  stream,
} from '../../../language/setup.js';
import { renderConfiguration } from './configuration.js';

const PLACE = { folder: '/folder', port: 8000, ports: new Map([['a#main', 9000]]) };

const rendered = (...setup: SetupDirective[]): { lines: string[]; handlers: readonly Handler[] } => {
  const { text, handlers } = renderConfiguration(mergeSetups([{ setup, scope: 'a' }]), PLACE);
  return { lines: text.split('\n').map((line) => line.trim()), handlers };
};

test('renderConfiguration: a handler of several locations is exported once', (t) => {
  const shared: HttpHandler = (r) => r.return(200);
  const other: HttpHandler = (r) => r.return(204);
  const { lines, handlers } = rendered(
    http(
      location('/a', { js_content: shared }),
      location('/b', { js_access: shared, js_content: other }),
      location('/c', { js_content: shared }),
      jsSet('v', other),
    ),
  );
  t.deepEqual(handlers, [other, shared]);
  t.deepEqual(
    lines.filter((line) => line.startsWith('js_') && line.includes('bundle.h')),
    [
      'js_set $v bundle.h0;',
      'js_content bundle.h1;',
      'js_access bundle.h1;',
      'js_content bundle.h0;',
      'js_content bundle.h1;',
    ],
  );
  t.end();
});

test('renderConfiguration: locations by kind, directives in order, words quoted if necessary', (t) => {
  const { lines } = rendered(
    http(
      location('/a b', { set: ['$x', 'one; two'] }),
      location('/(x*)/\\d{2}$', { return: ['200', '$1'] }, 'regex'),
      location(
        '/c',
        {
          internal: true,
          set: [
            ['$x', ''],
            ['$y', '"'],
          ],
        },
        'prefix',
      ),
      location('/d', { if: block(['($arg_a)'], { return: '204' }) }),
    ),
    stream(server('main', { return: 'abc' })),
  );
  const from = lines.indexOf('location = "/a/a b" {');
  t.deepEqual(lines.slice(from, from + 3), ['location = "/a/a b" {', 'set $x "one; two";', '}']);
  const regex = lines.indexOf('location ~ "/a/(x*)/\\\\d{2}$" {');
  t.deepEqual(lines.slice(regex, regex + 3), ['location ~ "/a/(x*)/\\\\d{2}$" {', 'return 200 $1;', '}']);
  const last = lines.indexOf('location /a/c {');
  t.deepEqual(lines.slice(last, last + 5), ['location /a/c {', 'internal;', 'set $x "";', 'set $y "\\"";', '}']);
  const nested = lines.indexOf('if ($arg_a) {');
  t.deepEqual(lines.slice(nested, nested + 4), ['if ($arg_a) {', 'return 204;', '}', '}']);
  const streams = lines.indexOf('stream {');
  t.deepEqual(lines.slice(streams + 2, streams + 6), ['server {', 'listen 127.0.0.1:9000;', 'return abc;', '}']);
  t.end();
});
