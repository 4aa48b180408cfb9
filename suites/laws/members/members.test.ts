/** The member laws distinguish right from wrong. */
import test from 'tape';
import { compare } from '../../executor/judge.js';
import { encode } from '../../language/encoding.js';
import type { CaseBody } from '../../language/trial.js';
import {
  absent,
  alike,
  callable,
  hasLength,
  holdsType,
  notCallable,
  present,
  readOnly,
  recorded,
  returnsType,
  throwsError,
} from './members.js';

const ON = { holder: { at: 'x' }, member: 'm' };

/** Whether the law accepts the result of the probe. */
function accepts(body: CaseBody, value: unknown): boolean {
  const trials = body.trials((path) => path);
  if (!('one' in trials)) throw new Error('a member law has one trial');
  return compare(trials.one.expect(), { kind: 'returned', value: encode(value) }) === undefined;
}

test('member laws: presence, kind and type', (t) => {
  t.ok(accepts(present(ON), 'function') && !accepts(present(ON), 'undefined'), 'present');
  t.ok(accepts(absent(ON), 'undefined') && !accepts(absent(ON), 'function'), 'absent');
  t.ok(accepts(callable(ON), 'function') && !accepts(callable(ON), 'object'), 'callable');
  t.ok(accepts(notCallable(ON), 'string') && !accepts(notCallable(ON), 'function'), 'not callable');
  const typed = holdsType({ ...ON, types: ['integer', 'Buffer'] });
  t.ok(accepts(typed, 'number') && accepts(typed, 'Buffer') && !accepts(typed, 'Uint8Array'), 'type');
  t.ok(accepts(hasLength({ ...ON, length: 2 }), 2) && !accepts(hasLength({ ...ON, length: 2 }), 1), 'length');
  t.end();
});

test('member laws: the object of a promise is inspected', async (t) => {
  const holder = { at: 'x', call: ['make'], awaited: true };
  const { probe, trials } = present({ holder, member: 'm' });
  const all = trials((path) => path);
  if (!('one' in all) || probe === undefined) throw new Error('a member law has a probe and one trial');
  const look = (made: unknown): unknown => {
    const world = {
      at: () => ({}),
      invoke: () => Promise.resolve(made),
      attempt: (f: () => unknown) => ['returned', f()],
    };
    return Reflect.apply(probe, undefined, [all.one.input, world]);
  };
  t.deepEqual([await look({ m: 'text' }), await look({})], ['string', 'undefined']);
});

test('member laws: calls', (t) => {
  const returned = returnsType({ ...ON, args: [], types: ['itself'] });
  t.ok(accepts(returned, [['returned', 'itself', 'itself']]));
  t.notOk(accepts(returned, [['returned', 'object', {}]]));
  t.notOk(accepts(returned, [['threw', 'TypeError']]));
  const both = alike({ ...ON, args: [], others: [1] });
  t.ok(
    accepts(both, [
      ['returned', 'number', 1],
      ['returned', 'number', 1],
    ]),
  );
  t.notOk(
    accepts(both, [
      ['returned', 'number', 1],
      ['returned', 'number', 2],
    ]),
  );
  t.notOk(
    accepts(both, [
      ['returned', 'number', 1],
      ['threw', 'TypeError'],
    ]),
  );
  const refused = throwsError({ ...ON, args: [], error: 'TypeError' });
  t.ok(accepts(refused, [['threw', 'TypeError']]) && !accepts(refused, [['threw', 'Error']]));
  t.notOk(accepts(refused, [['returned', 'number', 1]]));
  t.ok(accepts(throwsError({ ...ON, args: [], error: '' }), [['threw', 'Error']]), 'any error');
  t.ok(accepts(recorded({ ...ON, args: [] }), [['threw', 'Error']]));
  t.end();
});

test('member laws: a read-only value stays, whether or not the assignment throws', (t) => {
  t.ok(
    accepts(readOnly(ON), { stays: true, assigned: 'threw' }) &&
      accepts(readOnly(ON), { stays: true, assigned: 'returned' }),
  );
  t.notOk(accepts(readOnly(ON), { stays: false, assigned: 'returned' }));
  t.end();
});
