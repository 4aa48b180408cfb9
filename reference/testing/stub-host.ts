/** Ports that tests give realms in place of a host. */
import { builtInPorts } from '../host/script/built-in-ports.js';
import { processPort } from '../host/script/process-port.js';
import { documentBindings, runtimePort } from '../host/script/runtime-port.js';
import type { SharedPort } from '../host/support/realms/hosted.js';
import type { RealmPort } from '../port/runtime.js';
import type { HandlerSubject } from '../port/subject.js';
import type { VariablePort } from '../port/variables.js';

/** A subject of a stub host without an HTTP server: its variables are a record. */
export function stubSubject(): HandlerSubject {
  const values = new Map<string, string>();
  const nothing = { ok: true, value: undefined } as const;
  const variables: VariablePort = {
    text: (name) => ({ ok: true, value: values.get(name) }),
    bytes: () => nothing,
    declared: () => [],
    set: (name, value) => {
      values.set(name, String(value));
      return nothing;
    },
  };
  return { kind: 'periodic', port: { variables } };
}

/** The host global's port of a host that stores nothing. */
export const stubHostGlobal: NonNullable<SharedPort['host']> = {
  build: '',
  configurationPath: '',
  configurationPrefix: '',
  errorLogPath: '',
  prefix: '',
  version: '1.0.0',
  versionNumber: 1_000_000,
  workerId: 0,
  levels: { INFO: 7, WARN: 5, ERR: 4 },
  dictionaryNames: () => [],
  dictionary: () => undefined,
};

/** The port of a realm without a host. */
export function stubPort(): Omit<RealmPort, 'console' | 'timers' | 'crypto' | 'files' | 'host'> &
  Pick<SharedPort, 'ownPorts' | 'prepare'> {
  return {
    bindings: documentBindings,
    runtime: runtimePort(),
    process: processPort([], new Map()),
    ...builtInPorts,
    enter: (work) => void work(),
  };
}
