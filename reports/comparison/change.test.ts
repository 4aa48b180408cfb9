import test from 'tape';
import { changeOf, shapeOf } from './change.js';
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
  [CRASH, OPEN, 'fixed'],
  [UNKNOWN, RIGHT, 'new-passing'],
  [UNKNOWN, WRONG, 'undecided'],
  [UNKNOWN, CRASH, 'undecided'],
  [UNKNOWN, UNKNOWN, 'not-compared'],
  [UNKNOWN, OPEN, 'new-open'],
  [OUT, RIGHT, 'new-passing'],
  [OUT, WRONG, 'new-failing'],
  [OUT, CRASH, 'crashes'],
  [OUT, OPEN, 'new-open'],
  [OUT, OUT, 'not-compared'],
  [NONE, RIGHT, 'new-passing'],
  [NONE, WRONG, 'new-failing'],
  [NONE, UNKNOWN, 'not-compared'],
  [UNKNOWN, NONE, 'not-compared'],
];

test('changes: each standing before with each now', (t) => {
  for (const [before, after, change] of EXPECTED)
    t.equal(changeOf(before, after), change, `${before?.verdict ?? 'absent'} → ${after?.verdict ?? 'absent'}`);
  t.end();
});

test('changes: the shape of a text leaves out what inputs decide', (t) => {
  t.equal(shapeOf('returns [1,2,3]'), shapeOf('returns [7,81]'));
  t.equal(shapeOf('returns {"$buffer":"00ff"}'), shapeOf('returns {"$buffer":"01"}'));
  t.notEqual(shapeOf('throws TypeError: "x"'), shapeOf('throws RangeError: "x"'));
  t.end();
});
