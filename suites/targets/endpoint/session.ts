/** A session with an endpoint. It starts nothing: its host has the configuration and the probes of all cases. */

import { NOT_OBSERVABLE_HERE } from '../../../reports/wording.js';
import type { Version } from '../../../spec/types/requirement.js';
import { type Conversation, type Session, TargetUnavailable } from '../../executor/target.js';
import { BYTES_HEADER } from '../../inside/carrying.js';
import type { Job } from '../../inside/job.js';
import { NotObservable, TargetDown } from '../../language/failures.js';
import { tryCarrying } from '../support/carrying.js';
import { HostHttp } from '../support/host/http.js';
import { observed, partnersOf } from '../support/partners.js';
import { TOKEN_HEADER, VERSION_PATH } from './bundle.js';
import { TokenHiding } from './hiding.js';
import type { EndpointUrl } from './url.js';

const CONNECTIONS = 32;

interface EndpointSessionOptions {
  readonly at: EndpointUrl;
  readonly token: string;
  /** The numbers that the probes of the session have in the bundle. */
  readonly probes: readonly number[];
  /** The least milliseconds for each answer: how busy the host is, and how far away, is unknown. */
  readonly patienceMs: number;
}

export class EndpointSession implements Session {
  readonly #http: HostHttp;
  readonly #probes: readonly number[];
  readonly #name: string;
  readonly #patienceMs: number;
  #wentDown = false;
  #checked: Promise<void> | undefined;

  constructor({ at: { text, address, authority }, token, probes, patienceMs }: EndpointSessionOptions) {
    this.#patienceMs = patienceMs;
    const hiding = new TokenHiding(token);
    this.#name = `endpoint:${text}`;
    this.#probes = probes;
    this.#http = new HostHttp({
      address,
      authority,
      connections: CONNECTIONS,
      headers: [[TOKEN_HEADER, token]],
      seen: (response) => hiding.in(response),
      exit: async () => undefined,
    });
  }

  /** The version of the deployed bundle, and the host's own name. @throws TargetUnavailable */
  async deployed(): Promise<{ readonly version: string | undefined; readonly server: string }> {
    const response = await this.#http.send({ target: VERSION_PATH }, this.#patienceMs).catch((error: unknown) => {
      if (error instanceof TargetDown) throw new TargetUnavailable(`${this.#name} does not answer: ${error.message}`);
      throw error;
    });
    if ('closed' in response)
      throw new TargetUnavailable(
        `${this.#name} closes the connection: its bundle has another token than this one, or the URL leads elsewhere`,
      );
    const [, server = ''] = response.headers.find(([name]) => name.toLowerCase() === 'server') ?? [];
    const text = Buffer.from(response.body).toString();
    return { version: response.status === 200 && /^[0-9a-f]{16}$/.test(text) ? text : undefined, server };
  }

  /**
   * Evaluates the self test, which is the probe with this number of the session.
   * @throws TargetUnavailable
   * @throws TargetChanged
   */
  tryCarrying(probe: number, version: Version): Promise<void> {
    return tryCarrying(probe, version, (jobs) =>
      this.#http.evaluate(this.#placed(jobs), this.#patienceMs, { headers: [BYTES_HEADER] }),
    );
  }

  evaluate(jobs: readonly Job[], deadlineMs: number) {
    return this.#noticed(() => this.#http.evaluate(this.#placed(jobs), this.#msFor(deadlineMs)));
  }

  converse({ hold, deadlineMs }: Conversation) {
    return observed(() =>
      hold(
        partnersOf({
          host: {
            request: (request) => this.#noticed(() => this.#http.request(request, this.#msFor(deadlineMs))),
            // Each request on a connection would need the token.
            connect: async () => {
              throw new NotObservable(`${NOT_OBSERVABLE_HERE}the case has connections of its own to the host`);
            },
          },
        }),
      ),
    );
  }

  async stop(): Promise<void> {
    this.#http.close();
  }

  #msFor(deadlineMs: number): number {
    return Math.max(deadlineMs, this.#patienceMs);
  }

  #placed(jobs: readonly Job[]): readonly Job[] {
    return jobs.map(({ probe, inputs }) => ({ probe: this.#probes[probe] ?? -1, inputs }));
  }

  /** After a crash or a hang, an endpoint that answers nothing any more is lost, so that no later case is blamed. */
  async #noticed<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#wentDown) await this.#check();
    try {
      return await ask();
    } catch (error) {
      if (error instanceof TargetDown && error.how !== 'failure') this.#wentDown = true;
      throw error;
    }
  }

  #check(): Promise<void> {
    this.#checked ??= this.#http
      .evaluate([], this.#patienceMs)
      .then(
        () => {
          this.#wentDown = false;
        },
        (error: unknown) => {
          if (!(error instanceof TargetDown)) throw error;
          throw new TargetUnavailable(
            `${this.#name} answers no longer, after a case that it was asked: start its host again; ${error.message}`,
          );
        },
      )
      .finally(() => {
        this.#checked = undefined;
      });
    return this.#checked;
  }
}
