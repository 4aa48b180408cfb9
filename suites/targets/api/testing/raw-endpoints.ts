/** Endpoints for the tests of this folder: each answers as a test defines, byte by byte if necessary. */

import { createServer, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Test } from 'tape';
import type { Plain } from '../../../../spec/types/requirement.js';
import type { Account, ApiRequest, Endpoint } from '../../../language/endpoint.js';
import type { Observation } from '../../../language/observation.js';
import { listenOnLoopback } from '../../support/host/listen.js';
import { type ApiSession, startApiSession } from '../api-session.js';
import type { ApiOptions } from '../options.js';

export const ACCOUNT: Account = { clientId: 'cid_test', apiKey: 'k/Ey+"\\ 7Zq9§' };

export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly string[];
  readonly body: string;
  /** Counts the connections of the server from 1. */
  readonly connection: number;
}

export interface RawEndpoint {
  /** Ends in `/v1`. */
  readonly url: string;
  readonly received: RawRequest[];
  /** Ends the server and all connections. */
  stop(): Promise<void>;
}

export type RawHandler = (request: RawRequest, response: ServerResponse) => void;

/** An HTTP server; it records each request before it calls `answer`. */
export async function startHttp(t: Test, answer: RawHandler): Promise<RawEndpoint> {
  const connections = new Map<Socket, number>();
  const received: RawRequest[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', rawHeaders: headers } = request;
      const one = { method, url, headers, body, connection: connections.get(request.socket) ?? 0 };
      received.push(one);
      answer(one, response);
    });
  });
  server.on('connection', (socket: Socket) => connections.set(socket, connections.size + 1));
  return started(t, server, received, () => server.closeAllConnections());
}

/** A server of bare connections; `speak` is called with each piece that arrives. */
export function startSocket(t: Test, speak: (socket: Socket, piece: string) => void): Promise<RawEndpoint> {
  const sockets = new Set<Socket>();
  const server = createSocketServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('data', (piece) => speak(socket, piece.toString('latin1')));
  });
  return started(t, server, [], () => {
    for (const socket of sockets) socket.destroy();
  });
}

async function started(t: Test, server: Server, received: RawRequest[], cut: () => void): Promise<RawEndpoint> {
  const port = await listenOnLoopback(server);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      cut();
    });
  t.teardown(stop);
  return { url: `http://127.0.0.1:${port}/v1`, received, stop };
}

export function json(response: ServerResponse, body: Plain, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Answers the list that a session requests when it opens, and calls `answer` for the rest. */
export const listingThen =
  (answer: RawHandler): RawHandler =>
  (request, response) => {
    if (request.method === 'GET' && request.url === '/v1/servers') json(response, { data: [] });
    else answer(request, response);
  };

/** A session that ends with the test. */
export async function sessionWith(t: Test, options: Partial<ApiOptions> & { url: string }): Promise<ApiSession> {
  const session = await startApiSession({ account: ACCOUNT, allowWrites: true, ...options });
  t.teardown(() => session.stop());
  return session;
}

/** A session with an endpoint that answers the list of the opening; `answer` is called for the rest. */
export async function sessionThat(
  t: Test,
  options: Partial<ApiOptions>,
  answer: RawHandler,
): Promise<RawEndpoint & { readonly session: ApiSession }> {
  const endpoint = await startHttp(t, listingThen(answer));
  return { ...endpoint, session: await sessionWith(t, { ...options, url: endpoint.url }) };
}

export const holding = (session: ApiSession, run: (to: Endpoint) => Promise<unknown>): Promise<Observation> =>
  session.converse({ scope: 'test', deadlineMs: 0, hold: ({ api }) => run(api) });

/** The result of one request, its status if there was an answer. */
export const statusOf = (session: ApiSession, request: ApiRequest): Promise<Observation> =>
  holding(session, async (to) => (await to.ask(request)).status);

/** The error with which a promise was rejected. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );
