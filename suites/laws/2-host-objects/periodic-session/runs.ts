/**
 * 2/what-the-service-does/p1, 2/periodic-session-object/p1: runs of periodic handlers, one after the other and in parallel.
 */
import { between, equal, oneOf } from '../../../language/expectation.js';
import type { CaseBody, Law } from '../../../language/trial.js';
import { type Runner, type RunsRow, runsGive, type ServerProtocol } from '../../support/periodic.js';

type InProtocol = { readonly protocol: ServerProtocol };

/** A case whose handler is called repeatedly. */
const again = <D extends InProtocol, I>(
  data: D,
  run: Runner<I>,
  {
    parameters = ['interval=400ms'],
    ...row
  }: Pick<RunsRow<I>, 'input' | 'expect'> & { parameters?: readonly string[] },
): CaseBody => runsGive(data.protocol, data, { handlers: [{ run, parameters }], ownProcess: true, ...row });

const RUNS = 3;

/** How runs before the last one end. */
type EndOfRun =
  | 'returns'
  | 'throws'
  | 'rejects'
  | 'leaves-rejection'
  | 'throws-in-timer'
  | 'never-settles'
  | 'outlives';

const endsBadly: Runner<{ readonly end: EndOfRun; readonly runs: number }> = (_, t, given) => {
  const n = given.count('n');
  if (n >= given.input.runs) return given.report(n);
  const fail = (): never => {
    throw new Error('on purpose');
  };
  const ends: { readonly [end in EndOfRun]: () => unknown } = {
    returns: () => undefined,
    throws: fail,
    rejects: () => Promise.resolve().then(fail),
    'leaves-rejection': () => {
      Promise.reject(new Error('on purpose'));
    },
    'throws-in-timer': () => {
      setTimeout(fail, 1);
    },
    'never-settles': () => new Promise(() => undefined),
    outlives: () => t.wait(60000),
  };
  return ends[given.input.end]();
};

type Ending = InProtocol & { readonly end: EndOfRun; readonly parameters?: readonly string[]; readonly runs?: number };

/** Further runs follow, however runs end. */
export const runsAgain: Law<Ending> = ({ end, parameters = ['interval=400ms'], runs = RUNS, ...data }) =>
  again({ ...data, end, parameters }, endsBadly, { parameters, input: { end, runs }, expect: equal(runs) });

const beats: Runner<{ readonly runs: number }> = (_, __, given) => {
  const n = given.count('n');
  if (n >= given.input.runs) return given.report(given.get('others') || 'none');
  const beat = (left: number): void => {
    if (given.get('n') !== `${n}`) given.set('others', `run ${n} goes on beside run ${given.get('n')}`);
    else if (left > 0) setTimeout(() => beat(left - 1), 10);
  };
  beat(100);
};

/** A run that outlives its interval does nothing more once the next has begun. */
export const isAlone: Law<InProtocol> = (data) =>
  again(data, beats, { input: { runs: RUNS + 1 }, expect: equal('none') });

/** Reports the shorter of two intervals. The first call is omitted, because a starting host is busy and may be late. */
const timed: Runner<null> = (_, __, given) => {
  const now = Date.now();
  const times = `${given.get('times') || ''}`.split(' ');
  given.set('times', times.concat([`${now}`]).join(' '));
  const third = Number(times[3]);
  if (third > 0) given.report(Math.min(third - Number(times[2]), now - third));
};

/** Milliseconds that a host's clock may lag behind. */
const LAG = 25;

/** The time between two runs. */
export const isSpaced: Law<InProtocol & { readonly parameters: readonly string[]; readonly least: number }> = (data) =>
  again(data, timed, {
    parameters: data.parameters,
    input: null,
    expect: between(data.least - LAG, data.least + 20000),
  });

const counts: Runner<{ readonly runs: number }> = (_, __, given) => {
  const n = given.count('n');
  if (n === given.input.runs) given.report(n);
};

/** The number of runs that `isRare` waits for, and the milliseconds after which a host is too slow for it. */
type Ticking = { readonly runs: number; readonly within: number };

const ticks: Runner<Ticking> = (_, __, given) => {
  const began = Number(given.get('began') || Date.now());
  given.set('began', `${began}`);
  const n = given.count('ticks');
  const late = Date.now() - began > given.input.within;
  if (n === given.input.runs) given.report(late ? 'late' : given.get('n') || '0');
};

type Rare = InProtocol & { readonly parameters: readonly string[]; readonly within?: number };

/** Another handler is called often before a handler is called again. */
export const isRare: Law<Rare> = ({ within = 4000, ...data }) =>
  runsGive<Ticking>(data.protocol, data, {
    handlers: [
      { run: counts, parameters: data.parameters },
      { run: ticks, parameters: ['interval=150ms'] },
    ],
    input: { runs: 5, within },
    expect: oneOf('0', '1', 'late'),
    ownProcess: true,
  });

const first: Runner<unknown> = (_, __, given) => {
  given.set('first', 'yes');
  if (given.get('second') !== undefined) given.report('both');
};
const second: Runner<unknown> = (_, __, given) => {
  given.set('second', 'yes');
  if (given.get('first') !== undefined) given.report('both');
};

/** Two directives in one place call two handlers, or one twice. */
export const callsBoth: Law<InProtocol & { readonly handlers: 'same' | 'different' }> = (data) => {
  const isSame = data.handlers === 'same';
  const runs: readonly Runner<{ readonly runs: number }>[] = isSame ? [counts, counts] : [first, second];
  return runsGive(data.protocol, data, {
    handlers: runs.map((run, i) => ({ run, parameters: [`interval=${i + 1}h`] })),
    input: { runs: runs.length },
    expect: equal(isSame ? 2 : 'both'),
  });
};

const remembers: Runner<unknown> = (s, _, given) => {
  if (given.get('before') !== undefined) return given.report([s.variables.spec_periodic, s.variables.spec_empty]);
  s.variables.spec_periodic = 'changed';
  s.rawVariables.spec_empty = Buffer.from('filled');
  given.set('before', 'yes');
};

export const hasOwnVariables: Law<InProtocol> = (data) =>
  again(data, remembers, { parameters: ['interval=150ms'], input: null, expect: equal(['initial', '']) });

const hears: Runner<unknown> = (_, __, given) => {
  if (given.get('asked') !== undefined) given.report('heard');
};

/** A run reads from a dictionary what a request or session has stored there, and vice versa. */
export const sharesDictionary: Law<InProtocol> = (data) =>
  again(data, hears, { parameters: ['interval=150ms'], input: null, expect: equal('heard') });
