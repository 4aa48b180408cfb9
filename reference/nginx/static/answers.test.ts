import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'tape';
import { requestOf, shownAnswer } from '../../testing/answers.js';
import { testHost } from '../../testing/host.js';
import { tableRows } from '../../testing/tables.js';

const script = `export default {
  typed: (r) => {
    r.headersOut['Content-Type'] = 'x/y';
    r.headersOut.ETag = '"q"';
    r.headersOut['Last-Modified'] = 'Thu, 02 Jan 2020 03:04:00 GMT';
    r.return(404);
  },
  interim: (r) => { r.return(150, 'x'); },
  parts: (r) => { r.status = 99; r.sendHeader(); r.send('part'); r.finish(); },
  inner: async (r) => {
    const inner = await r.subrequest('/exp2/f.txt');
    r.return(200, [inner.status, inner.responseText, inner.headersOut['X-N'], inner.headersOut['Accept-Ranges']].join());
  },
};`;

const server = `root files/;
  location /err/ { alias files/; error_page 404 /e.html; }
  location /err2/ { alias files/; error_page 404 =200 /e.html; }
  location /lm/ { alias files/; add_header Last-Modified "Thu, 02 Jan 2020 03:04:00 GMT"; add_header ETag '"own"'; }
  location /lm2/ { alias files/; add_header Last-Modified ""; add_header ETag ""; }
  location /lm3/ { alias files/; add_header Last-Modified "Thu, 02 Jan 2020 03:04:00 GMT" always; add_header X-A b always; error_page 416 /e.html; }
  location /exp/ { alias files/; expires modified +1d; }
  location /exp2/ { alias files/; expires -1; add_header X-N y; }
  location /exp3/ { alias files/; expires 1h; error_page 404 /e.html; }
  location /418 { return 418; } location /418t { return 418 t; } location /150 { return 150 x; } location /001 { return 001 x; }
  location /299 { return 299 "$status"; } location /308 { return 308 /x$status; } location /305 { return 305 /x; } location /url { return http://x/$arg_a; } location /scheme { return $scheme://y/; }
  location /408 { return 408; } location /444 { return 444; } location /494 { return 494; } location /495 { return 495; }
  location /400 { return 400; } location /413 { return 413; } location /500 { return 500; } location /501 { return 501; } location /503 { return 503; }
  location /e495 { error_page 495 /e.html; return 495; } location /e494 { error_page 494 =402 /e.html; return 494; } location /e501 { error_page 501 =200 /e.html; return 501; }
  location /named { error_page 403 @n; return 403; } location @n { return 200 "$request_method|$uri|$args|$is_args"; }
  location /args { error_page 403 /shown; return 403; } location /args2 { error_page 403 /shown?; return 403; } location /args3 { error_page 403 /shown?b=c; return 403; }
  location /shown { return 200 "$request_method|$uri|$args|$is_args|$status|$request_uri"; }
  location /ctl { error_page 403 "http://x/$arg_a"; return 403; } location /e307 { error_page 403 =307 http://x/; return 403; } location /e302 { error_page 302 @n; return 302 /q; }
  location /none { error_page 405 /f.txt; }
  location /multi/ { alias files/; max_ranges 2; }
  location /typed { js_content main.typed; } location /typed2 { error_page 404 /e.html; js_content main.typed; } location /typed3 { error_page 404 =200 /f.txt; js_content main.typed; }
  location /interim { js_content main.interim; } location /parts { js_content main.parts; } location /inner { js_content main.inner; }
  location /416/ { alias files/; error_page 416 /e.html; } location /416n/ { alias files/; error_page 416 @n; }
  location /ending/ { types { text/plain txt; } default_type a/b; return 200 x; }
  location /untyped/ { alias files/; default_type ""; }
  location /noetag/ { alias files/; etag off; }
  location /try/ { try_files $uri $uri/ /f.txt/x /d =404; } location /try2/ { try_files /d/ @n; } location /try3/ { try_files /x /shown?a=b; } location /try4/ { try_files /x /shown; } location /try5/ { try_files /f.txt =404; } location /try6/ { try_files / =404; }
  location /try7/ { alias files/; try_files /try7/f.txt /f.txt =404; } location /try8/ { alias files/; try_files f.txt =404; } location /try9/ { alias files/; try_files /d =404; }
  location ~ ^/ra/(.*)$ { alias files/$1; } location ~ ^/rt/(.*)$ { alias files; try_files /$1 /f.txt =404; } location ~ ^/rd/(.*)$ { alias files/; try_files d/ =404; }
  location /nested { try_files /x =404; location /nested/in { return 200 inner; } }
  location /index/ { alias files/; index none $arg_i /shown; } location /index2/ { alias files/d/; } location /index3/ { alias files/; index e.html; log_not_found off; }
  location /try10/ { try_files /f.txt/x /d/x =404; } location /try11/ { try_files /f.txt/ =404; } location /try12/ { alias files/; try_files /try12/f.txt =404; } location /try13/ { alias files/; set $n f.txt; try_files /try13/$n =404; }
  location /index4/ { alias files/; index f.txt; } location = /index4/f.txt { return 200 "$uri $args"; }
  location /UP { alias files/UP.HTML; }`;

const files = {
  'f.txt': 'hello world file\n',
  'd/index.html': '<p>',
  'e.html': 'err page',
  'UP.HTML': 'up',
  'sp ace/index.html': 'x',
  'bare/x': 'x',
  'a.gif': 'GIF',
};

/** Requests, and the answers of nginx 1.30.6; `KEEP`: without `Connection: close`. */
const rows = tableRows(
  {
    file: '200 OK|Content-Type: text/plain|Content-Length: 17|Last-Modified: {date}|Connection: close|ETag: {tag}|Accept-Ranges: bytes||hello world file\n',
    partOfFile: 'Last-Modified: {date}|Connection: close|ETag: {tag}|Content-Range: bytes',
    same: '304 Not Modified|Last-Modified: {date}|Connection: close|ETag: {tag}||',
    noRange:
      '416 Requested Range Not Satisfiable|Content-Type: text/html|Content-Length: P|Connection: close|Content-Range: bytes */17||PAGE',
    bare: '200 OK|Content-Type: text/plain|Content-Length: 17|Connection: close|Accept-Ranges: bytes||hello world file\n',
    own: 'Connection: close|ETag: "own"|Last-Modified: Thu, 02 Jan 2020 03:04:00 GMT|',
    page: 'Content-Type: text/html|Content-Length: P|Connection: close||PAGE',
    keptPage: 'Content-Type: text/html|Content-Length: P|Connection: keep-alive||PAGE',
    date: 'Thu, 02 Jan 2020 03:04:05 GMT',
    tag: '"5e0d5da5-11"',
    nothing: '',
  },
  String.raw`
    GET /ending/a.TXT ⇒ 200 OK|Content-Type: text/plain|Content-Length: 1|Connection: close||x
    GET /ending/a.b.txt ⇒ 200 OK|Content-Type: text/plain|Content-Length: 1|Connection: close||x
    GET /ending/.txt ⇒ 200 OK|Content-Type: a/b|Content-Length: 1|Connection: close||x
    GET /ending/a.txt// ⇒ 200 OK|Content-Type: a/b|Content-Length: 1|Connection: close||x
    GET /ending/a.txt/b ⇒ 200 OK|Content-Type: a/b|Content-Length: 1|Connection: close||x
    GET /f.txt ⇒ {file}
    GET /err/nope ⇒ 404 Not Found|Content-Type: text/html|Content-Length: 8|Connection: close|ETag: "5e0d5da5-8"||err page
    GET /err2/nope
      ⇒ 200 OK|Content-Type: text/html|Content-Length: 8|Last-Modified: {date}|Connection: close|ETag: "5e0d5da5-8"|Accept-Ranges: bytes||err page
    GET /lm/f.txt ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|{own}Accept-Ranges: bytes||hello world file\n
    GET /lm2/f.txt ⇒ {bare}
    GET /lm3/f.txt
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|Connection: close|ETag: {tag}|Last-Modified: Thu, 02 Jan 2020 03:04:00 GMT|X-A: b|Accept-Ranges: bytes||hello world file\n
    GET /exp/f.txt
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|Last-Modified: {date}|Connection: close|ETag: {tag}|Expires: Fri, 03 Jan 2020 03:04:05 GMT|Cache-Control: no-cache|Accept-Ranges: bytes||hello world file\n
    GET /exp2/f.txt
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|Last-Modified: {date}|Connection: close|ETag: {tag}|Expires: SOON|Cache-Control: no-cache|X-N: y|Accept-Ranges: bytes||hello world file\n
    GET /exp3/nope ⇒ 404 Not Found|Content-Type: text/html|Content-Length: 8|Connection: close|ETag: "5e0d5da5-8"||err page
    GET /UP.HTML ⇒ 404 Not Found|{page}
    GET /UP
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 2|Last-Modified: {date}|Connection: close|ETag: "5e0d5da5-2"|Accept-Ranges: bytes||up
    GET /sp%20ace
      ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/sp%20ace/|Connection: close||PAGE
    GET /d ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/d/|Connection: close||PAGE
    GET /d?x ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/d/?x|Connection: close||PAGE
    GET /bare/ ⇒ 403 Forbidden|{page}
    GET /a.gif
      ⇒ 200 OK|Content-Type: image/gif|Content-Length: 3|Last-Modified: {date}|Connection: close|ETag: "5e0d5da5-3"|Accept-Ranges: bytes||GIF
    GET /untyped/f.txt
      ⇒ 200 OK|Content-Length: 17|Last-Modified: {date}|Connection: close|ETag: {tag}|Accept-Ranges: bytes||hello world file\n
    GET /untyped/a.gif
      ⇒ 200 OK|Content-Type: image/gif|Content-Length: 3|Last-Modified: {date}|Connection: close|ETag: "5e0d5da5-3"|Accept-Ranges: bytes||GIF
    GET /noetag/f.txt
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|Last-Modified: {date}|Connection: close|Accept-Ranges: bytes||hello world file\n
    KEEP GET /418 ⇒ 418 |Content-Length: 0|Connection: keep-alive||
    KEEP GET /418t ⇒ 418 |Content-Type: text/plain|Content-Length: 1|Connection: keep-alive||t
    KEEP GET /150 ⇒ 150 |Content-Type: text/plain|Content-Length: 1|Connection: keep-alive||x
    KEEP GET /001 ⇒ 001 |Content-Type: text/plain|Content-Length: 1|Connection: keep-alive||x
    KEEP GET /299 ⇒ 299 |Content-Type: text/plain|Content-Length: 3|Connection: keep-alive||299
    KEEP GET /308
      ⇒ 308 Permanent Redirect|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/x308|Connection: keep-alive||PAGE
    KEEP GET /305 ⇒ 305 |Content-Type: text/plain|Content-Length: 2|Connection: keep-alive||/x
    KEEP GET /url?a=b ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Connection: keep-alive|Location: http://x/b||PAGE
    KEEP GET /scheme ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Connection: keep-alive|Location: http://y/||PAGE
    KEEP GET /408 ⇒ {nothing}
    KEEP GET /444 ⇒ {nothing}
    KEEP GET /494 ⇒ 400 Bad Request|{keptPage}
    KEEP GET /495 ⇒ 400 Bad Request|{page}
    KEEP GET /400 ⇒ 400 Bad Request|{page}
    KEEP GET /413 ⇒ 413 Request Entity Too Large|{page}
    KEEP GET /500 ⇒ 500 Internal Server Error|{page}
    KEEP GET /501 ⇒ 501 Not Implemented|{page}
    KEEP GET /503 ⇒ 503 Service Temporarily Unavailable|{keptPage}
    KEEP GET /e495 ⇒ 400 Bad Request|Content-Type: text/html|Content-Length: 8|Connection: close|ETag: "5e0d5da5-8"||err page
    KEEP GET /e494 ⇒ 402 Payment Required|Content-Type: text/html|Content-Length: 8|Connection: keep-alive|ETag: "5e0d5da5-8"||err page
    KEEP GET /e501
      ⇒ 200 OK|Content-Type: text/html|Content-Length: 8|Last-Modified: {date}|Connection: close|ETag: "5e0d5da5-8"|Accept-Ranges: bytes||err page
    KEEP GET /named?a=b ⇒ 403 Forbidden|Content-Type: text/plain|Content-Length: 16|Connection: keep-alive||GET|/named|a=b|?
    KEEP GET /args?a=b ⇒ 403 Forbidden|Content-Type: text/plain|Content-Length: 26|Connection: keep-alive||GET|/shown|||403|/args?a=b
    KEEP GET /args2?a=b ⇒ 403 Forbidden|Content-Type: text/plain|Content-Length: 27|Connection: keep-alive||GET|/shown|||403|/args2?a=b
    KEEP GET /args3?a=b ⇒ 403 Forbidden|Content-Type: text/plain|Content-Length: 31|Connection: keep-alive||GET|/shown|b=c|?|403|/args3?a=b
    KEEP GET /ctl?a=b ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Connection: keep-alive|Location: http://x/b||PAGE
    KEEP GET /e307 ⇒ 307 Temporary Redirect|Content-Type: text/html|Content-Length: P|Connection: keep-alive|Location: http://x/||PAGE
    KEEP GET /e302
      ⇒ 302 Moved Temporarily|Content-Type: text/plain|Content-Length: 11|Location: http://h:PORT/q|Connection: keep-alive||GET|/e302||
    KEEP GET /typed ⇒ 404 Not Found|Content-Type: text/html|Content-Length: P|Connection: keep-alive|ETag: "q"||PAGE
    KEEP GET /typed2
      ⇒ 404 Not Found|Content-Type: text/html|Content-Length: 8|Connection: keep-alive|ETag: "q"|Last-Modified: Thu, 02 Jan 2020 03:04:00 GMT|ETag: "5e0d5da5-8"||err page
    KEEP GET /typed3
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|Connection: keep-alive|ETag: "q"|Last-Modified: Thu, 02 Jan 2020 03:04:00 GMT|ETag: {tag}|Accept-Ranges: bytes||hello world file\n
    KEEP GET /interim ⇒ 150 |Content-Type: text/plain|Content-Length: 1|Connection: keep-alive||x
    KEEP GET /parts ⇒ 099 |Content-Type: text/plain|Connection: keep-alive||part
    GET /exp2/f.txt\nRange: bytes=0-1
      ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 2|Last-Modified: {date}|Connection: close|ETag: {tag}|Expires: SOON|Cache-Control: no-cache|X-N: y|Content-Range: bytes 0-1/17||he
    GET /inner\nIf-Match: "x" ⇒ 200 OK|Content-Type: text/plain|Content-Length: 23|Connection: close||200,hello world file\n,,
    GET /inner\nRange: bytes=0-1 ⇒ 200 OK|Content-Type: text/plain|Content-Length: 23|Connection: close||200,hello world file\n,,
    HEAD /interim ⇒ 150 |Content-Type: text/plain|Content-Length: 1|Connection: close||
    HEAD /named ⇒ 403 Forbidden|Content-Type: text/plain|Content-Length: 13|Connection: close||
    POST /named?q\nContent-Length: 3\n\nabc ⇒ 403 Forbidden|Content-Type: text/plain|Content-Length: 15|Connection: close||POST|/named|q|?
    HEAD /args ⇒ 403 Forbidden|Content-Type: text/plain|Content-Length: 23|Connection: close||
    KEEP POST /args\nContent-Length: 3\n\nabc
      ⇒ 403 Forbidden|Content-Type: text/plain|Content-Length: 22|Connection: keep-alive||GET|/shown|||403|/args
    KEEP POST /503\nTransfer-Encoding: chunked\n\nzz\r\n ⇒ 503 Service Temporarily Unavailable|{page}
    KEEP POST /f.txt\nContent-Length: 3\n\nabc ⇒ 405 Not Allowed|{keptPage}
    KEEP POST /none\nContent-Length: 3\n\nabc ⇒ 404 Not Found|{keptPage}
    POST /d/\nContent-Length: 0 ⇒ 405 Not Allowed|{page}
    PUT /d/\nContent-Length: 0 ⇒ 405 Not Allowed|{page}
    DELETE /f.txt ⇒ 405 Not Allowed|{page}
    GET /try/f.txt ⇒ 404 Not Found|{page}
    GET /try/x ⇒ 404 Not Found|{page}
    GET /try/d ⇒ 404 Not Found|{page}
    GET /try2/ ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/d/|Connection: close||PAGE
    GET /try3/?q ⇒ 200 OK|Content-Type: text/plain|Content-Length: 29|Connection: close||GET|/shown|a=b|?|200|/try3/?q
    GET /try4/?q ⇒ 200 OK|Content-Type: text/plain|Content-Length: 25|Connection: close||GET|/shown|||200|/try4/?q
    GET /try5/?q ⇒ {file}
    GET /try6/ ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/|Connection: close||PAGE
    GET /try7/ ⇒ {file}
    GET /try8/ ⇒ {file}
    GET /try9/ ⇒ 404 Not Found|{page}
    GET /ra/f.txt ⇒ {file}
    GET /ra/ ⇒ 403 Forbidden|{page}
    GET /rt/f.txt ⇒ {file}
    GET /rt/x ⇒ {file}
    GET /rd/x ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/rd/x/|Connection: close||PAGE
    GET /try10/x ⇒ 404 Not Found|{page}
    GET /try11/ ⇒ 404 Not Found|{page}
    GET /try12/ ⇒ 404 Not Found|{page}
    GET /try13/ ⇒ {file}
    GET /index4/?a=b ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|Connection: close||/index4/f.txt a=b
    GET /nested/in ⇒ 200 OK|Content-Type: text/plain|Content-Length: 5|Connection: close||inner
    GET /nested/ ⇒ 404 Not Found|{page}
    GET /index/?i=f.txt ⇒ {file}
    GET /index/?i=nope&b ⇒ 200 OK|Content-Type: text/plain|Content-Length: 42|Connection: close||GET|/shown|i=nope&b|?|200|/index/?i=nope&b
    GET /index/ ⇒ 500 Internal Server Error|{page}
    GET /index2/?a=b
      ⇒ 200 OK|Content-Type: text/html|Content-Length: 3|Last-Modified: {date}|Connection: close|ETag: "5e0d5da5-3"|Accept-Ranges: bytes||<p>
    GET /index3/
      ⇒ 200 OK|Content-Type: text/html|Content-Length: 8|Last-Modified: {date}|Connection: close|ETag: "5e0d5da5-8"|Accept-Ranges: bytes||err page
    GET /index3/x/ ⇒ 404 Not Found|{page}
    GET /f.txt/ ⇒ 404 Not Found|{page}
    GET /f.txt/x ⇒ 404 Not Found|{page}
    GET /f.txt\nIf-Modified-Since: x ⇒ {file}
    GET /f.txt\nIf-Unmodified-Since: x ⇒ 412 Precondition Failed|{page}
    GET /f.txt\nIf-None-Match: "a","b" , {tag} ⇒ {same}
    GET /f.txt\nIf-None-Match: W/{tag} ⇒ {same}
    GET /f.txt\nIf-Match: "a", {tag} ⇒ {file}
    GET /f.txt\nIf-Match: W/{tag} ⇒ 412 Precondition Failed|{page}
    GET /f.txt\nIf-None-Match: "x"\nIf-Modified-Since: {date} ⇒ {file}
    GET /f.txt\nIf-None-Match: {tag}\nIf-Modified-Since: Thu, 02 Jan 2020 03:04:06 GMT ⇒ {file}
    GET /f.txt\nIf-Match: * ⇒ {file}
    GET /f.txt\nIf-None-Match: * ⇒ {same}
    GET /f.txt\nIf-None-Match: *\nIf-Match: "x" ⇒ 412 Precondition Failed|{page}
    GET /f.txt\nIf-Modified-Since: Thu Jan  2 03:04:05 2020 ⇒ {same}
    GET /f.txt\nIf-Modified-Since: Thursday, 02-Jan-70 03:04:05 GMT ⇒ {file}
    GET /299\nIf-None-Match: * ⇒ 299 |Content-Type: text/plain|Content-Length: 3|Connection: close||299
    GET /299\nIf-Match: * ⇒ 299 |Content-Type: text/plain|Content-Length: 3|Connection: close||299
    GET /299\nIf-Unmodified-Since: {date} ⇒ 299 |Content-Type: text/plain|Content-Length: 3|Connection: close||299
    GET /299\nIf-Modified-Since: {date} ⇒ 299 |Content-Type: text/plain|Content-Length: 3|Connection: close||299
    GET /299\nIf-Modified-Since: Thu, 02 Jan 2020 03:04:00 GMT ⇒ 299 |Content-Type: text/plain|Content-Length: 3|Connection: close||299
    GET /299\nIf-None-Match: "own" ⇒ 299 |Content-Type: text/plain|Content-Length: 3|Connection: close||299
    GET /299\nIf-Match: "own" ⇒ 299 |Content-Type: text/plain|Content-Length: 3|Connection: close||299
    GET /lm2/f.txt\nIf-None-Match: * ⇒ 304 Not Modified|Connection: close||
    GET /lm2/f.txt\nIf-Match: * ⇒ {bare}
    GET /lm2/f.txt\nIf-Unmodified-Since: {date} ⇒ {bare}
    GET /lm2/f.txt\nIf-Modified-Since: {date} ⇒ 304 Not Modified|Connection: close||
    GET /lm2/f.txt\nIf-Modified-Since: Thu, 02 Jan 2020 03:04:00 GMT ⇒ {bare}
    GET /lm2/f.txt\nIf-None-Match: "own" ⇒ {bare}
    GET /lm2/f.txt\nIf-Match: "own" ⇒ 412 Precondition Failed|{page}
    GET /lm/f.txt\nIf-None-Match: * ⇒ 304 Not Modified|{own}|
    GET /lm/f.txt\nIf-Match: * ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|{own}Accept-Ranges: bytes||hello world file\n
    GET /lm/f.txt\nIf-Unmodified-Since: {date}
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|{own}Accept-Ranges: bytes||hello world file\n
    GET /lm/f.txt\nIf-Modified-Since: {date} ⇒ 304 Not Modified|{own}|
    GET /lm/f.txt\nIf-Modified-Since: Thu, 02 Jan 2020 03:04:00 GMT
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|{own}Accept-Ranges: bytes||hello world file\n
    GET /lm/f.txt\nIf-None-Match: "own" ⇒ 200 OK|Content-Type: text/plain|Content-Length: 17|{own}Accept-Ranges: bytes||hello world file\n
    GET /lm/f.txt\nIf-Match: "own" ⇒ 412 Precondition Failed|{page}
    GET /f.txt\nRange: bytes=0-0 ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 1|{partOfFile} 0-0/17||h
    GET /f.txt\nRange: bytes=0-16 ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 17|{partOfFile} 0-16/17||hello world file\n
    GET /f.txt\nRange: bytes=0-7,8-16
      ⇒ 206 Partial Content|Content-Type: multipart/byteranges; boundary=B|Content-Length: 212|Last-Modified: {date}|Connection: close|ETag: {tag}||\n--B\nContent-Type: text/plain\nContent-Range: bytes 0-7/17\n\nhello wo\n--B\nContent-Type: text/plain\nContent-Range: bytes 8-16/17\n\nrld file\n\n--B--\n
    GET /f.txt\nRange: bytes=-0 ⇒ {noRange}
    GET /f.txt\nRange: bytes=-17 ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 17|{partOfFile} 0-16/17||hello world file\n
    GET /f.txt\nRange: bytes=-99 ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 17|{partOfFile} 0-16/17||hello world file\n
    GET /f.txt\nRange: bytes=16- ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 1|{partOfFile} 16-16/17||\n
    GET /f.txt\nRange: bytes=17- ⇒ {noRange}
    GET /f.txt\nRange: bytes=0-,-1 ⇒ {file}
    GET /f.txt\nRange: bytes= ⇒ {file}
    GET /f.txt\nRange: bytes=x ⇒ {noRange}
    GET /f.txt\nRange: bytes=0-1x ⇒ {noRange}
    GET /f.txt\nRange: bytes=0-1,x ⇒ {noRange}
    GET /f.txt\nRange: bytes=99-,0-0 ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 1|{partOfFile} 0-0/17||h
    GET /f.txt\nRange: bytes=5-3,1-1 ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 1|{partOfFile} 1-1/17||e
    GET /f.txt\nRange: bytes=0-0,99- ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 1|{partOfFile} 0-0/17||h
    GET /f.txt\nRange: bytes=0-0,-0 ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 1|{partOfFile} 0-0/17||h
    GET /f.txt\nRange: bytes=1-0 ⇒ {noRange}
    GET /f.txt\nRange: bytes=0-99999999999999999999 ⇒ {noRange}
    GET /f.txt\nRange: bytes=0-0 , 2-2
      ⇒ 206 Partial Content|Content-Type: multipart/byteranges; boundary=B|Content-Length: 196|Last-Modified: {date}|Connection: close|ETag: {tag}||\n--B\nContent-Type: text/plain\nContent-Range: bytes 0-0/17\n\nh\n--B\nContent-Type: text/plain\nContent-Range: bytes 2-2/17\n\nl\n--B--\n
    GET /f.txt\nRange: bytes=,0-0 ⇒ {noRange}
    GET /f.txt\nRange: bytes=0-0, ⇒ {noRange}
    GET /f.txt\nRange: BYTES=0-1 ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 2|{partOfFile} 0-1/17||he
    GET /f.txt\nRange: bytes =0-1 ⇒ {file}
    GET /f.txt\nRange: items=0-1 ⇒ {file}
    GET /multi/f.txt\nRange: bytes=0-0,2-2
      ⇒ 206 Partial Content|Content-Type: multipart/byteranges; boundary=B|Content-Length: 196|Last-Modified: {date}|Connection: close|ETag: {tag}||\n--B\nContent-Type: text/plain\nContent-Range: bytes 0-0/17\n\nh\n--B\nContent-Type: text/plain\nContent-Range: bytes 2-2/17\n\nl\n--B--\n
    GET /multi/f.txt\nRange: bytes=0-0,2-2,4-4 ⇒ {file}
    GET /a.gif\nRange: bytes=0-0,2-2
      ⇒ 206 Partial Content|Content-Type: multipart/byteranges; boundary=B|Content-Length: 192|Last-Modified: {date}|Connection: close|ETag: "5e0d5da5-3"||\n--B\nContent-Type: image/gif\nContent-Range: bytes 0-0/3\n\nG\n--B\nContent-Type: image/gif\nContent-Range: bytes 2-2/3\n\nF\n--B--\n
    GET /f.txt\nRange: bytes=0-1\nIf-Range: {tag} ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 2|{partOfFile} 0-1/17||he
    GET /f.txt\nRange: bytes=0-1\nIf-Range: W/{tag} ⇒ {file}
    GET /f.txt\nRange: bytes=0-1\nIf-Range: " ⇒ {file}
    GET /f.txt\nRange: bytes=0-1\nIf-Range: {date} ⇒ 206 Partial Content|Content-Type: text/plain|Content-Length: 2|{partOfFile} 0-1/17||he
    GET /f.txt\nRange: bytes=0-1\nIf-Range: Thu, 02 Jan 2020 03:04:06 GMT ⇒ {file}
    GET /f.txt\nRange: bytes=0-1\nIf-Range: x ⇒ {file}
    GET /lm2/f.txt\nRange: bytes=0-1\nIf-Range: {date} ⇒ {bare}
    GET /lm3/f.txt\nRange: bytes=99-
      ⇒ 416 Requested Range Not Satisfiable|Content-Type: text/html|Content-Length: 8|Connection: close|ETag: {tag}|Last-Modified: Thu, 02 Jan 2020 03:04:00 GMT|X-A: b|Content-Range: bytes */17|ETag: "5e0d5da5-8"||err page
    GET /416/f.txt\nRange: bytes=99-
      ⇒ 416 Requested Range Not Satisfiable|Content-Type: text/html|Content-Length: 8|Connection: close|ETag: {tag}|Content-Range: bytes */17|ETag: "5e0d5da5-8"||err page
    GET /416n/f.txt\nRange: bytes=99-
      ⇒ 416 Requested Range Not Satisfiable|Content-Type: text/plain|Content-Length: 17|Connection: close|ETag: {tag}|Content-Range: bytes */17||GET|/416n/f.txt||
    HEAD /f.txt\nRange: bytes=0-0,2-2
      ⇒ 206 Partial Content|Content-Type: multipart/byteranges; boundary=B|Content-Length: 196|Last-Modified: {date}|Connection: close|ETag: {tag}||`,
);

/** Lines of its error log. */
const complaints: readonly string[] = [
  '[error] open() "DIR/files/nope" failed (2: No such file or directory), client: 127.0.0.1, server: , request: "GET /err/nope HTTP/1.1", host: "h"',
  '[error] open() "DIR/files/nope" failed (2: No such file or directory), client: 127.0.0.1, server: , request: "GET /err2/nope HTTP/1.1", host: "h"',
  '[error] open() "DIR/files/nope" failed (2: No such file or directory), client: 127.0.0.1, server: , request: "GET /exp3/nope HTTP/1.1", host: "h"',
  '[error] open() "DIR/files/UP.HTML.HTML" failed (2: No such file or directory), client: 127.0.0.1, server: , request: "GET /UP.HTML HTTP/1.1", host: "h"',
  '[error] directory index of "DIR/files/bare/" is forbidden, client: 127.0.0.1, server: , request: "GET /bare/ HTTP/1.1", host: "h"',
  '[error] client sent invalid chunked body, client: 127.0.0.1, server: , request: "POST /503 HTTP/1.1", host: "h"',
  '[error] open() "DIR/files/none" failed (2: No such file or directory), client: 127.0.0.1, server: , request: "POST /none HTTP/1.1", host: "h"',
  '[error] directory index of "DIR/files/" is forbidden, client: 127.0.0.1, server: , request: "GET /ra/ HTTP/1.1", host: "h"',
  '[error] rewrite or internal redirection cycle while internally redirecting to "/index/", client: 127.0.0.1, server: , request: "GET /index/ HTTP/1.1", host: "h"',
  '[error] "DIR/files/f.txt/index.html" is not found (20: Not a directory), client: 127.0.0.1, server: , request: "GET /f.txt/ HTTP/1.1", host: "h"',
  '[error] open() "DIR/files/f.txt/x" failed (20: Not a directory), client: 127.0.0.1, server: , request: "GET /f.txt/x HTTP/1.1", host: "h"',
];

test('files, statuses and error pages: answers like those of nginx', async (t) => {
  const host = await testHost(t, { script, server });
  for (const [name, content] of Object.entries(files)) {
    const path = join(host.folder, 'files', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, 1577934245, 1577934245);
  }
  for (const [request = '', answer] of rows) {
    t.equal(shownAnswer(await host.raw(requestOf(request), true), host.port), answer, JSON.stringify(request));
  }
  const logLines = host
    .log()
    .map((line) => line.replaceAll(host.folder, 'DIR').replaceAll(String(host.port), 'PORT'))
    .map((line) => line.replace(/^\S+ \S+ (\[\w+\]) \S+ (?:\*\d+ )?/, '$1 '));
  t.deepEqual(
    logLines.filter((line) => /^\[(?:error|warn|crit|alert)/.test(line)),
    complaints,
  );
});
