import type { Allocate } from './bytes.js';
import type { AsyncOperation } from './later.js';
import type { PortOutcome } from './outcome.js';

/** A request of `srv.fetch()` as the host sends it. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `undefined`: the request has no body. */
  readonly body: Uint8Array | undefined;
  /** `undefined`, here and below: the host uses its default. */
  readonly bufferSize: number | undefined;
  readonly maxResponseBodySize: number | undefined;
  readonly verify: boolean | undefined;
}

/** The response to a request of `srv.fetch()`. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  /** As received: in order, with repeated names. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly url: string;
}

/** A request as it leaves the realm. It contains no objects; the headers are a flat list of alternating names and values. */
export type FetchCall = [
  method: string,
  url: string,
  body: Uint8Array | undefined,
  bufferSize: number | undefined,
  maxResponseBodySize: number | undefined,
  verify: boolean | undefined,
  ...headers: string[],
];

/** A response as it enters the realm, which allocates the memory of its body. */
export interface ReceivedResponse extends Omit<FetchResponse, 'body'> {
  readonly body: (allocate: Allocate) => Uint8Array;
}

/** Makes a request, and settles with its response. A request that cannot be sent fails at once. */
export type Fetch = (...call: FetchCall) => PortOutcome<AsyncOperation<undefined, ReceivedResponse>>;
