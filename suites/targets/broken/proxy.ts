/** A proxy before a management API, which changes requests and answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Pool } from 'undici';
import type { Account } from '../../language/endpoint.js';
import { listenOnLoopback } from '../support/host/listen.js';

/** The server behind a proxy. */
export interface ProxiedServer extends Required<Account> {
  /** Ends in `/v1`. */
  readonly url: string;
}

export interface ForwardedRequest {
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

export interface PassedAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** The fate of an answer: it is sent, never sent, cut off after some bytes, or sent some milliseconds later. */
export type AnswerFate =
  | PassedAnswer
  | 'never'
  | { readonly brokenOff: PassedAnswer; readonly after: number }
  | { readonly late: PassedAnswer; readonly afterMs: number };

export interface Fault {
  readonly request?: (request: ForwardedRequest, behind: ProxiedServer) => ForwardedRequest;
  readonly answer?: (answer: PassedAnswer, request: ForwardedRequest) => AnswerFate;
}

/** Both faults: the second changes the result of the first. */
export const both = (one: Fault, other: Fault): Fault => ({
  request: (request, behind) => {
    const changed = one.request?.(request, behind) ?? request;
    return other.request?.(changed, behind) ?? changed;
  },
  answer: (answer, request) => {
    const changed = one.answer?.(answer, request) ?? answer;
    return typeof changed === 'object' && 'status' in changed ? (other.answer?.(changed, request) ?? changed) : changed;
  },
});

export interface WrongServer {
  /** Ends in `/v1`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server on a loopback port. It closes a connection if it cannot serve its request. */
export async function startServer(
  serve: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<WrongServer> {
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a proxy with one fault before a right server. */
export async function startWrongServer(fault: Fault, behind: ProxiedServer): Promise<WrongServer> {
  const pool = new Pool(new URL(behind.url).origin, { connections: 16 });
  const { url, stop } = await startServer((request, response) => serve(request, response, fault, behind, pool));
  return {
    url,
    stop: async () => {
      await stop();
      await pool.destroy();
    },
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault,
  behind: ProxiedServer,
  pool: Pool,
): Promise<void> {
  const asked = await received(request);
  const passed = fault.request?.(asked, behind) ?? asked;
  const answer = await forwarded(passed, pool);
  give(fault.answer?.(answer, asked) ?? answer, response);
}

async function received(request: IncomingMessage): Promise<ForwardedRequest> {
  const { method = '', url = '', headers } = request;
  return {
    method,
    target: url,
    authorization: headers.authorization,
    type: headers['content-type'],
    body: await text(request),
  };
}

async function forwarded(
  { method, target, authorization, type, body }: ForwardedRequest,
  pool: Pool,
): Promise<PassedAnswer> {
  const given = { authorization, 'content-type': type };
  const sent = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name, value]));
  const answer = await pool.request({
    path: target,
    method,
    headers: sent,
    body: body === '' ? null : body,
  });
  const { 'content-type': mediaType, 'www-authenticate': challenge, allow } = answer.headers;
  const kept = { 'content-type': mediaType, 'www-authenticate': challenge, allow };
  const headers = Object.entries(kept).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return { status: answer.statusCode, headers: Object.fromEntries(headers), body: await answer.body.text() };
}

function give(outcome: AnswerFate, response: ServerResponse): void {
  if (outcome === 'never') return;
  if ('brokenOff' in outcome) {
    const { brokenOff, after } = outcome;
    response.writeHead(brokenOff.status, { ...brokenOff.headers, 'content-length': Buffer.byteLength(brokenOff.body) });
    response.write(brokenOff.body.slice(0, after), () => response.destroy());
    return;
  }
  if ('late' in outcome) {
    setTimeout(give, outcome.afterMs, outcome.late, response);
    return;
  }
  response.writeHead(outcome.status, outcome.headers);
  response.end(outcome.body);
}
