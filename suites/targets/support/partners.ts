/** The partners of a target; using a missing one throws `NotObservable`. */
import { encode } from '../../language/encoding.js';
import { Lacking, NotObservable } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import type { Partners } from '../../language/partners.js';

/** Partners; some may be missing. */
export const partnersOf = (given: Partial<Partners>): Partners => ({
  get host() {
    return given.host ?? lacking('an HTTP host');
  },
  get log() {
    return given.log ?? lacking('a log');
  },
  get files() {
    return given.files ?? lacking('files of a host');
  },
  peer: (port) => given.peer?.(port) ?? lacking('a host that connects to peers'),
  get commandLine() {
    return given.commandLine ?? lacking('a command line');
  },
  get api() {
    return given.api ?? lacking('a server-management API');
  },
  get client() {
    return given.client ?? lacking('a client of a server-management API');
  },
});

/** The observation of a conversation. */
export async function observed(hold: () => Promise<unknown>): Promise<Observation> {
  try {
    return { kind: 'returned', value: encode(await hold()) };
  } catch (error) {
    if (error instanceof Lacking) return { kind: 'lacking', what: error.message };
    if (error instanceof NotObservable) return { kind: 'unobservable', why: error.message };
    throw error;
  }
}

function lacking(what: string): never {
  throw new NotObservable(`the target has no ${what.replace(/^an? /, '')}`);
}
