import type { Fetch, FetchCall, FetchRequest, FetchResponse, ReceivedResponse } from '../../../port/fetch.js';
import type { PortOutcome } from '../../../port/outcome.js';
import { headerPairs } from '../raw-headers.js';
import { filled, taken } from './memory.js';
import type { PendingWork, StartOperation } from './pending.js';

/** Starts sending a request of a script, or returns why it cannot. */
export type StartFetch = (request: FetchRequest) => PortOutcome<StartOperation<undefined, FetchResponse>>;

/** The fetch function of a realm. `fetch` is looked up for each request, because a realm may serve another owner then. */
export function fetchPort(pending: PendingWork, fetch: () => StartFetch | undefined): Fetch {
  return (...call) => {
    const prepared = (fetch() ?? refused)(requestOf(call));
    return prepared.ok ? { ok: true, value: pending.later(received(prepared.value)) } : prepared;
  };
}

/** The same, with the body as it enters the realm. */
function received(start: StartOperation<undefined, FetchResponse>): StartOperation<undefined, ReceivedResponse> {
  return (input, settle, drop) => {
    const given = (outcome: PortOutcome<FetchResponse>) => {
      if (!outcome.ok) return settle(outcome);
      const { body, ...head } = outcome.value;
      settle({ ok: true, value: { ...head, body: (allocate) => filled(body, allocate) } });
    };
    return start(input, given, drop);
  };
}

/** For an owner without a network. */
const refused: StartFetch = () => ({ ok: false, name: 'Error', message: 'not supported' });

function requestOf([method, url, body, bufferSize, maxResponseBodySize, verify, ...raw]: FetchCall): FetchRequest {
  const own = body === undefined ? undefined : taken(body);
  return { method, url, headers: headerPairs(raw), body: own, bufferSize, maxResponseBodySize, verify };
}
