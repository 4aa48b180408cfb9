import test from 'tape';
import type { RequirementReport, RunReport } from './model.js';
import { terminalReport } from './terminal.js';
import { nastyReport, sampleReport, serviceReport, withCases, withRequirements } from './testing/sample.js';

const ESCAPE = '\u001b';

test('terminal: details are the verdicts, the coverage and the evidence of every violation', (t) => {
  const text = terminalReport(sampleReport(), { colour: false, details: true });
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
  t.match(text, /\n✗ 3 violations \(2 crashes or hangs\) in 261 observed cases; /);
  t.end();
});

/** The sample with only the requirements that pass. */
function keeping(isKept: (one: RequirementReport) => boolean): RunReport {
  const report = sampleReport();
  return withRequirements(report.requirements.filter(isKept), { ...report, staleDeviations: [] });
}

/** The given number of violating requirements, each with its own cause. */
function manyCauses(count: number): RunReport {
  const report = sampleReport();
  const wrong = report.requirements.filter(({ verdict }) => verdict === 'violates').slice(0, 1);
  const cause = (one: RequirementReport, i: number): RequirementReport => ({
    ...one,
    id: `a.b${i}`,
    cases: one.cases.map((of) => ({ ...of, observed: 'x'.repeat(i + 1), reason: `wrong: ${i}` })),
  });
  const causes = Array.from({ length: count }, (_, i) => wrong.map((one) => cause(one, i))).flat();
  return withRequirements([...report.requirements, ...causes], report);
}

test('terminal: a summary has 30 lines at most, crashes and hangs first', (t) => {
  for (const report of [sampleReport(), serviceReport(), manyCauses(3), manyCauses(60)])
    for (const columns of [60, 80, 120, undefined]) {
      const lines = terminalReport(report, { colour: false, columns }).trimEnd().split('\n');
      t.ok(lines.length <= 30, `${lines.length} lines`);
    }
  const text = terminalReport(manyCauses(60), { colour: false });
  t.match(
    text,
    /\nWrong, by cause\n {2}✗ (?:crash|hang): .*: 1 case of 1 requirement\n {4}srvspec replay .*\n {2}✗ (?:crash|hang): /,
  );
  t.match(text, /\n {2}… and \d+ more causes\n/);
  t.match(text, /\n✗ +63 violates +wrong answer, crash or hang, seen again alone\n/, 'a legend');
  t.match(text, /\nnext: --details shows /);
  t.end();
});

test('terminal: unconfirmed failures are counted with their cause', (t) => {
  const report = withCases(sampleReport(), (one) =>
    one.failure === 'crash' ? { ...one, verdict: 'inconclusive' } : one,
  );
  const text = terminalReport(report, { colour: false });
  t.match(text, /\n {2}\? crash: the host ended with signal SIGSEGV: 1 case of 1 requirement, 1 not confirmed\n/);
  t.match(text, /; 1 seen wrong, not confirmed; /);
  t.end();
});

test('terminal: a run without violations fits one screen', (t) => {
  const text = terminalReport(
    keeping(({ verdict }) => verdict === 'conforms' || verdict === 'recorded'),
    { colour: false },
  );
  const lines = text.split('\n');
  t.ok(lines.length <= 24, `${lines.length} lines`);
  t.ok(lines.every((line) => line.length <= 100));
  t.match(text, /No violation in 2/);
  t.end();
});

test('terminal: colour only when asked for, and it changes no text', (t) => {
  const plain = terminalReport(nastyReport(), { colour: false });
  const coloured = terminalReport(nastyReport(), { colour: true });
  t.notOk(plain.includes(ESCAPE), 'not even from observed text');
  t.ok(coloured.includes(`${ESCAPE}[31m`));
  t.equal(coloured.replaceAll(new RegExp(`${ESCAPE}\\[\\d*m`, 'g'), ''), plain);
  t.end();
});

test('terminal: many cases and long values are cut off with a note', (t) => {
  const longer = withCases(sampleReport(), (one) =>
    one.verdict === 'violates' ? Array.from({ length: 5 }, () => ({ ...one, observed: 'x'.repeat(4400) })) : one,
  );
  const cut = terminalReport(longer, { colour: false, columns: 100, details: true });
  t.match(cut, /\n {12}… 45 more lines\n/);
  t.match(cut, /\n {2}… and 2 more cases of this requirement\n/);
  t.equal([...cut.matchAll(/\n {2}replay /g)].length, 3 * 3);
  t.end();
});

test('terminal: the places of values and the leftovers of a service are listed', (t) => {
  const report = serviceReport();
  const text = terminalReport(report, { colour: false, details: true });
  t.match(text, /^api:http:\/\/127\.0\.0\.1:8080\/v1 {2}API v1\n/);
  const values = 'serverId found at /data/id, serverApiKey set to /data/apikey';
  const left = '1 server, 3 apps: srvspec-7k2m-1-field, srvspec-7k2m-2-field';
  const more = '… and 2 more: --report html=FILE';
  t.ok(text.includes(`\n\nService\n  values    ${values}\n  left      ${left}\n            ${more}\n\n`));
  const { mapping = [], leftovers = [] } = report.service ?? {};
  const few = { ...report, service: { mapping, leftovers: leftovers.slice(1, 3) } };
  t.match(
    terminalReport(few, { colour: false, details: true }),
    /\n {2}left {6}2 apps: srvspec-7k2m-2-field, \(no name\)\n\n/,
  );
  const apart = { ...report, service: { mapping: [], leftovers: leftovers.slice(1, 2) } };
  t.match(
    terminalReport(apart, { colour: false, details: true }),
    /\nService\n {2}left {6}1 app: srvspec-7k2m-2-field\n\n/,
  );
  for (const none of [{ ...report, service: { mapping: [], leftovers: [] } }, sampleReport()])
    t.notOk(
      /^Service/m.test(terminalReport(none, { colour: false, details: true })),
      'without facts there is no such line',
    );
  t.end();
});

/** Lines to copy are never broken, even if they do not fit. */
const isBreakable = (line: string): boolean => !line.includes('srvspec replay ');

test('terminal: lines fit into its columns; without columns they are not broken, and a value is bounded', (t) => {
  for (const report of [sampleReport(), serviceReport()])
    for (const [columns, details] of [40, 48, 60, 68, 72, 80, 100, 160].flatMap((one) => [
      [one, true] as const,
      [one, false] as const,
    ])) {
      const text = terminalReport(report, { colour: false, columns, details });
      const wide = text.split('\n').filter((line) => isBreakable(line) && [...line].length > columns);
      t.deepEqual(wide, [], `${columns} columns`);
    }
  const says = 'word '.repeat(100).trim();
  const observed = 'x'.repeat(4400);
  const long = withCases(sampleReport(), (one) => (one.verdict === 'violates' ? { ...one, observed } : one));
  const requirements = long.requirements.map((one) => ({ ...one, says }));
  const whole = terminalReport({ ...long, requirements }, { colour: false, details: true });
  t.ok(whole.includes(`\n  ${says}\n`), 'a sentence is one line');
  t.match(whole, /\n {2}observed {2}x{440}… 3,960 more characters\n/);
  t.end();
});

test('terminal: columns of verdicts that do not occur are left out', (t) => {
  const text = terminalReport(
    keeping(({ verdict }) => verdict === 'conforms'),
    { colour: false, details: true },
  );
  t.match(text, /\nCases by object\n(?: {2}\S.* {2}✓ +\d+(?: {2}– +\d+)?\n)+\n/);
  t.end();
});

test('terminal: few violations are shown with their evidence; a brief summary has only the outcome', (t) => {
  const report = sampleReport();
  const one = keeping(({ id }) => id === 'shared-dict.incr.missing-key');
  t.match(
    terminalReport(one, { colour: false }),
    /\n {2}expected {2}.*\n {2}observed {2}.*\n {2}replay {4}.*\n\n✗ 1 violation in /,
  );
  const brief = terminalReport(report, { colour: false, brief: true });
  t.match(brief, /^✗ 3 violations .*\nnext: .*\n✗ +3 violates .*\n/);
  t.end();
});
