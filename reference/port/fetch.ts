import type { Allocate } from './bytes.js';
import type { AsyncOperation } from './later.js';
import type { PortOutcome } from './outcome.js';

/** A request of `srv.fetch()` as the host sends it. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** `undefined`: the request has none. */
  readonly body: Uint8Array | undefined;
  /** `undefined` here and below: the script leaves it to the host. */
  readonly bufferSize: number | undefined;
  readonly maxResponseBodySize: number | undefined;
  readonly verify: boolean | undefined;
}

/** What came back. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  /** As received: in order, repeated names among them. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly url: string;
}

/** A request as it leaves the realm, from which no objects come: the headers are names and values in turn. */
export type FetchCall = [
  method: string,
  url: string,
  body: Uint8Array | undefined,
  bufferSize: number | undefined,
  maxResponseBodySize: number | undefined,
  verify: boolean | undefined,
  ...headers: string[],
];

/** A response as it enters the realm, which gives the memory of its body. */
export interface ReceivedResponse extends Omit<FetchResponse, 'body'> {
  readonly body: (allocate: Allocate) => Uint8Array;
}

/** Makes a request, and settles with its response. What cannot be sent at all is refused at once. */
export type Fetch = (...call: FetchCall) => PortOutcome<AsyncOperation<undefined, ReceivedResponse>>;
