/** Two hosts that get the same connections, one after the other, so that each log line belongs to one connection. */
import { setTimeout as wait } from 'node:timers/promises';
import type { DrawnConnection } from './conversation.js';
import { differenceOf, loggedDifference, type TrafficDifference } from './differences.js';
import type { RunningHost } from './hosts.js';
import { playConversation } from './play.js';

export interface TrafficHost extends RunningHost {
  /** Path of the socket on which it listens. */
  readonly socket: string;
}

/** Milliseconds that log lines may take after the last answer, while they differ. */
const LOG_MS = 500;
const LOGS = ['access', 'error'] as const;

export class Lane {
  readonly #real: TrafficHost;
  readonly #ours: TrafficHost;
  /** The length of each log after earlier connections. */
  #seen = { real: [0, 0], ours: [0, 0] };

  constructor(real: TrafficHost, ours: TrafficHost) {
    this.#real = real;
    this.#ours = ours;
  }

  /** The differences of the hosts for a connection; those of logs only if there are no others. */
  async seen(conversation: DrawnConnection): Promise<TrafficDifference | undefined> {
    await this.#settled();
    const [theirs, own] = await Promise.all([
      playConversation(conversation, this.#real.socket),
      playConversation(conversation, this.#ours.socket),
    ]);
    // It always waits for log lines, so that none of them counts for the next connection.
    const logged = await this.#logged();
    return differenceOf(conversation, theirs, own, logged);
  }

  async stop(): Promise<void> {
    await Promise.all([this.#real.stop(), this.#ours.stop()]);
  }

  /** Late log lines of an earlier connection do not count for the next one. */
  async #settled(): Promise<void> {
    const [real, ours] = [await logsOf(this.#real), await logsOf(this.#ours)];
    this.#seen = { real: real.map((log) => log.length), ours: ours.map((log) => log.length) };
  }

  async #logged(): Promise<TrafficDifference | undefined> {
    for (const end = Date.now() + LOG_MS; ; await wait(20)) {
      const [real, ours] = [await logsOf(this.#real), await logsOf(this.#ours)];
      const since = (logs: readonly string[], from: readonly number[]): readonly string[] =>
        logs.map((log, at) => log.slice(from[at]));
      const [theirs, own] = [since(real, this.#seen.real), since(ours, this.#seen.ours)];
      const difference = LOGS.map((name, at) => loggedDifference(name, theirs[at] ?? '', own[at] ?? '')).find(
        (found) => found !== undefined,
      );
      if (difference === undefined || Date.now() > end) return difference;
    }
  }
}

function logsOf(host: RunningHost): Promise<readonly string[]> {
  return Promise.all(LOGS.map((name) => host.log(`${name}.log`)));
}
