/** Pauses that a service asks for: Retry-After (RFC 9110, section 10.2.3) with 429 (RFC 6585, section 4) or 503. */
import { setTimeout as wait } from 'node:timers/promises';
import type { RawAnswer } from './transport.js';

/** Milliseconds: the longest single pause, and the limit for all pauses of a run. */
const MOST = { one: 60_000, all: 300_000 } as const;

/** Pauses without Retry-After: milliseconds of the first one, and the number for one request. Each is twice as long as the one before. */
const BACKOFF = { firstMs: 250, most: 7 } as const;

export class Pauses {
  #until = 0;
  #left: number = MOST.all;

  /** Resolves when no pause is active. */
  async over(): Promise<void> {
    for (let left = this.#until - performance.now(); left > 0; left = this.#until - performance.now()) await wait(left);
  }

  /** Begins a pause of so many milliseconds; `false` if it would be too long. Overlapping pauses count once. */
  begin(ms: number): boolean {
    const now = performance.now();
    const longer = Math.max(0, now + ms - Math.max(now, this.#until));
    if (ms > MOST.one || longer > this.#left) return false;
    this.#left -= longer;
    this.#until = Math.max(now, this.#until) + longer;
    return true;
  }

  /** Begins the n-th pause for a request without Retry-After; `false` if there were enough. */
  backOff(attempt: number): boolean {
    return attempt <= BACKOFF.most && this.begin(BACKOFF.firstMs * 2 ** (attempt - 1));
  }
}

/**
 * The pause of an answer: milliseconds, or `unsaid` for a 429 without Retry-After; `undefined` for any other answer. 503 without
 * Retry-After is an ordinary answer.
 */
export function pauseIn({ status, headers }: Pick<RawAnswer, 'status' | 'headers'>): number | 'unsaid' | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const field = headers['retry-after']?.trim() ?? '';
  const ms = /^\d+$/.test(field) ? Number(field) * 1000 : Date.parse(field) - Date.now();
  if (!Number.isNaN(ms)) return Math.max(0, ms);
  return status === 429 ? 'unsaid' : undefined;
}
