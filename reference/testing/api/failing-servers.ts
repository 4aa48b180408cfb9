import type { Socket } from 'node:net';
import type { Failure } from '../../api/client/client.js';

/** A way in which a server fails a request, for the tests: what it writes after it has read the whole request. */
export interface FailureMode {
  readonly answer: (socket: Socket, request: string) => void;
  /** How a GET and a create fail, and whether the create may have happened. */
  readonly failure: Failure;
  readonly mayHaveHappened: boolean;
  readonly exit: number;
}

/** A response that echoes in each part everything that the client sent, credentials first. */
function echo(request: string, status: string, type: string, wrap: (text: string) => string = (text) => text): string {
  const token = /^authorization: Basic (\S+)/im.exec(request)?.[1] ?? '';
  const pair = Buffer.from(token, 'base64').toString();
  const key = pair.slice(pair.indexOf(':') + 1);
  const body = wrap(
    `${key} ${pair} Basic ${token} ${encodeURIComponent(key)} ${Buffer.from(key).toString('base64')} ${request}`,
  );
  return response(status, type, body);
}

function response(status: string, type: string, body: string): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const asError = (text: string) => JSON.stringify({ error: { message: text, nested: [{ [text]: text }] } });
const page = (text: string) => `<html><body><pre>${text}</pre></body></html>`;
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

const refused = (status: string, mayHaveHappened: boolean, extra = ''): FailureMode => ({
  answer: (socket, request) => socket.write(echo(request, `${status}${extra}`, 'application/json', asError)),
  failure: 'refused',
  mayHaveHappened,
  exit: 1,
});

const unexpected = (answer: FailureMode['answer']): FailureMode => ({
  answer,
  failure: 'unexpected',
  mayHaveHappened: true,
  exit: 1,
});

const broken = (answer: FailureMode['answer']): FailureMode => ({
  answer,
  failure: 'no connection',
  mayHaveHappened: true,
  exit: 3,
});

const slow = (answer: FailureMode['answer']): FailureMode => ({
  answer,
  failure: 'timed out',
  mayHaveHappened: true,
  exit: 3,
});

export const failings: { readonly [way: string]: FailureMode } = {
  'resets the connection': broken((socket) => socket.resetAndDestroy()),
  'closes without an answer': broken((socket) => socket.end()),
  'closes during the header': broken((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty')),
  'closes during the body': broken((socket, request) => socket.end(`${head}content-length: 99999\r\n\r\n${request}`)),
  'closes during the last body that it announced': broken((socket, request) =>
    socket.end(`${head}connection: close\r\ncontent-length: 99999\r\n\r\n${request}`),
  ),
  'resets during the body': broken((socket, request) =>
    socket.write(`${head}content-length: 99999\r\n\r\n${request}`, () => socket.resetAndDestroy()),
  ),
  'closes during a chunk': broken((socket) => socket.end(`${head}transfer-encoding: chunked\r\n\r\nff\r\n{"data":`)),
  'closes before the last chunk': broken((socket) =>
    socket.end(`${head}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`),
  ),
  'closes before the last chunk of its last answer': broken((socket) =>
    socket.end(`${head}connection: close\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`),
  ),
  'sends a chunk without a size': unexpected((socket, request) =>
    socket.end(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n${request}`),
  ),
  'speaks no HTTP': unexpected((socket, request) => socket.end(`220 welcome ${request}`)),
  'sends endless header fields': unexpected((socket, request) => {
    const line = `x-echo: ${/^authorization: (.*)/im.exec(request)?.[1]}\r\n`;
    socket.end(`${head}${line.repeat(2_000)}\r\n`);
  }),
  'sends malformed JSON': unexpected((socket, request) =>
    socket.write(echo(request, '200 OK', 'application/json', (text) => `{"data":{"apikey":"${text}`)),
  ),
  'sends invalid UTF-8': unexpected((socket, request) => {
    const body = Buffer.concat([Buffer.from(asError(request)), Buffer.from([0xc3, 0x28])]);
    socket.write(`${head}content-length: ${body.length}\r\n\r\n`);
    socket.write(body);
  }),
  'sends a page with 200': unexpected((socket, request) => socket.write(echo(request, '200 OK', 'text/html', page))),
  'sends other JSON with 200': unexpected((socket, request) =>
    socket.write(echo(request, '200 OK', 'application/json', (text) => JSON.stringify([text]))),
  ),
  'sends 204': unexpected((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n')),
  'sends an empty 200': unexpected((socket) => socket.write(response('200 OK', 'application/json', ''))),
  'sends too much': unexpected((socket) => {
    const body = JSON.stringify('x'.repeat(17 * 2 ** 20));
    socket.write(response('200 OK', 'application/json', body));
  }),
  'sends nothing': slow(() => undefined),
  'sends part of the header': slow((socket) => socket.write('HTTP/1.1 200 OK\r\nx: ')),
  'sends part of the body': slow((socket) => socket.write(`${head}content-length: 100\r\n\r\n{"data":`)),
  'sends 400': refused('400 Bad Request', false),
  'sends 401': refused('401 Unauthorized', false, '\r\nwww-authenticate: Basic realm="x"'),
  'sends 404': refused('404 Not Found', false),
  'sends 429': refused('429 Too Many Requests', false, '\r\nretry-after: 0'),
  'sends 500': refused('500 Internal Server Error', true),
  'sends 503': refused('503 Service Unavailable', true),
  'sends 401 and part of its body': {
    ...refused('', false),
    answer: (socket) => socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 999\r\n\r\n{"error"'),
  },
  'sends 500 as a page': {
    ...refused('', true),
    answer: (socket, request) => socket.write(echo(request, '500 Oops', 'text/html', page)),
  },
};
