import test from 'tape';
import { bufferedBody } from '../../host/http/body/source.js';
import { OutputStep } from '../../host/http/filters.js';
import type { HttpDecision, HttpPart } from '../../host/http/phases.js';
import { redirected, redirectedToLocation } from '../../host/http/redirects.js';
import type { HttpRequest } from '../../host/http/request.js';
import { readBody } from '../../host/http/request-body.js';
import { finish, returned, sendPart } from '../../host/http/sending.js';
import { answered } from '../../host/support/phases.js';
import { type BufferSink, socketless } from '../../testing/socketless.js';

/** A module that answers requests without another answer. */
function answering(handle: (request: HttpRequest) => HttpDecision | Promise<HttpDecision>): HttpPart {
  return { phases: [{ phase: 'content', handle }], filters: [] };
}

const inParts = answering((request) => {
  sendPart(request, Buffer.from('one'));
  sendPart(request, Buffer.from('two'));
  finish(request);
  return answered;
});

function header({ head }: BufferSink, name: string): string | undefined {
  const at = head?.headers.findIndex((word, index) => index % 2 === 0 && word === name) ?? -1;
  return at < 0 ? undefined : head?.headers[at + 1];
}

test('a request without a socket: header, body and end', async (t) => {
  const { ask } = socketless(t, 'location = /text { return 201 "text of $remote_addr"; }');
  const text = await ask('/text');
  t.deepEqual([text.head?.status, text.head?.reason, text.head?.keepAlive()], [201, 'Created', true]);
  t.deepEqual([String(text.body), text.state], ['text of 192.0.2.1', 'ended']);
  t.equal(header(text, 'Content-Length'), '17');
  const head = await ask('/text', { method: 'HEAD' });
  t.deepEqual([header(head, 'Content-Length'), String(head.body), head.state], ['17', '', 'ended']);
  const missing = await ask('/missing');
  t.deepEqual([missing.head?.status, missing.state], [404, 'ended']);
});

test('a request without a socket: framing', async (t) => {
  const { ask } = socketless(t, 'location / {}', inParts);
  const framing = async (httpVersion: string) => {
    const sink = await ask('/', { httpVersion });
    t.equal(String(sink.body), 'onetwo');
    return ['Transfer-Encoding', 'Content-Length', 'Connection'].map((name) => header(sink, name));
  };
  t.deepEqual(await framing('1.1'), ['chunked', undefined, 'keep-alive']);
  t.deepEqual(await framing('1.0'), [undefined, undefined, 'close']);
});

test('a request without a socket: its body', async (t) => {
  const echo = answering(async (request) => {
    const read = await readBody(request);
    return read.kind === 'declined' ? returned(request, 200, request.body.content?.whole()) : read;
  });
  const { ask } = socketless(t, 'client_max_body_size 4; location / {}', echo);
  t.equal(String((await ask('/', { body: bufferedBody('four') })).body), 'four');
  t.equal((await ask('/', { body: bufferedBody('fives') })).head?.status, 413);
});

test('a redirect starts again with another target', async (t) => {
  const seen: string[] = [];
  const redirecting = answering((request) => {
    seen.push(`${request.route.uri} ${request.route.internal}`);
    if (request.route.uri === '/from') return redirected(request, { uri: '/to', args: 'a=1' });
    return returned(request, 200, Buffer.from(`${request.variables.get('set')} ${request.route.args}`));
  });
  const { ask } = socketless(
    t,
    'set $set $uri; location = /from {} location = /to { internal; } location = /loop {}',
    redirecting,
  );
  t.equal(String((await ask('/from')).body), '/to a=1', 'the server rewrites again');
  t.deepEqual(seen, ['/from false', '/to true']);
  t.equal((await ask('/to')).head?.status, 404, 'a client cannot reach an internal location');
});

test('a redirect to a location does not change the URI', async (t) => {
  const toNamed = answering((request) => {
    const named = request.arrival.server.locations.find(({ pattern }) => pattern.kind === 'named');
    return named === undefined ? answered : redirectedToLocation(request, named);
  });
  const { ask } = socketless(t, 'location / {} location @named { return 200 "named $uri"; }', toNamed);
  t.equal(String((await ask('/path')).body), 'named /path');
});

test('endless redirects fail the request', async (t) => {
  const loop = answering((request) => redirected(request, { uri: '/', args: '' }));
  t.equal((await socketless(t, 'location / {}', loop).ask('/')).head?.status, 500);
});

test('filters of modules change header and body', async (t) => {
  class Shouting extends OutputStep {
    override header(length: number | undefined): void {
      this.request.response.headers.set('X-Filter', [String(length)]);
      this.next.header(length);
    }

    override end(part?: Buffer): void {
      this.next.end(part === undefined ? undefined : Buffer.from(String(part).toUpperCase()));
    }
  }
  const shouting: HttpPart = { phases: [], filters: [(request, next) => new Shouting(request, next)] };
  const sink = await socketless(t, 'return 200 text;', shouting).ask('/');
  t.deepEqual([String(sink.body), header(sink, 'X-Filter')], ['TEXT', '4']);
});

test('a bug of the host fails the request and ends it', async (t) => {
  const failing = answering(() => {
    throw new Error('a bug');
  });
  const sink = await socketless(t, 'location / {}', failing).ask('/');
  t.deepEqual([sink.head?.status, sink.state], [500, 'ended']);
});
