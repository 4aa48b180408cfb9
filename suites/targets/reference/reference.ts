/**
 * Target `reference`: the reference host, in a thread of this process, and the reference's server-management API and client.
 * Only this folder imports `reference`.
 */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationError } from '../../../reference/host/support/settings/error.js';
import { newestRuntime, versionComplaint } from '../../../reference/host/support/version.js';
import type { StartOptions } from '../../../reference/nginx/messages.js';
import { startHost } from '../../../reference/nginx/start.js';
import type { ServiceFacts } from '../../../reports/model.js';
import {
  type Driver,
  type Identity,
  isRuntime,
  type RuntimeTarget,
  type Session,
  type SessionSetup,
  SetupRefused,
} from '../../executor/target.js';
import type { Capability } from '../../language/trial.js';
import { parseVersion } from '../../language/versions.js';
import { BUNDLE_FILE } from '../support/host/configuration.js';
import { HOST_CAPABILITIES, type LaunchedHost, PortTaken, startHostSession } from '../support/host/session.js';
import { Imports } from '../support/modules.js';
import { holdUmask } from '../support/umask.js';
import { BINDINGS, commandLine, launchHost, startCommandLine } from './started.js';

const CAPABILITIES: readonly Capability[] = [
  ...HOST_CAPABILITIES,
  ...(['arguments', 'command-line', 'write', 'revoked-key', 'new-key'] as const),
];

/**
 * Megabytes of a host's young generation. With less, objects of hundreds of kilobytes are copied while they are made, which takes a
 * sixteenth of a run's time.
 */
const YOUNG_MB = 36;

export interface ReferenceOptions {
  /** Version of the runtime that the reference imitates; by default the newest of the documents. */
  readonly runtimeVersion?: string | undefined;
  /** Script text that each realm runs before ours, to make the reference wrong in some way. */
  readonly prelude?: string | undefined;
  readonly build?: ReferenceBuild | undefined;
}

/** A build of the reference from other sources. */
export interface ReferenceBuild {
  /** Address of a folder like `dist/reference`, with a slash at its end. */
  readonly folder: string;
  /** Its management API; by default ours. */
  readonly api?: (() => Promise<ReferenceSessions>) | undefined;
}

/** The exports of the file of the management API. */
export type ReferenceSessions = Pick<typeof import('./api.js'), 'startServerSession' | 'clientDriver'>;

/** Why the reference cannot imitate this version; `undefined` if it can. */
export const complaintOfVersion = (version: string): string | undefined => versionComplaint(version);

/** The reference in the version of another runtime, or the newest if it cannot imitate that. */
export function referenceLike(identity: Identity): { readonly driver: Driver; readonly identity: Identity } {
  const isKnown = isRuntime(identity) && complaintOfVersion(identity.runtimeVersion) === undefined;
  const { drivers, identity: own } = referenceTarget(isKnown ? { runtimeVersion: identity.runtimeVersion } : {});
  return { driver: drivers.runtime, identity: own ?? identity };
}

export function referenceTarget({ runtimeVersion, prelude, build }: ReferenceOptions = {}): RuntimeTarget {
  const version = parseVersion(runtimeVersion ?? newestRuntime);
  const imports = new Imports();
  const api = build?.api ?? (() => import('./api.js'));
  /** The facts of the run's own session. Sessions that confirm violations add none. */
  let facts: (() => ServiceFacts) | undefined;
  return {
    name: 'reference',
    kind: 'reference',
    ...(version === undefined ? {} : { identity: { runtimeVersion: version, engine: 'reference' } }),
    capabilities: new Set(CAPABILITIES),
    options: ['--target', 'reference', ...(runtimeVersion === undefined ? [] : ['--runtime-version', runtimeVersion])],
    drivers: {
      runtime: {
        restarts: true,
        // Hosts are threads of this process. More of them than processors cost memory without a gain.
        sessions: 2,
        start: async (setup) => startRuntime(setup, { runtimeVersion, prelude, build }, imports),
      },
      server: {
        restarts: false,
        start: async () => {
          const session = await (await api()).startServerSession();
          facts ??= () => session.service();
          return session;
        },
      },
      client: {
        restarts: false,
        atOnce: 64,
        start: async (setup) => (await api()).clientDriver.start(setup),
      },
    },
    service: () => facts?.(),
  };
}

async function startRuntime(
  setup: SessionSetup,
  { runtimeVersion, prelude, build }: ReferenceOptions,
  imports: Imports,
): Promise<Session> {
  // A thread of this process cannot have the start settings of a process.
  if (setup.started?.arguments !== undefined) return startCommandLine(setup, runtimeVersion, build?.folder);
  const older = runtimeVersion === undefined ? {} : { runtimeVersion };
  const thread = build === undefined ? {} : { thread: new URL('bundled/worker.js', build.folder).href };
  return startHostSession(setup, {
    bindings: BINDINGS,
    connections: 64,
    imports,
    commandLine: commandLine(runtimeVersion, build?.folder),
    launch: async ({ configuration, folder }) => {
      if (prelude !== undefined) await prepend(prelude, join(folder, BUNDLE_FILE));
      if (setup.started !== undefined)
        return launchHost({ configuration, folder, start: setup.started, runtimeVersion, build: build?.folder });
      return launchReference({ configuration, prefix: folder, trusted: true, youngMb: YOUNG_MB, ...older, ...thread });
    },
  });
}

const prepend = async (text: string, file: string): Promise<void> =>
  writeFile(file, `${text}\n${await readFile(file, 'utf8')}`);

/** Starts a host in a thread. Rejects with `TargetUnavailable` if it refuses its configuration. */
export async function launchReference(options: StartOptions): Promise<LaunchedHost> {
  const letGo = holdUmask();
  try {
    const host = await startHost(options);
    void host.ended.then(letGo, letGo);
    return { pid: process.pid, exited: host.ended.then(() => 'the host ended'), stop: () => host.kill() };
  } catch (error) {
    letGo();
    if (error instanceof Error && error.message.includes('EADDRINUSE')) throw new PortTaken(error.message);
    if (error instanceof ConfigurationError) throw new SetupRefused('the reference', error.message);
    throw error;
  }
}
