/** The service that a client under test uses: it records requests, and answers as a law defines. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { type Answering, BASE_PATH, type RecordedRequest } from '../../language/client-under-test.js';
import { listenOnLoopback } from '../support/host/listen.js';
import { jsonOf } from '../support/json.js';
import { send } from './framing.js';

/** The limits for the bytes of the bodies of one client's requests, and for its requests. Beyond them, the connection is closed. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_REQUESTS = 500;

type Reply = (request: RecordedRequest, count: number) => Promise<Answering>;

/** A service for one run of a client, on a free port of 127.0.0.1, since a request does not identify its client. */
export class RecordingService {
  readonly requests: RecordedRequest[] = [];
  /** Requests to the other host of a redirect. */
  readonly elsewhere: RecordedRequest[] = [];
  readonly #answer: (request: RecordedRequest, count: number) => Answering;
  /** Called when the head of a request has arrived. */
  readonly #arrived: () => void;
  readonly #servers: Server[] = [];
  readonly #over = new AbortController();
  #port = 0;
  #otherPort: Promise<number> | undefined;
  #bodyBytes = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(answer: (request: RecordedRequest, count: number) => Answering, arrived: () => void = () => undefined) {
    this.#answer = answer;
    this.#arrived = arrived;
  }

  async open(): Promise<void> {
    this.#port = await this.#listen(this.requests, (...request) => this.#reply(...request));
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}${BASE_PATH}`;
  }

  /** Ends all connections. Rejects with the error of the law's own `answer`, if there was one. */
  async close(): Promise<void> {
    this.#over.abort();
    await Promise.all(this.#servers.splice(0).map(closed));
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #listen(into: RecordedRequest[], reply: Reply): Promise<number> {
    // The deadline of its run ends a slow client.
    const server = createServer({ requestTimeout: 0, headersTimeout: 0 }, (incoming, response) => {
      response.on('error', () => undefined);
      void this.#take(incoming, response, into, reply);
    });
    this.#servers.push(server);
    return listenOnLoopback(server);
  }

  async #take(
    incoming: IncomingMessage,
    response: ServerResponse,
    into: RecordedRequest[],
    reply: Reply,
  ): Promise<void> {
    this.#arrived();
    const body = into.length < MOST_REQUESTS ? await this.#bodyOf(incoming) : undefined;
    try {
      if (body === undefined || this.#over.signal.aborted) response.destroy();
      else {
        const request = recorded(incoming, body);
        void send(response, await reply(request, into.push(request) - 1));
      }
    } catch (error) {
      if (!this.#over.signal.aborted) this.#failure ??= { error };
      response.destroy();
    }
  }

  async #reply(request: RecordedRequest, count: number): Promise<Answering> {
    const answering = this.#answer(request, count);
    const { delayMs, redirect } = answering;
    if (delayMs !== undefined) await after(delayMs, undefined, { signal: this.#over.signal });
    if (redirect === undefined) return answering;
    // The other host is this one under another name, so that every client can reach it.
    this.#otherPort ??= this.#listen(this.elsewhere, async () => ({ json: { data: {} } }));
    const location = `http://localhost:${await this.#otherPort}${request.target}`;
    return { status: redirect, headers: { Location: location, 'Content-Type': 'text/html' }, text: '<p>Moved.</p>' };
  }

  /** `undefined` if the client closed the connection, or sent too much. */
  async #bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of incoming) {
        this.#bodyBytes += piece.length;
        if (this.#bodyBytes > MOST_BYTES) return undefined;
        pieces.push(piece);
      }
    } catch {
      return undefined;
    }
    return Buffer.concat(pieces);
  }
}

function recorded({ method = '', url = '', rawHeaders }: IncomingMessage, body: Buffer): RecordedRequest {
  const text = body.toString();
  const headers = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : []));
  return { method, target: url, headers, text, json: jsonOf(text) };
}

async function closed(server: Server): Promise<void> {
  const end = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await end;
}
