import type { JsonObject } from '../support/json.js';
import {
  type CreatedServer,
  createdServerOf,
  listOf,
  objectOf,
  type StartedAction,
  startedActionOf,
} from './answers.js';
import { actionResource, type NewApp, type NewServer, readNewApp, readNewServer } from './arguments.js';
import { type CallOptions, Calls } from './calls.js';
import {
  type ClientOptions,
  type ClientSettings,
  type Environment,
  type GivenOptions,
  optionsFrom,
  readOptions,
} from './options.js';
import { type WaitOptions, waitUntilDone } from './wait.js';

export type { CreatedServer, StartedAction } from './answers.js';
export type { NewApp, NewServer } from './arguments.js';
export type { CallOptions } from './calls.js';
export { BadArgument, CallFailed, DeadlineExceeded, type Failure } from './errors.js';
export type { ClientOptions, Environment, GivenOptions } from './options.js';
export { Secret } from './secret.js';
export { hasEnded, type WaitOptions } from './wait.js';

/**
 * A client of the server-management API. Its methods reject with a `CallFailed` or with the reason of an aborted signal. They reject with
 * `BadArgument` before anything is sent.
 * A GET is repeated after temporary failures. A create is sent once, and the `mayHaveHappened` of its errors says whether it may have been
 * carried out all the same.
 */
export class Client {
  readonly #settings: ClientSettings;
  readonly #calls: Calls;

  /** Throws `BadArgument`. The first call opens the first connection. */
  constructor(options: ClientOptions) {
    this.#settings = readOptions(options);
    this.#calls = new Calls(this.#settings);
  }

  /** Missing options come from `SRVSPEC_BASE_URL`, `SRVSPEC_CLIENT_ID` and `SRVSPEC_API_KEY`. Throws `BadArgument`. */
  static fromEnvironment(env: Environment, options: GivenOptions = {}): Client {
    return new Client(optionsFrom(env, options));
  }

  /** 1/endpoints/get */
  async listServers(options: CallOptions = {}): Promise<readonly JsonObject[]> {
    const answer = await this.#calls.ask({ method: 'GET', resource: '/servers' }, options);
    return listOf(answer, 'servers');
  }

  /** 1/endpoints/post */
  async createServer(server: NewServer, options: CallOptions = {}): Promise<CreatedServer> {
    const payload = readNewServer(server);
    const call = { method: 'POST', resource: '/servers', payload, givesServerApiKey: true } as const;
    return createdServerOf(await this.#calls.ask(call, options));
  }

  /** 1/endpoints/get-2 */
  async listApps(options: CallOptions = {}): Promise<readonly JsonObject[]> {
    const answer = await this.#calls.ask({ method: 'GET', resource: '/apps' }, options);
    return listOf(answer, 'apps');
  }

  /** 1/endpoints/post-2, 1/what-the-service-does/rule-2 */
  async createApp(app: NewApp, options: CallOptions = {}): Promise<StartedAction> {
    const payload = readNewApp(app);
    return startedActionOf(await this.#calls.ask({ method: 'POST', resource: '/apps', payload }, options));
  }

  /** The service's answer, unchanged: no document shows its members. 1/endpoints/get-3, 1/endpoints/rule-1 */
  async getAction(actionid: string, options: CallOptions = {}): Promise<JsonObject> {
    const resource = actionResource(actionid);
    return objectOf(await this.#calls.ask({ method: 'GET', resource }, options));
  }

  /**
   * Polls the action at growing intervals until `done` returns true for an answer, and resolves with that answer. Temporary failures are
   * retried; a permanent one, such as 401 or 404, ends the wait. May also reject with `DeadlineExceeded`.
   */
  async waitForAction(actionid: string, options: WaitOptions): Promise<JsonObject> {
    const resource = actionResource(actionid);
    const { signal, onAnswer } = options;
    const ask = async (timeoutMs: number) =>
      objectOf(await this.#calls.ask({ method: 'GET', resource }, { signal, onAnswer, timeoutMs, retries: 0 }));
    const { timeoutMs, clock, redactor } = this.#settings;
    return waitUntilDone({ actionid, ask, timeoutMs, clock, redactor }, options);
  }

  /** Accepts no more calls, waits for running ones, and closes all connections. */
  close(): Promise<void> {
    return this.#calls.close();
  }
}
