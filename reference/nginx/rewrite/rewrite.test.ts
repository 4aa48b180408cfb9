import { join } from 'node:path';
import test from 'tape';
import { testHost } from '../../testing/host.js';

const script = `export default {
  uri: (r) => r.return(200, r.uri + '|' + r.variables.args),
  outer: (r) => r.return(200, 'outer'),
  inner: (r) => r.return(200, 'inner'),
};`;

/** The expected answers are those of nginx 1.30.6, target by target. */
const server = `
  rewrite_log on;
  rewrite ^/first/(.*)$ /second/$1;
  rewrite ^/stop/(.*)$ /raw/$1?a=b last;
  if ($arg_if = yes) { set $seen yes; rewrite ^/if/(.*) /raw/$1?; }
  if ($http_x_deny) { return 403; }
  location /second/ { return 200 "second $uri $args"; }
  location /raw/ { return 200 "$uri|$args|$is_args|$request_uri|$seen"; }
  location /chain/ { rewrite ^/chain/a/(.*)$ /chain/b/$1; rewrite ^/chain/b/(.*)$ /raw/$1?x=1; }
  location /keep/ { rewrite ^/keep/(.*)$ /raw/$1 break; js_content main.uri; }
  location /keep2/ { rewrite ^/keep2/(.*)$ /raw/$1; break; js_content main.uri; }
  location /redir/ { rewrite ^/redir/(.*)$ /x/$1?q=$1 redirect; }
  location /perm/ { rewrite ^/perm/(.*)$ http://example.org/$1? permanent; }
  location /args/ { rewrite ^/args/(.*)$ /raw/x?v=$1; }
  location /cycle { rewrite ^/cycle(.*)$ /cycle/x$1; }
  location /zero { rewrite ^ $arg_nothing; }
  location /cap/ { if ($uri ~ "^/cap/(\\w+)/(\\w+)") { set $got "$1-$2"; } if ($uri ~ nothing) { } return 200 "$got [$1]"; }
  location /named/ { rewrite "^/named/(?<word>[a-z]{2,3})/" /out/; }
  location /out/ { return 200 "out $word [$1]"; }
  location ~ ^/loc/(?<part>[^/]+)/(.*)$ { if ($arg_x ~ (z)) { return 200 "in $part $1"; } return 200 "$part $1 $2"; }
  location /ifs/ { set $r ""; if ($arg_a) { set $r "a"; } if ($arg_b != "") { set $r "\${r}b"; } if ($arg_c !~* "^no") { set $r "\${r}c"; } return 200 "$r"; }
  location /ifjs/ { if ($arg_a) { js_content main.inner; } js_content main.outer; }
  location /ifonly/ { if ($arg_a) { js_content main.inner; } return 200 "none"; }
  location /ifalone/ { if ($arg_a) { js_content main.inner; } }
  location /ifjs2/ { js_content main.outer; if ($arg_a) { set $x 1; } }
  location /uninit/ { if ($arg_never) { set $late 1; } return 200 "[$late]"; }
  location /files/ { set $r ""; if (-f $arg_p) { set $r f; } if (-d $arg_p) { set $r "\${r}d"; } if (!-e $arg_p) { set $r none; } if (-x $arg_p) { set $r "\${r}x"; } return 200 $r; }
  location /slow { if ($uri ~ "^/slow/(a+)+\\\\1?$") { return 200 yes; } return 200 no; }
`;

test('rewriting: steps in order', async (t) => {
  const host = await testHost(t, { script, server });
  const file = join(host.folder, 'main.js');
  const rows: readonly (readonly [target: string, status: number, answer: string])[] = [
    ['/first/a%20b?q', 200, 'second /second/a b q'],
    ['/stop/x?c=d', 200, '/raw/x|a=b&c=d|?|/stop/x?c=d|'],
    ['/if/z?if=yes&a=1', 200, '/raw/z|||/if/z?if=yes&a=1|yes'],
    ['/chain/a/k?m=n', 200, '/raw/k|x=1&m=n|?|/chain/a/k?m=n|'],
    ['/keep/a%2Fb', 200, '/raw/a/b|undefined'],
    ['/keep2/u?v', 200, '/raw/u|v'],
    ['/args/a%26b%20c?d', 200, '/raw/x|v=a%26b%20c&d|?|/args/a%26b%20c?d|'],
    ['/args/a&b', 200, '/raw/x|v=a&b|?|/args/a&b|'],
    ['/cap/one/two', 200, 'one-two []'],
    ['/named/abc/', 200, 'out abc [abc]'],
    ['/named/ab1/', 404, ''],
    ['/loc/p/rest?x=z', 200, 'in p z'],
    ['/loc/p/rest', 200, 'p  '],
    ['/ifs/?a=0&b=&c=nope', 200, ''],
    ['/ifs/?a=1&b=2&c=x', 200, 'abc'],
    ['/ifjs/?a=1', 200, 'inner'],
    ['/ifjs/', 200, 'outer'],
    ['/ifonly/?a=1', 200, 'none'],
    ['/ifalone/?a=1', 200, 'inner'],
    ['/ifjs2/?a=1', 200, 'outer'],
    ['/uninit/', 200, '[]'],
    [`/files/?p=${file}`, 200, 'f'],
    [`/files/?p=${host.folder}`, 200, 'dx'],
    [`/files/?p=${file}.none`, 200, 'none'],
    ['/slow/aab', 200, 'no'],
  ];
  for (const [target, status, answer] of rows) {
    const response = await host.ask(target);
    t.deepEqual([response.status, status === 200 ? response.text : ''], [status, answer], target);
  }
  t.equal((await host.ask('/second/', { headers: ['X-Deny', '1'] })).status, 403);
  t.equal((await host.ask('/redir/a%20b?k=v')).headers.location, `http://127.0.0.1:${host.port}/x/a%20b?q=a%20b&k=v`);
  const permanent = await host.ask('/perm/x?gone');
  t.deepEqual([permanent.status, permanent.headers.location], [301, 'http://example.org/x']);
  for (const target of ['/cycle', '/zero', `/slow/${'a'.repeat(60)}b`])
    t.equal((await host.ask(target)).status, 500, target);
  const log = host.log().join('\n');
  const expected = [
    /\[error\].*rewrite or internal redirection cycle/,
    /\[error\].*the rewritten URI has a zero length/,
    /\[warn\].*using uninitialized "late" variable/,
    /\[notice\].*"\^\/first\/\(\.\*\)\$" matches "\/first\/a b"/,
    /\[notice\].*rewritten data: "\/raw\/x", args: "a=b&c=d"/,
    /\[notice\].*rewritten redirect: "http:\/\/example.org\/x"/,
    /\[alert\].*was aborted after/,
  ];
  for (const line of expected) t.match(log, line);
});
