import test from 'tape';
import type { Row } from '../../spec/types/row.js';
import { directivesFile } from './directives.js';

const row = (id: string, ...code: readonly string[]): Row => ({
  id,
  kind: 'paragraph',
  section: ['a'],
  signatures: [],
  versions: [],
  numbers: [],
  code,
  digest: '',
});

test('directives: rows by the directives and parameters that they name, with values or without', (t) => {
  const { text } = directivesFile([
    row('2/a/p1', 'js_zone', 'r.return()', 'client_max'),
    row('2/a/p2', 'type=number', 'zone=', 'js_zone', 'word'),
    row('3/a/p1', 'js_zone'),
  ]);
  const table: unknown = JSON.parse(/ = (\{.*\});$/m.exec(text)?.[1] ?? '');
  t.deepEqual(table, {
    client_max: ['2/a/p1'],
    js_zone: ['2/a/p1', '2/a/p2'],
    'type=': ['2/a/p2'],
    'zone=': ['2/a/p2'],
  });
  t.end();
});
