import { gzipSync } from 'node:zlib';
import test from 'tape';
import { testHost } from '../../../testing/host.js';

const packed = gzipSync('hello '.repeat(2000));

const script = `
  const bytes = (text) => Buffer.from(text, 'base64');
  const packed = bytes('${packed.toString('base64')}');
  export default {
    packed: (r) => {
      r.headersOut['Content-Encoding'] = 'gzip';
      r.headersOut['Content-Type'] = 'text/plain';
      r.return(200, r.args.cut ? packed.subarray(0, packed.length - Number(r.args.cut)) : packed);
    },
    inner: (r) => r.subrequest('/packed').then((reply) => r.return(200, reply.responseText.slice(0, 11))),
  };`;

/** `Accept-Encoding` values, and whether nginx 1.30.6 sends a compressed response. */
const accepting: readonly (readonly [accepted: string, isPacked: boolean])[] = [
  ['gzip', true],
  ['GZIP', true],
  ['deflate, gzip;q=0.5, br', true],
  ['x,gzip', true],
  ['gzip ;q=1', true],
  ['', false],
  ['gzip;q=0', false],
  ['gzip;q=2', false],
  ['gzip; q=1.001', false],
  ['xgzip', false],
  ['gzip x', false],
  ['*', false],
];

test('gunzip: bodies are decompressed for clients that cannot', async (t) => {
  const server = `gunzip on; gzip_vary on; gzip_disable msie6; subrequest_output_buffer_size 64k;
    location /packed { js_content main.packed; } location /inner { js_content main.inner; }
    location /off { gunzip off; js_content main.packed; }`;
  const host = await testHost(t, { script, server });
  for (const [accepted, isPacked] of accepting) {
    const { headers, text } = await host.ask('/packed', { headers: ['Accept-Encoding', accepted] });
    t.equal(headers['content-encoding'], isPacked ? 'gzip' : undefined, accepted);
    t.equal(headers.vary, 'Accept-Encoding');
    if (!isPacked) t.deepEqual([headers['content-length'], text.length], [undefined, 12_000]);
  }
  const from = async (...headers: string[]) =>
    (await host.ask('/packed', { headers: ['Accept-Encoding', 'gzip', ...headers] })).headers['content-encoding'];
  t.deepEqual(
    [await from('Via', 'x'), await from('User-Agent', 'MSIE 6.0'), await from('User-Agent', 'MSIE 7.0')],
    [undefined, undefined, 'gzip'],
  );
  t.equal((await host.ask('/off')).headers['content-encoding'], 'gzip');
  t.equal((await host.ask('/inner')).text, 'hello hello', 'scripts get decompressed bodies');
});

test('gunzip: an incomplete body ends the connection', async (t) => {
  const host = await testHost(t, { script, server: 'gunzip on; location / { js_content main.packed; }' });
  const answer = await host.raw('GET /?cut=5 HTTP/1.1\r\nHost: a\r\n\r\n');
  t.notOk(answer.endsWith('0\r\n\r\n'), 'without its end');
  t.ok(await host.logged('[error]'), 'the log shows why');
  t.ok(host.log().some((line) => line.includes('inflate() returned -5 on response end')));
});
