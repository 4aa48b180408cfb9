import test from 'tape';
import type { Handler } from '../../../language/setup.js';
import { type HostPlan, mergePlans, type PlanFragment } from '../../../language/setup.js';
import { renderConfiguration } from './configuration.js';

const PLACE = { folder: '/folder', port: 8000 };

const rendered = (fragment: PlanFragment): { lines: string[]; handlers: readonly Handler[] } => {
  const plan: HostPlan = mergePlans([fragment]);
  const { text, handlers } = renderConfiguration(plan, PLACE);
  return { lines: text.split('\n').map((line) => line.trim()), handlers };
};

test('renderConfiguration: a handler of several locations is exported once', (t) => {
  const shared: Handler = (r) => r.return(200);
  const other: Handler = (r) => r.return(204);
  const { lines, handlers } = rendered({
    locations: [
      { path: '/a', content: shared },
      { path: '/b', content: other, access: shared },
      { path: '/c', content: shared },
    ],
    jsSets: [{ name: 'v', handler: other }],
  });
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

test('renderConfiguration: locations by kind, directives in order, words quoted where they must be', (t) => {
  const { lines } = rendered({
    locations: [
      { path: '/a b', match: 'exact', directives: [['set', '$x', 'one; two']] },
      { path: '/(x*)/\\d{2}$', match: 'regex', answer: { status: 200, text: '$1' } },
      {
        path: '/c',
        internal: true,
        directives: [
          ['set', '$x', ''],
          ['set', '$y', '"'],
        ],
      },
    ],
  });
  const from = lines.indexOf('location = "/a b" {');
  t.deepEqual(lines.slice(from, from + 3), ['location = "/a b" {', 'set $x "one; two";', '}']);
  const regex = lines.indexOf('location ~ "/(x*)/\\\\d{2}$" {');
  t.deepEqual(lines.slice(regex, regex + 3), ['location ~ "/(x*)/\\\\d{2}$" {', 'return 200 $1;', '}']);
  const last = lines.indexOf('location /c {');
  t.deepEqual(lines.slice(last, last + 5), ['location /c {', 'internal;', 'set $x "";', 'set $y "\\"";', '}']);
  t.end();
});
