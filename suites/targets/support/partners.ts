/** The partners of a target; using a missing one throws `NotObservable`. */
import { NotObservable } from '../../language/failures.js';
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

function lacking(what: string): never {
  throw new NotObservable(`the target has no ${what.replace(/^an? /, '')}`);
}
