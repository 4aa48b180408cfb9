import { gunzipSync } from 'node:zlib';
import test from 'tape';
import { testHost } from '../../../testing/host.js';

const text = 'hello '.repeat(10);
const script = `export default { answer: (r) => {
  r.headersOut['Content-Type'] = r.args.type || 'text/html';
  if (r.args.coded) r.headersOut['Content-Encoding'] = r.args.coded;
  r.return(Number(r.args.status || 200), '${text}'.slice(0, Number(r.args.length || 60)));
} };`;

/** Requests, and whether nginx 1.30.6 compresses the response for a client that accepts it. */
const rows: readonly (readonly [target: string, isPacked: boolean])[] = [
  ['/', true],
  ['/?length=19', false],
  ['/?length=20', true],
  ['/?type=text/plain', false],
  ['/types?type=text/plain', true],
  ['/?status=404', true],
  ['/?status=500', false],
  ['/?coded=br', false],
  ['/off', false],
  ['/off/on', true],
];

test('gzip: compressed responses and their headers', async (t) => {
  const server = `gzip on; gzip_http_version 1.0;
    location / { js_content main.answer; }
    location /types { gzip_types text/plain; js_content main.answer; }
    location /off { gzip off; js_content main.answer; location /off/on { gzip on; gzip_vary on; js_content main.answer; } }`;
  const host = await testHost(t, { script, server });
  for (const [target, isPacked] of rows) {
    const answer = await host.raw(`GET ${target} HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n`);
    const [head = '', body = ''] = answer.split(/\r\n\r\n(.*)/s);
    t.equal(/^Content-Encoding: gzip$/m.test(head), isPacked, target);
    t.equal(/^Content-Length:/m.test(head), !isPacked, 'only an uncompressed response has a known length');
    if (isPacked) t.ok(text.startsWith(gunzipSync(Buffer.from(body, 'latin1')).toString()), 'the same text');
  }
  const { headers } = await host.ask('/off/on');
  t.deepEqual(
    [headers['content-encoding'], headers.vary],
    [undefined, 'Accept-Encoding'],
    'for a client that does not accept it',
  );
});
