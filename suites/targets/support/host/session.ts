/** A session with a host that reads nginx-style configuration and serves HTTP: nginx itself, or the reference. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Version } from '../../../../spec/types/spec.js';
import { eachOf } from '../../../executor/conversation.js';
import { readOutcomes } from '../../../executor/outcomes.js';
import {
  type ExchangeOrder,
  type Job,
  type Session,
  type Setup,
  TargetDown,
  TargetUnavailable,
} from '../../../executor/target.js';
import { type Bindings, moduleBundle } from '../../../inside/bundle.js';
import type { LogLine, Observation, ObservedResponse } from '../../../language/law.js';
import type { WireRequest } from '../../../language/setup.js';
import { MalformedResponse, ResponseTooLarge } from '../../../wire/parser.js';
import { ConnectFailed, ConnectionLost, DeadlineExceeded, encodeRequest, WirePool } from '../../../wire/wire.js';
import { BUNDLE_FILE, EVALUATE_PATH, LOG_FILE, renderConfiguration } from './configuration.js';
import { ErrorLog } from './error-log.js';
import { freePort } from './free-port.js';

/** A host that was launched and listens. */
export interface Launched {
  /** Resolves with a description when the host goes down by itself. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

export interface HostOptions {
  readonly bindings: Bindings;
  readonly version: Version;
  readonly main?: readonly (readonly string[])[];
  readonly http?: readonly (readonly string[])[];
  /** Connections for exchanges. */
  readonly connections: number;
  /** Starts the host; resolves once it listens on the port. Rejects with `PortTaken` when another process was quicker. */
  launch(files: { configuration: string; folder: string; port: number }): Promise<Launched>;
}

/** The port that was free a moment ago is not any more. */
export class PortTaken extends Error {}

const LAUNCH_TRIES = 5;

/** Writes configuration and bundle into a temporary folder and launches the host. */
export async function startHostSession(setup: Setup, options: HostOptions): Promise<Session> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-'));
  try {
    return await launchIn(folder, setup, options);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function launchIn(folder: string, setup: Setup, options: HostOptions): Promise<Session> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const configuration = await writeFiles(folder, port, setup, options);
    try {
      const launched = await options.launch({ configuration, folder, port });
      return new HostSession(folder, port, launched, options.connections);
    } catch (error) {
      if (!(error instanceof PortTaken) || tries === LAUNCH_TRIES) throw error;
    }
  }
}

async function writeFiles(folder: string, port: number, setup: Setup, options: HostOptions): Promise<string> {
  const { main, http, bindings, version } = options;
  const place = { folder, port, ...(main === undefined ? {} : { main }), ...(http === undefined ? {} : { http }) };
  const { text, handlers } = renderConfiguration(setup.plan, place);
  const configuration = join(folder, 'host.conf');
  await writeFile(configuration, text);
  await writeFile(join(folder, BUNDLE_FILE), moduleBundle({ bindings, version, probes: setup.probes, handlers }));
  await writeFile(join(folder, LOG_FILE), '');
  return configuration;
}

/** How long after a lost connection a host is given to be seen dead, milliseconds. */
const EXIT_GRACE_MS = 200;

class HostSession implements Session {
  readonly #folder: string;
  readonly #launched: Launched;
  readonly #pool: WirePool;
  readonly #log: ErrorLog;
  readonly #port: number;
  #stopped = false;

  constructor(folder: string, port: number, launched: Launched, connections: number) {
    this.#folder = folder;
    this.#port = port;
    this.#launched = launched;
    this.#pool = new WirePool({ host: '127.0.0.1', port }, connections);
    this.#log = new ErrorLog(join(folder, LOG_FILE));
  }

  async evaluate(jobs: readonly Job[], deadlineMs: number): Promise<Observation[][]> {
    const request: WireRequest = { method: 'POST', target: EVALUATE_PATH, body: JSON.stringify(jobs) };
    const from = this.#log.position();
    const response = await this.#send(request, deadlineMs);
    if (response === 'closed') throw new TargetDown('crash', 'the connection was closed without an answer');
    if (response.status !== 200)
      throw new TargetDown('crash', `status ${response.status} instead of outcomes; ${this.#lastLine(from)}`);
    return readOutcomes(Buffer.from(response.body).toString(), jobs);
  }

  async exchange(order: ExchangeOrder): Promise<{ responses: ObservedResponse[]; log: LogLine[] }> {
    const from = this.#log.position();
    const responses = await this.#sendAll(order);
    const { logMarker } = order;
    const log =
      logMarker === undefined ? [] : this.#log.since(from).filter(({ message }) => message.includes(logMarker));
    return { responses, log };
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#pool.close();
    this.#log.close();
    await this.#launched.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #sendAll({ requests, together = false, deadlineMs }: ExchangeOrder): Promise<ObservedResponse[]> {
    const responses = await eachOf(requests, together ? requests.length : 1, (one) => this.#send(one, deadlineMs));
    return responses.filter((response) => response !== 'closed');
  }

  /** `closed`: the host is alive and closed the connection without a response, as `return 444` asks it to. */
  async #send(request: WireRequest, deadlineMs: number): Promise<ObservedResponse | 'closed'> {
    const method = request.method ?? 'GET';
    try {
      return await this.#pool.exchange(requestBytes(request, this.#port), { method, deadlineMs });
    } catch (error) {
      if (error instanceof DeadlineExceeded) throw new TargetDown('hang', error.message, deadlineMs);
      if (error instanceof MalformedResponse || error instanceof ResponseTooLarge) return unreadable(error);
      if (!(error instanceof ConnectionLost || error instanceof ConnectFailed)) throw error;
      const exit = await this.#exit();
      if (exit === undefined && error instanceof ConnectionLost) return 'closed';
      throw new TargetDown('crash', exit ?? error.message);
    }
  }

  async #exit(): Promise<string | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, EXIT_GRACE_MS, undefined);
    });
    try {
      return await Promise.race([this.#launched.exited, grace]);
    } finally {
      clearTimeout(timer);
    }
  }

  #lastLine(from: number): string {
    return this.#log.since(from).at(-1)?.message ?? 'nothing in the error log';
  }
}

/** What is no HTTP response counts as one without a status, so that it is judged as others are. */
const unreadable = ({ message }: Error): ObservedResponse => ({
  version: '',
  status: 0,
  reason: '',
  headers: [],
  body: Buffer.from(message),
});

function requestBytes(request: WireRequest, port: number): Uint8Array {
  const given = request.headers ?? [];
  const has = (name: string): boolean => given.some(([other]) => other.toLowerCase() === name);
  const body = request.body === undefined ? undefined : Buffer.from(request.body);
  const host: readonly (readonly [string, string])[] = has('host') ? [] : [['Host', `127.0.0.1:${port}`]];
  const framed = has('content-length') || has('transfer-encoding');
  return encodeRequest({
    method: request.method ?? 'GET',
    target: request.target,
    ...(request.version === undefined ? {} : { version: request.version }),
    headers: [...host, ...given],
    ...(body === undefined ? {} : { body, contentLength: !framed }),
  });
}

/** Says why a host did not come to listen, from what it printed. */
export function unavailable(what: string, printed: string): PortTaken | TargetUnavailable {
  const text = printed.trim();
  if (/Address already in use|EADDRINUSE/.test(text)) return new PortTaken(text);
  return new TargetUnavailable(`${what} did not start: ${text === '' ? 'it printed nothing' : text}`);
}
