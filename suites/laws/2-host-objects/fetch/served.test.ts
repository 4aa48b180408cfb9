import { once } from 'node:events';
import { type IncomingMessage, request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import test from 'tape';
import { PeerServer } from '../../../wire/connection.js';
import { AUTHORITY } from './certificates.js';
import { FetchService, replyBody, type ServiceReply } from './served.js';

/** The data that Node's client receives, or the code of its error. */
async function received(options: RequestOptions & { readonly ca?: string }): Promise<string> {
  const request = (options.ca === undefined ? overHttp : overHttps)({ host: '127.0.0.1', agent: false, ...options });
  request.end('ab');
  try {
    const [response]: IncomingMessage[] = await once(request, 'response');
    let body = '';
    for await (const piece of response ?? []) body += piece;
    return `${response?.statusCode} ${body}`;
  } catch (error) {
    return String(Object(error).code);
  }
}

test('a service sends replies in each framing, and records requests', async (t) => {
  const server = await PeerServer.open();
  t.teardown(() => server.close());
  const replies: readonly ServiceReply[] = [
    { body: 'abc' },
    { size: 300, framing: 'chunked', chunk: 7, cut: 11 },
    { status: '404 No', size: 100, framing: 'close', cut: 1 },
    { status: '204 None', framing: 'bare' },
    { body: 'abc', lacks: 1 },
    { raw: '' },
  ];
  const service = new FetchService(
    server.partner({ deadlineMs: 2000, starved: () => 0 }, () => undefined),
    (index) => replies[index] ?? {},
  );
  const arrived: string[] = [];
  for (const _ of replies) arrived.push(await received({ port: server.port, method: 'POST', path: '/a?b' }));
  const [, chunked = {}, close = {}] = replies;
  const whole = ['200 abc', `200 ${replyBody(chunked)}`, `404 ${replyBody(close)}`, '204 '];
  t.deepEqual(arrived, [...whole, 'ECONNRESET', 'ECONNRESET']);
  const [first] = service.received;
  t.equal(`${first?.method} ${first?.target} ${first?.version} ${first?.body}`, 'POST /a?b 1.1 ab');
  t.equal(service.received.at(-1)?.connection, replies.length);
});

test('a service with a certificate records the name that clients request', async (t) => {
  const codes: string[] = [];
  for (const certificate of ['good', 'wrong', 'expired', 'self'] as const) {
    const server = await PeerServer.open();
    t.teardown(() => server.close());
    const service = new FetchService(
      server.partner({ deadlineMs: 2000, starved: () => 0 }, () => undefined),
      () => ({ body: 'abc' }),
      certificate,
    );
    const options = { port: server.port, method: 'POST', servername: 'spec.test', ca: AUTHORITY };
    codes.push(await received(options));
    t.deepEqual(service.handshakes.names, ['spec.test']);
  }
  const refused = ['ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'];
  t.deepEqual(codes, ['200 abc', ...refused]);
});
