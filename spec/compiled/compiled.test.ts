import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import test from 'tape';
import { checkedSpec } from '../reading/check.js';
import { PACKAGE_ROOT } from '../reading/root.js';
import { type RowStatus, standings } from '../reading/standing.js';
import { compiledText } from './compile.js';
import { COMPILED_SPEC, compiledSpec } from './compiled.js';

const spec = checkedSpec(PACKAGE_ROOT);

test('compiled: it is what the sources say, but for the data of cases', (t) => {
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

test('compiled: rows stand as they do in the sources', (t) => {
  const authored = standings(spec);
  const compiled = compiledSpec().standings;
  t.deepEqual([...compiled.keys()], [...authored.keys()]);
  const told = ({ row, citedBy, ...how }: RowStatus) => ({
    ...how,
    row: { id: row.id, section: row.section },
    citedBy: citedBy.map(({ id }) => id),
  });
  const differing = [...compiled].filter(([id, standing]) => {
    const other = authored.get(id);
    return other === undefined || !isDeepStrictEqual(told(standing), told(other));
  });
  t.deepEqual(differing, []);
  t.end();
});
