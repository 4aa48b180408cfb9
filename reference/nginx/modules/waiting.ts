import type { HttpRequest } from '../../host/http/request.js';
import { declined } from '../../host/support/phases.js';

/** Waits; a client that leaves meanwhile gets no response. */
export function waitFor(
  request: HttpRequest,
  milliseconds: number,
): Promise<typeof declined | { readonly kind: 'refused'; readonly status: number }> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stop?.();
      resolve(declined);
    }, milliseconds);
    const stop = request.arrival.downstream?.onLeave(() => {
      clearTimeout(timer);
      stop?.();
      request.logLine('info', 'client prematurely closed connection');
      resolve({ kind: 'refused', status: 499 });
    });
  });
}
