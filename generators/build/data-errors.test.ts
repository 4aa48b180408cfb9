import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { SPECIFICATION } from '../testing/specification.js';
import { isAboutCases, withDataErrors } from './data-errors.js';

const textOf = (file: string): string => readFileSync(join(PACKAGE_ROOT, file), 'utf8');

/** A compiler error about the text in the data of a case, or, for an empty text, about all its data. */
function errorAt(object: string, id: string, text: string): string {
  const file = `suites/cases/generated/${object}.ts`;
  const lines = textOf(file).split('\n');
  const line = lines.findIndex((one) => one.includes(`{ id: "${id}"`));
  const column = (lines[line] ?? '').indexOf(text, (lines[line] ?? '').indexOf('body:'));
  return `${file}(${line + 1},${column + 1}): error TS2322: Type 'number' is not assignable to type 'string'.\n  Its why.`;
}

const DICT = '2-host-objects/shared-dict/timeout';

/** A case and a text in its data; then the YAML line of the complaint, and the text at its column. */
const PLACES: readonly (readonly [object: string, id: string, text: string, line: RegExp, at: RegExp])[] = [
  ['2-host-objects/srv/files', 'srv-files.conf-prefix', '"member"', /member: conf_prefix/, /^conf_prefix/],
  ['2-host-objects/srv/files', 'srv-files.paths/error-log', '"member"', /name: error-log/, /^error_log_path/],
  ['2-host-objects/srv/files', 'srv-files.paths/error-log', '{"', /name: error-log/, /^\{ name: error-log/],
  ['2-host-objects/srv/files', 'srv-files.prefix', 'namesFile', /law: namesFile/, /^namesFile/],
  [
    '2-host-objects/srv/files',
    'srv-files.exist/srv.build/present',
    '"member"',
    /member: srv.build,/,
    /^\{ member: srv.build/,
  ],
  [DICT, 'shared-dict-timeout.own/set-after-delete/lasting-texts', '40]', /name: set-after-delete.*40/, /^40\]/],
  [
    DICT,
    'shared-dict-timeout.own/set-after-delete/lasting-texts',
    '"zone"',
    /zone: \[lasting-texts/,
    /^\[lasting-texts/,
  ],
];

test('compiler errors in generated cases are reported at the place of the datum', (t) => {
  for (const [object, id, text, line, at] of PLACES) {
    const reported = withDataErrors(errorAt(object, id, text), SPECIFICATION, textOf);
    const [, file = '', row = '', column = ''] = /^(spec\/\S+\.yaml):(\d+):(\d+) /.exec(reported) ?? [];
    if (file === '') return t.fail(reported);
    const written = textOf(file).split('\n')[Number(row) - 1] ?? '';
    t.match(written, line, `${id} ${text}: ${reported}`);
    t.match(written.slice(Number(column) - 1), at);
  }
  t.end();
});

test('a file of laws that is missing is reported at the file of the requirements', (t) => {
  const file = 'suites/cases/generated/2-host-objects/srv/files.ts';
  const line =
    textOf(file)
      .split('\n')
      .findIndex((one) => one.startsWith('import * as laws ')) + 1;
  const reported = withDataErrors(`${file}(${line},23): error TS2307: Cannot find module.`, SPECIFICATION, textOf);
  t.match(
    reported,
    /^spec\/2-host-objects\/srv\/files.yaml:\d+:1 \/: found cases; expected suites\/laws\/2-host-objects\/srv\/files.ts; write it/,
  );
  t.end();
});

test('other output of the compiler stays, and an error that many cases share is reported once', (t) => {
  const other = "suites/executor/run.ts(1,2): error TS2304: Cannot find name 'a'.\n  Its why.";
  t.notOk(isAboutCases(other));
  const zones = ['lasting-texts', 'lasting-numbers'];
  const shared = zones.map((zone) => errorAt(DICT, `shared-dict-timeout.own/set-after-delete/${zone}`, '40]'));
  const [first, second, ...more] = withDataErrors([other, ...shared].join('\n'), SPECIFICATION, textOf).split('\n');
  t.deepEqual([first, second, more.length], [...other.split('\n'), 1]);
  t.match(
    more[0] ?? '',
    /found calls.2.2 40; expected what expires of suites\/laws\/2-host-objects\/shared-dict\/timeout.ts takes/,
  );
  t.end();
});
