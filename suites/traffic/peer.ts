/** The upstream of the site: its answer depends on the path, byte by byte. */

import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { words } from './conversation.js';

const plain = (status: string, headers: readonly string[], body: string): string =>
  `HTTP/1.1 ${status}\r\n${[...headers, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`;

/** The answer for each path. */
const ANSWERS: Readonly<Record<string, string>> = {
  '/ok': plain('200 OK', ['Content-Type: text/plain'], 'ok'),
  '/chunked': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  '/closed': 'HTTP/1.0 200 OK\r\nX-Old: 1\r\n\r\nuntil closed',
  '/304': 'HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n',
  '/204': 'HTTP/1.1 204 No Content\r\n\r\n',
  '/garbage': 'nonsense\r\n\r\n',
  '/cut': 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\ncut',
  '/nothing': '',
  '/continue': `HTTP/1.1 100 Continue\r\n\r\n${plain('200 OK', [], 'continued')}`,
  '/headers': plain(
    '200 Fine',
    [
      'X-One: 1',
      'x-one: 2',
      'Server: peer',
      'Date: x',
      'X-Accel-Expires: 1',
      'Set-Cookie: a=b',
      'Connection: x',
      'Keep-Alive: 1',
      'Content-Type: a/b',
    ],
    'h',
  ),
  '/redirect': plain('302 Found', ['Location: http://localhost/elsewhere'], ''),
  '/503': plain('503 Later', ['Retry-After: 5', 'X-One: 1'], 'later'),
  '/500': plain('500 Broken', [], 'broken'),
  '/accel': plain(
    '200 OK',
    ['X-Accel-Redirect: /passed/secret', 'Content-Type: a/b', 'Set-Cookie: a=b', 'X-One: 1'],
    'own',
  ),
  '/accel-named': plain('200 OK', ['X-Accel-Redirect: @named'], 'own'),
  '/accel-missing': plain('200 OK', ['X-Accel-Redirect: /missing?x'], 'own'),
  '/accel-outside': plain('200 OK', ['X-Accel-Redirect: /../x'], 'own'),
  '/doubled': plain(
    '200 OK',
    ['Content-Type: a/b', 'Content-Type: c/d', 'ETag: "x"', 'ETag: "y"', 'Location: /1', 'Location: /2'],
    'two',
  ),
  '/both': 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n',
  '/bad-length': 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nabc',
  '/bad-line': 'HTTP/1.1 200 OK\r\nbad line\r\nContent-Length: 3\r\n\r\nabc',
  '/long-head': plain('200 OK', [`X-Long: ${'v'.repeat(5000)}`], 'long'),
  '/excess': 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcdef',
  '/location': plain('201 Created', ['Location: /made'], 'made'),
  '/refresh': plain('200 OK', ['Refresh: 5; url=http://localhost/x'], 'refresh'),
  '/modified': plain(
    '200 OK',
    ['Last-Modified: Sat, 03 Feb 2024 04:05:06 GMT', 'ETag: "x"', 'Expires: never', 'Cache-Control: private'],
    'modified',
  ),
  '/ranged': plain('206 Partial Content', ['Content-Range: bytes 0-2/10', 'Accept-Ranges: bytes'], 'abc'),
  '/challenge': plain('401 Who', ['WWW-Authenticate: Basic realm="x"'], 'who'),
  '/trailers':
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n',
  '/bad-chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\nabc\r\n0\r\n\r\n',
  '/cut-chunk': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc',
  '/early-hints': `HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n${plain('200 OK', [], 'hinted')}`,
  '/no-reason': plain('200', [], 'none'),
  '/many-cookies': plain(
    '200 OK',
    ['Set-Cookie: a=b; path=/x; domain=h', 'Set-Cookie: c=d', 'Vary: a', 'Vary: b'],
    'cookies',
  ),
  '/empty': plain('200 OK', ['Content-Type: text/plain'], ''),
  '/nul': 'HTTP/1.1 200 OK\r\nX-Nul: a\0b\r\nContent-Length: 3\r\n\r\nabc',
  '/status-line': 'HTTP/1.1 20 OK\r\nContent-Length: 3\r\n\r\nabc',
  '/slow-type': plain('200 OK', ['content-type:text/html;charset=utf-8', 'X-Spaces:   a  b  ', 'X-Empty:'], 'type'),
  '/unbuffered': plain('200 OK', ['X-Accel-Buffering: no', 'X-Accel-Limit-Rate: 0'], 'unbuffered'),
  '/charset': plain('200 OK', ['Content-Type: text/plain', 'X-Accel-Charset: utf-8'], 'charset'),
  '/404': plain('404 Nowhere', ['Content-Type: text/plain'], 'not there'),
};

/** Answers that end with their connection. */
const ENDING: ReadonlySet<string> = new Set(words('/closed /garbage /cut /nothing /cut-chunk /status-line /continue'));

/** Listens at a path, or at a port of its own. */
export async function startPeer(path?: string): Promise<Server> {
  const server = createServer((socket) => answer(socket));
  await once(server.listen(path === undefined ? { port: 0, host: '127.0.0.1' } : { path }), 'listening');
  return server;
}

function answer(socket: Socket): void {
  let received = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (piece) => {
    received += piece.toString('latin1');
    const end = received.indexOf('\r\n\r\n');
    if (end < 0 || !isWhole(received, end + 4)) return;
    const path =
      received
        .split(' ', 2)[1]
        ?.split(/[?;#/]/, 2)
        .join('/') ?? '';
    // The body of the answer is the request, which shows whether both hosts ask alike.
    socket.write(ANSWERS[path] ?? plain('200 OK', [], received), 'latin1');
    if (ENDING.has(path) || /^connection: close/im.test(received.slice(0, end))) socket.end();
    received = '';
  });
}

function isWhole(received: string, body: number): boolean {
  const head = received.slice(0, body);
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (/^transfer-encoding: *chunked/im.test(head)) return received.endsWith('0\r\n\r\n');
  return received.length - body >= Number(length ?? 0);
}
