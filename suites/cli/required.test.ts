import test from 'tape';
import { UsageError } from '../../spec/reading/user-error.js';
import { parseRequired, shortfall } from './required.js';

const report = (conforms: number, inconclusive: number, notApplicable = 0) => ({
  totals: { conforms, recorded: 0, violates: 0, deviates: 0, notApplicable, inconclusive },
  requirements: [],
});

test('what must be observed is a number of cases, or a percentage of those that apply', (t) => {
  const rows: readonly (readonly [string, ReturnType<typeof report>, RegExp | undefined])[] = [
    ['1', report(1, 9), undefined],
    ['10', report(10, 0), undefined],
    ['10', report(9, 1), /^9 of 10 cases that apply were observed, 10 must be$/],
    ['90%', report(9, 1, 500), undefined],
    ['91%', report(9, 1), /^9 of 10 cases that apply were observed, 10 must be$/],
    ['100%', report(1999, 1), /^1,999 of 2,000 cases that apply were observed, 2,000 must be$/],
    ['1%', report(0, 5), /^0 of 5 cases/],
    ['1%', report(0, 0, 5), /^0 of 0 cases/],
  ];
  for (const [text, of, complaint] of rows) {
    const told = shortfall(of, parseRequired(text));
    t.ok(complaint === undefined ? told === undefined : complaint.test(told ?? ''), `${text}: ${told}`);
  }
  for (const text of ['', '0', '101%', '-3', 'many', '1.5', '50 %'])
    t.throws(() => parseRequired(text), UsageError, `'${text}' is none`);
  t.end();
});

test('why cases were not observed is told', (t) => {
  const inconclusive = {
    id: 'a',
    kind: 'example',
    verdict: 'inconclusive',
    reason: 'no log',
    inputs: 0,
    durationMs: 0,
    replay: '',
  } as const;
  const requirement = {
    id: 'r',
    object: 'o',
    title: 'O',
    document: 1,
    says: '',
    strength: 'must',
    rows: [],
    verdict: 'inconclusive',
    cases: [inconclusive, inconclusive],
  } as const;
  t.match(
    shortfall({ ...report(1, 2), requirements: [requirement] }, parseRequired('3')) ?? '',
    /, 3 must be; 2 cases: no log$/,
  );
  t.end();
});
