import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import test from 'tape';
import { testHost } from '../../testing/host.js';

const script = `
  export default {
    echo: (r) => r.return(200, [r.method, r.httpVersion, r.uri, JSON.stringify(r.args), r.rawHeadersIn.map((h) => h.join('=')).join('|'), r.requestText].join(' ')),
    slow: (r) => { setTimeout(() => r.return(200, 'slow'), 20); },
  };
`;
const server = `location / { js_content main.echo; } location /plain { return 200 "plain\\n"; } location /slow { js_content main.slow; }`;

/**
 * The answers of nginx with njs 1.0.2 to these bytes over a raw socket, in the form of `summary`: status and `Connection` of each head, and
 * the bodies. `…` is short for `Host: a`, `Connection: close` and the end of the head; `…c` omits the host.
 */
const ends = { '…c': 'Connection: close\r\n\r\n', '…': 'Host: a\r\nConnection: close\r\n\r\n' } as const;
const seen: readonly (readonly [string, string])[] = [
  ['FOO / HTTP/1.1\r\n…', '[200 close]FOO 1.1 / {}  '],
  ['FOO-BAR / HTTP/1.1\r\n…', '[200 close]FOO-BAR 1.1 / {}  '],
  ['FOO_BAR / HTTP/1.1\r\n…', '[200 close]FOO_BAR 1.1 / {}  '],
  ['foo / HTTP/1.1\r\n…', '[400 close]page'],
  ['Get / HTTP/1.1\r\n…', '[400 close]page'],
  ['F1 / HTTP/1.1\r\n…', '[400 close]page'],
  ['F! / HTTP/1.1\r\n…', '[400 close]page'],
  ['PATCH / HTTP/1.1\r\n…', '[200 close]PATCH 1.1 / {}  '],
  ['PROPFIND / HTTP/1.1\r\n…', '[200 close]PROPFIND 1.1 / {}  '],
  ['M-SEARCH / HTTP/1.1\r\n…', '[200 close]M-SEARCH 1.1 / {}  '],
  ['PRI / HTTP/1.1\r\n…', '[200 close]PRI 1.1 / {}  '],
  [
    'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA / HTTP/1.1\r\n…',
    '[200 close]AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA 1.1 / {}  ',
  ],
  ['QUERY / HTTP/1.1\r\n…', '[200 close]QUERY 1.1 / {}  '],
  ['PURGE / HTTP/1.1\r\n…', '[200 close]PURGE 1.1 / {}  '],
  ['SOURCE / HTTP/1.1\r\n…', '[200 close]SOURCE 1.1 / {}  '],
  ['FOO /plain HTTP/1.1\r\n…', '[200 close]plain\n'],
  ['_ / HTTP/1.1\r\n…', '[200 close]_ 1.1 / {}  '],
  ['- / HTTP/1.1\r\n…', '[200 close]- 1.1 / {}  '],
  ['FOO / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n…cabc', '[200 close]FOO 1.1 / {} Content-Length=3 abc'],
  ['PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n…cabc', '[200 close]PATCH 1.1 / {} Content-Length=3 abc'],
  ['GET / HTTP/1.2\r\n…', '[200 close]GET  / {}  '],
  ['GET / HTTP/1.3\r\n…', '[200 close]GET  / {}  '],
  ['GET / HTTP/1.9\r\n…', '[200 close]GET  / {}  '],
  ['GET / HTTP/1.10\r\n…', '[200 close]GET  / {}  '],
  ['GET / HTTP/1.01\r\n…', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/01.1\r\n…', '[400 close]page'],
  ['GET / HTTP/1.\r\n…', '[400 close]page'],
  ['GET / HTTP/1\r\n…', '[400 close]page'],
  ['GET / HTTP/1.1 \r\n…', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1  \r\n…', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1x\r\n…', '[400 close]page'],
  ['GET / HTTP/1.1 x\r\n…', '[400 close]page'],
  ['GET / HTTP/2.0\r\n…', '[505 close]page'],
  ['GET / HTTP/2\r\n…', '[505 close]page'],
  ['GET / HTTP/0.9\r\n…', '[400 close]page'],
  ['GET / HTTP/0.8\r\n…', '[400 close]page'],
  ['GET / HTTP/1.99\r\n…', '[200 close]GET  / {}  '],
  ['GET / HTTP/1.100\r\n…', '[200 close]GET  / {}  '],
  ['GET / HTTP/1.1000\r\n…', '[400 close]page'],
  ['GET / HTTP/9.9\r\n…', '[505 close]page'],
  ['GET / HTTP/10.0\r\n…', '[505 close]page'],
  ['GET / HTTP/1.0\r\n…', '[200 close]GET 1.0 / {}  '],
  ['GET / HTTP/1.2\r\nHost: a\r\n\r\n', '[200 keep-alive]GET  / {} Host=a '],
  ['GET / HTTP/1.2\r\n…c', '[400 close]page'],
  ['GET / http/1.1\r\n…', '[400 close]page'],
  ['GET / HTTQ/1.1\r\n…', '[400 close]page'],
  ['GET / HTTP 1.1\r\n…', '[400 close]page'],
  ['GET / HTTP/\r\n…', '[400 close]page'],
  ['GET / X\r\n…', '[400 close]page'],
  ['GET /\r\n', 'GET 0.9 / {}  '],
  ['GET /x?a=1\r\n\r\n', 'GET 0.9 /x {"a":"1"}  '],
  ['GET /\n', 'GET 0.9 / {}  '],
  ['GET / \r\n', 'GET 0.9 / {}  '],
  ['GET /plain\r\n', 'plain\n'],
  ['POST /\r\n', 'page'],
  ['HEAD /\r\n', 'page'],
  ['GET /nope%\r\n', 'page'],
  ['FOO /\r\n', 'page'],
  ['GET\r\n', '[400 close]page'],
  ['GET \r\n', '[400 close]page'],
  ['GET /a b HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /a b\r\n', '[400 close]page'],
  ['GET x\r\n', '[400 close]page'],
  ['GET http://h/p\r\n', 'GET 0.9 /p {}  '],
  ['OPTIONS *\r\n', '[400 close]page'],
  ['GET /slow\r\n', 'slow'],
  ['GET / HTTP/1.1\r\nHost: a\r\nnocolon\r\n…c', '[200 close]GET 1.1 / {} nocolon= '],
  ['GET / HTTP/1.1\r\nnocolon\r\n…', '[200 close]GET 1.1 / {} nocolon= '],
  ['GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\n: v\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA : v\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA b: v\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\n A: v\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: v\r\n w\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: v\r\n\tw\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA:v\r\n…c', '[200 close]GET 1.1 / {} A=v '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA:   v  \r\n…c', '[200 close]GET 1.1 / {} A=v '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA:\r\n…c', '[200 close]GET 1.1 / {} A= '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: \t v\t\r\n…c', '[200 close]GET 1.1 / {} A=\t v\t '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA_b: v\r\n…c', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA.b: v\r\n…c', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA!b: v\r\n…c', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA/b: v\r\n…c', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA(b: v\r\n…c', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r\nHost: a\r\n\xe4: v\r\n…c', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: \xe4\r\n…c', '[200 close]GET 1.1 / {} A=\xef\xbf\xbd '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: a\x01b\r\n…c', '[200 close]GET 1.1 / {} A=a\x01b '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: a\x7fb\r\n…c', '[200 close]GET 1.1 / {} A=a\x7fb '],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: a\0b\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA\0: b\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: a\rb\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA\r: b\r\n…c', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nA: b\r\r\n…c', '[200 close]GET 1.1 / {} A=b '],
  ['GET / HTTP/1.1\r\nHost: a\r\n"A": b\r\n…c', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r\nHost: a\r\n1: b\r\n…c', '[200 close]GET 1.1 / {} 1=b '],
  ['GET / HTTP/1.1\r\nHost: a\r\n-: b\r\n…c', '[200 close]GET 1.1 / {} -=b '],
  ['GET / HTTP/1.1\r\nHost: a\r\n_: b\r\n…c', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\nHost: a\nConnection: close\n\n', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r\nHost: a\nConnection: close\r\n\n', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\nHost: a\nConnection: close\n\r\n', '[200 close]GET 1.1 / {}  '],
  [
    'POST / HTTP/1.1\nHost: a\nContent-Length: 3\nConnection: close\n\nabc',
    '[200 close]POST 1.1 / {} Content-Length=3 abc',
  ],
  ['\r\nGET / HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  ['\r\n\r\n\r\nGET / HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  ['\nGET / HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  ['\n\n\nGET / HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  [' GET / HTTP/1.1\r\n…', '[400 close]page'],
  ['\rGET / HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  ['GET / HTTP/1.1\r…', '[400 close]page'],
  ['GET / HTTP/1.1\r\r\n…', '[400 close]page'],
  ['GET  / HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  ['GET /  HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  ['GET\t/ HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /\tHTTP/1.1\r\n…', '[400 close]page'],
  ['GET /a\tb HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /\xe4 HTTP/1.1\r\n…', '[200 close]GET 1.1 /\xef\xbf\xbd {}  '],
  ['GET /a\x01b HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /a\x7fb HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /a\0b HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /a"<>b HTTP/1.1\r\n…', '[200 close]GET 1.1 /a"<>b {}  '],
  ['GET a HTTP/1.1\r\n…', '[400 close]page'],
  ['GET * HTTP/1.1\r\n…', '[400 close]page'],
  ['OPTIONS * HTTP/1.1\r\n…', '[400 close]page'],
  ['GET http://b/p?q HTTP/1.1\r\n…', '[200 close]GET 1.1 /p {"q":""}  '],
  ['GET http://b HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  ['GET ftp://b/p HTTP/1.1\r\n…', '[200 close]GET 1.1 /p {}  '],
  ['GET http:/b HTTP/1.1\r\n…', '[400 close]page'],
  ['GET http:///b HTTP/1.1\r\n…', '[400 close]page'],
  ['GET HTTP://b/p HTTP/1.1\r\n…', '[200 close]GET 1.1 /p {}  '],
  ['GET http://b:80/p HTTP/1.1\r\n…', '[200 close]GET 1.1 /p {}  '],
  ['GET http://b_c/p HTTP/1.1\r\n…', '[400 close]page'],
  ['GET http://b/p HTTP/1.1\r\n…c', '[400 close]page'],
  ['GET ?a=1 HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /a?b c HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /#f HTTP/1.1\r\n…', '[200 close]GET 1.1 / {}  '],
  ['GET /a%zz HTTP/1.1\r\n…', '[400 close]page'],
  ['GET /a%00 HTTP/1.1\r\n…', '[400 close]page'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n…c', '[400 close]page'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n…c', '[400 close]page'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n…cabc', '[400 close]page'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 03\r\n…cabc', '[200 close]POST 1.1 / {} Content-Length=03 abc'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n…c', '[400 close]page'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3, 3\r\n…cabc', '[400 close]page'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n…cabc', '[400 close]page'],
  ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n…cabcdef', '[200 close]POST 1.1 / {} Content-Length=3 abc'],
  [
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n…c3;x=y\r\nabc\r\n0\r\nT: v\r\n\r\n',
    '[200 close]POST 1.1 / {} Transfer-Encoding=chunked abc',
  ],
  ['POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n…c3\nabc\n0\n\n', '[400 close]page'],
  [
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: CHUNKED\r\n…c3\r\nabc\r\n0\r\n\r\n',
    '[200 close]POST 1.1 / {} Transfer-Encoding=CHUNKED abc',
  ],
  [
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked \r\n…c3 \r\nabc\r\n0\r\n\r\n',
    '[200 close]POST 1.1 / {} Transfer-Encoding=chunked abc',
  ],
  ['POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n…c3\r\nabcd\r\n0\r\n\r\n', '[400 close]page'],
  ['GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n…cabc', '[200 close]GET 1.1 / {} Content-Length=3 abc'],
  ['POST / HTTP/1.0\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc', '[200 close]POST 1.0 / {} Content-Length=3 abc'],
  [
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n…c3\r\nabc\r\n0\r\nbad\r\n\r\n',
    '[200 close]POST 1.1 / {} Transfer-Encoding=chunked abc',
  ],
  ['GET / HTTP/1.0\r\n\r\n', '[200 close]GET 1.0 / {}  '],
  ['GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n', '[200 keep-alive]GET 1.0 / {} Connection=keep-alive '],
  ['GET / HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n', '[200 close]GET 1.1 / {} Connection=Close '],
  ['GET / HTTP/1.1\r\nHost: a\r\nConnection: close, x\r\n\r\n', '[200 close]GET 1.1 / {} , x '],
  [
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    '[200 keep-alive]GET 1.1 / {} Connection=upgrade|Upgrade=websocket ',
  ],
  ['GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\n\r\n', '[200 keep-alive]GET 1.1 / {} Connection=x '],
  ['GET /plain HTTP/1.1\r\nHost: a\r\n\r\nGET /plain\r\n', '[200 keep-alive]plain\nplain\n'],
  ['GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n…c', '[100][200 close]GET 1.1 / {} Expect=100-continue '],
  ['GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n…c', '[200 close]GET 1.1 / {} Expect=x '],
  [
    'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n…cabc',
    '[100][200 close]POST 1.1 / {} Expect=100-continue|Content-Length=3 abc',
  ],
  [
    'GET /plain HTTP/1.1\r\nHost: a\r\n\r\n\r\n\r\nGET /plain HTTP/1.1\r\n…',
    '[200 keep-alive]plain\n[200 close]plain\n',
  ],
  [
    'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AA\r\n\r\n',
    '[200 keep-alive]GET 1.1 / {} Upgrade=h2c|Connection=Upgrade, HTTP2-Settings|HTTP2-Settings=AA ',
  ],
  ['\x16\x03\x01\x02\0', '[400 close]page'],
  ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '[400 close]page'],
  ['CONNECT a:80 HTTP/1.0\r\nHost: a\r\n\r\n', '[405 close]page'],
  ['TRACE / HTTP/1.0\r\n\r\n', '[405 close]page'],
  ['CONNECT a:80\r\n', '[400 close]page'],
  ['garbage\r\n\r\n', '[400 close]page'],
  ['\r\n\r\n', ''],
  ['\0\r\n', '[400 close]page'],
];

function bytesOf(row: string): string {
  return row.replace(/…c?/g, (short) => (short === '…c' ? ends['…c'] : ends['…']));
}

function summary(answer: string): string {
  return answer
    .replace(/HTTP\/1\.1 (\d+) .*?\r\n\r\n/gs, (head, status: string) => {
      const connection = /^Connection: (.*)\r$/m.exec(head)?.[1];
      return connection === undefined ? `[${status}]` : `[${status} ${connection}]`;
    })
    .replace(/<html>.*?<\/html>\r\n/gs, 'page')
    .replace('Host=a|', '')
    .replace(/\|?Connection=close/, '');
}

test('heads are read as by real hosts', async (t) => {
  const host = await testHost(t, { script, server });
  for (const [row, answer] of seen) {
    const given = summary(await host.raw(bytesOf(row), true));
    t.equal(given, answer, JSON.stringify(row));
  }
});

test('requests and bodies arrive in pieces of any size', async (t) => {
  const host = await testHost(t, { script, server });
  const chunked =
    'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nabc\r\n00a\r\n0123456789\r\n0\r\nT: v\r\n\r\n';
  const plain = 'POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc';
  for (const size of [1, 2, 7, 64]) {
    const socket = connect({ port: host.port, host: '127.0.0.1', noDelay: true });
    const answers = text(socket);
    const bytes = chunked + plain;
    for (let at = 0; at < bytes.length; at += size) {
      await new Promise((resolve) => socket.write(bytes.slice(at, at + size), resolve));
    }
    const bodies = (await answers).match(/POST 1.1.*? (?:abc0123456789|abc)(?=HTTP|$)/gs)?.length;
    t.equal(bodies, 2, `${size} bytes`);
  }
});

test('a body that ends early or has invalid chunks is rejected', async (t) => {
  const host = await testHost(t, { script, server });
  const post = (lines: string, body: string) => host.raw(`POST / HTTP/1.1\r\nHost: a\r\n${lines}\r\n\r\n${body}`, true);
  t.equal(await post('Content-Length: 4', 'abc'), '', 'a client that leaves gets no answer');
  t.equal(await post('Transfer-Encoding: chunked', '3\r\nab'), '');
  for (const body of ['x\r\n', '\r\n', '3\r\nabcd\r\n', '-1\r\n', '3\nabc', '1000000000000000\r\n'])
    t.equal(summary(await post('Transfer-Encoding: chunked', body)), '[400 close]page', JSON.stringify(body));
});
