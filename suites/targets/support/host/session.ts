/** A session with a host that reads nginx-style configuration and serves HTTP: nginx itself, or the reference. */

import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Version } from '../../../../spec/types/requirement.js';
import { mergeSetups } from '../../../executor/merging.js';
import {
  type Conversation,
  NoSpace,
  type Session,
  type SessionSetup,
  StartTimedOut,
  TargetUnavailable,
} from '../../../executor/target.js';
import { type Bindings, moduleBundle } from '../../../inside/bundle.js';
import { BYTES_HEADER, carryingProbe } from '../../../inside/carrying.js';
import type { Job } from '../../../inside/job.js';
import type { Observation, ObservedResponse } from '../../../language/observation.js';
import type { WireRequest } from '../../../language/partners.js';
import type { Capability } from '../../../language/trial.js';
import { parseVersion } from '../../../language/versions.js';
import { type StarvedTime, starvationOfAll } from '../../../wire/attention.js';
import { PeerServer } from '../../../wire/connection.js';
import { CARRYING_MS, refuseOther, tryCarrying } from '../carrying.js';
import { CommandLineRunner, commandIn } from '../command-line.js';
import { evaluateOnDisk } from '../disk/on-disk.js';
import { allBut, HAS_ALL, type Imports, START_TRIES } from '../modules.js';
import { observed } from '../partners.js';
import { membersOf } from '../processes.js';
import { asNoSpace, scratchFolder } from '../scratch.js';
import { evaluateBeside } from '../signals/bystanders.js';
import { BUNDLE_FILE, LOG_FILE, type Placement, renderConfiguration } from './configuration.js';
import { ErrorLogReader } from './error-log.js';
import { freePorts } from './free-port.js';
import { HostHttp } from './http.js';
import { holdConversation, SHARED_PORT } from './partners.js';
import { portsOf } from './ports.js';

export interface LaunchedHost {
  /** Process id of the process that serves. */
  readonly pid: number;
  /** Resolves with a description if the host goes down by itself. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface HostOptions {
  readonly bindings: Bindings;
  readonly main?: readonly (readonly string[])[];
  /** Directives at the head of the http and stream blocks. */
  readonly head?: readonly (readonly string[])[];
  /** Connections for exchanges. */
  readonly connections: number;
  /** Name and version of the host, such as `nginx 1.30.6`, if its responses have them. */
  readonly host?: string;
  /** Words of the command that runs scripts, if the target has one beside the host. */
  readonly commandLine?: readonly string[];
  /** The modules that the target imports, kept for all its sessions. */
  readonly imports: Imports;
  /** Starts the host; resolves once it listens on all ports. Rejects with `PortTaken` if another process was faster. */
  launch(files: { configuration: string; folder: string; port: number }): Promise<LaunchedHost>;
}

/** Another process took a port that was free before. */
export class PortTaken extends Error {}

/** What a host can do that is started here with a configuration. */
export const HOST_CAPABILITIES: readonly Capability[] = [
  'evaluate',
  'exchange',
  'stream',
  'log',
  'peers',
  'periodic',
  'restart',
  'file-system',
  'machine',
];

const LAUNCH_TRIES = 5;

/**
 * Writes configuration and bundle into a temporary folder and launches the host. Built-in modules that it does not import are left out, and
 * a failed start is retried.
 * @throws TargetUnavailable
 */
export function startHostSession(setup: SessionSetup, options: HostOptions): Promise<Session> {
  const bare = { host: mergeSetups([]), probes: [], version: HAS_ALL } as const;
  return options.imports.without(
    (refused) => startAgain(setup, options, refused),
    isRefusal,
    (modules) => starts(bare, options, allBut(modules)),
  );
}

/** Another start may succeed, and costs little. */
const isRefusal = (error: unknown): boolean =>
  error instanceof TargetUnavailable && !(error instanceof StartTimedOut || error instanceof NoSpace);

/** The number of starts of a slow host, since each takes long. */
const LATE_TRIES = 2;

async function startAgain(setup: SessionSetup, options: HostOptions, refused: ReadonlySet<string>): Promise<Session> {
  for (let tries = 1; ; tries++) {
    try {
      return await startOnce(setup, options, refused);
    } catch (error) {
      const most = error instanceof StartTimedOut ? LATE_TRIES : START_TRIES;
      const again = isRefusal(error) || error instanceof StartTimedOut;
      if (!again || tries >= most) throw error;
    }
  }
}

async function starts(setup: SessionSetup, options: HostOptions, refused: ReadonlySet<string>): Promise<boolean> {
  try {
    await (await startOnce(setup, options, refused)).stop();
    return true;
  } catch (error) {
    if (error instanceof TargetUnavailable) return false;
    throw error;
  }
}

async function startOnce(
  setup: SessionSetup,
  options: HostOptions,
  refused: ReadonlySet<string>,
): Promise<HostSession> {
  const folder = await scratchFolder();
  const peers = new Map<string, PeerServer>();
  try {
    const named = portsOf(setup.host);
    for (const name of named.peers) peers.set(name, await PeerServer.open(named.resolvers.has(name)));
    const session = await launchIn({ folder, peers, listened: named.listened, refused }, setup, options);
    // The texts of a host depend on its version, which is not known yet.
    if (setup.version === undefined) return session;
    await session.tryCarrying(setup.probes.length, setup.version).catch(async (error: unknown) => {
      await session.stop();
      throw error;
    });
    return session;
  } catch (error) {
    await Promise.all([...peers.values()].map((peer) => peer.close()));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    throw asNoSpace(error);
  }
}

interface SessionParts {
  readonly folder: string;
  readonly peers: ReadonlyMap<string, PeerServer>;
  readonly listened: ReadonlySet<string>;
  readonly refused: ReadonlySet<string>;
}

async function launchIn(premises: SessionParts, setup: SessionSetup, options: HostOptions): Promise<HostSession> {
  const { folder, peers, listened, refused } = premises;
  for (let tries = 1; ; tries++) {
    const [port = 0, ...others] = await freePorts(1 + listened.size);
    const ports = new Map([...peers].map(([name, peer]) => [name, peer.port]));
    ports.set(SHARED_PORT, port);
    for (const [i, name] of [...listened].entries()) ports.set(name, others[i] ?? 0);
    const configuration = await writeFiles(setup, { folder, port, ports, refused }, options);
    try {
      const launched = await options.launch({ configuration, folder, port });
      return new HostSession({ folder, port, ports, peers, launched }, options);
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === LAUNCH_TRIES) throw error;
    }
  }
}

async function writeFiles(
  { host, probes, version }: SessionSetup,
  place: Placement & { readonly refused: ReadonlySet<string> },
  { main = [], head = [], bindings }: HostOptions,
): Promise<string> {
  const { folder, refused } = place;
  const { text, handlers, files } = renderConfiguration(host, { ...place, main, head });
  const configuration = join(folder, 'host.conf');
  await writeFile(configuration, text);
  await writeFile(
    join(folder, BUNDLE_FILE),
    moduleBundle({ bindings, version, probes: [...probes, carryingProbe], handlers, refused }),
  );
  await writeFile(join(folder, LOG_FILE), '');
  for (const { file, content } of files) await writeFile(join(folder, file), content);
  return configuration;
}

/** Milliseconds to wait for the host's exit after a lost connection. */
const EXIT_GRACE_MS = 200;

interface StartedHost {
  readonly folder: string;
  readonly port: number;
  readonly ports: ReadonlyMap<string, number>;
  readonly peers: ReadonlyMap<string, PeerServer>;
  readonly launched: LaunchedHost;
}

class HostSession implements Session {
  readonly #started: StartedHost;
  readonly #http: HostHttp;
  readonly #log: ErrorLogReader;
  readonly #starved: StarvedTime;
  readonly #commandLine: CommandLineRunner | undefined;
  readonly #known: string | undefined;
  #stopped = false;

  constructor(started: StartedHost, options: HostOptions) {
    this.#started = started;
    const { commandLine: argv, bindings, host } = options;
    this.#known = host;
    this.#commandLine = argv && new CommandLineRunner({ run: commandIn(started.folder, argv), bindings });
    this.#starved = starvationOfAll(membersOf(started.launched.pid));
    this.#http = new HostHttp({
      address: { host: '127.0.0.1', port: started.port },
      authority: `127.0.0.1:${started.port}`,
      connections: options.connections,
      starved: this.#starved,
      exit: () => this.#exit(),
    });
    this.#log = new ErrorLogReader(join(started.folder, LOG_FILE));
  }

  evaluate(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]> {
    const { folder, launched } = this.#started;
    return evaluateBeside(jobs, (beside) =>
      evaluateOnDisk(beside, { scratch: folder, pid: launched.pid }, (placed) => this.#evaluate(placed, deadlineMs)),
    );
  }

  /**
   * Runs the self test, which is the probe with this number, and checks that host and runtime have not changed.
   * @throws TargetUnavailable
   * @throws TargetChanged
   */
  tryCarrying(probe: number, version: Version): Promise<void> {
    return tryCarrying(probe, version, (jobs) => this.#evaluate(jobs, CARRYING_MS, [BYTES_HEADER]));
  }

  async answers(deadlineMs: number): Promise<void> {
    await this.#evaluate([], deadlineMs);
  }

  #evaluate(jobs: readonly Job[], deadlineMs: number, headers: WireRequest['headers'] = []): Promise<Observation[][]> {
    const from = this.#log.position();
    return this.#http.evaluate(jobs, deadlineMs, {
      headers,
      inspect: (response) => this.#refuseOther(response),
      lastLine: () => this.#lastLine(from),
    });
  }

  /** @throws TargetChanged if a response names another version of the host than before */
  #refuseOther({ headers }: ObservedResponse): void {
    if (this.#known === undefined) return;
    const [program, version = ''] = this.#known.split(' ');
    const before = parseVersion(version);
    const [, server = ''] = headers.find(([name]) => name.toLowerCase() === 'server') ?? [];
    const [name, now = ''] = server.split('/');
    if (name === program && before !== undefined) refuseOther(`the version of ${program}`, before, parseVersion(now));
  }

  converse(conversation: Conversation): Promise<Observation> {
    const { ports, peers } = this.#started;
    return observed(() =>
      holdConversation(conversation, {
        log: this.#log,
        starved: this.#starved,
        ports,
        peers,
        commandLine: this.#commandLine?.partner(conversation.deadlineMs),
        request: (request) => this.#http.request(request, conversation.deadlineMs),
        exit: () => this.#exit(),
      }),
    );
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    const { folder, launched, peers } = this.#started;
    this.#http.close();
    this.#log.close();
    await launched.stop();
    await Promise.all([...peers.values()].map((peer) => peer.close()));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #exit(): Promise<string | undefined> {
    return Promise.race([this.#started.launched.exited, after(EXIT_GRACE_MS, undefined)]);
  }

  #lastLine(from: number): string {
    return this.#log.since(from).at(-1)?.message ?? 'nothing in the error log';
  }
}

/** Whether a host that did not start reports that another process has one of its ports. */
export const isPortTaken = (printed: string): boolean => /Address already in use|EADDRINUSE/.test(printed);

/** The error for a host that did not start, with its output. */
export function unavailable(what: string, printed: string): PortTaken | TargetUnavailable {
  const text = printed.trim();
  if (isPortTaken(text)) return new PortTaken(text);
  return new TargetUnavailable(`${what} did not start: ${text === '' ? 'it printed nothing' : text}`);
}
