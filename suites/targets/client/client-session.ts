/** A session with a client under test, which is started anew for each operation that a law asks for. */

import { randomBytes, randomInt } from 'node:crypto';
import { type Conversation, evaluatesNothing, type Session, TargetUnavailable } from '../../executor/target.js';
import type { ClientRun, ClientUnderTest } from '../../language/client-under-test.js';
import { encode } from '../../language/encoding.js';
import type { Account } from '../../language/endpoint.js';
import { NotObservable, whyUnjudged } from '../../language/failures.js';
import type { Observation } from '../../language/observation.js';
import { partnersOf } from '../support/partners.js';
import { Slots } from '../support/slots.js';
import { type ClientRunOptions, runClient } from './client-run.js';
import type { Launch } from './launch.js';
import { RecordingService } from './recording-service.js';
import { Redactions } from './secrets.js';

const DEADLINE_MS = 10_000;

export interface ClientSessionOptions {
  /** Milliseconds that a client has for one operation. */
  readonly deadlineMs?: number | undefined;
  /** How many clients run at one time; few, since each is a program. */
  readonly atOnce?: number | undefined;
}

export function startClientSession(
  launch: Launch,
  { deadlineMs = DEADLINE_MS, atOnce = 8 }: ClientSessionOptions = {},
): Session {
  return new ClientSession(launch, deadlineMs, atOnce);
}

class ClientSession implements Session {
  readonly #launch: Launch;
  readonly #deadlineMs: number;
  readonly #slots: Slots;
  readonly #stopped = new AbortController();
  readonly #held = new Set<Promise<Observation>>();
  /** Services that no client uses at the moment. */
  readonly #services: RecordingService[] = [];

  constructor(launch: Launch, deadlineMs: number, atOnce: number) {
    this.#launch = launch;
    this.#slots = new Slots(atOnce);
    this.#deadlineMs = deadlineMs;
  }

  readonly evaluate = evaluatesNothing;

  async converse(conversation: Pick<Conversation, 'hold' | 'allowance'>): Promise<Observation> {
    const holding = this.#observe(conversation);
    this.#held.add(holding);
    try {
      return await holding;
    } finally {
      this.#held.delete(holding);
    }
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await Promise.allSettled(this.#held);
    await Promise.all(this.#services.splice(0).map((service) => service.close()));
  }

  /** What a law returns or throws, without secrets and without what differs from run to run. */
  async #observe({ hold, allowance }: Pick<Conversation, 'hold' | 'allowance'>): Promise<Observation> {
    const redactions = new Redactions();
    try {
      const client: ClientUnderTest = {
        run: async (operation, answer, given = {}) => {
          const account = accountOf(given);
          if (given.clientId === undefined) redactions.addText(account.clientId, '[client ID]');
          const ended = await this.#slots.use(async () => {
            const why = allowance?.exhausted();
            if (why !== undefined) throw new NotObservable(why);
            const run = await this.#run({ operation, answer, account, redactions });
            if (run.timedOut) allowance?.lost(this.#deadlineMs);
            return run;
          });
          return { ...ended, account };
        },
      };
      const value = await hold(partnersOf({ client }));
      return { kind: 'returned', value: redactions.inValue(encode(value)) };
    } catch (error) {
      if (error instanceof TargetUnavailable) throw error;
      return { kind: 'unobservable', why: redactions.inText(whyUnjudged(error)) };
    }
  }

  async #run(order: ClientRunOptions): Promise<ClientRun> {
    const service = this.#services.pop() ?? (await RecordingService.open());
    const how = { launch: this.#launch, service, deadlineMs: this.#deadlineMs, stopped: this.#stopped.signal };
    let ended = false;
    try {
      const run = await runClient(order, how);
      ended = run.status !== undefined;
      return run;
    } finally {
      // A client that was killed may still send something, which must not be attributed to another client.
      if (ended) this.#services.push(service);
      else await service.close();
    }
  }
}

const accountOf = ({ clientId, apiKey }: Partial<Account>): Account => ({
  clientId: clientId ?? `cid_${Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`,
  apiKey: apiKey ?? randomBytes(32).toString('base64url'),
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
