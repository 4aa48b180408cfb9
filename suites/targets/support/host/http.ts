/** HTTP requests to a host, and the failures of a host that does not answer them. */
import { readOutcomes } from '../../../executor/outcomes.js';
import type { Job } from '../../../inside/job.js';
import { asciiJson, encode } from '../../../language/encoding.js';
import { Lacking, TargetDown } from '../../../language/failures.js';
import type { ClosedConnection, Observation, ObservedResponse } from '../../../language/observation.js';
import type { WireRequest } from '../../../language/partners.js';
import type { StarvedTime } from '../../../wire/attention.js';
import { MalformedResponse, ResponseTooLarge } from '../../../wire/parser.js';
import {
  ConnectFailed,
  ConnectionLost,
  encodeRequest,
  type RequestParts,
  ResponseDeadlineExceeded,
  type WireAddress,
  WirePool,
} from '../../../wire/wire.js';
import { EVALUATE_PATH } from './configuration.js';

type Answer = ObservedResponse | ClosedConnection;

interface HostHttpOptions {
  readonly address: WireAddress;
  /** The value of the header `Host`, where a request has no other. */
  readonly authority: string;
  readonly connections: number;
  /** Headers that every request has besides its own. */
  readonly headers?: RequestParts['headers'];
  /** The time in which the host had no processor. */
  readonly starved?: StarvedTime;
  /** The response of the host as a case may see it. */
  readonly seen?: (response: ObservedResponse) => ObservedResponse;
  /** How the host went down, if it did. */
  exit(): Promise<string | undefined>;
}

export class HostHttp {
  readonly #options: HostHttpOptions;
  readonly #pool: WirePool;

  constructor(options: HostHttpOptions) {
    this.#options = options;
    this.#pool = new WirePool(options.address, options.connections);
  }

  /**
   * Observations for each input of each job; `lastLine` is the last line of the host's log, if there is a log.
   * @throws TargetDown
   */
  async evaluate(
    jobs: readonly Job[],
    deadlineMs: number,
    {
      headers = [],
      inspect = () => undefined,
      lastLine = () => 'its log may say why',
    }: {
      readonly headers?: WireRequest['headers'];
      readonly inspect?: (response: ObservedResponse) => void;
      readonly lastLine?: () => string;
    } = {},
  ): Promise<Observation[][]> {
    const request: WireRequest = { method: 'POST', target: EVALUATE_PATH, headers, body: asciiJson(jobs) };
    const response = await this.send(request, deadlineMs);
    if ('closed' in response) throw new TargetDown('crash', 'the host closed the connection without a response');
    inspect(response);
    if (response.status !== 200)
      throw new TargetDown('failure', `the handler failed: status ${response.status}; ${lastLine()}`);
    const { buffer, byteOffset, byteLength } = response.body;
    return readOutcomes(Buffer.from(buffer, byteOffset, byteLength).toString(), jobs);
  }

  /**
   * The response to a request of a conversation.
   * @throws Lacking if a handler needed a missing feature; see `answer` of `inTarget`
   * @throws TargetDown
   */
  async request(request: WireRequest, deadlineMs: number): Promise<Answer> {
    const response = await this.send(request, deadlineMs);
    if ('closed' in response) return response;
    const what = lackingIn(response.body);
    if (what !== undefined) throw new Lacking(what);
    return response;
  }

  /** @throws TargetDown */
  async send(request: WireRequest, deadlineMs: number): Promise<Answer> {
    const { authority, headers = [], starved, seen = (response) => response, exit } = this.#options;
    const plain = requestParts(request, authority);
    const parts = { ...plain, headers: [...plain.headers, ...headers] };
    try {
      return seen(await this.#pool.exchange(encodeRequest(parts), { method: parts.method, deadlineMs, starved }));
    } catch (error) {
      if (error instanceof ResponseDeadlineExceeded) throw new TargetDown('hang', error.message, deadlineMs);
      if (error instanceof MalformedResponse || error instanceof ResponseTooLarge) return seen(unreadable(error));
      if (!(error instanceof ConnectionLost || error instanceof ConnectFailed)) throw error;
      const exited = await exit();
      if (exited === undefined && error instanceof ConnectionLost) return { closed: true };
      throw new TargetDown('crash', exited ?? `the host accepts no connection: ${error.message}`);
    }
  }

  close(): void {
    this.#pool.close();
  }
}

/** The prefix of the missing feature in the body of an answer; see `answer` of `inTarget`. */
const LACKED = '{"$lacked":';

/** A feature that a handler needs and the host does not have. */
function lackingIn(body: Uint8Array): string | undefined {
  const text = Buffer.from(body).toString();
  return text.startsWith(LACKED) ? JSON.parse(text).$lacked : undefined;
}

/** A malformed response counts as one without a status, so that it is judged like others. */
const unreadable = ({ message }: Error): ObservedResponse => ({
  version: '',
  status: 0,
  reason: '',
  headers: [],
  body: Buffer.from(message),
});

/** A request in its wire format. */
export function requestParts(request: WireRequest, authority: string): RequestParts {
  const { method, target, version, headers, body } = 'input' in request ? withInput(request) : request;
  const given = headers ?? [];
  const has = (name: string): boolean => given.some(([other]) => other.toLowerCase() === name);
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const host: readonly (readonly [string, string])[] = has('host') ? [] : [['Host', authority]];
  const framed = has('content-length') || has('transfer-encoding');
  return {
    method: method ?? 'GET',
    target,
    ...(version === undefined ? {} : { version }),
    headers: [...host, ...given],
    ...(bytes === undefined ? {} : { body: bytes, contentLength: !framed }),
  };
}

/** Puts the input where `t.input(r)` reads it. */
function withInput({ input, ...request }: WireRequest): WireRequest {
  const text = asciiJson(encode(input));
  if (request.method === undefined && request.body === undefined) return { ...request, method: 'POST', body: text };
  return { ...request, headers: [...(request.headers ?? []), ['X-Srvspec-Input', encodeURIComponent(text)]] };
}
