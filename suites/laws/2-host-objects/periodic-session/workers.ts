/** 2/host-global-object-srv/srv-worker-id: the workers that call a periodic handler. */
import { equal } from '../../../language/expectation.js';
import { directive } from '../../../language/setup.js';
import type { Law } from '../../../language/trial.js';
import { type RunDirective, type Runner, runsGive, type ServerProtocol } from '../../support/periodic.js';

/** The calling workers, as the directive says. A trial waits for `least` of them, and for `runs` of the one that reports. */
type Affinity = {
  readonly protocol: ServerProtocol;
  readonly affinity?: string;
  readonly least: number;
  readonly runs?: number;
};

const WORKERS = 3;
/** Runs of the worker that reports. */
const RUNS = 5;

const notes: Runner<{ readonly least: number; readonly workers: number; readonly runs: number }> = (_, t, given) => {
  const n = given.count(`${t.srv.worker_id}`);
  const seen: number[] = [];
  for (let id = 0; id < given.input.workers; id++) if (given.get(`${id}`) !== undefined) seen.push(id);
  if (n >= given.input.runs && seen.length >= given.input.least) given.report(seen);
};

const MAIN = [directive('master_process', 'on'), directive('worker_processes', `${WORKERS}`)];

/** The numbers of the workers that call a handler. */
export const areCalledBy: Law<Affinity & { readonly workers: readonly number[] }> = (data) => {
  const affinity = data.affinity === undefined ? [] : [`worker_affinity=${data.affinity}`];
  return runsGive(data.protocol, data, {
    main: MAIN,
    handlers: [{ run: notes, parameters: ['interval=200ms', ...affinity] }],
    input: { least: data.least, workers: WORKERS + 1, runs: data.runs ?? RUNS },
    expect: equal(data.workers),
  });
};

const marks: Runner<unknown> = (_, __, given) => given.set('marked', 'yes');
const watches: Runner<unknown> = (_, __, given) => {
  if (given.count('n') >= 5) given.report(given.get('marked') === undefined);
};

/** A mask may exclude all workers for this handler without affecting other handlers. */
export const isCalledByNone: Law<{ readonly protocol: ServerProtocol }> = (data) => {
  const handlers: readonly RunDirective<unknown>[] = [
    { run: marks, parameters: ['interval=100ms', 'worker_affinity=000'] },
    { run: watches, parameters: ['interval=150ms'] },
  ];
  return runsGive<unknown>(data.protocol, data, { main: MAIN, handlers, input: null, expect: equal(true) });
};
