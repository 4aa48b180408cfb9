import test from 'tape';
import { extractDocument } from '../document.js';

/** Facts and versions of the first table row below a heading; `cells` are joined to one row. */
function rowOf(columns: string, cells: string, heading = 'Things') {
  const rule = columns.replace(/[^|]+/g, '---');
  const body = `# T\n\n## Top\n\n### ${heading}\n\n| ${columns} |\n| ${rule} |\n| ${cells} |\n`;
  const file = extractDocument(2, new TextEncoder().encode(body), 'own.md');
  return { facts: file.rows[0]?.facts, versions: file.rows[0]?.versions, sections: file.sections };
}

const factsOf = (columns: string, cells: string) => rowOf(columns, cells).facts;

test('facts: access and types', (t) => {
  t.deepEqual(factsOf('Property | Access | Type / rules', '`a.b` | read-only | Boolean; true at times.'), {
    access: 'read-only',
    types: ['boolean'],
  });
  t.deepEqual(factsOf('Member | Rules', '`a` | read-only string, a name.'), { access: 'read-only', types: ['string'] });
  t.deepEqual(factsOf('Property | Type | Notes', '`a.b` | number | Kept.'), { types: ['number'] });
  t.deepEqual(factsOf('Operation | Rules', '`a()` | Works; returns a Buffer.'), { types: ['Buffer'] });
  t.deepEqual(factsOf('Operation | Rules', '`a()` | True if it is so.'), { types: ['boolean'] });
  t.equal(factsOf('Operation | Rules', '`a()` | Works without end.'), undefined, 'prose is no fact');
  t.end();
});

test('facts: defaults name what they belong to', (t) => {
  const defaults = (text: string) => factsOf('Operation | Rules', text)?.defaults;
  t.deepEqual(defaults('`f([a])` | Works; `a` (default 7) is long.'), [{ of: 'a', value: '7' }]);
  t.deepEqual(defaults('`f([a])` | `a` default `x`, `b` default true.'), [
    { of: 'a', value: 'x' },
    { of: 'b', value: 'true' },
  ]);
  t.deepEqual(defaults('`f(x[, a[, b]])` | Works; defaults 0, `x.length`.'), [
    { of: 'a', value: '0' },
    { of: 'b', value: 'x.length' },
  ]);
  t.deepEqual(factsOf('Option key | Type | Default', '`a` | number | 4096')?.defaults, [{ of: 'a', value: '4096' }]);
  t.end();
});

test('facts: limits, lists, outcomes', (t) => {
  t.deepEqual(factsOf('Limit | Value', '`a` | at least 16 bytes')?.limits, [
    { bound: 'at-least', numbers: ['16'], unit: 'bytes' },
  ]);
  t.deepEqual(factsOf('Limit | Value', '`a` | -15 to -9')?.limits, [{ bound: 'between', numbers: ['-15', '-9'] }]);
  t.deepEqual(factsOf('Operation | Rules', '`f(a)` | `a` is `x` (default), `y` or `z`.')?.lists, [
    { of: 'a', values: ['x', 'y', 'z'] },
  ]);
  t.deepEqual(factsOf('Condition | Outcome', '`f` | Throws `OwnError`.')?.outcome, {
    kind: 'throws',
    error: 'OwnError',
  });
  t.deepEqual(factsOf('Condition | Outcome', '`f` | Fails.')?.outcome, { kind: 'fails' });
  t.end();
});

test('facts: keys of algorithms with their alternatives', (t) => {
  const keys = '`name`; `hash` (`H-1`, `H-2`); `length` (optional bits)';
  t.deepEqual(factsOf('Algorithm | Keys', `\`X\`, \`Y\` | ${keys}`), {
    algorithms: ['X', 'Y'],
    keys: [{ name: 'name' }, { name: 'hash', alternatives: ['H-1', 'H-2'] }, { name: 'length', optional: true }],
  });
  t.end();
});

test('facts: endpoints and fields', (t) => {
  const columns = 'Method | Path shape | Request payload | Response payload';
  t.deepEqual(factsOf(columns, 'POST | `/things` | JSON: `name` (string), `all` (array of strings) | none')?.endpoint, {
    method: 'POST',
    path: '/things',
    request: [
      { name: 'name', type: 'string' },
      { name: 'all', type: 'array-of-strings' },
    ],
    response: [],
  });
  t.end();
});

test('facts: versions name what they belong to', (t) => {
  const versions = (text: string) => rowOf('Operation | Rules', text).versions;
  t.deepEqual(versions('`f(a[, b])` | Works (since 1.2.3). `b` (long, since 1.2.4) is kept (since 1.2.5).'), [
    { version: '1.2.3', turn: 'since', of: 'f' },
    { version: '1.2.4', turn: 'since', of: 'b' },
    { version: '1.2.5', turn: 'since', of: 'b' },
  ]);
  t.deepEqual(versions('`f(a)` | Calls `a` again (1.2.3).'), [{ version: '1.2.3', turn: 'since', of: 'f' }]);
  t.deepEqual(versions('`f(a)` | Works. Gone otherwise; before 1.2.3 it was not.'), [
    { version: '1.2.3', turn: 'before' },
  ]);
  t.deepEqual(versions('`f` | Obsolete since 1.2.3, removed in 1.3.0.'), [
    { version: '1.2.3', turn: 'obsolete', of: 'f' },
    { version: '1.3.0', turn: 'removed', of: 'f' },
  ]);
  t.deepEqual(versions('`f()` | A number; version 7.25.0 is 7025000.'), [], 'an example is no version of ours');
  t.deepEqual(rowOf('Operation | Rules', '`f()` | A.', 'Things (since 1.2.3)').sections, [
    { section: ['top', 'things'], versions: [{ version: '1.2.3', turn: 'since' }] },
  ]);
  t.end();
});
