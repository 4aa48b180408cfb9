import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import test from 'tape';
import { checkedSpec } from '../reading/check.js';
import { PACKAGE_ROOT } from '../reading/root.js';
import { type RowStatus, rowStatuses } from '../reading/row-status.js';
import { compiledText } from './compile.js';
import { COMPILED_SPEC, compiledSpec } from './compiled.js';

const spec = checkedSpec(PACKAGE_ROOT);

test('compiled: equals the sources, except the data of cases', (t) => {
  t.equal(readFileSync(join(PACKAGE_ROOT, COMPILED_SPEC), 'utf8'), compiledText(spec), 'the build wrote it');
  const compiled = compiledSpec();
  t.deepEqual(compiled.documents, spec.documents);
  t.deepEqual([...compiled.lines], [...spec.lines]);
  t.deepEqual([...compiled.rulings], [...spec.rulings]);
  t.deepEqual(compiled.pending, spec.pending);
  t.deepEqual([...compiled.files.keys()], [...spec.files.keys()]);
  for (const [name, { requirements }] of compiled.files) {
    const authored = spec.files.get(name)?.requirements ?? [];
    t.deepEqual(
      requirements.map(({ cases = [], ...rest }) => [rest, cases.length]),
      authored.map(({ cases = [], ...rest }) => [rest, cases.length]),
      name,
    );
  }
  t.end();
});

test('compiled: rows have the same status as in the sources', (t) => {
  const authored = rowStatuses(spec);
  const compiled = compiledSpec().statuses;
  t.deepEqual([...compiled.keys()], [...authored.keys()]);
  const comparable = ({ row, citedBy, ...how }: RowStatus) => ({
    ...how,
    row: { id: row.id, section: row.section },
    citedBy: citedBy.map(({ id }) => id),
  });
  const differing = [...compiled].filter(([id, status]) => {
    const other = authored.get(id);
    return other === undefined || !isDeepStrictEqual(comparable(status), comparable(other));
  });
  t.deepEqual(differing, []);
  t.end();
});
