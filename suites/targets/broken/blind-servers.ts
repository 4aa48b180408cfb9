/** Management APIs that give every request the same answer. No requirement may conform on one. */
import { text } from 'node:stream/consumers';
import { parsedPlain } from '../../executor/plain.js';
import { startServer, type WrongServer } from './proxy.js';

interface BlindAnswer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

const saying = (status: number) => (): BlindAnswer => ({ status, body: '{"error":{"message":"no"}}' });

/** By their names; each gets the body of the request. */
export const BLIND = {
  silent: saying(404),
  echoing: (body) => ({ status: 200, body: inJson(body) }),
  locked: saying(401),
  failing: saying(500),
} as const satisfies { readonly [name: string]: (body: string) => BlindAnswer };

/** Without a body it is an empty object. */
function inJson(body: string): string {
  if (body === '') return '{}';
  return parsedPlain(body) === undefined ? JSON.stringify(body) : body;
}

/** Starts a server that answers so, on a loopback port. */
export const startBlindServer = (answer: (body: string) => BlindAnswer): Promise<WrongServer> =>
  startServer(async (request, response) => {
    const { status, body } = answer(await text(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
