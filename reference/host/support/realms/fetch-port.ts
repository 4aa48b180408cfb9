import type { Fetch, FetchCall, FetchRequest, FetchResponse } from '../../../port/fetch.js';
import { filled, taken } from './memory.js';
import type { Pending, Start } from './pending.js';

/** Sends a request for a script; what it returns cancels that. */
export type StartFetch = Start<FetchRequest, FetchResponse>;

/** What a realm fetches by. `start` is asked for at each request, because a realm may serve another owner then. */
export function fetchPort(pending: Pending, start: () => StartFetch | undefined): Fetch {
  return (...call) => {
    const request = requestOf(call);
    return pending.later((_, settle, drop) =>
      (start() ?? refused)(
        request,
        (outcome) => {
          if (!outcome.ok) return settle(outcome);
          const { body, ...head } = outcome.value;
          settle({ ok: true, value: { ...head, body: (allocate) => filled(body, allocate) } });
        },
        drop,
      ),
    );
  };
}

/** For an owner that has no network. */
const refused: StartFetch = (_, settle) => {
  const immediate = setImmediate(() => settle({ ok: false, name: 'Error', message: 'not supported' }));
  return () => clearImmediate(immediate);
};

function requestOf([method, url, body, bufferSize, maxResponseBodySize, verify, ...raw]: FetchCall): FetchRequest {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] ?? '', raw[at + 1] ?? '']);
  const own = body === undefined ? undefined : taken(body);
  return { method, url, headers, body: own, bufferSize, maxResponseBodySize, verify };
}
