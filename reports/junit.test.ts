import { spawnSync } from 'node:child_process';
import test from 'tape';
import { junitReport } from './junit.js';
import type { RunReport } from './model.js';
import { NASTY, nastyReport, sampleReport, serviceReport } from './testing/sample.js';
import { NO_XML, unless, validated } from './testing/xml.js';

const reports: { readonly [name: string]: RunReport } = {
  sample: sampleReport(),
  service: serviceReport(),
  nasty: nastyReport(),
  open: { ...sampleReport(), cutShort: 'the run was interrupted' },
};

/** Prints `TAG ATTRIBUTES-AS-JSON TEXT-AS-JSON` for every element. */
const PYTHON = `
import json, sys, xml.etree.ElementTree as tree
for e in tree.fromstring(sys.stdin.buffer.read()).iter():
    print(e.tag, json.dumps(e.attrib, sort_keys=True), json.dumps(e.text or ''), sep='\\t')
`;

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

test('JUnit: verdicts become outcomes', (t) => {
  const report = sampleReport();
  const text = junitReport(report);
  const { recorded, deviates, inconclusive, notApplicable } = report.totals;
  t.equal(count(text, /<testcase /g), 264 + 1);
  t.equal(count(text, /<failure message="wrong: /g), 1);
  t.equal(count(text, /<error message="(crash|hang): /g), 2);
  t.equal(count(text, /<failure message="it conforms" type="stale">/g), 1);
  t.equal(count(text, /<skipped message="/g), recorded + deviates + inconclusive + notApplicable);
  t.equal(count(text, /<skipped message="recorded: returns -1"/g), recorded);
  t.match(
    text,
    /<testsuites name="example host, runtime 0.8.4, engine njs" tests="265" failures="2" errors="2" time="4.217">/,
  );
  t.match(text, /<testsuite name="shared-dict.incr.missing-key" tests="8" failures="1" errors="0" skipped="0"/);
  t.end();
});

test('JUnit: the places of values and the leftovers of a service are properties', (t) => {
  const report = serviceReport();
  const text = junitReport(report);
  t.match(text, /<testsuites name="api:http:\/\/127\.0\.0\.1:8080\/v1, API v1" tests="265"/);
  const [, suite = ''] = /<testsuite name="service" tests="0" [^>]*>([\s\S]*?)<\/testsuite>/.exec(text) ?? [];
  t.deepEqual(
    [...suite.matchAll(/<property name="(.*?)" value="(.*?)"\/>/g)].map(([, name, value]) => [name, value]),
    [
      ['value', 'serverId found at /data/id'],
      ['value', 'serverApiKey set to /data/apikey'],
      ['left server', 'srvspec-7k2m-1-field'],
      ['left app', 'srvspec-7k2m-2-field'],
      ['left app', '(no name)'],
      ['left app', 'srvspec-7k2m-4-order'],
    ],
  );
  for (const none of [{ ...report, service: { mapping: [], leftovers: [] } }, sampleReport()])
    t.notOk(junitReport(none).includes('name="service"'), 'without facts there are no properties');
  t.end();
});

test('JUnit: an unfinished run is an error, whatever it found', (t) => {
  const sound = { ...sampleReport(), staleDeviations: [] };
  t.notOk(junitReport(sound).includes('type="undecided"'));
  const cut = junitReport({ ...sound, cutShort: 'the host <went>' });
  t.match(cut, /<testsuites [^>]* tests="265" failures="1" errors="3" /, 'one more of both');
  t.match(
    cut,
    /<testcase name="leaves nothing open" [^>]*>\s*<error message="cut short: the host &lt;went&gt;" type="undecided"\/>/,
  );
  const { totals } = sound;
  const none = { ...sound, totals: { ...totals, conforms: 0, recorded: 0, violates: 0, deviates: 0 } };
  t.match(junitReport(none), /<error message="nothing was observed" type="undecided"\/>/);
  t.end();
});

test('JUnit: it has only characters that XML allows', (t) => {
  const text = junitReport(nastyReport());
  t.doesNotMatch(text, NO_XML);
  t.equal(junitReport(nastyReport()), text);
  t.end();
});

test('JUnit: valid by the schema', unless('xmllint'), (t) => {
  for (const [name, report] of Object.entries(reports)) {
    const { status, stderr } = validated(junitReport(report));
    t.equal(status, 0, `${name}: ${stderr}`);
  }
  const broken = junitReport(sampleReport()).replace(' errors="0"', '');
  t.equal(validated(broken).status, 3, 'the schema finds mistakes');
  t.end();
});

test('JUnit: a parser reads back what was written', unless('python3'), (t) => {
  const { stdout, status, stderr } = spawnSync('python3', ['-c', PYTHON], {
    input: junitReport(nastyReport()),
    encoding: 'utf8',
  });
  t.equal(status, 0, stderr);
  const elements = stdout.trimEnd().split('\n');
  const failures = elements.map((line) => line.split('\t')).filter(([tag]) => tag === 'failure');
  t.equal(failures.length, NASTY.length * 2, 'a violation and a stale deviation each');
  const messages = failures.map(([, , text = '""']) => String(JSON.parse(text)));
  for (const plain of NASTY.slice(0, 3))
    t.ok(
      messages.some((text) => text.includes(`observed: ${plain}${plain}\n`)),
      plain,
    );
  t.ok(
    messages.some((text) => text.includes('\\x00\\x01\\x08')),
    'characters that XML forbids are spelled out',
  );
  t.end();
});
