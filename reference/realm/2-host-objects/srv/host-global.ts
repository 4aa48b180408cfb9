import type { HostGlobalPort } from '../../../port/host-global.js';
import {
  defineProperty,
  each,
  getProperty,
  keysOf,
  numberOf,
  ownProperty,
  PrivateRecord,
} from '../../support/intrinsics.js';
import { defineMethods } from '../../support/members.js';
import { createNamed } from '../../support/named.js';
import { resultOf } from '../../support/outcome.js';
import { onRenewal } from '../../support/renewal.js';
import { messageOf } from '../../support/text-or-bytes.js';
import { isSince, type RuntimeVersion } from '../../support/versions.js';
import { createSharedDictionary } from '../shared-dict/shared-dict.js';
import { fetchBy } from './fetch.js';

/** 2/host-global-object-srv, 2/shared-dictionary-srv-shared-shared-dict */
const versions: Readonly<Record<string, RuntimeVersion | undefined>> = {
  build: '0.8.0',
  conf_file_path: '0.8.0',
  conf_prefix: '0.7.8',
  error_log_path: '0.8.0',
  prefix: '0.8.0',
  version: '0.8.0',
  version_number: '0.8.0',
  worker_id: '0.8.0',
  shared: '0.8.0',
};

/** The host global `srv`: 2/host-global-object-srv */
export function createHostGlobal(port: HostGlobalPort): object {
  const properties = {
    /** 2/host-global-object-srv/srv-build */
    build: port.build,
    /** 2/host-global-object-srv/srv-conf-file-path */
    conf_file_path: port.configurationPath,
    /** 2/host-global-object-srv/srv-conf-prefix */
    conf_prefix: port.configurationPrefix,
    /** 2/host-global-object-srv/srv-error-log-path */
    error_log_path: port.errorLogPath,
    /** 2/host-global-object-srv/srv-prefix */
    prefix: port.prefix,
    /** 2/host-global-object-srv/srv-version */
    version: port.version,
    /** 2/host-global-object-srv/srv-version-number */
    version_number: port.versionNumber,
    /** 2/host-global-object-srv/srv-worker-id */
    worker_id: port.workerId,
    /** 2/host-global-object-srv/p1 */
    ...port.levels,
    /** 2/shared-dictionary-srv-shared-shared-dict */
    shared: createShared(port),
  };
  const srv = {};
  each(keysOf(properties), (name) => {
    const since: RuntimeVersion | undefined = ownProperty(versions, name)?.value;
    if (since !== undefined && !isSince(since)) return;
    defineProperty(srv, name, { __proto__: null, value: getProperty(properties, name), enumerable: true });
  });
  defineMethods(srv, methodsOf(port));
  return srv;
}

function methodsOf(port: HostGlobalPort): Readonly<Record<string, unknown>> {
  const { fetch, log } = {
    /** 2/host-object-operations/p1 */
    fetch(resource: unknown, options?: unknown): Promise<object> {
      return fetchBy(port.fetch, resource, options);
    },
    /** 2/host-object-operations/p2 */
    log(level: unknown, ...messages: unknown[]): void {
      const number = numberOf(level);
      each(messages, (message) => resultOf(port.log(number, messageOf(message))));
    },
  };
  return isSince('0.5.1') ? { fetch, log } : { log };
}

/** A dictionary's object is made when a script first reads it: most requests use few of them. */
function createShared(port: HostGlobalPort): object {
  const made = new PrivateRecord<object>();
  onRenewal(() => made.clear());
  const make = (name: string): object | undefined => {
    const dictionary = port.dictionary(name);
    if (dictionary === undefined) return undefined;
    const shared = createSharedDictionary(dictionary);
    made.set(name, shared);
    return shared;
  };
  return createNamed({
    get: (name) => made.get(name) ?? make(name),
    names: () => port.dictionaryNames(),
    set: undefined,
    delete: undefined,
  });
}
