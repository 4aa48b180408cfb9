import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../support/json.js';
import { StateError } from './state-error.js';

type Fields = { readonly [name: string]: string };

/** A request that is not served; thrown, and answered where the request came in. */
export class HttpRefusal extends Error {
  readonly status: number;
  /** The field of the payload that is at fault. */
  readonly field: string | undefined;
  readonly headers: Fields;

  constructor(status: number, message: string, more: { readonly field?: string; readonly headers?: Fields } = {}) {
    super(message);
    this.status = status;
    this.field = more.field;
    this.headers = more.headers ?? {};
  }
}

/** Answers with what `act` gives, or with the reason why there is nothing. Never rejects. */
export async function respond(response: ServerResponse, act: () => Promise<JsonObject>): Promise<void> {
  try {
    write(response, 200, {}, await act());
  } catch (error) {
    const { status, headers, field, message } = refusalOf(error);
    write(response, status, headers, { error: { message, ...(field !== undefined && { field }) } });
  }
}

function refusalOf(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  if (error instanceof StateError) return new HttpRefusal(500, error.message);
  process.stderr.write(`reference API: ${error instanceof Error ? error.stack : String(error)}\n`);
  return new HttpRefusal(500, 'the server has a bug');
}

function write(response: ServerResponse, status: number, headers: Fields, body: JsonObject): void {
  const bytes = Buffer.from(JSON.stringify(body));
  // An answer can hold a key.
  const own = { 'Content-Type': 'application/json', 'Content-Length': bytes.length, 'Cache-Control': 'no-store' };
  response.writeHead(status, { ...own, ...headers }).end(bytes);
}
