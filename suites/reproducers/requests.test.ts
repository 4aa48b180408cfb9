import { spawnSync } from 'node:child_process';
import test from 'tape';
import { curlLine, requestCommand } from './requests.js';

/** The words into which a shell splits a line, with a function in place of the command. */
function wordsOf(line: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', `PORT=99; curl() { for word; do printf '%s\\0' "$word"; done; }; ${line}`]);
  return stdout.toString().split('\0').slice(0, -1);
}

test('a request of printable ASCII is a command line, word for word', (t) => {
  const value = `it's "quoted" \`ls\` $HOME \\ # ; &`;
  const { curl = [], files } = requestCommand(
    { method: 'PUT', target: "/case/?a='b'&c=$d;e", headers: [['X-Foo', value]], body: 'a\0\n\'"é' },
    1,
    true,
  );
  const words = wordsOf(curlLine(curl, true));
  t.deepEqual(words.slice(0, 6), ['-q', '--noproxy', '*', '-s', '-g', '--path-as-is'], 'without settings of the user');
  t.deepEqual(words.slice(6), [
    ...['-X', 'PUT', '-H', 'User-Agent:', '-H', 'Accept:', '-H', 'Content-Type:', '-H', `X-Foo: ${value}`],
    ...['--data-binary', '@body-1.bin', "http://127.0.0.1:99/case/?a='b'&c=$d;e"],
  ]);
  t.deepEqual(wordsOf(curlLine(curl, false)).at(-1), "http://127.0.0.1:18080/case/?a='b'&c=$d;e", 'and by hand');
  t.equal(Buffer.from(files['body-1.bin'] ?? []).toString(), 'a\0\n\'"é', 'the body is in a file');
  t.end();
});

test('a request that curl would change is sent as bytes of a file', (t) => {
  const raw = [
    { target: '/a b' },
    { target: '/#x' },
    { target: 'http://other/' },
    { target: '/', headers: [['Host', 'x']] },
    { target: '/', headers: [['X', 'é']] },
    { target: '/', headers: [['X', '']] },
    { target: '/', headers: [['X', 'a\tb']] },
    { target: '/', headers: [['Connection', 'close']] },
    { method: 'get', target: '/' },
  ] as const;
  for (const request of raw) {
    const { curl, files } = requestCommand(request, 2, false);
    const bytes = Buffer.from(files['request-2.bin'] ?? []).toString('latin1');
    t.equal(curl, undefined, JSON.stringify(request));
    t.ok(bytes.startsWith(`${'method' in request ? request.method : 'GET'} ${request.target} HTTP/1.1\r\n`));
    t.equal(bytes.match(/^host:/gim)?.length, 1, 'with one Host');
    if ('headers' in request) t.ok(bytes.includes(`\r\n${request.headers[0].join(': ')}\r\n`), 'unchanged');
  }
  t.end();
});
