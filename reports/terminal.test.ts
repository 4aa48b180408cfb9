import test from 'tape';
import { terminalReport } from './terminal.js';
import { nastyReport, sampleReport, serviceReport } from './testing/sample.js';
import { isGreen, totalsOf } from './totals.js';

const ESCAPE = '\u001b';

test('terminal: what was judged, verdicts, coverage and every violation', (t) => {
  const text = terminalReport(sampleReport(), { colour: false });
  t.match(text, /^example host {2}runtime 0\.8\.4, engine njs\n/);
  t.match(text, /\n {2}Buffer +✓ +38 +○ +8 +✗ +1 +≈ +1\n/);
  t.match(text, /\n {2}2 {2}█+░+ +56% {2}63 of 117 rows, 5 excluded/);
  t.match(text, /\n {2}Incrementing an absent key starts from the initial value, or from zero without one\.\n/);
  t.match(text, /\n {2}case {6}shared-dict\.incr\.missing-key\/3 \(example, 1 input\): wrong\n/);
  t.match(text, /\n {2}input {5}\{"key":"a","delta":1,"init":5\}\n/);
  t.match(text, /\n {2}expected {2}\{"returned":6,"stored":6\}\n/);
  t.match(text, /\n {2}observed {2}\{"returned":1,"stored":1\}\n/);
  t.match(
    text,
    /\n {2}replay {4}srvspec replay 'shared-dict\.incr\.missing-key\/3' --target nginx:\.\/example --seed 42\n/,
  );
  t.match(text, /crypto\.hmac\.unknown\n {2}why {7}the error was a plain Error/);
  t.match(text, /\n3 violations in 261 observed cases; 1 inconclusive; 1 stale deviation\n✗ 3 violates · [^\n]*\n$/);
  t.end();
});

test('terminal: a run without violations fits one screen', (t) => {
  const report = sampleReport();
  const requirements = report.requirements.filter(({ verdict }) => verdict === 'conforms' || verdict === 'recorded');
  const totals = totalsOf(requirements.flatMap(({ cases }) => cases));
  const text = terminalReport({ ...report, requirements, totals, staleDeviations: [] }, { colour: false });
  const lines = text.split('\n');
  t.ok(lines.length <= 24, `${lines.length} lines`);
  t.ok(lines.every((line) => line.length <= 100));
  t.match(text, /No violation in 2/);
  t.end();
});

test('terminal: a run that was cut short says so, and is not green', (t) => {
  const report = sampleReport();
  const requirements = report.requirements.filter(({ verdict }) => verdict === 'conforms');
  const right = {
    ...report,
    requirements,
    totals: totalsOf(requirements.flatMap(({ cases }) => cases)),
    staleDeviations: [],
  };
  t.ok(isGreen(right));
  const cut = { ...right, cutShort: 'the run was interrupted' };
  t.notOk(isGreen(cut));
  t.match(
    terminalReport(cut, { colour: true }),
    /\[31mNo violation in \d+ observed cases?; .*cut short: the run was interrupted/,
  );
  t.end();
});

test('terminal: colour only when asked for, and it changes no text', (t) => {
  const plain = terminalReport(nastyReport(), { colour: false });
  const coloured = terminalReport(nastyReport(), { colour: true });
  t.notOk(plain.includes(ESCAPE), 'not even from what was observed');
  t.ok(coloured.includes(`${ESCAPE}[31m`));
  t.equal(coloured.replaceAll(new RegExp(`${ESCAPE}\\[\\d*m`, 'g'), ''), plain);
  t.end();
});

test('terminal: many violations and long values are cut off, and it says so', (t) => {
  const text = terminalReport(sampleReport(), { colour: false, shown: 2 });
  t.match(text, /… and 1 more violated requirement: --report html=FILE\n/);
  t.notOk(text.includes('query-string.parse.max-keys'));
  const report = sampleReport();
  const longer = report.requirements.map((requirement) => ({
    ...requirement,
    cases: requirement.cases.flatMap((one) =>
      one.verdict === 'violates' ? Array.from({ length: 5 }, () => ({ ...one, observed: 'x'.repeat(4400) })) : [one],
    ),
  }));
  const cut = terminalReport({ ...report, requirements: longer }, { colour: false, columns: 100 });
  t.match(cut, /\n {12}… 45 more lines\n/);
  t.match(cut, /\n {2}… and 2 more cases of this requirement\n/);
  t.equal([...cut.matchAll(/\n {2}replay /g)].length, 3 * 3);
  t.end();
});

test('terminal: of a service, where values were found and what was left', (t) => {
  const report = serviceReport();
  const text = terminalReport(report, { colour: false });
  t.match(text, /^api:http:\/\/127\.0\.0\.1:8080\/v1 {2}API v1\n/);
  const values = 'serverId found at /data/id, serverApiKey set to /data/apikey';
  const left = '1 server, 3 apps: srvspec-7k2m-1-field, srvspec-7k2m-2-field';
  const more = '… and 2 more: --report html=FILE';
  t.ok(text.includes(`\n\nService\n  values    ${values}\n  left      ${left}\n            ${more}\n\n`));
  const { mapping = [], leftovers = [] } = report.service ?? {};
  const few = { ...report, service: { mapping, leftovers: leftovers.slice(1, 3) } };
  t.match(terminalReport(few, { colour: false }), /\n {2}left {6}2 apps: srvspec-7k2m-2-field, \(no name\)\n\n/);
  const apart = { ...report, service: { mapping: [], leftovers: leftovers.slice(1, 2) } };
  t.match(terminalReport(apart, { colour: false }), /\nService\n {2}left {6}1 app: srvspec-7k2m-2-field\n\n/);
  for (const none of [{ ...report, service: { mapping: [], leftovers: [] } }, sampleReport()])
    t.notOk(/^Service/m.test(terminalReport(none, { colour: false })), 'nothing is said of nothing');
  t.end();
});

/** Lines that somebody copies are whole, whatever fits. */
const isBreakable = (line: string): boolean => !line.includes('srvspec replay ');

test('terminal: lines fit into its columns; without any they are not broken, and a value is bounded', (t) => {
  for (const report of [sampleReport(), serviceReport()])
    for (const columns of [40, 48, 60, 68, 72, 80, 100, 160]) {
      const text = terminalReport(report, { colour: false, columns });
      const wide = text.split('\n').filter((line) => isBreakable(line) && [...line].length > columns);
      t.deepEqual(wide, [], `${columns} columns`);
    }
  const report = sampleReport();
  const says = 'word '.repeat(100).trim();
  const observed = 'x'.repeat(4400);
  const long = report.requirements.map((requirement) => ({
    ...requirement,
    says,
    cases: requirement.cases.map((one) => (one.verdict === 'violates' ? { ...one, observed } : one)),
  }));
  const whole = terminalReport({ ...report, requirements: long }, { colour: false });
  t.ok(whole.includes(`\n  ${says}\n`), 'a sentence is one line');
  t.match(whole, /\n {2}observed {2}x{440}… 3,960 more characters\n/);
  t.end();
});

test('terminal: columns of verdicts that do not occur are left out', (t) => {
  const report = sampleReport();
  const requirements = report.requirements.filter(({ verdict }) => verdict === 'conforms');
  const totals = totalsOf(requirements.flatMap(({ cases }) => cases));
  const text = terminalReport({ ...report, requirements, totals, staleDeviations: [] }, { colour: false });
  t.match(text, /\nCases by object\n(?: {2}\S.* {2}✓ +\d+(?: {2}– +\d+)?\n)+\n/);
  t.end();
});

test('terminal: what is far up is told once more at the end of long output, and there alone', (t) => {
  const report = sampleReport();
  const repeated =
    /\n\nViolations\n {2}✗ shared-dict\.incr\.missing-key\/3: wrong: \{.*\n {4}srvspec replay 'shared-dict\.incr\.missing-key\/3' .*\n/;
  const short = terminalReport(report, { colour: false, shown: 1 });
  t.ok(short.split('\n').length < 40 && !repeated.test(short), 'nothing is said twice in short output');
  const many = report.requirements.flatMap((one) =>
    Array.from({ length: one.verdict === 'violates' ? 4 : 1 }, (_, i) => ({ ...one, id: `${one.id}-${i}` })),
  );
  const long = terminalReport({ ...report, requirements: many }, { colour: false });
  t.match(
    long,
    /\n\nThe first of 12 violated requirements\n(?: {2}✗ .*\n {4}srvspec replay .*\n){5}\nNot observed\n {2}1 case: .*\n\n3 violations in /,
  );
  const brief = terminalReport(report, { colour: false, brief: true });
  t.match(`\n\n${brief}`, repeated);
  t.match(
    brief,
    /^Violations\n(?: {2}✗ .*\n {4}srvspec replay .*\n){3}\nNot observed\n.*\n\n3 violations in .*\n.*\n$/,
  );
  t.end();
});
