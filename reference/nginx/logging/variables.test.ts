import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { sameAnswer } from '../../testing/answers.js';
import { testHost } from '../../testing/host.js';
import { tableRows } from '../../testing/tables.js';

const script = `export default {
  body: (r) => { r.return(200, [r.variables.request_body, r.variables.content_length].join()); },
  late: (r) => { setTimeout(() => r.return(200, 'late'), 20); },
  parts: (r) => { r.status = 200; r.sendHeader(); r.send('one'); r.send('two!'); r.finish(); },
};`;

const http = `log_format all '$request_uri|$status|$body_bytes_sent|$request_length|$request_completion|$connection_requests|$pipe|$sent_http_content_type|$sent_http_content_length|$sent_http_connection|$sent_http_keep_alive|$sent_http_transfer_encoding|$sent_http_last_modified|$sent_http_location|$sent_http_x_a|$sent_http_cache_control|$sent_trailer_x|$server_protocol';
  log_format json escape=json '{"a":"$arg_a","h":"$http_x","n":"$arg_none"}'; log_format short '$uri $args $status $request_method';
  access_log all.log all;
  map $arg_m $mm { default d; ~^(?<first>.)(.) "$first-$2"; ~*^Q q; }`;

const server = `server_name One.Test two;
  location /v { return 200 "$is_args|$args|$query_string|$uri|$document_uri|$request_uri|$request_method|$request_length|$host|$remote_user|$content_length|$content_type|$cookie_a|$cookie_b|$http_cookie|$arg_a|$arg_b_c|$http_x_y|$request_port|$is_request_port|$server_name|$request_completion|$pipe|$server_protocol|$request|$connection_requests"; }
  location /sv { set $args "z=1"; return 200 "$is_args|$args|$query_string|$arg_z|$request_uri"; }
  location /sv2 { set $x $is_args; set $args ""; return 200 "$x|$is_args|$args"; }
  location /rw { rewrite ^ /sv3 ; } location /sv3 { return 200 "$uri|$document_uri|$request_uri|$args"; }
  location /rw2 { set $q $document_uri$uri; rewrite ^ /sv4; } location /sv4 { return 200 "$q|$document_uri"; }
  location /arg { set $a0 $arg_a; set $args "a=2"; return 200 "$a0|$arg_a"; }
  location /lr { set $limit_rate $arg_r; return 200 "$limit_rate"; }
  location /mm { return 200 "$mm|$1|$2|$first"; }
  location /body { js_content main.body; } location /parts { js_content main.parts; } location /trailer { add_trailer X yes; js_content main.parts; }
  location /late { js_content main.late; } location /brief { keepalive_time 1ms; return 200 x; } location /chunked { access_log short.log short; js_content main.body; } location /short { access_log off.log short if=$arg_none; access_log short.log short; return 204; }
  location /tried { try_files /none /short; } location /tried2 { try_files /none /short?; } location /paged { error_page 404 /short; return 404; } location /paged2 { error_page 404 /short?; return 404; }
  location /abs { return 301 /x; } location /json { access_log json.log json; return 204; }
  location /error { error_page 404 /sv3; access_log short.log short; access_log off.log short if=$arg_none; access_log all.log short; return 404; }
  location /xa { add_header X-A 1; add_header X-a 2; add_header X-C $sent_http_connection always; add_header Cache-Control no; expires 1h; return 200 "$sent_http_x_a|$sent_http_content_type"; }
  location /ka { keepalive_timeout 10 20; add_header X-A $sent_http_keep_alive; return 200 x; }
  location /untyped { default_type ""; return 200 x; } location /ext.TXT { return 200 t; }
  location /safari { keepalive_disable safari; return 200 x; }`;

/** Requests of clients, and the answers of nginx 1.30.6. */
const rows = tableRows(
  {
    agent: '{h}User-Agent:',
    h: ' HTTP/1.1\nHost: h\n',
    last: 'Connection: close\n\n',
    ok: 'HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: ',
    page: '\nContent-Type: text/html\nContent-Length: P\nConnection: close\n\nPAGE',
    kept: '\nConnection: keep-alive\n\n',
    control: '\x01',
    tab: '\t',
  },
  String.raw`
    GET /v%41//x/../y?a=%31&b_c=2&A=3#f{h}Cookie: a=1;b=2; a=3\nCookie: b=9\nX-Y: 1\nx-y: 2\nContent-Type: t/t\nAuthorization: Basic dTpwOnE=\n{last}
      ⇒ {ok}197\n{last}?|a=%31&b_c=2&A=3|a=%31&b_c=2&A=3|/vA/y|/vA/y|/v%41//x/../y?a=%31&b_c=2&A=3#f|GET|177|h|u||t/t|1|2|a=1;b=2; a=3; b=9|%31|2|1, 2|||one.test||.|HTTP/1.1|GET /v%41//x/../y?a=%31&b_c=2&A=3#f HTTP/1.1|1
    GET /v?{h}Cookie: a=; =x; b\nAuthorization: basic   dQ==\n{last}
      ⇒ {ok}81\n{last}|||/v|/v|/v?|GET|96|h||||||a=; =x; b||||||one.test||.|HTTP/1.1|GET /v? HTTP/1.1|1
    GET /v?&a&a={h}Cookie: A=up;a=low\nAuthorization: Basic !!!\n{last}
      ⇒ {ok}105\n{last}?|&a&a=|&a&a=|/v|/v|/v?&a&a=|GET|99|h||||up||A=up;a=low||||||one.test||.|HTTP/1.1|GET /v?&a&a= HTTP/1.1|1
    POST /v{h}Content-Length: 3\nCookie: a = 1; b=1;b=2\n{last}abc
      ⇒ {ok}89\n{last}|||/v|/v|/v|POST|91|h||3||1|1|a = 1; b=1;b=2||||||one.test||.|HTTP/1.1|POST /v HTTP/1.1|1
    GET /v?x HTTP/1.0\n\n ⇒ {ok}84\n{last}?|x|x|/v|/v|/v?x|GET|21|one.test||||||||||||one.test||.|HTTP/1.0|GET /v?x HTTP/1.0|1
    GET http://Foo:81/v HTTP/1.1\nHost: bar:82\n{last}
      ⇒ {ok}88\n{last}|||/v|/v|/v|GET|65|foo||||||||||81|:|one.test||.|HTTP/1.1|GET http://Foo:81/v HTTP/1.1|1
    GET /v HTTP/1.1\nHost: TWO.:99\nConnection: close\nAuthorization: Basic OnB3\n\n
      ⇒ {ok}75\n{last}|||/v|/v|/v|GET|80|two||||||||||99|:|one.test||.|HTTP/1.1|GET /v HTTP/1.1|1
    GET /v{h}Authorization: Basic dXNlcg==\n{last} ⇒ {ok}70\n{last}|||/v|/v|/v|GET|78|h||||||||||||one.test||.|HTTP/1.1|GET /v HTTP/1.1|1
    PUT /v{h}Authorization: Digest x\nTransfer-Encoding: chunked\n{last}3\nabc\n0\n\n
      ⇒ {ok}72\n{last}|||/v|/v|/v|PUT|100|h||0||||||||||one.test||.|HTTP/1.1|PUT /v HTTP/1.1|1
    GET /v\n ⇒ |||/v|/v|/v|GET|8|one.test||||||||||||one.test||.||GET /v|1
    HEAD /v HTTP/1.0\n\n ⇒ {ok}79\n{last}
    GET /v?a=1&a=2 HTTP/1.0\nHost: [::1]:8080\n\n
      ⇒ {ok}111\n{last}?|a=1&a=2|a=1&a=2|/v|/v|/v?a=1&a=2|GET|45|[::1]|||||||1|||8080|:|one.test||.|HTTP/1.0|GET /v?a=1&a=2 HTTP/1.0|1
    GET /sv{h}{last} ⇒ {ok}15\n{last}?|z=1|z=1|1|/sv
    GET /sv?q{h}{last} ⇒ {ok}17\n{last}?|z=1|z=1|1|/sv?q
    GET /sv2?x{h}{last} ⇒ {ok}3\n{last}?||
    GET /sv2{h}{last} ⇒ {ok}2\n{last}||
    GET /rw?a{h}{last} ⇒ {ok}17\n{last}/sv3|/sv3|/rw?a|a
    GET /rw2{h}{last} ⇒ {ok}13\n{last}/rw2/rw2|/sv4
    GET /arg?a=1{h}{last} ⇒ {ok}3\n{last}1|2
    GET /arg{h}{last} ⇒ {ok}2\n{last}|2
    GET /lr?r=5k{h}{last} ⇒ {ok}4\n{last}5120
    GET /lr?r=1g{h}{last} ⇒ {ok}1\n{last}0
    GET /lr?r=x{h}{last} ⇒ {ok}1\n{last}0
    GET /lr?r={h}{last} ⇒ {ok}1\n{last}0
    GET /lr?r=1m{h}{last} ⇒ {ok}7\n{last}1048576
    GET /lr?r=5K{h}{last} ⇒ {ok}4\n{last}5120
    GET /mm?m=abc{h}{last} ⇒ {ok}9\n{last}a-b|a|b|a
    GET /mm?m=qx{h}{last} ⇒ {ok}9\n{last}q-x|q|x|q
    GET /mm?m=z{h}{last} ⇒ {ok}4\n{last}d|||
    GET /mm{h}{last} ⇒ {ok}4\n{last}d|||
    GET /xa{h}{last}
      ⇒ {ok}1\nConnection: close\nExpires: SOON\nCache-Control: max-age=3600\nX-A: 1\nX-a: 2\nX-C: close\nCache-Control: no\n\n|
    GET /ct{h}{last} ⇒ HTTP/1.1 404 Not Found\nContent-Type: text/html\nContent-Length: P\n{last}PAGE
    GET /ext.TXT{h}{last} ⇒ {ok}1\n{last}t
    GET /abs{h}{last} ⇒ HTTP/1.1 301 Moved Permanently\nContent-Type: text/html\nContent-Length: P\nLocation: http://h:PORT/x\n{last}PAGE
    TRACE /v{h}Content-Length: 3\n\nabcGET /v{h}{last} ⇒ HTTP/1.1 405 Not Allowed\nContent-Type: text/html\nContent-Length: P\n{last}PAGE
    GET /ext.TXT{h}Connection: close, x\n\n ⇒ {ok}1\n{last}t
    GET /ext.TXT HTTP/1.0\nHost: h\nConnection: close, x\n\n ⇒ {ok}1\n{last}t
    GET /ext.TXT{h}Connection: x, close\n\n ⇒ {ok}1\n{last}t
    GET /ext.TXT HTTP/1.0\nHost: h\nConnection: x, close\n\n ⇒ {ok}1\n{last}t
    GET /ext.TXT{h}Connection: Keep-Alive\n\n ⇒ {ok}1{kept}t
    GET /ext.TXT HTTP/1.0\nHost: h\nConnection: Keep-Alive\n\n ⇒ {ok}1{kept}t
    GET /ext.TXT{h}Connection: keep-alive, x\n\n ⇒ {ok}1{kept}t
    GET /ext.TXT HTTP/1.0\nHost: h\nConnection: keep-alive, x\n\n ⇒ {ok}1{kept}t
    GET /ext.TXT{h}Connection: closed\n\n ⇒ {ok}1\n{last}t
    GET /ext.TXT HTTP/1.0\nHost: h\nConnection: closed\n\n ⇒ {ok}1\n{last}t
    GET /ext.TXT{h}Connection: clos\n\n ⇒ {ok}1{kept}t
    GET /ext.TXT HTTP/1.0\nHost: h\nConnection: clos\n\n ⇒ {ok}1\n{last}t
    GET /ext.TXT{h}Connection: Upgrade, keep-alive\n\n ⇒ {ok}1{kept}t
    GET /ext.TXT HTTP/1.0\nHost: h\nConnection: Upgrade, keep-alive\n\n ⇒ {ok}1{kept}t
    GET /ext.TXT{h}Connection: keep-alive\n{last} ⇒ {ok}1\n{last}t
    GET /ext.TXT{h}\nBAD\n\n ⇒ {ok}1{kept}tHTTP/1.1 400 Bad Request\nContent-Type: text/html\nContent-Length: P\n{last}PAGE
    POST /body{h}Content-Length: 3\n{last}abc ⇒ {ok}5\n{last}abc,3
    POST /body{h}Content-Length: 3\nExpect: 100-continue\n{last}abc ⇒ HTTP/1.1 100 Continue\n\n{ok}5\n{last}abc,3
    POST /v{h}Content-Length: 3\nExpect: 100-continue\n{last}abc
      ⇒ HTTP/1.1 100 Continue\n\n{ok}73\n{last}|||/v|/v|/v|POST|89|h||3||||||||||one.test||.|HTTP/1.1|POST /v HTTP/1.1|1
    POST /body HTTP/1.0\nHost: h\nContent-Length: 3\nExpect: 100-continue\n{last}abc ⇒ {ok}5\n{last}abc,3
    GET /late{h}\nGET /brief{h}\n ⇒ {ok}4{kept}late{ok}1\n{last}x
    POST /chunked{h}Transfer-Encoding: chunked\n{last}3\nabc\n0\n\n ⇒ {ok}5\n{last}abc,3
    GET /tried?q{h}{last} ⇒ HTTP/1.1 204 No Content\n{last}
    GET /tried{h}{last} ⇒ HTTP/1.1 204 No Content\n{last}
    GET /tried2?q{h}{last} ⇒ HTTP/1.1 204 No Content\n{last}
    GET /paged?q{h}{last} ⇒ HTTP/1.1 404 Not Found\nContent-Type: text/plain\nContent-Length: 0\n{last}
    GET /paged{h}{last} ⇒ HTTP/1.1 404 Not Found\nContent-Type: text/plain\nContent-Length: 0\n{last}
    GET /paged2?q{h}{last} ⇒ HTTP/1.1 404 Not Found\nContent-Type: text/plain\nContent-Length: 0\n{last}
    GET /short{h}{last} ⇒ HTTP/1.1 204 No Content\n{last}
    GET /short?{h}{last} ⇒ HTTP/1.1 204 No Content\n{last}
    GET /short?a{h}{last} ⇒ HTTP/1.1 204 No Content\n{last}
    GET /v{h}Authorization: basic   dTpw\n{last} ⇒ {ok}71\n{last}|||/v|/v|/v|GET|76|h|u|||||||||||one.test||.|HTTP/1.1|GET /v HTTP/1.1|1
    GET /body{h}{last} ⇒ {ok}1\n{last},
    GET /parts{h}{last} ⇒ HTTP/1.1 200 OK\nContent-Type: text/plain\nTransfer-Encoding: chunked\n{last}3\none\n4\ntwo!\n0\n\n
    GET /trailer{h}{last} ⇒ HTTP/1.1 200 OK\nContent-Type: text/plain\nTransfer-Encoding: chunked\n{last}3\none\n4\ntwo!\n0\nX: yes\n\n
    GET /parts HTTP/1.0\nHost: h\n{last} ⇒ HTTP/1.1 200 OK\nContent-Type: text/plain\n{last}onetwo!
    HEAD /ext.TXT{h}{last} ⇒ {ok}1\n{last}
    GET /ka{h}\nGET /ka{h}\nGET /ka{h}{last}
      ⇒ {ok}1\nConnection: keep-alive\nKeep-Alive: timeout=20\nX-A: timeout=20\n\nx{ok}1\nConnection: keep-alive\nKeep-Alive: timeout=20\nX-A: timeout=20\n\nx{ok}1\n{last}x
    GET /json?a="\xÿ%22{h}X: {control}"\é{tab}/\n{last} ⇒ HTTP/1.1 204 No Content\n{last}
    GET /json?a={h}X:\n{last} ⇒ HTTP/1.1 204 No Content\n{last}
    GET /error?k{h}{last} ⇒ HTTP/1.1 404 Not Found\nContent-Type: text/plain\nContent-Length: 19\n{last}/sv3|/sv3|/error?k|
    GET\n\n ⇒ HTTP/1.1 400 Bad Request\nContent-Type: text/html\nContent-Length: P\n{last}PAGE
    GET / HTTP/1.1\n\n ⇒ HTTP/1.1 400 Bad Request\nContent-Type: text/html\nContent-Length: P\n{last}PAGE
    GET /v HTTP/1.1\nHost: a\nX Y: z\n\n ⇒ HTTP/1.1 400 Bad Request\nContent-Type: text/html\nContent-Length: P\n{last}PAGE
    GET /v HTTP/3.1\n\n ⇒ HTTP/1.1 505 HTTP Version Not Supported\nContent-Type: text/html\nContent-Length: P\n{last}PAGE
    POST /body HTTP/1.1\nHost: a\nContent-Length: 99999999\n\n
      ⇒ HTTP/1.1 413 Request Entity Too Large\nContent-Type: text/html\nContent-Length: P\n{last}PAGE
    POST /ext.TXT{agent} MSIE 6.0; Windows\nContent-Length: 0\n\n ⇒ {ok}1\n{last}t
    POST /ext.TXT{agent} MSIE 6.0; SV1\nContent-Length: 0\n\n ⇒ {ok}1{kept}t
    POST /ext.TXT{agent} MSIE 5.5\nContent-Length: 0\n\n ⇒ {ok}1\n{last}t
    GET /ext.TXT{agent} MSIE 6.0\nContent-Length: 0\n\n ⇒ {ok}1{kept}t
    POST /ext.TXT{agent} MSIE 7.0\nContent-Length: 0\n\n ⇒ {ok}1{kept}t
    POST /ext.TXT{agent} MSIE 6.0 Opera\nContent-Length: 0\n\n ⇒ {ok}1{kept}t
    POST /ext.TXT{agent} MSIE 10.0\nContent-Length: 0\n\n ⇒ {ok}1{kept}t
    POST /ext.TXT{agent} MSIE 6\nContent-Length: 0\n\n ⇒ {ok}1{kept}t
    GET /safari{agent} Mac OS X Safari/1\n\n ⇒ {ok}1\n{last}x
    GET /safari{agent} Mac OS X Chrome/1 Safari/1\n\n ⇒ {ok}1{kept}x
    GET /safari{agent} Mac OS X Gecko/1 Safari/1\n\n ⇒ {ok}1{kept}x
    GET /safari{agent} Windows Safari/1\n\n ⇒ {ok}1{kept}x
    GET /safari{agent} Mac OS X Chromium Safari/1\n\n ⇒ {ok}1\n{last}x
    GET /safari{agent} Mac OS X Safari\n\n ⇒ {ok}1{kept}x
    GET /safari{agent} Opera Mac OS X Safari/1\n\n ⇒ {ok}1{kept}x`,
);

/** Its log lines, without the sizes of error pages, which contain the host's name. */
const logged: readonly string[] = [
  '/v%41//x/../y?a=%31&b_c=2&A=3#f|200|197|177||1|.|text/plain|197|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v?|200|81|96||1|.|text/plain|81|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v?&a&a=|200|105|99||1|.|text/plain|105|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v|200|89|91||1|.|text/plain|89|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v?x|200|84|21||1|.|text/plain|84|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/v|200|88|65||1|.|text/plain|88|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v|200|75|80||1|.|text/plain|75|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v|200|70|78||1|.|text/plain|70|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v|200|72|100||1|.|text/plain|72|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v|200|59|8||1|.|text/plain|59|close|-|-|-|-|-|-|-|-',
  '/v|200|0|20||1|.|text/plain|79|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/v?a=1&a=2|200|111|45||1|.|text/plain|111|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/sv|200|15|48|OK|1|.|text/plain|15|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/sv?q|200|17|50|OK|1|.|text/plain|17|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/sv2?x|200|3|51|OK|1|.|text/plain|3|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/sv2|200|2|49|OK|1|.|text/plain|2|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/rw?a|200|17|50|OK|1|.|text/plain|17|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/rw2|200|13|49|OK|1|.|text/plain|13|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/arg?a=1|200|3|53|OK|1|.|text/plain|3|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/arg|200|2|49|OK|1|.|text/plain|2|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/lr?r=5k|200|4|53|OK|1|.|text/plain|4|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/lr?r=1g|200|1|53|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/lr?r=x|200|1|52|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/lr?r=|200|1|51|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/lr?r=1m|200|7|53|OK|1|.|text/plain|7|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/lr?r=5K|200|4|53|OK|1|.|text/plain|4|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/mm?m=abc|200|9|54|OK|1|.|text/plain|9|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/mm?m=qx|200|9|53|OK|1|.|text/plain|9|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/mm?m=z|200|4|52|OK|1|.|text/plain|4|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/mm|200|4|48|OK|1|.|text/plain|4|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/xa|200|1|48|OK|1|.|-|1|close|-|-|-|-|-|max-age=3600, no|-|HTTP/1.1',
  '/ct|404|153|48|OK|1|.|text/html|153|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|53|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/abs|301|169|49|OK|1|.|text/html|169|close|-|-|-|http://h:PORT/x|-|-|-|HTTP/1.1',
  '/v|405|157|49|OK|1|.|text/html|157|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|56|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|56|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/ext.TXT|200|1|56|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|56|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/ext.TXT|200|1|58|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|58|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/ext.TXT|200|1|61|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|61|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/ext.TXT|200|1|54|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|54|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/ext.TXT|200|1|52|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|52|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/ext.TXT|200|1|67|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|67|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/ext.TXT|200|1|77|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|34|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '-|400|157|0|OK|2|p|text/html|157|close|-|-|-|-|-|-|-|-',
  '/body|200|5|73|OK|1|.|text/plain|5|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/body|200|30|95|OK|1|.|text/plain|5|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v|200|98|89||1|.|text/plain|73|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/body|200|5|95|OK|1|.|text/plain|5|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/late|200|4|31|OK|1|.|text/plain|4|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/brief|200|1|32|OK|2|p|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v|200|71|76||1|.|text/plain|71|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/body|200|1|50|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/parts|200|22|51|OK|1|.|text/plain|-|close|-|chunked|-|-|-|-|-|HTTP/1.1',
  '/trailer|200|30|53|OK|1|.|text/plain|-|close|-|chunked|-|-|-|-|yes|HTTP/1.1',
  '/parts|200|7|51|OK|1|.|text/plain|-|close|-|-|-|-|-|-|-|HTTP/1.0',
  '/ext.TXT|200|0|54|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ka|200|1|29|OK|1|.|text/plain|1|close|timeout=20|-|-|-|timeout=20|-|-|HTTP/1.1',
  '/ka|200|1|29|OK|2|p|text/plain|1|close|timeout=20|-|-|-|timeout=20|-|-|HTTP/1.1',
  '/ka|200|1|48|OK|3|p|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/error?k|404|19|53|OK|1|.|text/plain|19|close|-|-|-|-|-|-|-|HTTP/1.1',
  '-|400|157|0|OK|1|.|text/html|157|close|-|-|-|-|-|-|-|-',
  '/|400|157|18|OK|1|.|text/html|157|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/v|400|157|26|OK|1|.|text/html|157|close|-|-|-|-|-|-|-|HTTP/1.1',
  '-|505|187|0|OK|1|.|text/html|187|close|-|-|-|-|-|-|-|',
  '/body|413|183|58|OK|1|.|text/html|183|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|85|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|81|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|76|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|75|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|76|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|82|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|77|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/ext.TXT|200|1|74|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/safari|200|1|64|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/safari|200|1|73|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/safari|200|1|72|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/safari|200|1|63|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/safari|200|1|73|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/safari|200|1|62|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
  '/safari|200|1|70|OK|1|.|text/plain|1|close|-|-|-|-|-|-|-|HTTP/1.1',
];

const loggedElsewhere: Readonly<Record<string, readonly string[]>> = {
  'json.log': ['{"a":"\\"\\\\x\xff%22","h":"\\u0001\\"\\\\\x7f\xe9\\t/","n":""}', '{"a":"","h":"","n":""}'],
  'short.log': [
    '/chunked - 200 POST',
    '/short  204 GET',
    '/short  204 GET',
    '/short  204 GET',
    '/short - 404 GET',
    '/short - 404 GET',
    '/short  404 GET',
    '/short - 204 GET',
    '/short - 204 GET',
    '/short a 204 GET',
  ],
};

/** Lines of its error log. */
const complaints: readonly string[] = [
  '[error] invalid $limit_rate "1g", client: 127.0.0.1, server: one.test, request: "GET /lr?r=1g HTTP/1.1", host: "h"',
  '[error] invalid $limit_rate "x", client: 127.0.0.1, server: one.test, request: "GET /lr?r=x HTTP/1.1", host: "h"',
  '[error] invalid $limit_rate "", client: 127.0.0.1, server: one.test, request: "GET /lr?r= HTTP/1.1", host: "h"',
  '[error] open() "DIR/html/ct" failed (2: No such file or directory), client: 127.0.0.1, server: one.test, request: "GET /ct HTTP/1.1", host: "h"',
  '[info] client sent TRACE method while reading client request headers, client: 127.0.0.1, server: one.test, request: "TRACE /v HTTP/1.1", host: "h"',
  '[info] client sent invalid method while reading client pipelined request line, client: 127.0.0.1, server: one.test, request: "BAD"',
  '[info] client sent invalid method while reading client request line, client: 127.0.0.1, server: one.test, request: "GET"',
  '[info] client sent HTTP/1.1 request without "Host" header while reading client request headers, client: 127.0.0.1, server: one.test, request: "GET / HTTP/1.1"',
  '[info] client sent invalid header line: "X\\x20..." while reading client request headers, client: 127.0.0.1, server: one.test, request: "GET /v HTTP/1.1", host: "a"',
  '[info] client sent invalid version while reading client request line, client: 127.0.0.1, server: one.test, request: "GET /v HTTP/3.1"',
  '[error] client intended to send too large body: 99999999 bytes, client: 127.0.0.1, server: one.test, request: "POST /body HTTP/1.1", host: "a"',
];

const withoutSizeOfPage = (line: string) =>
  line.replace(/^(-|[^|]*)\|([345]\d\d)\|\d+\|(.*)\|text\/html\|\d+\|/, '$1|$2|P|$3|text/html|P|');

test('variables and the access log, as nginx has them', async (t) => {
  const host = await testHost(t, { script, http, server });
  for (const [bytes = '', answer] of rows) {
    const given = await host.raw(bytes.replace(/\r?\n/g, '\r\n'), true);
    t.equal(sameAnswer(given, host.port), answer, JSON.stringify(bytes));
  }
  const lines = (name: string) =>
    readFileSync(join(host.folder, name), 'latin1').replaceAll(String(host.port), 'PORT').split('\n').slice(0, -1);
  const all = lines('all.log');
  t.equal(all.length, logged.length);
  for (const [at, line] of logged.entries()) t.equal(withoutSizeOfPage(all[at] ?? ''), withoutSizeOfPage(line), line);
  for (const [name, wanted] of Object.entries(loggedElsewhere)) t.deepEqual(lines(name), wanted, name);
  const logLines = lines('error.log').map((line) =>
    line.replaceAll(host.folder, 'DIR').replace(/^\S+ \S+ (\[\w+\]) \S+ (?:\*\d+ )?/, '$1 '),
  );
  t.deepEqual(
    logLines.filter((line) => /^\[(?:error|warn|crit|alert|info\] client sent)/.test(line)),
    complaints,
  );
});

test('the access log: bytes of whole responses, one by one', async (t) => {
  const host = await testHost(t, {
    script,
    http: "log_format sent '$bytes_sent'; access_log sent.log sent;",
    server:
      'location /parts { js_content main.parts; } location /trailer { add_trailer X yes; js_content main.parts; } location / { return 200 text; }',
  });
  const get = (path: string, version = '1.1') => `GET ${path} HTTP/${version}\r\nHost: h\r\n\r\n`;
  const last = 'GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n';
  const answers = [
    await host.raw(get('/parts', '1.0')),
    await host.raw(get('/none', '1.0')),
    await host.raw('GET /\r\n'),
    await host.raw(get('/') + get('/parts') + get('/trailer') + last),
  ];
  const sent = readFileSync(join(host.folder, 'sent.log'), 'utf8').split('\n').slice(0, -1);
  t.deepEqual(
    sent.slice(0, 3),
    answers.slice(0, 3).map(({ length }) => String(length)),
  );
  const [first = '', ...others] = (answers[3] ?? '').split(/(?=HTTP\/1\.1)/);
  t.deepEqual(
    sent.slice(3),
    [first, ...others].map(({ length }) => String(length)),
  );
});
