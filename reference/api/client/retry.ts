/** Statuses that say the same request may succeed a little later (RFC 9110, RFC 6585). */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

export function isPassing(status: number): boolean {
  return passing.has(status);
}

/** Bounds of the time between two attempts, in milliseconds. */
export interface Delays {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds to wait after attempt `attempt` (1, 2, …): drawn evenly from `minMs` to a ceiling that doubles each time
 * until it is `maxMs`, so that many clients do not retry at the same time.
 */
export function backOff(attempt: number, { minMs, maxMs }: Delays, random: () => number): number {
  const ceiling = Math.min(maxMs, minMs * 2 ** attempt);
  return minMs + random() * Math.max(0, ceiling - minMs);
}

/** Milliseconds that a `Retry-After` field asks for (RFC 9110 section 10.2.3): seconds, or a date. */
export function retryAfterMs(field: string | undefined, now: number): number | undefined {
  if (field === undefined) return undefined;
  if (/^\d+$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]+, /.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
