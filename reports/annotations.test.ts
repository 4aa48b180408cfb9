import test from 'tape';
import { annotationsReport } from './annotations.js';
import type { RequirementReport } from './model.js';
import { printableLine, withoutCommands } from './printable.js';
import { annotationsIn } from './testing/annotation.js';
import { NASTY, nastyReport, sampleReport } from './testing/sample.js';
import { totalsOf } from './totals.js';

test('annotations: crashes and hangs first, then wrong answers, then stale deviations', (t) => {
  const found = annotationsIn(annotationsReport(sampleReport()));
  t.deepEqual(
    found.map(({ level, title }) => `${level} ${title}`),
    [
      'error buffer.read-int.bounds is violated',
      'error query-string.parse.max-keys is violated',
      'error shared-dict.incr.missing-key is violated',
      'error crypto.hmac.unknown no longer deviates',
    ],
  );
  t.equal(
    found[2]?.message,
    [
      'Incrementing an absent key starts from the initial value, or from zero without one.',
      'shared-dict.incr.missing-key/3: wrong',
      'input: {"key":"a","delta":1,"init":5}',
      'expected: {"returned":6,"stored":6}',
      'observed: {"returned":1,"stored":1}',
      "replay: srvspec replay 'shared-dict.incr.missing-key/3' --target nginx:./example --seed 42",
    ].join('\n'),
  );
  t.end();
});

test('annotations: there are no more than GitHub shows, and the last one counts the rest', (t) => {
  const [one] = sampleReport().requirements.filter(({ verdict }) => verdict === 'violates');
  if (one === undefined) throw new Error('the sample violates nothing');
  const many = (count: number) => {
    const requirements = Array.from({ length: count }, (_, i): RequirementReport => ({ ...one, id: `a.${i}` }));
    const report = { ...sampleReport(), requirements, staleDeviations: [] };
    return annotationsIn(annotationsReport(report)).map(({ title }) => title);
  };
  t.deepEqual(many(10).slice(8), ['a.8 is violated', 'a.9 is violated']);
  t.deepEqual(many(23).slice(8), ['a.8 is violated', 'and 14 more failures']);
  t.equal(many(23).length, 10);
  t.end();
});

test('annotations: several cases of a requirement become one annotation, which shows the crash', (t) => {
  const report = sampleReport();
  const requirements = report.requirements.flatMap((one) => {
    if (one.id !== 'buffer.read-int.bounds') return [];
    const [first, ...rest] = one.cases;
    const wrong = { verdict: 'violates', failure: 'wrong', reason: 'wrong: 1', observed: '1' } as const;
    return first === undefined ? [] : [{ ...one, cases: [{ ...first, ...wrong }, ...rest] }];
  });
  const [one, ...others] = annotationsIn(annotationsReport({ ...report, requirements, staleDeviations: [] }));
  t.deepEqual(others, []);
  t.match(one?.message ?? '', /\nbuffer\.read-int\.bounds\/2: crash\n[\s\S]*\nand 1 more case of this requirement$/);
  t.end();
});

test('annotations: if nothing failed, one line has the outcome of the run', (t) => {
  const report = { ...sampleReport(), requirements: [], staleDeviations: [] };
  const levelOf = (more: object): string =>
    annotationsIn(annotationsReport({ ...report, totals: totalsOf([{ verdict: 'conforms' }]), ...more }))
      .map(({ level, title, message }) => `${level} ${title} ${message}`)
      .join();
  t.equal(levelOf({}), 'notice srvspec on example host No violation in 1 observed case');
  t.match(
    levelOf({ totals: totalsOf([]) }),
    /^warning srvspec on example host Undecided after 0 observed cases; nothing was observed/,
  );
  t.match(levelOf({ cutShort: 'interrupted' }), /^warning .*; cut short: interrupted$/);
  t.end();
});

test('annotations: text that looks like an escape is kept as text', (t) => {
  const text = '100 % %0A::error title=a,b%3Ac::d';
  const { requirements, ...report } = sampleReport();
  const violated = requirements
    .filter(({ verdict }) => verdict === 'violates')
    .map((one) => ({ ...one, id: text, says: text }));
  const found = annotationsIn(annotationsReport({ ...report, requirements: violated, staleDeviations: [] }));
  t.equal(found.length, 3);
  for (const { title, message } of found) t.deepEqual([title, message.split('\n')[0]], [`${text} is violated`, text]);
  t.end();
});

test('annotations: observed text never becomes a command, and no line is long', (t) => {
  const report = { ...nastyReport(), staleDeviations: [] };
  const found = annotationsIn(annotationsReport(report));
  t.equal(found.length, NASTY.length);
  for (const [at, text] of NASTY.entries()) {
    const title = `${printableLine(`nasty.${at}${text}`)} is violated`;
    t.ok(
      found.some((one) => one.title === title),
      title,
    );
  }
  const long = '::error::x%0A'.repeat(10_000);
  const requirements = report.requirements.map((one) => ({ ...one, id: long, says: long }));
  const text = annotationsReport({ ...report, requirements });
  t.ok(text.length < 10 * 4 * 1024, `${text.length} characters`);
  t.equal(annotationsIn(text).length, NASTY.length);
  t.end();
});

test('annotations: text of a target never becomes a command', (t) => {
  const log = 'a ::b\n::error::c\n \t\u00a0::stop-commands::d\n:::e\n\nf ##[error]g ##[add-mask]h # #[i';
  t.equal(
    withoutCommands(log),
    'a ::b\n\\x3a:error::c\n \t\u00a0\\x3a:stop-commands::d\n\\x3a::e\n\nf \\x23#[error]g \\x23#[add-mask]h # #[i',
  );
  t.end();
});
