import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import { compiledSpec } from '../../../spec/compiled/compiled.js';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { knownIds } from '../../cases/generated/ids.js';
import { FileRefused } from '../strict-yaml.js';
import { recordedQuirks } from './files.js';
import { type KnownNames, readQuirks } from './read.js';

const KNOWN: KnownNames = {
  ids: { requirements: ['a.b'], cases: ['a.b/one'], formerly: {} },
  rows: new Set(['3/a/b']),
};

/** An entry with its lines indented; given lines replace those with the same key. */
function entry(...lines: readonly string[]): string {
  const all = ['of: [a.b/one]', 'cause: other values', 'reason: nobody looks at it', 'source: 3/a/b'];
  const keyOf = (line: string): string => line.slice(0, line.indexOf(':'));
  const kept = all.filter((line) => !lines.some((other) => keyOf(other) === keyOf(line)));
  const [first = '', ...rest] = [...kept, ...lines].filter((line) => !line.endsWith(':'));
  return `quirks:\n  - ${first}\n${rest.map((line) => `    ${line}\n`).join('')}`;
}

/** The entries of a text, or the complaint if it is refused. */
function reading(t: Test): (text: string) => ReturnType<typeof readQuirks> | string {
  const folder = folderFor(t);
  return (text) => {
    writeFileSync(join(folder, 'x.yaml'), text);
    try {
      return readQuirks(join(folder, 'x.yaml'), KNOWN);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      return error.message.slice(folder.length + 1);
    }
  };
}

test('readQuirks: an entry unchanged', (t) => {
  const read = reading(t);
  const plain = { of: ['a.b/one'], cause: 'other values', reason: 'nobody looks at it', source: '3/a/b' };
  t.deepEqual(read(entry()), [plain]);
  const source = 'https://example.com/issues/1';
  t.deepEqual(read(entry('of: [a.b]', `source: ${source}`, 'engines: [njs, qjs]')), [
    { ...plain, of: ['a.b'], source, engines: ['njs', 'qjs'] },
  ]);
  t.deepEqual(read('quirks: []'), []);
  t.end();
});

/** Wrong entries, each with the complaint: file, line, the value found, the expected one, what to do. */
const REFUSED: readonly (readonly [string, RegExp])[] = [
  [entry('reason:'), /^x\.yaml:2:5 \/quirks\/0: found no key "reason"; expected "reason" here; add "reason:"$/],
  [entry('source:'), /^x\.yaml:2:5 \/quirks\/0: found no key "source"; /],
  [entry('cause:'), /found no key "cause"; /],
  [entry('reason: short'), /^x\.yaml:5:13 \/quirks\/0\/reason: found "short"; expected .*10 characters.*; change it$/],
  [
    entry('until: 1.0.2'),
    /^x\.yaml:6:5 \/quirks\/0\/until: found the key "until"; expected only the keys of, cause, engines, reason, source; remove it/,
  ],
  [`tried: {}\n${entry()}`, /^x\.yaml:1:1 \/tried: found the key "tried"; expected only the keys quirks; /],
  [
    entry('cause: it differs'),
    /^x\.yaml:\d+:\d+ \/quirks\/0\/cause: found "it differs"; expected .*as compare prints it.*; write it in this form$/,
  ],
  [
    entry('cause: the first returns, the second goes down'),
    /\/cause: found .*; expected a harmless difference; remove it: a crash or a hang is never ignored$/,
  ],
  [entry('cause: the second alone hangs'), /a crash or a hang is never ignored$/],
  [entry('engines: [njs]'), /^x\.yaml:6:14 \/quirks\/0\/engines: found \["njs"\]; expected .*2 items/],
  [
    entry('engines: [njs, v8]'),
    /^x\.yaml:6:20 \/quirks\/0\/engines\/1: found "v8"; expected one of \["njs","qjs"\]; write one of these$/,
  ],
  [
    entry('source: somebody said so'),
    /\/quirks\/0\/source: found "somebody said so"; expected .*a row of the documents, .*or the address of an issue/,
  ],
  [
    entry('source: 3/a/c'),
    /\/quirks\/0\/source: found 3\/a\/c; expected a row of the documents; .*did you mean 3\/a\/b\?$/,
  ],
  [
    entry('of: [a.b, a.b/two]'),
    /\/quirks\/0\/of\/1: found a\.b\/two; expected the id of a requirement or a case; there is no /,
  ],
  [entry('of: []'), /\/quirks\/0\/of: found \[\]; /],
  ['quirks:\n- {', /^x\.yaml:2:\d+ .*YAML 1\.2/],
];

test('readQuirks: a complaint has the line, the expectation and what to do', (t) => {
  const read = reading(t);
  for (const [text, complaint] of REFUSED) {
    const reported = read(text);
    t.ok(typeof reported === 'string' && complaint.test(reported), `${complaint}: ${JSON.stringify(reported)}`);
  }
  t.throws(
    () => readQuirks('/nowhere/x.yaml', KNOWN),
    /the quirks file \/nowhere\/x\.yaml cannot be read: it does not exist/,
  );
  t.end();
});

test('the recorded quirks are sound, compiled unchanged, and each names its engines', (t) => {
  const folder = join(PACKAGE_ROOT, 'suites/quirks');
  const known = { ids: knownIds, rows: new Set(compiledSpec().statuses.keys()) };
  const read = readdirSync(folder).flatMap((name) => readQuirks(join(folder, name), known));
  t.ok(read.length > 0);
  t.deepEqual(recordedQuirks(), read);
  t.deepEqual(
    read.filter(({ engines }) => engines === undefined),
    [],
  );
  t.notOk(
    recordedQuirks().some(({ of }) => of.some((id) => id.includes('{'))),
    'ids in braces are listed',
  );
  t.end();
});
