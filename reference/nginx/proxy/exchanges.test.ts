import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { requestOf, shownAnswer } from '../../testing/answers.js';
import { testHost } from '../../testing/host.js';
import { type PeerAnswer, TestPeer } from '../../testing/peer.js';
import { tableRows } from '../../testing/tables.js';
import { answers, byPath, http, script, server } from './testing/exchanges.js';

const rows = tableRows(
  {
    hi: '200 OK|Content-Length: 2|Connection: close||hi',
    page: 'Content-Type: text/html|Content-Length: P|Connection: close||PAGE',
    toP: ' HTTP/1.1|X-Outer: o|Host: {p}',
    byP: 'T|T|T|-|-|-|-|{p}|<p>|127.0.0.1|',
    unsent: '-|-|-|-|-|-|-|-|-|-|-|-|',
    p: '127.0.0.1:<p>',
    nothing: '',
  },
  String.raw`
    GET /p/ok ⇒ {hi} ⇒ GET /p/ok{toP}|| ⇒ {p}|200|2|40|57|{byP}200
    GET /p/ck
      ⇒ 200 OK|Content-Length: 2|Connection: close|Set-Cookie: A=1; Domain=.A.b; Path=/x/y; Secure; HttpOnly; SameSite=Lax|Set-Cookie: b = 2;path=/q;DOMAIN=A.b|Set-Cookie: c=3; domain=.x.y; secure|X-Q: 1|x-q: 2||hi
      ⇒ GET /p/ck{toP}|| ⇒ {p}|200|2|205|57|T|T|T|1, 2|1|2|-|{p}|<p>|127.0.0.1|200
    GET /p/xr
      ⇒ 200 OK|Content-Type: a/b|Content-Length: 16|Connection: close|Set-Cookie: s=1|Content-Disposition: d|Cache-Control: no|Expires: e|Accept-Ranges: none||in /in q=1 GET o
      ⇒ GET /p/xr{toP}|| ⇒ {p}|201|0|247|57|T|T|T|-|-|-|-|-|-|127.0.0.1|200
    GET /p/xrn ⇒ 200 OK|Content-Type: text/plain|Content-Length: 8|Connection: close||n /p/xrn ⇒ GET /p/xrn{toP}||
      ⇒ {p}|200|0|59|58|T|T|T|-|-|-|-|-|-|127.0.0.1|200
    GET /p/xrbad ⇒ 404 Not Found|{page} ⇒ GET /p/xrbad{toP}|| ⇒ {p}|200|0|62|60|{byP}404
    GET /p/dates ⇒ 200 OK|Content-Length: 2|Connection: close|Status: 404 No||hi ⇒ GET /p/dates{toP}|| ⇒ {p}|200|2|206|60|{byP}200
    GET /p/dup
      ⇒ 200 OK|Content-Type: a/b|Content-Length: 2|Connection: close|ETag: "1"|Expires: 1|Vary: a|Vary: b|Cache-Control: x|Cache-Control: y||hi
      ⇒ GET /p/dup{toP}|| ⇒ {p}|200|2|178|58|{byP}200
    GET /p/rf ⇒ 200 OK|Content-Length: 2|Connection: close|Refresh: 5; url=/x?url=http://{p}/z||hi ⇒ GET /p/rf{toP}||
      ⇒ {p}|200|2|111|57|{byP}200
    GET /p/short ⇒ 200 OK|Content-Length: 9|Connection: close||hi ⇒ GET /p/short{toP}|| ⇒ {p}|200|2|40|60|{byP}200
    GET /p/more ⇒ 200 OK|Content-Length: 1|Connection: close||h ⇒ GET /p/more{toP}|| ⇒ {p}|200|2|40|59|{byP}200
    GET /p/ch ⇒ 200 OK|Transfer-Encoding: chunked|Connection: close||2\nhi\n0\n\n ⇒ GET /p/ch{toP}|| ⇒ {p}|200|28|75|57|{byP}200
    GET /p/chx ⇒ 200 OK|Transfer-Encoding: chunked|Connection: close||2\nhi\n0\n\n ⇒ GET /p/chx{toP}|| ⇒ {p}|200|16|63|58|{byP}200
    GET /p/10 ⇒ 200|Transfer-Encoding: chunked|Connection: close||2\nhi\n0\n\n ⇒ GET /p/10{toP}|| ⇒ {p}|200|2|18|57|{byP}200
    GET /p/reason ⇒ 200  Two  words |Content-Length: 2|Connection: close||hi ⇒ GET /p/reason{toP}|| ⇒ {p}|200|2|50|61|{byP}200
    GET /p/noreason ⇒ 299|Content-Length: 2|Connection: close||hi ⇒ GET /p/noreason{toP}|| ⇒ {p}|299|2|37|63|{byP}299
    GET /p/204 ⇒ 204 No|Content-Type: q|Connection: close|X: y|| ⇒ GET /p/204{toP}|| ⇒ {p}|204|0|42|58|{byP}204
    GET /p/204b ⇒ 204 No|Content-Length: 2|Connection: close|| ⇒ GET /p/204b{toP}|| ⇒ {p}|204|2|40|59|{byP}204
    GET /p/304 ⇒ 304 N|Content-Type: a/b|Content-Length: 7|Connection: close|ETag: "q"|| ⇒ GET /p/304{toP}|| ⇒ {p}|304|0|67|58|{byP}304
    GET /p/401 ⇒ 401 X|Content-Length: 2|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two|X-O: 1||no ⇒ GET /p/401{toP}||
      ⇒ {p}|401|2|95|58|{byP}401
    GET /p/404 ⇒ 404 X|Content-Length: 2|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two|X-O: 1||no ⇒ GET /p/404{toP}||
      ⇒ {p}|404|2|95|58|{byP}404
    GET /p/loc ⇒ 302 F|Content-Length: 0|Connection: close|Location: /abs|| ⇒ GET /p/loc{toP}|| ⇒ {p}|302|0|53|58|{byP}302
    GET /p/lm
      ⇒ 200 OK|Content-Length: 5|Connection: close|Last-Modified: Thu, 02 Jan 2020 03:04:05 GMT|ETag: "e"|Accept-Ranges: bytes||hello
      ⇒ GET /p/lm{toP}|| ⇒ {p}|200|5|122|57|{byP}200
    GET /p/close ⇒ {hi} ⇒ GET /p/close{toP}|| ⇒ {p}|200|2|59|60|{byP}200
    GET /p/headless ⇒ garbage\n\nmore ⇒ GET /p/headless{toP}|| ⇒ {p}|200|15|15|63|{byP}009
    GET /u/a%20b/../c?d ⇒ {hi} ⇒ GET /c?d{toP}|| ⇒ {p}|200|2|40|56|{byP}200
    GET /u/ ⇒ {hi} ⇒ GET /{toP}|| ⇒ {p}|200|2|40|53|{byP}200
    GET /v/x ⇒ {hi} ⇒ GET /w?z=1x{toP}|| ⇒ {p}|200|2|40|59|{byP}200
    GET /ex ⇒ {hi} ⇒ GET /exact{toP}|| ⇒ {p}|200|2|40|58|{byP}200
    GET /ex?q ⇒ {hi} ⇒ GET /exact?q{toP}|| ⇒ {p}|200|2|40|60|{byP}200
    GET /enc/a%41%2f ⇒ {hi} ⇒ GET /e%20c/aA/{toP}|| ⇒ {p}|200|2|40|62|{byP}200
    GET /rx/a%20b?q ⇒ {hi} ⇒ GET /rx/a%20b?q{toP}|| ⇒ {p}|200|2|40|63|{byP}200
    GET /var/zz?q ⇒ {hi} ⇒ GET /t{toP}|| ⇒ {p}|200|2|40|54|{byP}200
    GET /varu/a%20?q ⇒ {hi} ⇒ GET /varu/a%20?q{toP}|| ⇒ {p}|200|2|40|64|{byP}200
    GET /varq/x?a=b%20 ⇒ {hi} ⇒ GET /?q=b%20{toP}|| ⇒ {p}|200|2|40|60|{byP}200
    GET /varn/a%20b?q ⇒ {hi} ⇒ GET /varn/a%20b?q{toP}|| ⇒ {p}|200|2|40|65|{byP}200
    GET /rw/a%20b?z ⇒ {hi} ⇒ GET /p2/a%20b%20x?k=v&z{toP}|| ⇒ {p}|200|2|40|71|{byP}200
    GET /rw2/ok?z ⇒ {hi} ⇒ GET /p/ok?z{toP}|| ⇒ {p}|200|2|40|59|{byP}200
    GET /rw3/a?b ⇒ {hi} ⇒ GET /rw3/new?b{toP}|| ⇒ {p}|200|2|40|62|{byP}200
    GET /sr/x?q ⇒ {hi} ⇒ GET /moved/x?q{toP}|| ⇒ {p}|200|2|40|62|{byP}200
    GET /sn/x ⇒ {hi} ⇒ GET /z/x{toP}|| ⇒ {p}|200|2|40|56|{byP}200
    GET /br/x ⇒ {hi} ⇒ GET /br/qx{toP}|| ⇒ {p}|200|2|40|58|{byP}200
    GET /br2/x ⇒ {hi} ⇒ GET /z/x{toP}|| ⇒ {p}|200|2|40|56|{byP}200
    GET /tf/x%20 ⇒ {hi} ⇒ GET /tf/x%20{toP}|| ⇒ {p}|200|2|40|60|{byP}200
    GET /if/a?x=1 ⇒ {hi} ⇒ GET /if/a?x=1{toP}|| ⇒ {p}|200|2|40|61|{byP}200
    GET /if/a ⇒ {hi} ⇒ GET /else/a{toP}|| ⇒ {p}|200|2|40|59|{byP}200
    GET /p/%e4%20"<> ⇒ {hi} ⇒ GET /p/%e4%20"<>{toP}|| ⇒ {p}|200|2|40|64|{byP}200
    GET /u/%e4%20"<>%25%3f ⇒ {hi} ⇒ GET /%E4%20%22%3C%3E%25%3F{toP}|| ⇒ {p}|200|2|40|74|{byP}200
    GET /p/a+b%20 ⇒ {hi} ⇒ GET /p/a+b%20{toP}|| ⇒ {p}|200|2|40|61|{byP}200
    POST /h/x\nX-Gone: g\nX-Own: client\nTE: trailers\nKeep-Alive: 5\nExpect: x\nUpgrade: u\nX-Keep: k\nContent-Length: 3\n\nabc ⇒ {hi}
      ⇒ POST /x HTTP/1.1|X-Own: w|Host: h|Connection: keep-alive|Content-Length: 3|X-Keep: k||abc ⇒ {p}|200|2|40|96|{byP}200
    GET /h2/x\nX-Forwarded-For: 1\nx-forwarded-for: 2\nX-K: 1 ⇒ {hi} ⇒ PUT /x HTTP/1.0|X-A: 1, 2, 127.0.0.1|Host: {p}||
      ⇒ {p}|200|2|40|64|T|T|T|-|-|-|-|{p}|<p>|1, 2, 127.0.0.1|200
    POST /h3/x?a=b\nContent-Length: 3\n\nabc ⇒ {hi} ⇒ POST /x?a=b{toP}|Content-Length: 5||own b ⇒ {p}|200|2|40|83|{byP}200
    POST /h4/x\nContent-Length: 3\n\nabc ⇒ {hi} ⇒ POST /x HTTP/1.1|Host: {p}|| ⇒ {p}|200|2|40|43|{byP}200
    GET /h5/x?m=FOO ⇒ {hi} ⇒ FOO /x?m=FOO{toP}|| ⇒ {p}|200|2|40|60|{byP}200
    GET /h5/x ⇒ {hi} ⇒  /x{toP}|| ⇒ {p}|200|2|40|51|{byP}200
    POST /p/ok\nTransfer-Encoding: chunked\n\n3\r\nabc\r\n0\r\n\r\n ⇒ {hi} ⇒ POST /p/ok{toP}|Content-Length: 3||abc
      ⇒ {p}|200|2|40|80|{byP}200
    POST /p/ok\nContent-Length: 0 ⇒ {hi} ⇒ POST /p/ok{toP}|Content-Length: 0|| ⇒ {p}|200|2|40|77|{byP}200
    POST /p/ok ⇒ {hi} ⇒ POST /p/ok{toP}|| ⇒ {p}|200|2|40|58|{byP}200
    HEAD /p/304 ⇒ 304 N|Content-Type: a/b|Content-Length: 7|Connection: close|ETag: "q"|| ⇒ HEAD /p/304{toP}|| ⇒ {p}|304|0|67|59|{byP}304
    GET /p/xrbad\nReferer: http://ref/ ⇒ 404 Not Found|{page} ⇒ GET /p/xrbad{toP}|Referer: http://ref/|| ⇒ {p}|200|0|62|82|{byP}404
    GET /both\nReferer: r ⇒ 200 OK|Content-Type: text/plain|Content-Length: 13|Connection: close||200|hi|200|hi
      ⇒ GET /p/ok{toP}|Referer: r|| + GET /p/short{toP}|Referer: r|| ⇒ {unsent}-|-|127.0.0.1|200
    GET /ck/ck
      ⇒ 200 OK|Content-Length: 2|Connection: close|Set-Cookie: A=1; Domain=.new.d; Path=//y; HttpOnly; SameSite=Strict|Set-Cookie: b=2; path=/r; DOMAIN=new.d; Secure; HttpOnly|Set-Cookie: c=3; domain=.y.n|X-Q: 1|x-q: 2||hi
      ⇒ GET /ck{toP}|| ⇒ {p}|200|2|205|55|T|T|T|1, 2|1|2|-|{p}|<p>|127.0.0.1|200
    GET /ck/ckodd
      ⇒ 200 OK|Content-Length: 2|Connection: close|Set-Cookie: b=2; path=/r; x; Secure; HttpOnly|Set-Cookie: novalue; path=/q|Set-Cookie: a=1; path=/; SameSite=Strict|Set-Cookie: a="x; y"; Path="/q"; SameSite=Strict||hi
      ⇒ GET /ckodd{toP}|| ⇒ {p}|200|2|187|58|T|T|T|-|1|2 |-|{p}|<p>|127.0.0.1|200
    GET /cko/ck
      ⇒ 200 OK|Content-Length: 2|Connection: close|Set-Cookie: A=1; Domain=.A.b; Path=/x/y; Secure; HttpOnly; SameSite=Lax|Set-Cookie: b = 2;path=/q;DOMAIN=A.b|Set-Cookie: c=3; domain=.x.y; secure|X-Q: 1|x-q: 2||hi
      ⇒ GET /ck{toP}|| ⇒ {p}|200|2|205|55|T|T|T|1, 2|1|2|-|{p}|<p>|127.0.0.1|200
    GET /cko/ckodd
      ⇒ 200 OK|Content-Length: 2|Connection: close|Set-Cookie: b = 2 ;path= /q ;  x ; Secure|Set-Cookie: novalue; path=/q|Set-Cookie: a=1; secure; SECURE; path=/x|Set-Cookie: a="x;y"; Path="/q"||hi
      ⇒ GET /ckodd{toP}|| ⇒ {p}|200|2|187|58|T|T|T|-|1|2 |-|{p}|<p>|127.0.0.1|200
    GET /ckp/ckodd
      ⇒ 200 OK|Content-Length: 2|Connection: close|Set-Cookie: b=2; path=/r; x; Secure|Set-Cookie: novalue; path=/q|Set-Cookie: a=1; secure; SECURE; path=/x|Set-Cookie: a="x;y"; Path="/q"||hi
      ⇒ GET /ckodd{toP}|| ⇒ {p}|200|2|187|58|T|T|T|-|1|2 |-|{p}|<p>|127.0.0.1|200
    GET /ckf/ckodd
      ⇒ 200 OK|Content-Length: 2|Connection: close|Set-Cookie: b=2; path=/q; x; Secure|Set-Cookie: novalue; path=/q|Set-Cookie: a=1; secure; SECURE; path=/x|Set-Cookie: a="x; y"; Path="/q"; Secure||hi
      ⇒ GET /ckodd{toP}|| ⇒ {p}|200|2|187|58|T|T|T|-|1|2 |-|{p}|<p>|127.0.0.1|200
    GET /ig/xr
      ⇒ 201 C|Content-Type: a/b|Content-Length: 2|Connection: close|Set-Cookie: s=1|Content-Disposition: d|X-Other: o|Cache-Control: no|Expires: e|Accept-Ranges: none|ETag: "e"|Last-Modified: Thu, 02 Jan 2020 03:04:05 GMT||hi
      ⇒ GET /xr{toP}|| ⇒ {p}|201|2|247|55|{byP}201
    GET /pass/dates ⇒ 200 OK|Content-Length: 2|Connection: close|Date: Thu, 02 Jan 2020 03:04:05 GMT|X-Accel-Charset: u|Status: 404 No||hi
      ⇒ GET /dates{toP}|| ⇒ {p}|200|2|206|58|{byP}200
    GET /hide/ck
      ⇒ 200 OK|Content-Length: 2|Connection: close|Set-Cookie: A=1; Domain=.A.b; Path=/x/y; Secure; HttpOnly; SameSite=Lax|Set-Cookie: b = 2;path=/q;DOMAIN=A.b|Set-Cookie: c=3; domain=.x.y; secure||hi
      ⇒ GET /ck{toP}|| ⇒ {p}|200|2|205|55|T|T|T|1, 2|1|2|-|{p}|<p>|127.0.0.1|200
    GET /ie/401
      ⇒ 200 OK|Content-Type: text/plain|Content-Length: 9|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two||n /ie/401
      ⇒ GET /401{toP}|| ⇒ {p}|401|0|95|56|T|T|T|-|-|-|-|-|-|127.0.0.1|200
    GET /ie/404 ⇒ 200 OK|Content-Type: text/plain|Content-Length: 9|Connection: close||n /ie/404 ⇒ GET /404{toP}||
      ⇒ {p}|404|0|95|56|T|T|T|-|-|-|-|-|-|127.0.0.1|200
    GET /ie/503 ⇒ 200 OK|Content-Type: text/plain|Content-Length: 9|Connection: close||n /ie/503 ⇒ GET /503{toP}||
      ⇒ {p}|503|0|95|56|T|T|T|-|-|-|-|-|-|127.0.0.1|200
    GET /ie/403 ⇒ 403 X|Content-Length: 2|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two|X-O: 1||no ⇒ GET /403{toP}||
      ⇒ {p}|403|2|95|56|{byP}403
    GET /ie2/401
      ⇒ 401 Unauthorized|Content-Type: text/plain|Content-Length: 4|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two||kept
      ⇒ GET /401{toP}|| ⇒ {p}|401|0|95|56|T|T|T|-|-|-|-|-|-|127.0.0.1|401
    GET /e2/ok ⇒ {hi} ⇒ GET /ok HTTP/1.1|X-Outer: o|Host: e2||
      ⇒ 127.0.0.1:<busy>, 127.0.0.1:<none>, {p}|503, 502, 200|0, 0, 2|95, 0, 40|42, 42, 42|T, T, T|T, -, T|T, T, T|-|-|-|-|e2|80|127.0.0.1|200
    GET /e2/ok ⇒ {hi} ⇒ GET /ok HTTP/1.1|X-Outer: o|Host: e2|| ⇒ {p}|200|2|40|42|T|T|T|-|-|-|-|e2|80|127.0.0.1|200
    GET /e3/ok ⇒ {hi} ⇒ GET /ok HTTP/1.1|X-Outer: o|Host: e3||
      ⇒ 127.0.0.1:<none>, {p}|502, 200|0, 2|0, 40|42, 42|T, T|-, T|T, T|-|-|-|-|e3|80|127.0.0.1|200
    GET /e3/ok ⇒ {hi} ⇒ GET /ok HTTP/1.1|X-Outer: o|Host: e3|| ⇒ {p}|200|2|40|42|T|T|T|-|-|-|-|e3|80|127.0.0.1|200
    GET /e3o/ok ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ 127.0.0.1:<none>|502|0|0|42|T|-|T|-|-|-|-|e3|80|127.0.0.1|502
    GET /e3o/ok ⇒ {hi} ⇒ GET /ok HTTP/1.1|X-Outer: o|Host: e3|| ⇒ {p}|200|2|40|42|T|T|T|-|-|-|-|e3|80|127.0.0.1|200
    GET /e3t/ok ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ 127.0.0.1:<none>|502|0|0|42|T|-|T|-|-|-|-|e3|80|127.0.0.1|502
    GET /e3t/ok ⇒ {hi} ⇒ GET /ok HTTP/1.1|X-Outer: o|Host: e3|| ⇒ {p}|200|2|40|42|T|T|T|-|-|-|-|e3|80|127.0.0.1|200
    GET /e4/x ⇒ 404 X|Content-Length: 2|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two|X-O: 1||no ⇒ {nothing}
      ⇒ 127.0.0.1:<missing>, 127.0.0.1:<missing>|404, 404|0, 2|95, 95|41, 41|T, T|T, T|T, T|-|-|-|-|e4|80|127.0.0.1|404
    GET /e4/x ⇒ 404 X|Content-Length: 2|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two|X-O: 1||no ⇒ {nothing}
      ⇒ 127.0.0.1:<missing>, 127.0.0.1:<missing>|404, 404|0, 2|95, 95|41, 41|T, T|T, T|T, T|-|-|-|-|e4|80|127.0.0.1|404
    GET /only/x ⇒ 404 X|Content-Length: 2|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two|X-O: 1||no ⇒ {nothing}
      ⇒ 127.0.0.1:<missing>|404|2|95|43|T|T|T|-|-|-|-|only|80|127.0.0.1|404
    GET /only/x ⇒ 404 X|Content-Length: 2|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two|X-O: 1||no ⇒ {nothing}
      ⇒ 127.0.0.1:<missing>|404|2|95|43|T|T|T|-|-|-|-|only|80|127.0.0.1|404
    GET /down/x ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ down|502|0|0|0|-|-|T|-|-|-|-|down|80|127.0.0.1|502
    GET /left/x ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ 127.0.0.1:<none>|502|0|0|43|T|-|T|-|-|-|-|left|80|127.0.0.1|502
    GET /later/x ⇒ 404 X|Content-Length: 2|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two|X-O: 1||no ⇒ {nothing}
      ⇒ 127.0.0.1:<missing>|404|2|95|44|T|T|T|-|-|-|-|later|80|127.0.0.1|404
    GET /slow/x ⇒ 504 Gateway Time-out|{page} ⇒ {nothing}
      ⇒ 127.0.0.1:<silent>|504|0|0|59|T|-|T|-|-|-|-|127.0.0.1:<silent>|<silent>|127.0.0.1|504
    GET /p/xrp ⇒ {hi} ⇒ GET /p/xrp{toP}|| + GET /p/ok{toP}||
      ⇒ {p} : {p}|200 : 200|0 : 2|62 : 40|58 : 57|T : T|T : T|T : T|-|-|-|-|{p}|<p>|127.0.0.1|200
    GET /any/?h=127.0.0.1:80 ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ 127.0.0.1:80|502|0|0|0|-|-|T|-|-|-|-|127.0.0.1|80|127.0.0.1|502
    GET /any/?h=e3:8080 ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ {unsent}e3:8080|8080|127.0.0.1|502
    GET /tr/ch ⇒ 200 OK|Transfer-Encoding: chunked|Connection: close||2\nhi\n0\nX-T: v\nx-t: w\n\n ⇒ GET /ch{toP}||
      ⇒ {p}|200|28|75|55|T|T|T|-|-|-|v, w|{p}|<p>|127.0.0.1|200
    GET /tr/ok ⇒ {hi} ⇒ GET /ok{toP}|| ⇒ {p}|200|2|40|55|{byP}200
    GET /unix/x ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ unix:/nowhere.sock|502|0|0|0|-|-|T|-|-|-|-|localhost||127.0.0.1|502
    GET /nobuf/ch ⇒ 200 OK|Transfer-Encoding: chunked|Connection: close||2\nhi\n0\n\n ⇒ GET /ch{toP}|| ⇒ {p}|200|28|75|55|{byP}200
    GET /nobuf/dates ⇒ 200 OK|Content-Length: 2|Connection: close|Status: 404 No||hi ⇒ GET /dates{toP}|| ⇒ {p}|200|2|206|58|{byP}200
    GET /rd/loc ⇒ 302 F|Content-Length: 0|Location: http://h:PORT/own/|Connection: close|| ⇒ GET /loc{toP}|| ⇒ {p}|302|0|53|56|{byP}302
    GET /rd2/loc ⇒ 302 F|Content-Length: 0|Connection: close|Location: http://zbs|| ⇒ GET /loc{toP}|| ⇒ {p}|302|0|53|56|{byP}302
    GET /rd3/loc ⇒ 302 F|Content-Length: 0|Connection: close|Location: /abs|| ⇒ GET /loc{toP}|| ⇒ {p}|302|0|53|56|{byP}302
    GET /rd4/loc ⇒ 302 F|Content-Length: 0|Connection: close|Location: /abs|| ⇒ GET /rd4/loc{toP}|| ⇒ {p}|302|0|53|60|{byP}302
    GET /au1/x
      ⇒ 401 Unauthorized|Content-Type: text/html|Content-Length: P|Connection: close|WWW-Authenticate: Basic|WWW-Authenticate: Two||PAGE
      ⇒ GET /p/401{toP}|| ⇒ {unsent}-|-|127.0.0.1|401
    GET /au4/x?q ⇒ 500 Internal Server Error|{page} ⇒ GET /p/404{toP}|| ⇒ {unsent}-|-|127.0.0.1|500
    GET /au3/x ⇒ 403 Forbidden|{page} ⇒ GET /p/403{toP}|| ⇒ {unsent}-|-|127.0.0.1|403
    GET /both ⇒ 200 OK|Content-Type: text/plain|Content-Length: 13|Connection: close||200|hi|200|hi ⇒ GET /p/ok{toP}|| + GET /p/short{toP}||
      ⇒ {unsent}-|-|127.0.0.1|200
    GET /any/?h=nowhere.test ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ {unsent}nowhere.test|80|127.0.0.1|502
    GET /bare/ ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=:x ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=a: ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=: ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h= ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=a:0 ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=a:65536 ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=a:1:2 ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=[:: ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=[]:1 ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=[::1]x ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    GET /any/?h=[::1]:x ⇒ 500 Internal Server Error|{page} ⇒ {nothing} ⇒ {unsent}||127.0.0.1|500
    POST /closed/ok\nContent-Length: 1\n\na ⇒ {hi} ⇒ POST /ok HTTP/1.1|X-Outer: o|Host: closed|Content-Length: 1||a
      ⇒ 127.0.0.1:1, {p}|502, 200|0, 2|0, 40|0, 67|-, T|-, T|T, T|-|-|-|-|closed|80|127.0.0.1|200
    POST /closed/ok\nContent-Length: 1\n\na ⇒ {hi} ⇒ POST /ok HTTP/1.1|X-Outer: o|Host: closed|Content-Length: 1||a
      ⇒ {p}|200|2|40|67|T|T|T|-|-|-|-|closed|80|127.0.0.1|200
    POST /e3/ok\nContent-Length: 1\n\na ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ 127.0.0.1:<none>|502|0|0|63|T|-|T|-|-|-|-|e3|80|127.0.0.1|502
    POST /e3/ok\nContent-Length: 1\n\na ⇒ {hi} ⇒ POST /ok HTTP/1.1|X-Outer: o|Host: e3|Content-Length: 1||a
      ⇒ {p}|200|2|40|63|T|T|T|-|-|-|-|e3|80|127.0.0.1|200
    LOCK /e3/ok\nContent-Length: 1\n\na ⇒ 502 Bad Gateway|{page} ⇒ {nothing} ⇒ 127.0.0.1:<none>|502|0|0|63|T|-|T|-|-|-|-|e3|80|127.0.0.1|502
    LOCK /e3/ok\nContent-Length: 1\n\na ⇒ {hi} ⇒ LOCK /ok HTTP/1.1|X-Outer: o|Host: e3|Content-Length: 1||a
      ⇒ {p}|200|2|40|63|T|T|T|-|-|-|-|e3|80|127.0.0.1|200
    PUT /e3/ok\nContent-Length: 1\n\na ⇒ {hi} ⇒ PUT /ok HTTP/1.1|X-Outer: o|Host: e3|Content-Length: 1||a
      ⇒ 127.0.0.1:<none>, {p}|502, 200|0, 2|0, 40|62, 62|T, T|-, T|T, T|-|-|-|-|e3|80|127.0.0.1|200
    PUT /e3/ok\nContent-Length: 1\n\na ⇒ {hi} ⇒ PUT /ok HTTP/1.1|X-Outer: o|Host: e3|Content-Length: 1||a
      ⇒ {p}|200|2|40|62|T|T|T|-|-|-|-|e3|80|127.0.0.1|200
    HEAD /p/xr
      ⇒ 200 OK|Content-Type: a/b|Content-Length: 17|Connection: close|Set-Cookie: s=1|Content-Disposition: d|Cache-Control: no|Expires: e|Accept-Ranges: none||
      ⇒ HEAD /p/xr{toP}|| ⇒ {p}|201|0|247|58|T|T|T|-|-|-|-|-|-|127.0.0.1|200
    POST /p/xr\nContent-Length: 1\n\na
      ⇒ 200 OK|Content-Type: a/b|Content-Length: 16|Connection: close|Set-Cookie: s=1|Content-Disposition: d|Cache-Control: no|Expires: e|Accept-Ranges: none||in /in q=1 GET o
      ⇒ POST /p/xr{toP}|Content-Length: 1||a ⇒ {p}|201|0|247|78|T|T|T|-|-|-|-|-|-|127.0.0.1|200
    GET /p/lm\nRange: bytes=0-1
      ⇒ 200 OK|Content-Length: 5|Connection: close|Last-Modified: Thu, 02 Jan 2020 03:04:05 GMT|ETag: "e"|Accept-Ranges: bytes||hello
      ⇒ GET /p/lm{toP}|Range: bytes=0-1|| ⇒ {p}|200|5|122|75|{byP}200
    GET /p/lm\nIf-None-Match: "e"
      ⇒ 200 OK|Content-Length: 5|Connection: close|Last-Modified: Thu, 02 Jan 2020 03:04:05 GMT|ETag: "e"|Accept-Ranges: bytes||hello
      ⇒ GET /p/lm{toP}|If-None-Match: "e"|| ⇒ {p}|200|5|122|77|{byP}200
    GET /heads ⇒ 200 OK|Content-Type: text/plain|Content-Length: 13|Connection: close||200|200|200|0
      ⇒ HEAD /p/more{toP}|| + HEAD /p/short{toP}|| + HEAD /p/nonsense{toP}|| + HEAD /p/headless{toP}|| ⇒ {unsent}-|-|127.0.0.1|200
    GET /au2/ ⇒ 200 OK|Content-Type: text/plain|Content-Length: 7|Connection: close||granted ⇒ GET /p/more{toP}||
      ⇒ {unsent}-|-|127.0.0.1|200
    GET /typed ⇒ 204 No|Content-Type: q|Connection: close|X: y|| ⇒ GET /p/204{toP}|| ⇒ {p}|204|0|42|58|{byP}204
    GET /nonsense ⇒ {nothing} ⇒ GET /p/nonsense{toP}|| ⇒ {unsent}-|-|127.0.0.1|000`,
);

/** Lines of its error log. */
const complaints: readonly string[] = [
  '[error] unsafe URI "/../x" was detected while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /p/xrbad HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/xrbad", host: "h"',
  '[warn] upstream sent duplicate header line: "Content-Type: c/d", previous value: "Content-Type: a/b", ignored while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /p/dup HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/dup", host: "h"',
  '[warn] upstream sent duplicate header line: "ETag: "2"", previous value: "ETag: "1"", ignored while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /p/dup HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/dup", host: "h"',
  '[warn] upstream sent duplicate header line: "Expires: 2", previous value: "Expires: 1", ignored while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /p/dup HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/dup", host: "h"',
  '[error] upstream prematurely closed connection while reading upstream, client: 127.0.0.1, server: one, request: "GET /p/short HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/short", host: "h"',
  '[warn] upstream sent more data than specified in "Content-Length" header while reading upstream, client: 127.0.0.1, server: one, request: "GET /p/more HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/more", host: "h"',
  '[warn] upstream sent data after final chunk while reading upstream, client: 127.0.0.1, server: one, request: "GET /p/chx HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/chx", host: "h"',
  '[warn] upstream sent more data than specified in "Content-Length" header while reading upstream, client: 127.0.0.1, server: one, request: "GET /p/204b HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/204b", host: "h"',
  '[error] upstream sent no valid HTTP/1.0 header while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /p/headless HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/headless", host: "h"',
  '[error] unsafe URI "/../x" was detected while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /p/xrbad HTTP/1.1", upstream: "http://127.0.0.1:<p>/p/xrbad", host: "h", referrer: "http://ref/"',
  '[error] upstream prematurely closed connection while reading upstream, client: 127.0.0.1, server: one, request: "GET /both HTTP/1.1", subrequest: "/p/short", upstream: "http://127.0.0.1:<p>/p/short", host: "h", referrer: "r"',
  '[warn] upstream server temporarily disabled while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /e2/ok HTTP/1.1", upstream: "http://127.0.0.1:<busy>/ok", host: "h"',
  '[error] upstream prematurely closed connection while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /e2/ok HTTP/1.1", upstream: "http://127.0.0.1:<none>/ok", host: "h"',
  '[warn] upstream server temporarily disabled while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /e2/ok HTTP/1.1", upstream: "http://127.0.0.1:<none>/ok", host: "h"',
  '[error] upstream prematurely closed connection while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /e3/ok HTTP/1.1", upstream: "http://127.0.0.1:<none>/ok", host: "h"',
  '[error] upstream prematurely closed connection while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /e3o/ok HTTP/1.1", upstream: "http://127.0.0.1:<none>/ok", host: "h"',
  '[error] upstream prematurely closed connection while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /e3t/ok HTTP/1.1", upstream: "http://127.0.0.1:<none>/ok", host: "h"',
  '[error] no live upstreams while connecting to upstream, client: 127.0.0.1, server: one, request: "GET /down/x HTTP/1.1", upstream: "http://down/x", host: "h"',
  '[error] upstream prematurely closed connection while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /left/x HTTP/1.1", upstream: "http://127.0.0.1:<none>/x", host: "h"',
  '[warn] upstream server temporarily disabled while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /left/x HTTP/1.1", upstream: "http://127.0.0.1:<none>/x", host: "h"',
  '[error] upstream timed out (110: Connection timed out) while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /slow/x HTTP/1.1", upstream: "http://127.0.0.1:<silent>/slow/x", host: "h"',
  '[error] connect() failed (111: Connection refused) while connecting to upstream, client: 127.0.0.1, server: one, request: "GET /any/?h=127.0.0.1:80 HTTP/1.1", upstream: "http://127.0.0.1:80/", host: "h"',
  '[error] no resolver defined to resolve e3, client: 127.0.0.1, server: one, request: "GET /any/?h=e3:8080 HTTP/1.1", host: "h"',
  '[crit] connect() to unix:/nowhere.sock failed (2: No such file or directory) while connecting to upstream, client: 127.0.0.1, server: one, request: "GET /unix/x HTTP/1.1", upstream: "http://unix:/nowhere.sock:/xx", host: "h"',
  '[error] upstream prematurely closed connection while reading upstream, client: 127.0.0.1, server: one, request: "GET /both HTTP/1.1", subrequest: "/p/short", upstream: "http://127.0.0.1:<p>/p/short", host: "h"',
  '[error] no resolver defined to resolve nowhere.test, client: 127.0.0.1, server: one, request: "GET /any/?h=nowhere.test HTTP/1.1", host: "h"',
  '[error] invalid URL prefix in "", client: 127.0.0.1, server: one, request: "GET /bare/ HTTP/1.1", host: "h"',
  '[error] invalid port in upstream ":x/", client: 127.0.0.1, server: one, request: "GET /any/?h=:x HTTP/1.1", host: "h"',
  '[error] invalid port in upstream "a:/", client: 127.0.0.1, server: one, request: "GET /any/?h=a: HTTP/1.1", host: "h"',
  '[error] invalid port in upstream ":/", client: 127.0.0.1, server: one, request: "GET /any/?h=: HTTP/1.1", host: "h"',
  '[error] no host in upstream "/", client: 127.0.0.1, server: one, request: "GET /any/?h= HTTP/1.1", host: "h"',
  '[error] invalid port in upstream "a:0/", client: 127.0.0.1, server: one, request: "GET /any/?h=a:0 HTTP/1.1", host: "h"',
  '[error] invalid port in upstream "a:65536/", client: 127.0.0.1, server: one, request: "GET /any/?h=a:65536 HTTP/1.1", host: "h"',
  '[error] invalid port in upstream "a:1:2/", client: 127.0.0.1, server: one, request: "GET /any/?h=a:1:2 HTTP/1.1", host: "h"',
  '[error] invalid host in upstream "[::/", client: 127.0.0.1, server: one, request: "GET /any/?h=[:: HTTP/1.1", host: "h"',
  '[error] no host in upstream "[]:1/", client: 127.0.0.1, server: one, request: "GET /any/?h=[]:1 HTTP/1.1", host: "h"',
  '[error] invalid host in upstream "[::1]x/", client: 127.0.0.1, server: one, request: "GET /any/?h=[::1]x HTTP/1.1", host: "h"',
  '[error] invalid port in upstream "[::1]:x/", client: 127.0.0.1, server: one, request: "GET /any/?h=[::1]:x HTTP/1.1", host: "h"',
  '[error] connect() failed (111: Connection refused) while connecting to upstream, client: 127.0.0.1, server: one, request: "POST /closed/ok HTTP/1.1", upstream: "http://127.0.0.1:1/ok", host: "h"',
  '[error] upstream prematurely closed connection while reading response header from upstream, client: 127.0.0.1, server: one, request: "POST /e3/ok HTTP/1.1", upstream: "http://127.0.0.1:<none>/ok", host: "h"',
  '[error] upstream prematurely closed connection while reading response header from upstream, client: 127.0.0.1, server: one, request: "LOCK /e3/ok HTTP/1.1", upstream: "http://127.0.0.1:<none>/ok", host: "h"',
  '[error] upstream prematurely closed connection while reading response header from upstream, client: 127.0.0.1, server: one, request: "PUT /e3/ok HTTP/1.1", upstream: "http://127.0.0.1:<none>/ok", host: "h"',
  '[error] upstream sent no valid HTTP/1.0 header while reading response header from upstream, client: 127.0.0.1, server: one, request: "GET /heads HTTP/1.1", subrequest: "/p/headless", upstream: "http://127.0.0.1:<p>/p/headless", host: "h"',
  '[error] upstream sent invalid chunked response while reading upstream, client: 127.0.0.1, server: one, request: "GET /nonsense HTTP/1.1", subrequest: "/p/nonsense", upstream: "http://127.0.0.1:<p>/p/nonsense", host: "h"',
  '[error] pending events while closing request, client: 127.0.0.1, server: 127.0.0.1:PORT',
];

test('forwarded requests and their answers, as with nginx', async (t) => {
  const peers = new Map<string, TestPeer>();
  const starts: Readonly<Record<string, PeerAnswer>> = {
    p: byPath,
    none: (socket) => socket.destroy(),
    silent: () => undefined,
    busy: (socket) => socket.end(answers['503'] ?? ''),
    missing: (socket) => socket.end(answers['404'] ?? ''),
  };
  for (const [name, answer] of Object.entries(starts)) peers.set(name, await TestPeer.listen(answer));
  for (const peer of peers.values()) t.teardown(() => peer.close());
  const placed = (text: string) =>
    text.replace(/<(p|none|busy|missing|silent)>/g, (_, name: string) => String(peers.get(name)?.port));
  const host = await testHost(t, { script, http: placed(http), server: placed(server) });
  const shown = (text: string) =>
    [...peers].reduce(
      (sum, [name, { port }]) => sum.replaceAll(String(port), `<${name}>`),
      shownAnswer(text, host.port),
    );
  const lines = () => readFileSync(join(host.folder, 'proxied.log'), 'latin1').split('\n').slice(0, -1);
  for (const [at, [request = '', answer, passed, logged]] of rows.entries()) {
    const before = peers.get('p')?.requests.length;
    t.equal(shown(await host.raw(requestOf(request))), answer, JSON.stringify(request));
    const got = peers.get('p')?.requests.slice(before) ?? [];
    t.equal(got.map((one) => shown(one).replaceAll('\n', '|')).join(' + '), passed, 'forwarded');
    // An aborted request may end before its line is written.
    while (lines().length <= at) await new Promise(setImmediate);
    t.equal(
      shown(lines()[at] ?? '')
        .replace(/^\S+ /, '')
        .replace(/\b\d+\.\d{3}\b/g, 'T'),
      logged,
      'logged',
    );
  }
  const logged = (): readonly string[] =>
    host
      .log()
      .map((line) => shown(line).replace(/^\S+ \S+ (\[\w+\]) \S+ (?:\*\d+ )?/, '$1 '))
      .filter((line) => /^\[(?:error|warn|crit|alert)/.test(line) && !line.includes('auth request unexpected'));
  // The last line is written when the request is closed, which its client does not wait for.
  while (logged().length < complaints.length) await new Promise(setImmediate);
  t.deepEqual(logged(), complaints);
});
