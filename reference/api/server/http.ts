import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, ListenOptions } from 'node:net';
import type { JsonObject } from '../support/json.js';
import { StateError } from './state-file.js';

type Fields = { readonly [name: string]: string };

/** A request that the server refuses. */
export class HttpRefusal extends Error {
  readonly status: number;
  /** The invalid field of the payload. */
  readonly field: string | undefined;
  readonly headers: Fields;

  constructor(status: number, message: string, more: { readonly field?: string; readonly headers?: Fields } = {}) {
    super(message);
    this.status = status;
    this.field = more.field;
    this.headers = more.headers ?? {};
  }
}

/** A listening HTTP server. */
export interface Listener {
  readonly address: AddressInfo | string | null;
  /** Resolves when the requests in progress are answered, or after two seconds. */
  stop(): Promise<void>;
}

/** Milliseconds that requests in progress may take when a server stops. */
const GRACE = 2000;

/** Answers each request with the JSON of `answer`, or with its refusal. Rejects with the system's error. */
export async function listen(
  answer: (request: IncomingMessage) => Promise<JsonObject>,
  at: ListenOptions,
): Promise<Listener> {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    // Once the server no longer listens, nothing else closes an idle connection.
    response.once('close', () => server.listening || setImmediate(() => server.closeIdleConnections()));
    void respond(response, () => answer(request));
  });
  const stop = async () => {
    const late = setTimeout(() => server.closeAllConnections(), GRACE);
    await new Promise((resolve) => server.close(resolve));
    clearTimeout(late);
  };
  server.listen(at);
  await once(server, 'listening');
  return { address: server.address(), stop };
}

async function respond(response: ServerResponse, act: () => Promise<JsonObject>): Promise<void> {
  try {
    write(response, 200, {}, await act());
  } catch (error) {
    const { status, headers, field, message } = refusalOf(error);
    write(response, status, headers, { error: { message, ...(field !== undefined && { field }) } });
  }
}

function refusalOf(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  if (error instanceof StateError) {
    process.stderr.write(`reference API: ${error.message}\n`);
    return new HttpRefusal(500, 'the state cannot be written');
  }
  process.stderr.write(`reference API: ${error instanceof Error ? error.stack : String(error)}\n`);
  return new HttpRefusal(500, 'the server has a bug');
}

function write(response: ServerResponse, status: number, headers: Fields, body: JsonObject): void {
  const bytes = Buffer.from(JSON.stringify(body));
  // An answer may hold a key.
  const own = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, 'Cache-Control': 'no-store' };
  response.writeHead(status, { ...own, ...headers }).end(bytes);
}
