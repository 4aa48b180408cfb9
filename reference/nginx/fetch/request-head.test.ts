import test from 'tape';
import type { FetchRequest } from '../../port/fetch.js';
import { sentConnect, sentFetch } from './request-head.js';
import { fetchTarget } from './target.js';

const plain: FetchRequest = {
  method: 'GET',
  url: 'http://a.test:8080/é?x#y',
  headers: [],
  body: undefined,
  bufferSize: undefined,
  maxResponseBodySize: undefined,
  verify: undefined,
};

interface Means {
  readonly keepsAlive?: boolean;
  readonly proxy?: { readonly credentials: string | undefined };
}

/** The lines that are sent for a request that differs from a plain one. */
function sent(request: Partial<FetchRequest>, { keepsAlive = false, proxy }: Means = {}): readonly string[] {
  const whole = { ...plain, ...request };
  const target = fetchTarget(whole.url);
  if (target === undefined) throw new Error(`no URL: ${whole.url}`);
  return sentFetch(whole, { target, proxy, keepsAlive }).toString('latin1').split('\r\n');
}

const host = 'Host: a.test:8080';
const agent = 'User-Agent: nginx-js';
const close = 'Connection: close';

test('requests: the head that is sent', (t) => {
  t.deepEqual(sent({}), ['GET /\xc3\xa9?x#y HTTP/1.1', host, agent, close, '', '']);
  t.deepEqual(sent({ url: 'HTTP://[::1]:81?q' }).slice(0, 2), ['GET /?q HTTP/1.1', 'Host: [::1]:81']);
  t.deepEqual(sent({}, { keepsAlive: true }).slice(1), [host, agent, '', '']);
  t.deepEqual(
    sent({
      headers: [
        ['x-A', '1'],
        ['hOst', 'h'],
        ['content-length', '3'],
        ['Connection', 'x'],
        ['X-a', '2'],
        ['host', 'i'],
      ],
    }).slice(1),
    ['Host: h', 'Host: i', agent, 'x-A: 1', 'X-a: 2', close, '', ''],
  );
  t.deepEqual(sent({ headers: [['user-agent', 'u']] }).slice(1), [
    'User-Agent: u',
    host,
    'user-agent: u',
    close,
    '',
    '',
  ]);
  t.end();
});

test('requests: bodies and their lengths', (t) => {
  const tail = (request: Partial<FetchRequest>) => sent(request).slice(4);
  t.deepEqual(tail({ body: Buffer.from('a\r\n\xff', 'latin1') }), ['Content-Length: 4', '', 'a', '\xff']);
  for (const method of ['POST', 'PUT']) {
    t.deepEqual(tail({ method }), ['Content-Length: 0', '', '']);
    t.deepEqual(tail({ method, body: Buffer.alloc(0) }), ['Content-Length: 0', '', '']);
  }
  for (const method of ['GET', 'DELETE', 'patch']) t.deepEqual(tail({ method, body: Buffer.alloc(0) }), ['', '']);
  t.end();
});

test('requests: through a proxy', (t) => {
  const headers: FetchRequest['headers'] = [['Proxy-Authorization', 'own']];
  const proxy = { credentials: 'dTpw' };
  t.deepEqual(sent({ headers }, { proxy }), [
    'GET http://a.test:8080/\xc3\xa9?x#y HTTP/1.1',
    host,
    agent,
    'Proxy-Authorization: Basic dTpw',
    close,
    '',
    '',
  ]);
  t.ok(sent({ headers }).includes('Proxy-Authorization: own'), 'without a proxy the script’s header is sent');
  t.equal(sent({ url: 'http://a.test:80/' }, { proxy })[0], 'GET http://a.test/ HTTP/1.1');
  const url = 'https://a.test/x';
  t.deepEqual(sent({ url, headers }, { proxy }).slice(0, 4), ['GET /x HTTP/1.1', 'Host: a.test', agent, close]);
  const target = fetchTarget(url);
  const asked = (credentials?: string) =>
    target === undefined ? '' : sentConnect(target, credentials).toString('latin1');
  const connect = 'CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n';
  t.equal(asked(), `${connect}\r\n`);
  t.equal(asked('dTpw'), `${connect}Proxy-Authorization: Basic dTpw\r\n\r\n`);
  t.end();
});

test('URLs: invalid ones', (t) => {
  const texts = ['', '/x', 'ftp://a/', 'http://', 'http:///x', 'http://a:0/', 'http://a:65536/', 'http://a:x/'];
  for (const text of [...texts, 'http://a:/', 'http://u:p@a/', 'http://[::1/', 'http://a:1#b'])
    t.equal(fetchTarget(text), undefined, text);
  t.end();
});

test('URLs: their targets', (t) => {
  const places = {
    'http://a/': { kind: 'name', host: 'a', port: 80 },
    'https://a/': { kind: 'name', host: 'a', port: 443 },
    'http://127.0.0.1': { kind: 'tcp', host: '127.0.0.1', port: 80 },
    'http://[::1]/': { kind: 'tcp', host: '::1', port: 80 },
    'https://[::1]:0081/': { kind: 'tcp', host: '::1', port: 81 },
    'http://unix:/a:/b': { kind: 'unix', path: '/a' },
  };
  for (const [text, place] of Object.entries(places)) t.deepEqual(fetchTarget(text)?.place, place, text);
  t.end();
});
