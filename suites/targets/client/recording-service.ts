/** The service that a client under test uses: it records what it is sent, and answers as a law says. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { type Answering, BASE_PATH, type RecordedRequest } from '../../language/client-under-test.js';
import { listenOnLoopback } from '../support/host/listen.js';
import { jsonOf } from '../support/json.js';
import { framed } from './framing.js';

/** Bytes of the bodies of one client's requests, and requests, that are taken; beyond, the connection is closed. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_REQUESTS = 500;

/** What the service records for one run of a client, and how it answers. */
export interface Recorder {
  readonly answer: (request: RecordedRequest, count: number) => Answering;
  /** Called when the head of a request has come. */
  readonly arrived: () => void;
}

/** What came in one run. */
export interface Recording {
  readonly requests: readonly RecordedRequest[];
  /** What came to the other host. */
  readonly elsewhere: readonly RecordedRequest[];
  /** Ends all connections. Throws what the law's own `answer` threw, if it did. */
  end(): void;
}

type Reply = (request: RecordedRequest, response: ServerResponse, count: number) => Promise<void>;

/** A service on a free port of 127.0.0.1. It serves one client at a time, since a request does not say whose it is. */
export class RecordingService {
  readonly #here: Server;
  #port = 0;
  #other: Promise<{ readonly server: Server; readonly port: number }> | undefined;
  #run: Run | undefined;

  private constructor() {
    this.#here = this.#listener((run, incoming, response) =>
      run.take(incoming, response, run.requests, (...reply) => this.#reply(run, ...reply)),
    );
  }

  static async open(): Promise<RecordingService> {
    const service = new RecordingService();
    service.#port = await listenOnLoopback(service.#here);
    return service;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}${BASE_PATH}`;
  }

  record(recorder: Recorder): Recording {
    const run = new Run(recorder, () => this.#hangUp());
    this.#run = run;
    return run;
  }

  async close(): Promise<void> {
    await Promise.all([this.#here, (await this.#other)?.server].map(closed));
  }

  #listener(take: (run: Run, incoming: IncomingMessage, response: ServerResponse) => Promise<void>): Server {
    // The deadline of its run ends a slow client.
    return createServer({ requestTimeout: 0, headersTimeout: 0 }, (incoming, response) => {
      const run = this.#run;
      if (run === undefined) response.destroy();
      else void take(run, incoming, response);
    });
  }

  async #reply(run: Run, request: RecordedRequest, response: ServerResponse, count: number): Promise<void> {
    const answering = run.recorder.answer(request, count);
    if (answering.delayMs !== undefined) await after(answering.delayMs, undefined, { signal: run.ended });
    if (answering.redirect === undefined) send(response, answering);
    else await this.#redirect(answering.redirect, request.target, response);
  }

  /** The other host is this one under its other name, so that every client can reach it. */
  async #redirect(status: number, target: string, response: ServerResponse): Promise<void> {
    this.#other ??= this.#openOther();
    const location = `http://localhost:${(await this.#other).port}${target}`;
    send(response, { status, headers: { Location: location, 'Content-Type': 'text/html' }, text: '<p>Moved.</p>' });
  }

  async #openOther() {
    const server = this.#listener((run, incoming, answer) =>
      run.take(incoming, answer, run.elsewhere, async (_, to) => send(to, { json: { data: {} } })),
    );
    return { server, port: await listenOnLoopback(server) };
  }

  #hangUp(): void {
    this.#run = undefined;
    this.#here.closeAllConnections();
    void this.#other?.then(({ server }) => server.closeAllConnections());
  }
}

class Run implements Recording {
  readonly requests: RecordedRequest[] = [];
  readonly elsewhere: RecordedRequest[] = [];
  readonly recorder: Recorder;
  readonly #over = new AbortController();
  readonly #hangUp: () => void;
  #bodyBytes = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(recorder: Recorder, hangUp: () => void) {
    this.recorder = recorder;
    this.#hangUp = hangUp;
  }

  get ended(): AbortSignal {
    return this.#over.signal;
  }

  end(): void {
    this.#over.abort();
    this.#hangUp();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  #takes(length: number): boolean {
    this.#bodyBytes += length;
    return this.#bodyBytes <= MOST_BYTES;
  }

  async take(
    incoming: IncomingMessage,
    response: ServerResponse,
    into: RecordedRequest[],
    reply: Reply,
  ): Promise<void> {
    response.on('error', () => undefined);
    this.recorder.arrived();
    const body = into.length < MOST_REQUESTS ? await bodyOf(incoming, (length) => this.#takes(length)) : undefined;
    if (body === undefined || this.ended.aborted) {
      response.destroy();
      return;
    }
    const request = recorded(incoming, body);
    try {
      await reply(request, response, into.push(request) - 1);
    } catch (error) {
      if (!this.ended.aborted) this.#failure ??= { error };
      response.destroy();
    }
  }
}

/** `undefined` when the client closed the connection, or sent too much. */
async function bodyOf(incoming: IncomingMessage, takes: (length: number) => boolean): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  try {
    for await (const piece of incoming) {
      if (!takes(piece.length)) return undefined;
      pieces.push(piece);
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces);
}

function recorded(incoming: IncomingMessage, body: Buffer): RecordedRequest {
  const { rawHeaders } = incoming;
  const text = body.toString();
  return {
    method: incoming.method ?? '',
    target: incoming.url ?? '',
    headers: rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : [])),
    text,
    json: jsonOf(text),
  };
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, cutAfter, reset, framing, ...answering }: Answering,
): void {
  if (reset === true) {
    response.destroy();
    return;
  }
  const body = contentOf(answering);
  const type = answering.json === undefined ? {} : { 'content-type': 'application/json' };
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (framing !== undefined) {
    void framed(response, { framing, status, head: { ...type, ...given }, body });
    return;
  }
  // RFC 9110, section 8.6: there is none with 204.
  const length = status === 204 ? {} : { 'content-length': body.length };
  response.writeHead(status, { ...type, ...length, ...given });
  if (cutAfter === undefined) {
    response.end(body);
    return;
  }
  response.flushHeaders();
  if (cutAfter > 0) response.write(body.subarray(0, cutAfter));
  response.socket?.end();
}

function contentOf({ json, text, bytes }: Pick<Answering, 'json' | 'text' | 'bytes'>): Buffer {
  if (bytes !== undefined) return Buffer.from(bytes);
  return Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)));
}

async function closed(server: Server | undefined): Promise<void> {
  if (server === undefined) return;
  const end = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await end;
}
