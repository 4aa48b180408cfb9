import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import test from 'tape';
import { type TestHost, testHost } from '../../testing/host.js';

const lines = (host: TestHost, name: string): readonly string[] =>
  readFileSync(join(host.folder, name), 'latin1').split('\n').slice(0, -1);

const http = `
  log_format plain '$arg_a|$http_x|' "$status";
  log_format json escape=json '{"a":"$http_x","b":"$http_y"}';
  log_format raw escape=none '$http_x|$http_y';
  access_log outer.log plain;
`;

const server = `
  location /in { return 204; }
  location /json { access_log json.log json; return 204; }
  location /raw { access_log raw.log raw; access_log raw2.log plain; return 204; }
  location /off { access_log off.log; access_log off; return 204; }
  location /if { access_log if.log plain if=$arg_a; return 204; }
  location /zipped { access_log zipped.log plain gzip=9 buffer=32k flush=1m; return 204; }
  location /named { root .; access_log $arg_a.log plain; return 204; }
  location /rootless { root nowhere; access_log $arg_a.log plain; return 204; }
  location /full { access_log /dev/full; return 200 whole; }
`;

/** Expected lines are those of nginx 1.30.6 for the same requests. */
test('the access log: formats, escapes and conditions', async (t) => {
  const host = await testHost(t, { http, server });
  const ask = (path: string, ...headers: readonly string[]) =>
    host.raw([`GET ${path} HTTP/1.0`, ...headers, '', ''].join('\r\n'));
  await ask('/in?a="\\%', 'X: \x01\xe9\x7f');
  await ask('/in');
  await ask('/in?a=', 'X:');
  for (const path of ['/json', '/raw']) await ask(path, 'X: "\\\t\xe9\x7f');
  await ask('/off');
  for (const value of ['', '0', '00']) await ask(`/if?a=${value}`);
  for (const value of ['1', '2']) await ask(`/zipped?a=${value}`);
  for (const value of ['one', 'two', 'no/where', 'no/where', 'one']) await ask(`/named?a=${value}`);
  await ask('/rootless?a=three');
  t.deepEqual(lines(host, 'outer.log'), ['\\x22\\x5C%|\\x01\\xE9\\x7F|204', '-|-|204', '||204']);
  t.deepEqual(lines(host, 'json.log'), ['{"a":"\\"\\\\\\t\xe9\x7f","b":""}']);
  t.deepEqual(lines(host, 'raw.log'), ['"\\\t\xe9\x7f|']);
  t.deepEqual(lines(host, 'raw2.log'), ['-|\\x22\\x5C\\x09\\xE9\\x7F|204'], 'every log that is named');
  t.deepEqual(lines(host, 'if.log'), ['00|-|204']);
  t.equal(gunzipSync(readFileSync(join(host.folder, 'zipped.log'))).toString(), '1|-|204\n2|-|204\n');
  t.deepEqual(lines(host, 'one.log'), ['one|-|204', 'one|-|204']);
  t.deepEqual(lines(host, 'two.log'), ['two|-|204']);
  const failing = (level: string, words: string) =>
    host.log().filter((line) => line.includes(`[${level}]`) && line.includes(`${words} while logging request, client`))
      .length;
  t.equal(failing('crit', 'no/where.log" failed (2: No such file or directory)'), 2, 'reported each time');
  t.equal(failing('error', `testing "${host.folder}/nowhere" existence failed (2: No such file or directory)`), 1);
  t.match(await ask('/full'), /whole$/, 'a full disk does not affect responses');
  await ask('/full');
  t.equal(failing('alert', 'write() to "/dev/full" failed (28: No space left on device)'), 1, 'reported once');
});

test('the access log: lines of the error log say that the request was being logged', async (t) => {
  const script = 'export default { fails: () => { throw Error("late"); } };';
  const fails = 'js_set $fails main.fails; log_format x $fails; access_log x.log x;';
  const host = await testHost(t, { script, http: fails, server: 'location / { return 204; }' });
  await host.ask('/');
  t.ok(await host.logged(' while logging request, client: '));
});

/** Directives of an http block, and the complaint of a host. */
const refused: readonly (readonly [string, string])[] = [
  ['log_format a x; log_format a y;', 'duplicate "log_format" name "a"'],
  ['log_format combined x;', 'duplicate "log_format" name "combined"'],
  ['log_format a escape=html x;', 'unknown log format escaping "html"'],
  ['log_format a $nothing;', 'unknown "nothing" variable'],
  ['access_log a.log later; log_format later x;', 'unknown log format "later"'],
  ['access_log a.log combined buffer=0;', 'invalid buffer size "0"'],
  ['access_log a.log combined buffer=1k flush=x;', 'invalid flush time "x"'],
  ['access_log a.log combined flush=1s;', 'no buffer is defined for access_log "a.log"'],
  ['access_log a.log combined gzip=0;', 'invalid compression level "0"'],
  ['access_log a.log combined nonsense;', 'invalid parameter "nonsense"'],
  ['access_log /no/where/a.log;', 'open() "/no/where/a.log" failed (2: No such file or directory)'],
];

test('the access log: rejected directives', async (t) => {
  for (const [directives, complaint] of refused) {
    const actual = await testHost(t, { http: directives, server: 'return 204;' }).then(
      () => 'nothing',
      (error: Error) => error.message,
    );
    t.equal(actual, complaint, directives);
  }
});
