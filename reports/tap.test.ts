import test from 'tape';
import { tapReport } from './tap.js';
import { NASTY, nastyReport, sampleReport, serviceReport } from './testing/sample.js';

/** Lines outside tape's indented blocks that are no comments: what a TAP reader acts on. */
function resultLines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '' && !/^(#| {2})/.test(line));
}

const count = (lines: readonly string[], pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;

test('TAP: one line for each case, and directives by verdict', async (t) => {
  const report = sampleReport();
  const lines = resultLines(await tapReport(report));
  const { conforms, recorded, deviates, inconclusive, notApplicable, violates } = report.totals;
  t.equal(lines[0], 'TAP version 13');
  t.equal(count(lines, /^ok \d+ [^#]*$/), conforms);
  t.equal(count(lines, /^not ok \d+ [^#]*# TODO deviates: /), deviates);
  t.equal(count(lines, /^ok \d+ [^#]*# SKIP recorded: returns -1$/), recorded);
  t.equal(count(lines, /^ok \d+ [^#]*# SKIP inconclusive: /), inconclusive);
  t.equal(count(lines, /^ok \d+ [^#]*# SKIP not applicable: /), notApplicable);
  t.equal(count(lines, /^not ok \d+ [^#]*$/), violates + report.staleDeviations.length);
  t.equal(lines.at(-1), `1..${lines.length - 2}`);
});

test('TAP: a violation says all that is known', async (t) => {
  const text = await tapReport(sampleReport());
  t.ok(text.includes('# shared-dict.incr.missing-key: Incrementing an absent key starts'));
  t.ok(
    text.includes(`expected: |-\n      '{"returned":6,"stored":6}'\n    actual: |-\n      '{"returned":1,"stored":1}'`),
  );
  t.ok(text.includes('# input: {"key":"a","delta":1,"init":5}'));
  t.ok(text.includes("# replay: srvspec replay 'shared-dict.incr.missing-key/3'"));
  t.notOk(/^ +(at|stack): /m.test(text), 'no place of ours');
});

test('TAP: of a service, where values were found and what was left are comments', async (t) => {
  const comments = (await tapReport(serviceReport())).split('\n').filter((line) => line.startsWith('# '));
  t.equal(comments[0], '# api:http://127.0.0.1:8080/v1, API v1, seed 42');
  t.deepEqual(comments.slice(2, 8), [
    '# value: serverId found at /data/id',
    '# value: serverApiKey set to /data/apikey',
    '# left: server srvspec-7k2m-1-field',
    '# left: app srvspec-7k2m-2-field',
    '# left: app (no name)',
    '# left: app srvspec-7k2m-4-order',
  ]);
  t.notOk(/^# (value|left):/m.test(await tapReport(sampleReport())), 'nothing is said of nothing');
});

test('TAP: no text can forge a result', async (t) => {
  const report = nastyReport();
  const lines = resultLines(await tapReport(report));
  t.equal(lines.length, 2 + NASTY.length * 6 + report.staleDeviations.length);
  t.ok(lines.slice(1, -1).every((line) => /^(not )?ok \d+( |$)/.test(line)));
  t.equal(count(lines, /[^\\]# SKIP/), NASTY.length * 3);
  t.equal(count(lines, /[^\\]# TODO/), NASTY.length);
});

test('TAP: the same model gives the same bytes', async (t) => {
  t.equal(await tapReport(nastyReport()), await tapReport(nastyReport()));
});
