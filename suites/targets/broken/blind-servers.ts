/** Management APIs that give every request the same answer. No requirement may conform on one. */
import { createServer, type IncomingMessage } from 'node:http';
import { listenOnLoopback } from '../support/host/listen.js';
import type { WrongServer } from './proxy.js';

interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

const saying = (status: number): ((body: string) => Answer) => {
  return () => ({ status, body: '{"error":{"message":"no"}}' });
};

/** By their names; each is given the body of the request. */
export const BLIND = {
  silent: saying(404),
  echoing: (body) => ({ status: 200, body: inJson(body) }),
  locked: saying(401),
  failing: saying(500),
} as const satisfies { readonly [name: string]: (body: string) => Answer };

/** Where nothing was sent there is an object with nothing in it. */
function inJson(body: string): string {
  if (body === '') return '{}';
  try {
    JSON.parse(body);
    return body;
  } catch {
    return JSON.stringify(body);
  }
}

/** Starts a server that answers so, on a loopback port. */
export async function startBlindServer(answer: (body: string) => Answer): Promise<WrongServer> {
  const server = createServer((request, response) => {
    textOf(request).then(
      (text) => {
        const { status, body } = answer(text);
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      },
      () => response.destroy(),
    );
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

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}
