/** Observes a trial alone, with what is sent to the host noted down, so that it can be sent by other means. */
import { observeAlone, trialAt } from '../executor/confirming.js';
import { type Mismatch, mismatchOf } from '../executor/judge.js';
import { pathOf } from '../executor/merging.js';
import type { Planned } from '../executor/planned.js';
import { DEFAULT_DEADLINES } from '../executor/sessions.js';
import type { Driver, Identity } from '../executor/target.js';
import type { Observation } from '../language/observation.js';
import type { Partners, WireRequest } from '../language/partners.js';
import type { Trial } from '../language/trial.js';
import { SCOPE } from './candidate.js';
import { NotAlone } from './configuration.js';

/** The case under the short name that it has in a reproducer. */
const renamed = (of: Planned): Planned => ({ ...of, id: SCOPE, at: pathOf(SCOPE) });

/** A trial as it is put to a target for a reproducer. */
export interface Replayed {
  readonly trial: Trial;
  readonly observed: Observation;
  readonly requests: readonly WireRequest[];
  readonly mismatch: Mismatch | undefined;
}

/** The trial at a path that a report names; `undefined` where there is none. */
export const trialOf = (of: Planned, seed: number, path: string | undefined): Trial | undefined =>
  trialAt({ ...of, at: pathOf(SCOPE) }, seed, path);

/** Rejects with `NotAlone` where a conversation takes more than requests to a server. */
export async function replayed(driver: Driver, of: Planned, trial: Trial, identity: Identity): Promise<Replayed> {
  const requests: WireRequest[] = [];
  const missing: string[] = [];
  const { hold } = trial;
  const noted: Trial =
    hold === undefined
      ? trial
      : { ...trial, hold: (partners) => hold(noting(partners, requests, (what) => missing.push(what))) };
  const observed = await observeAlone(driver, renamed(of), noted, { identity, deadlines: DEFAULT_DEADLINES });
  if (missing[0] !== undefined) throw new NotAlone(`it takes ${missing[0]}`);
  return { trial, observed, requests, mismatch: mismatchOf(trial, observed) };
}

/** Partners that note requests, and whatever else is asked for. */
const noting = (partners: Partners, requests: WireRequest[], other: (what: string) => void): Partners => ({
  get host() {
    const { host } = partners;
    return {
      request: (request: WireRequest) => {
        requests.push(request);
        return host.request(request);
      },
      connect: (port: string) => {
        other('a connection of its own to the server');
        return host.connect(port);
      },
    };
  },
  get log() {
    return partners.log;
  },
  get files() {
    other('files of the server');
    return partners.files;
  },
  peer: (port) => {
    other('a peer that the server connects to');
    return partners.peer(port);
  },
  get api() {
    return partners.api;
  },
  get client() {
    return partners.client;
  },
});
