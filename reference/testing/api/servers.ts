import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createNetServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Test } from 'tape';
import { Client, type ClientOptions } from '../../api/client/client.js';
import type { Clock } from '../../api/support/clock.js';

/** Servers for the tests of the client; each ends with its test. */
export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headersDistinct'];
  readonly body: string;
  /** Number of the connection that it used: 0, 1, … */
  readonly connection: number;
}

export interface TestServer {
  readonly baseUrl: string;
  readonly requests: readonly TestRequest[];
}

/** Answers well-formed HTTP. */
export async function httpServer(
  t: Test,
  answer: (request: TestRequest, response: ServerResponse) => void,
): Promise<TestServer> {
  const requests: TestRequest[] = [];
  const sockets: Socket[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', socket } = request;
    if (!sockets.includes(socket)) sockets.push(socket);
    const body = await text(request);
    const received = { method, path: url, headers: request.headersDistinct, body, connection: sockets.indexOf(socket) };
    requests.push(received);
    answer(received, response);
  });
  t.teardown(() => server.closeAllConnections());
  return { baseUrl: await listening(t, server), requests };
}

/** Answers with `value` as JSON. */
export function json(
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export interface RawServer {
  readonly port: number;
  readonly baseUrl: string;
  /** All received requests, in order. */
  readonly requests: readonly string[];
}

/** Answers with bytes: `answer` receives the socket and the text of each complete request. */
export async function rawServer(t: Test, answer: (socket: Socket, request: string) => void): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (!isComplete(text)) return;
      const request = text;
      text = '';
      requests.push(request);
      answer(socket, request);
    });
  });
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
  });
  const baseUrl = await listening(t, server);
  return { port: Number(new URL(baseUrl).port), baseUrl, requests };
}

/** A client that is closed with the test; missing options have defaults for tests. */
export function testClient(t: Test, options: Partial<ClientOptions>): Client {
  const client = new Client({ baseUrl: 'http://127.0.0.1:1/v1', clientId: 'cid_test', apiKey: 'key', ...options });
  t.teardown(() => client.close());
  return client;
}

/** A clock whose time passes only while somebody sleeps. */
export interface TestClock extends Clock {
  readonly sleeps: readonly number[];
}

export function testClock(random: () => number = () => 0.5): TestClock {
  let now = Date.parse('2030-01-01T00:00:00Z');
  const sleeps: number[] = [];
  return {
    now: () => now,
    random,
    sleeps,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      sleeps.push(ms);
      now += ms;
    },
  };
}

/** The error that a promise rejects with. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => new Error('it was fulfilled'),
    (error: unknown) => error,
  );
}

async function listening(t: Test, server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return `http://127.0.0.1:${address.port}/v1`;
}

function isComplete(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
  return end >= 0 && Buffer.byteLength(text.slice(end + 4)) >= length;
}
