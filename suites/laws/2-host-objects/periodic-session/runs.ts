/** 2/what-the-service-does/p1, 2/periodic-session-object/p1: runs of periodic handlers, one after the other and side by side. */
import { between, equal, oneOf } from '../../../language/expectation.js';
import type { Law } from '../../../language/trial.js';
import { type Runner, runsGive, type ServerProtocol } from '../../support/periodic.js';

type InProtocol = { readonly protocol: ServerProtocol };

/** Runs until the third. */
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
  const n = Number(given.zone.get(`${given.key}/n`) || 0) + 1;
  given.zone.set(`${given.key}/n`, `${n}`);
  if (n >= given.input.runs) return given.report(n);
  const fail = (): never => {
    throw new Error('on purpose');
  };
  if (given.input.end === 'throws') fail();
  if (given.input.end === 'rejects') return Promise.resolve().then(fail);
  if (given.input.end === 'leaves-rejection') Promise.reject(new Error('on purpose'));
  if (given.input.end === 'throws-in-timer') setTimeout(fail, 1);
  if (given.input.end === 'never-settles') return new Promise(() => undefined);
  return given.input.end === 'outlives' ? t.wait(60000) : undefined;
};

/** However runs end, others follow. */
export const goesOn: Law<
  InProtocol & { readonly end: EndOfRun; readonly parameters?: readonly string[]; readonly runs?: number }
> = ({ runs = RUNS, ...data }) =>
  runsGive(data.protocol, data, {
    handlers: [{ run: endsBadly, parameters: data.parameters ?? ['interval=400ms'] }],
    input: { end: data.end, runs },
    expect: equal(runs),
    ownProcess: true,
  });

const beats: Runner<{ readonly runs: number }> = (_, __, given) => {
  const n = Number(given.zone.get(`${given.key}/n`) || 0) + 1;
  given.zone.set(`${given.key}/n`, `${n}`);
  if (n >= given.input.runs) return given.report(given.zone.get(`${given.key}/others`) || 'none');
  const beat = (left: number): void => {
    if (given.zone.get(`${given.key}/n`) !== `${n}`)
      given.zone.set(`${given.key}/others`, `run ${n} goes on beside run ${given.zone.get(`${given.key}/n`)}`);
    else if (left > 0) setTimeout(() => beat(left - 1), 10);
  };
  beat(100);
};

/** A run that outlives its interval does nothing any more once the next has begun. */
export const isAlone: Law<InProtocol> = (data) =>
  runsGive(data.protocol, data, {
    handlers: [{ run: beats, parameters: ['interval=400ms'] }],
    input: { runs: RUNS + 1 },
    expect: equal('none'),
    ownProcess: true,
  });

/** Reports the shortest of two intervals. The first call is left out: a host that starts has much to do, and may be late. */
const timed: Runner<null> = (_, __, given) => {
  const now = Date.now();
  const times = `${given.zone.get(`${given.key}/times`) || ''}`.split(' ');
  given.zone.set(`${given.key}/times`, times.concat([`${now}`]).join(' '));
  const third = Number(times[3]);
  if (third > 0) given.report(Math.min(third - Number(times[2]), now - third));
};

/** Milliseconds by which a host's clock may lag behind. */
const LAG = 25;

/** The time between two runs. */
export const isSpaced: Law<InProtocol & { readonly parameters: readonly string[]; readonly least: number }> = (data) =>
  runsGive(data.protocol, data, {
    handlers: [{ run: timed, parameters: data.parameters }],
    input: null,
    expect: between(data.least - LAG, data.least + 20000),
    ownProcess: true,
  });

const counts: Runner<{ readonly runs: number }> = (_, __, given) => {
  const n = Number(given.zone.get(`${given.key}/n`) || 0) + 1;
  given.zone.set(`${given.key}/n`, `${n}`);
  if (n === given.input.runs) given.report(n);
};

/** What `isRare` waits for, and the milliseconds after which a host is too slow for it. */
type Ticking = { readonly runs: number; readonly within: number };

const ticks: Runner<Ticking> = (_, __, given) => {
  const began = Number(given.zone.get(`${given.key}/began`) || Date.now());
  given.zone.set(`${given.key}/began`, `${began}`);
  const n = Number(given.zone.get(`${given.key}/ticks`) || 0) + 1;
  given.zone.set(`${given.key}/ticks`, `${n}`);
  const late = Date.now() - began > given.input.within;
  if (n === given.input.runs) given.report(late ? 'late' : given.zone.get(`${given.key}/n`) || '0');
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
  given.zone.set(`${given.key}/first`, 'yes');
  if (given.zone.get(`${given.key}/second`) !== undefined) given.report('both');
};
const second: Runner<unknown> = (_, __, given) => {
  given.zone.set(`${given.key}/second`, 'yes');
  if (given.zone.get(`${given.key}/first`) !== undefined) given.report('both');
};

/** Two directives in one place call two handlers, or one twice. */
export const areBoth: Law<InProtocol & { readonly handlers: 'same' | 'different' }> = (data) => {
  const isSame = data.handlers === 'same';
  const runs: readonly Runner<{ readonly runs: number }>[] = isSame ? [counts, counts] : [first, second];
  return runsGive(data.protocol, data, {
    handlers: runs.map((run, i) => ({ run, parameters: [`interval=${i + 1}h`] })),
    input: { runs: runs.length },
    expect: equal(isSame ? 2 : 'both'),
  });
};

const remembers: Runner<unknown> = (s, _, given) => {
  if (given.zone.get(`${given.key}/before`) !== undefined)
    return given.report([s.variables.spec_periodic, s.variables.spec_empty]);
  s.variables.spec_periodic = 'changed';
  s.rawVariables.spec_empty = Buffer.from('filled');
  given.zone.set(`${given.key}/before`, 'yes');
};

/** Each run has variables of its own. */
export const forgets: Law<InProtocol> = (data) =>
  runsGive(data.protocol, data, {
    handlers: [{ run: remembers, parameters: ['interval=150ms'] }],
    input: null,
    expect: equal(['initial', '']),
    ownProcess: true,
  });

const hears: Runner<unknown> = (_, __, given) => {
  if (given.zone.get(`${given.key}/asked`) !== undefined) given.report('heard');
};

/** A run finds in a dictionary what a request or session has stored there, and the other way round. */
export const shares: Law<InProtocol> = (data) =>
  runsGive(data.protocol, data, {
    handlers: [{ run: hears, parameters: ['interval=150ms'] }],
    input: null,
    expect: equal('heard'),
    ownProcess: true,
  });
