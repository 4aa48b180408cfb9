import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { findingAnchor } from '../../reports/finding-anchor.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { recordedCauses } from './causes.js';
import { deviationsDigest, digestIn } from './digest.js';
import { findingsText } from './text.js';
import { writtenAnchors } from './written.js';

const AGAIN =
  'run `npm run findings`; with `-- --reports DIR` it reuses the reports there, named as `nginx-sid-qjs.json`';

test('FINDINGS.md rests on the recorded deviations', (t) => {
  const text = readFileSync(join(PACKAGE_ROOT, 'reports/FINDINGS.md'), 'utf8');
  t.equal(digestIn(text), deviationsDigest(), `reports/FINDINGS.md is older than suites/deviations: ${AGAIN}`);
  const missing = recordedCauses().filter((id) => !text.includes(`<a id="${findingAnchor(id)}"></a>`));
  t.deepEqual(missing, [], `each recorded cause is in reports/FINDINGS.md: ${AGAIN}`);
  t.end();
});

test('titles in FINDINGS.md are short', (t) => {
  const text = readFileSync(join(PACKAGE_ROOT, 'reports/FINDINGS.md'), 'utf8');
  const titles = [...text.matchAll(/^(?:### |\| )<a id="[^"]+"><\/a>([^|\n]+)/gm)].map(([, title = '']) => title);
  const shown = titles.map((one) => one.replace(/\\(.)/g, '$1').trim());
  t.deepEqual(
    shown.filter((one) => one.length > 110),
    [],
  );
  t.end();
});

test('the anchors of causes differ', (t) => {
  const anchors = recordedCauses().map(findingAnchor);
  const repeated = anchors.filter((one, i) => anchors.indexOf(one) !== i);
  t.deepEqual(repeated, []);
  t.end();
});

test('each script by hand is of a recorded cause', (t) => {
  const anchors = new Set(recordedCauses().map(findingAnchor));
  t.deepEqual(
    writtenAnchors().filter((one) => !anchors.has(one)),
    [],
  );
  t.end();
});

test('the head has the hosts and the titles of the documents', (t) => {
  const hosts = [
    {
      key: 'nginx-new',
      runtime: 'njs 1.0.2, engine qjs',
      build: 'nginx version: nginx/1.30.6',
      cases: 7,
      verdicts: new Map<string, string>(),
    },
  ];
  const documents = [{ id: 3, title: 'Built-ins', sha256: '' }] as const;
  const nothing = { findings: [], mended: [], unseen: [], pages: new Set<string>() };
  const text = findingsText({ digest: 'a'.repeat(64), hosts, documents, ...nothing });
  t.ok(text.includes('- document 3: Built-ins'), text);
  t.ok(text.includes('| nginx-new | njs 1.0.2, engine qjs | nginx version: nginx/1.30.6 | 7 |'), text);
  t.equal(digestIn(text), 'a'.repeat(64));
  t.end();
});
