import test from 'tape';
import { withoutDetails } from '../causes.js';
import { changeOf, unlessNoise } from './change.js';
import type { Change, Side } from './model.js';

const RIGHT: Side = { verdict: 'conforms', reason: '', replay: '' };
const WRONG: Side = {
  verdict: 'violates',
  failure: 'wrong',
  reason: 'wrong: 1',
  observed: 'returns 1',
  counterexample: '[1]',
  replay: '',
};
const KNOWN: Side = { ...WRONG, verdict: 'deviates', reason: 'known' };
const CRASH: Side = { ...WRONG, failure: 'crash', observed: 'the target went down' };
const HANG: Side = { ...WRONG, failure: 'hang', observed: 'no answer' };
const OPEN: Side = { verdict: 'recorded', reason: '', observed: 'returns 1', counterexample: '[1]', replay: '' };
const UNKNOWN: Side = { verdict: 'inconclusive', reason: 'not observable here', replay: '' };
const OUT: Side = { verdict: 'not-applicable', reason: 'since 0.8.6', replay: '' };
const MISSING: Side = { ...UNKNOWN, reason: 'rt.dump is missing', missing: true };
const NONE = undefined;

const EXPECTED: readonly (readonly [Side | undefined, Side | undefined, Change])[] = [
  [RIGHT, RIGHT, 'same'],
  [RIGHT, WRONG, 'regressed'],
  [RIGHT, KNOWN, 'regressed'],
  [RIGHT, CRASH, 'crashes'],
  [RIGHT, HANG, 'crashes'],
  [RIGHT, UNKNOWN, 'undecided'],
  [RIGHT, OUT, 'now-skipped'],
  [RIGHT, NONE, 'removed'],
  [WRONG, RIGHT, 'fixed'],
  [WRONG, WRONG, 'still-failing'],
  [WRONG, KNOWN, 'still-failing'],
  [WRONG, { ...WRONG, observed: 'returns 2' }, 'fails-differently'],
  [WRONG, { ...WRONG, observed: 'returns 2', counterexample: '[2]' }, 'still-failing'],
  [WRONG, { ...WRONG, observed: 'throws TypeError', counterexample: '[2]' }, 'fails-differently'],
  [WRONG, CRASH, 'crashes'],
  [WRONG, UNKNOWN, 'undecided'],
  [CRASH, WRONG, 'fails-differently'],
  [CRASH, RIGHT, 'fixed'],
  [CRASH, CRASH, 'still-failing'],
  [CRASH, HANG, 'fails-differently'],
  [OPEN, OPEN, 'same'],
  [OPEN, { ...OPEN, observed: 'returns 2' }, 'answers-differently'],
  [OPEN, { ...OPEN, observed: 'returns 2', counterexample: '[2]' }, 'not-compared'],
  [OPEN, CRASH, 'crashes'],
  [OPEN, UNKNOWN, 'undecided'],
  [OPEN, MISSING, 'lost'],
  [CRASH, MISSING, 'lost'],
  [RIGHT, MISSING, 'lost'],
  [WRONG, MISSING, 'lost'],
  [UNKNOWN, MISSING, 'not-compared'],
  [OUT, MISSING, 'not-compared'],
  [NONE, MISSING, 'not-compared'],
  [MISSING, MISSING, 'not-compared'],
  [MISSING, UNKNOWN, 'not-compared'],
  [MISSING, RIGHT, 'new-passing'],
  [MISSING, WRONG, 'undecided'],
  [MISSING, CRASH, 'undecided'],
  [MISSING, OPEN, 'new-open'],
  [MISSING, OUT, 'not-compared'],
  [MISSING, NONE, 'not-compared'],
  [CRASH, OPEN, 'fixed'],
  [UNKNOWN, RIGHT, 'new-passing'],
  [UNKNOWN, WRONG, 'undecided'],
  [UNKNOWN, CRASH, 'undecided'],
  [UNKNOWN, UNKNOWN, 'not-compared'],
  [UNKNOWN, OPEN, 'new-open'],
  [OUT, RIGHT, 'new-passing'],
  [OUT, WRONG, 'new-failing'],
  [OUT, CRASH, 'new-failing'],
  [OUT, OPEN, 'new-open'],
  [OUT, OUT, 'not-compared'],
  [NONE, RIGHT, 'new-passing'],
  [NONE, WRONG, 'new-failing'],
  [NONE, UNKNOWN, 'not-compared'],
  [UNKNOWN, NONE, 'not-compared'],
  [RIGHT, OPEN, 'same'],
  [WRONG, OPEN, 'fixed'],
  [WRONG, OUT, 'now-skipped'],
  [WRONG, NONE, 'removed'],
  [CRASH, UNKNOWN, 'undecided'],
  [CRASH, OUT, 'now-skipped'],
  [CRASH, NONE, 'removed'],
  [OPEN, RIGHT, 'same'],
  [OPEN, WRONG, 'new-failing'],
  [OPEN, OUT, 'now-skipped'],
  [OPEN, NONE, 'removed'],
  [UNKNOWN, OUT, 'not-compared'],
  [OUT, UNKNOWN, 'not-compared'],
  [OUT, NONE, 'not-compared'],
  [NONE, CRASH, 'new-failing'],
  [NONE, OPEN, 'new-open'],
  [NONE, OUT, 'not-compared'],
];

const ALL = [RIGHT, WRONG, CRASH, OPEN, UNKNOWN, MISSING, OUT, NONE];

test('changes: each status before with each status now', (t) => {
  for (const [before, after, change] of EXPECTED)
    t.equal(changeOf(before, after), change, `${before?.verdict ?? 'absent'} → ${after?.verdict ?? 'absent'}`);
  for (const before of ALL)
    for (const after of ALL)
      t.ok(
        (before ?? after) === undefined || EXPECTED.some(([was, is]) => was === before && is === after),
        `${before?.verdict ?? 'absent'} → ${after?.verdict ?? 'absent'} is said`,
      );
  t.end();
});

test('changes: a varying result is no change, and worse means worse than both earlier results', (t) => {
  const noise = (before: Side, again: Side, after: Side): Change =>
    unlessNoise(changeOf(before, after), before, again, after);
  const answer = (observed: string): Side => ({ ...OPEN, observed });
  t.equal(noise(RIGHT, RIGHT, WRONG), 'regressed');
  t.equal(noise(RIGHT, WRONG, WRONG), 'unstable');
  t.equal(noise(RIGHT, WRONG, CRASH), 'crashes', 'a new crash outranks a varying result');
  t.equal(noise(WRONG, RIGHT, RIGHT), 'not-compared', 'nothing was fixed');
  t.equal(noise(WRONG, WRONG, RIGHT), 'fixed');
  t.equal(noise(answer('1'), answer('2'), answer('3')), 'not-compared');
  t.equal(noise(answer('1'), answer('1'), answer('3')), 'answers-differently');
  t.equal(noise(RIGHT, UNKNOWN, UNKNOWN), 'undecided', 'an unobserved case is never the same');
  t.equal(noise(RIGHT, WRONG, RIGHT), 'same');
  t.end();
});

test('changes: the shape of a text leaves out the parts that depend on inputs', (t) => {
  t.equal(withoutDetails('returns [1,2,3]'), withoutDetails('returns [7,81]'));
  t.equal(withoutDetails('returns {"$buffer":"00ff"}'), withoutDetails('returns {"$buffer":"01"}'));
  t.notEqual(withoutDetails('throws TypeError: "x"'), withoutDetails('throws RangeError: "x"'));
  t.end();
});
