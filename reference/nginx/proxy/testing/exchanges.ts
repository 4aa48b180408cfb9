/** The host and the peer of exchanges. */
import type { PeerAnswer } from '../../../testing/peer.js';

export const script = `export default {
  both: async (r) => {
    const first = await r.subrequest('/p/ok');
    const second = await r.subrequest('/p/short');
    r.return(200, [first.status, first.responseText, second.status, second.responseText].join('|'));
  },
  heads: async (r) => {
    const statuses = [];
    for (const name of ['more', 'short', 'nonsense', 'headless']) statuses.push((await r.subrequest('/p/' + name, { method: 'HEAD' })).status);
    r.return(200, statuses.join('|'));
  },
  typed: (r) => { r.headersOut['Content-Type'] = 'x/y'; r.internalRedirect('/p/204'); },
  granted: (r) => r.return(200, 'granted'),
  nonsense: async (r) => r.return(200, 'got ' + (await r.subrequest('/p/nonsense')).status),
};`;

/** The servers' answers, by the last part of the path; `HOST` is replaced by the server's name. */
export const answers: Readonly<Record<string, string>> = {
  ok: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi',
  ck: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: A=1; Domain=.A.b; Path=/x/y; Secure; HttpOnly; SameSite=Lax\r\nSet-Cookie: b = 2;path=/q;DOMAIN=A.b\r\nSet-Cookie: c=3; domain=.x.y; secure\r\nX-Q: 1\r\nx-q: 2\r\n\r\nhi',
  xr: 'HTTP/1.1 201 C\r\nX-Accel-Redirect: /in?q=1\r\nContent-Type: a/b\r\nSet-Cookie: s=1\r\nContent-Disposition: d\r\nX-Other: o\r\nCache-Control: no\r\nExpires: e\r\nAccept-Ranges: none\r\nETag: "e"\r\nLast-Modified: Thu, 02 Jan 2020 03:04:05 GMT\r\nContent-Length: 2\r\n\r\nhi',
  xrn: 'HTTP/1.1 200 C\r\nX-Accel-Redirect: @n\r\nContent-Length: 0\r\n\r\n',
  xrbad: 'HTTP/1.1 200 C\r\nX-Accel-Redirect: /../x\r\nContent-Length: 0\r\n\r\n',
  xrf: 'HTTP/1.1 200 C\r\nX-Accel-Redirect: /f.txt\r\nContent-Type: a/b\r\nContent-Length: 0\r\n\r\n',
  xrff: 'HTTP/1.1 404 C\r\nX-Accel-Redirect: /f.txt\r\nContent-Length: 0\r\n\r\n',
  dates:
    'HTTP/1.1 200 OK\r\nDate: Thu, 02 Jan 2020 03:04:05 GMT\r\nServer: own\r\nX-Accel-Charset: u\r\nX-Accel-Buffering: no\r\nX-Accel-Expires: 3\r\nX-Accel-Limit-Rate: 10000\r\nX-Pad: x\r\nStatus: 404 No\r\nContent-Length: 2\r\n\r\nhi',
  dup: 'HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Type: c/d\r\nETag: "1"\r\nETag: "2"\r\nExpires: 1\r\nExpires: 2\r\nVary: a\r\nVary: b\r\nCache-Control: x\r\nCache-Control: y\r\nContent-Length: 2\r\n\r\nhi',
  rf: 'HTTP/1.1 200 OK\r\nRefresh: 5; url=http://HOST/x?url=http://HOST/z\r\nContent-Length: 2\r\n\r\nhi',
  lm: 'HTTP/1.1 200 OK\r\nLast-Modified: Thu, 02 Jan 2020 03:04:05 GMT\r\nETag: "e"\r\nAccept-Ranges: bytes\r\nContent-Length: 5\r\n\r\nhello',
  short: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi',
  more: 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nhi',
  ch: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX-T: v\r\nx-t: w\r\n\r\n',
  chx: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\nmore',
  nonsense: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\nhi\r\n0\r\n\r\n',
  10: 'HTTP/1.0 200\r\n\r\nhi',
  reason: 'HTTP/1.1 200  Two  words \r\nContent-Length: 2\r\n\r\nhi',
  noreason: 'HTTP/1.1 299\r\nContent-Length: 2\r\n\r\nhi',
  204: 'HTTP/1.1 204 No\r\nContent-Type: q\r\nX: y\r\n\r\n',
  '204b': 'HTTP/1.1 204 No\r\nContent-Length: 2\r\n\r\nhi',
  304: 'HTTP/1.1 304 N\r\nContent-Length: 7\r\nETag: "q"\r\nContent-Type: a/b\r\n\r\n',
  401: 'HTTP/1.1 401 X\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Two\r\nX-O: 1\r\n\r\nno',
  403: 'HTTP/1.1 403 X\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Two\r\nX-O: 1\r\n\r\nno',
  404: 'HTTP/1.1 404 X\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Two\r\nX-O: 1\r\n\r\nno',
  429: 'HTTP/1.1 429 X\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Two\r\nX-O: 1\r\n\r\nno',
  500: 'HTTP/1.1 500 X\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Two\r\nX-O: 1\r\n\r\nno',
  502: 'HTTP/1.1 502 X\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Two\r\nX-O: 1\r\n\r\nno',
  503: 'HTTP/1.1 503 X\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Two\r\nX-O: 1\r\n\r\nno',
  504: 'HTTP/1.1 504 X\r\nContent-Length: 2\r\nWWW-Authenticate: Basic\r\nWWW-Authenticate: Two\r\nX-O: 1\r\n\r\nno',
  loc: 'HTTP/1.1 302 F\r\nLocation: /abs\r\nContent-Length: 0\r\n\r\n',
  ckodd:
    'HTTP/1.1 200 OK\r\nSet-Cookie: b = 2 ;path= /q ;  x ; Secure\r\nSet-Cookie: novalue; path=/q\r\nSet-Cookie: a=1; secure; SECURE; path=/x\r\nSet-Cookie: a="x;y"; Path="/q"\r\nContent-Length: 2\r\n\r\nhi',
  headless: 'garbage\r\n\r\nmore',
  twice: 'HTTP/1.1 401 X\r\nContent-Length: 0\r\nWWW-Authenticate: a\r\n\r\n',
  xrp: 'HTTP/1.1 200 C\r\nX-Accel-Redirect: /p/ok\r\nContent-Length: 0\r\n\r\n',
  close: 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi',
};

export const byPath: PeerAnswer = (socket, request) => {
  const name = /^\S+ \S*?\/([\w.]+)(?:\?\S*)? /.exec(request)?.[1] ?? 'ok';
  const host = /Host: (\S+:\d+)/.exec(request)?.[1] ?? '';
  socket.end((answers[name] ?? answers.ok ?? '').replaceAll('HOST', host), 'latin1');
};

export const http = `log_format proxied '$request_uri $upstream_addr|$upstream_status|$upstream_response_length|$upstream_bytes_received|$upstream_bytes_sent|$upstream_connect_time|$upstream_header_time|$upstream_response_time|$upstream_http_x_q|$upstream_cookie_a|$upstream_cookie_b|$upstream_trailer_x_t|$proxy_host|$proxy_port|$proxy_add_x_forwarded_for|$status'; access_log proxied.log proxied;
  upstream e2 { server 127.0.0.1:<busy>; server 127.0.0.1:<none>; server 127.0.0.1:<p> backup; }
  upstream e3 { server 127.0.0.1:<none> max_fails=0; server 127.0.0.1:<p> max_fails=0; }
  upstream e4 { server 127.0.0.1:<missing>; server 127.0.0.1:<missing>; }
  upstream closed { server 127.0.0.1:1 max_fails=0; server 127.0.0.1:<p> max_fails=0; }
  upstream only { server 127.0.0.1:<missing> weight=2; }
  upstream down { server 127.0.0.1:<p> down; server 127.0.0.1:1 down; }
  upstream left { server 127.0.0.1:<none>; server 127.0.0.1:<busy> down; }
  upstream later { server 127.0.0.1:<p> down; server 127.0.0.1:<missing>; }`;

export const server = String.raw`server_name one two; proxy_set_header X-Outer o; rewrite ^/sr/(.*) /moved/$1 break; rewrite ^/sn/(.*) /moved/$1;
  location /p/ { proxy_pass http://127.0.0.1:<p>; } location /u/ { proxy_pass http://127.0.0.1:<p>/; } location /v/ { proxy_pass http://127.0.0.1:<p>/w?z=1; } location = /ex { proxy_pass http://127.0.0.1:<p>/exact; } location /enc/ { proxy_pass http://127.0.0.1:<p>/e%20c/; } location /moved/ { proxy_pass http://127.0.0.1:<p>/z/; }
  location ~ ^/rx/(.*) { proxy_pass http://127.0.0.1:<p>; } location /var/ { set $t /t; proxy_pass http://127.0.0.1:<p>$t; } location /varu/ { proxy_pass http://127.0.0.1:<p>$request_uri; } location /varq/ { proxy_pass http://127.0.0.1:<p>?q=$arg_a; } location /varn/ { set $n 127.0.0.1:<p>; proxy_pass http://$n; }
  location /rw/ { rewrite ^/rw/(.*) "/p2/$1 x?k=v" break; proxy_pass http://127.0.0.1:<p>/base/; } location /rw2/ { rewrite ^/rw2/(.*) /p/$1; } location /rw3/ { rewrite ^/rw3/(.*)$ /rw3/new break; proxy_pass http://127.0.0.1:<p>/b/; }
  location /br/ { rewrite ^/br/(.*) /br/q$1; break; proxy_pass http://127.0.0.1:<p>/z/; } location /br2/ { break; proxy_pass http://127.0.0.1:<p>/z/; } location /tf/ { try_files /none @over; } location @over { proxy_pass http://127.0.0.1:<p>; }
  location /if/ { if ($arg_x) { proxy_pass http://127.0.0.1:<p>; } proxy_pass http://127.0.0.1:<p>/else/; }
  location /h/ { proxy_set_header X-Own w; proxy_set_header Host $host; proxy_set_header x-gone ""; proxy_set_header Connection keep-alive; proxy_pass http://127.0.0.1:<p>/; }
  location /h2/ { proxy_set_header X-A $proxy_add_x_forwarded_for; proxy_pass_request_headers off; proxy_method PUT; proxy_http_version 1.0; proxy_pass http://127.0.0.1:<p>/; }
  location /h3/ { proxy_set_body "own $arg_a"; proxy_pass http://127.0.0.1:<p>/; } location /h4/ { proxy_pass_request_body off; proxy_set_header Content-Length ""; proxy_pass http://127.0.0.1:<p>/; } location /h5/ { proxy_method $arg_m; proxy_pass http://127.0.0.1:<p>/; }
  location /ck/ { proxy_cookie_domain a.b new.d; proxy_cookie_domain ~^x\.(.+)$ $1.z; proxy_cookie_domain ~^\.x(.*)$ $1.n; proxy_cookie_path /x /; proxy_cookie_path ~*^/Q /r; proxy_cookie_flags a nosecure samesite=strict; proxy_cookie_flags ~^B secure httponly; proxy_cookie_flags c nosecure; proxy_pass http://127.0.0.1:<p>/; }
  location /cko/ { proxy_cookie_domain off; proxy_cookie_path off; proxy_cookie_flags off; proxy_pass http://127.0.0.1:<p>/; } location /ckp/ { proxy_cookie_path /q /r; proxy_pass http://127.0.0.1:<p>/; } location /ckf/ { proxy_cookie_flags ~ secure; proxy_pass http://127.0.0.1:<p>/; }
  location /ig/ { proxy_ignore_headers X-Accel-Redirect; proxy_pass http://127.0.0.1:<p>/; } location /pass/ { proxy_pass_header Date; proxy_pass_header X-Accel-Charset; proxy_pass http://127.0.0.1:<p>/; } location /hide/ { proxy_hide_header X-Q; proxy_hide_header Content-Type; proxy_pass http://127.0.0.1:<p>/; }
  location /in { return 200 "in $uri $args $request_method $upstream_http_x_other"; } location @n { return 200 "n $uri"; }
  location /ie/ { proxy_intercept_errors on; error_page 401 404 503 =200 @n; proxy_pass http://127.0.0.1:<p>/; } location /ie2/ { proxy_intercept_errors on; error_page 401 @kept; proxy_pass http://127.0.0.1:<p>/; } location @kept { return 402 kept; }
  location /e2/ { proxy_next_upstream error http_503 http_404; proxy_pass http://e2/; }
  location /e3/ { proxy_pass http://e3/; } location /e3o/ { proxy_next_upstream error off; proxy_pass http://e3/; } location /e3t/ { proxy_next_upstream_tries 1; proxy_pass http://e3/; }
  location /e4/ { proxy_next_upstream http_404; proxy_pass http://e4/; } location /only/ { proxy_next_upstream http_404; proxy_pass http://only/; }
  location /closed/ { proxy_pass http://closed/; } location /slow/ { proxy_read_timeout 100ms; proxy_pass http://127.0.0.1:<silent>; }
  location /down/ { proxy_pass http://down/; } location /left/ { proxy_pass http://left/; } location /later/ { proxy_next_upstream http_404; proxy_pass http://later/; }
  location /tr/ { proxy_pass_trailers on; proxy_pass http://127.0.0.1:<p>/; } location /unix/ { proxy_pass http://unix:/nowhere.sock:/x; } location /nobuf/ { proxy_buffering off; proxy_pass http://127.0.0.1:<p>/; }
  location /rd/ { proxy_redirect /abs /own/; proxy_redirect ~*^/A(.*) http://z$1; proxy_pass http://127.0.0.1:<p>/; } location /rd2/ { proxy_redirect ~*^/A(.*) http://z$1; proxy_pass http://127.0.0.1:<p>/; } location /rd3/ { proxy_redirect off; proxy_pass http://127.0.0.1:<p>/; } location /rd4/ { proxy_pass http://127.0.0.1:<p>; proxy_redirect default; }
  location /au1/ { auth_request /p/401; proxy_pass http://127.0.0.1:<p>/ok; } location /au4/ { auth_request /p/404; proxy_pass http://127.0.0.1:<p>/ok; } location /au3/ { auth_request /p/403; proxy_pass http://127.0.0.1:<p>/ok; }
  location /au2/ { auth_request /p/more; js_content main.granted; } location /both { js_content main.both; } location /typed { js_content main.typed; } location /heads { js_content main.heads; } location /nonsense { js_content main.nonsense; } location /any/ { set $n $arg_h; proxy_pass http://$n/; } location /bare/ { proxy_pass $arg_h; }`;

/** Requests; the answers of nginx 1.30.6, what it forwarded to the server `p`, and its log lines. */
