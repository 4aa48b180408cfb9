import test from 'tape';
import { requestOf, shownAnswer } from '../../testing/answers.js';
import { testHost } from '../../testing/host.js';
import { tableRows } from '../../testing/tables.js';

const http = `map $arg_h $mh { hostnames; default none; *.org a; *.b.org b; www.* c; www.b.* e; ~^X y; ~c$ low; } map $arg_h $mp { default none; x. dot; x plain; }`;

const server = String.raw`server_name one two;
  location /m { return 200 "$mh|$mp"; }
  location /redir/ { rewrite ^/redir/(.*)$ http://x/$1; } location /redir2/ { rewrite ^/redir2/(.*)$ $scheme://y/$1 last; } location /redir3/ { rewrite ^/redir3/(.*)$ https://x/$1?a=b redirect; }
  location /ifc/ { if ($arg_x) { set $y 1; } if ($arg_x = 2) { return 202; } rewrite ^/ifc/a$ /ifc/b break; rewrite ^ /ifd/x last; rewrite ^ /no last; } location /ifd/ { return 200 "$y $uri"; }
  location /lb/ { rewrite ^/lb/(.*)$ /lb2/$1; rewrite ^/lb2/(.*)$ /lb3/$1 break; return 200 no; } location /lb2/ { return 200 lb2; } location /lb3/ { return 200 lb3; }
  location /int/ { rewrite ^/int/(.*)$ /inside/$1; } location /inside/ { internal; return 200 "inside $uri"; } location /intb/ { internal; rewrite ^ /x break; return 200 x; }
  location /ret { return 302; } location /ret2 { return 200; } location /ret3 { return 301 ""; } location /ret4 { return http://a/b; } location /ret5 { return 304 x; }
  location /cap/ { if ($uri ~ "^/cap/(\\w+)") { } if ($uri ~ nothing(x)) { } return 200 "[$1]"; }
  location /zero { if ($arg_a) { return 200 yes; } return 200 no; }
  location /esc/ { rewrite ^/esc/(.*)$ /esc2/$1?v=$1; } location /esc2/ { return 200 "$uri|$args"; } location /esr/ { rewrite ^/esr/(.*)$ /z/$1 redirect; }
  location /ka/ { rewrite ^ /esc2/k?a=b; } location /kq/ { rewrite ^ /esc2/k?; }
  location /sn { server_name_in_redirect on; return 301 /x; } location /ar { absolute_redirect off; return 301 /x; } location /pr { port_in_redirect off; return 301 /x; }
  location /cyc { error_page 404 /cyc; recursive_error_pages on; return 404; } location /cyc2 { rewrite ^ /cyc2; }
  location /cyc3 { error_page 500 /shown; rewrite ^ /cyc3; } location /shown { return 200 "shown $status"; }
  location /h0 { return 200 ok; } location /auth { auth_request /asked; auth_request_set $u $uri; auth_request_set $s $upstream_status; add_header X-U "$u"; return 200; error_page 403 =402 @d; } location /asked { deny all; return 204; } location @d { return 200 "d $u"; }
  location /authq { auth_request /asked2; error_page 401 @d2; try_files /none =404; } location /asked2 { return 401; } location @d2 { return 401 "d2 [$args]"; }
  location /sat/ { satisfy any; deny all; allow 10.0.0.1; location /sat/ok { satisfy any; deny all; auth_request /g204; try_files /x @yes; } location /sat/no { satisfy any; auth_request /g403; deny all; try_files /x @yes; } location /sat/401 { satisfy any; auth_request /asked2; deny all; try_files /x @yes; } location /sat/e { satisfy any; deny all; error_page 403 = @yes; try_files /x @no; } }
  location /g204 { return 204; } location /g403 { return 403; } location @yes { return 200 yes; } location @no { return 200 no; }
  location /ins { set $limit_rate 1k; return 200 "$request_completion|$pipe"; }
  location /ifp/ { error_page 418 = @after; if ($arg_x) { add_header X-If yes; return 418; } return 200 no; } location /authset { auth_request /asked2; auth_request_set $w "$uri"; error_page 401 = @w; try_files /x =404; } location @w { return 200 "$w"; }
  location /ifb/ { error_page 418 = @after; if ($arg_x) { add_header X-If yes; } try_files /none =418; } location @after { add_header X-After yes; return 200 after; }`;

/** Requests, and the answers of nginx 1.30.6. */
const rows = tableRows(
  {
    page: 'Content-Type: text/html|Content-Length: P|Connection: close||PAGE',
    text: '200 OK|Content-Type: text/plain|Content-Length: ',
  },
  `
    GET /m?h=a.org ⇒ {text}6|Connection: close||a|none
    GET /m?h=a.b.org ⇒ {text}6|Connection: close||b|none
    GET /m?h=b.org ⇒ {text}6|Connection: close||a|none
    GET /m?h=www.x ⇒ {text}6|Connection: close||c|none
    GET /m?h=www.b.x ⇒ {text}6|Connection: close||e|none
    GET /m?h=www.b. ⇒ {text}6|Connection: close||c|none
    GET /m?h=X ⇒ {text}7|Connection: close||y|plain
    GET /m?h=abc ⇒ {text}8|Connection: close||low|none
    GET /m?h=ABC ⇒ {text}9|Connection: close||none|none
    GET /m?h=x. ⇒ {text}8|Connection: close||none|dot
    GET /m?h=x ⇒ {text}10|Connection: close||none|plain
    GET /m?h=X. ⇒ {text}5|Connection: close||y|dot
    GET /m?h=.org ⇒ {text}6|Connection: close||a|none
    GET /m?h=a.c.org. ⇒ {text}6|Connection: close||a|none
    GET /redir/a?b ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Connection: close|Location: http://x/a?b||PAGE
    GET /redir2/a%20b ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Connection: close|Location: http://y/a%20b||PAGE
    GET /redir3/q?c ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Connection: close|Location: https://x/q?a=b&c||PAGE
    GET /ifc/a?x=1 ⇒ 404 Not Found|{page}
    GET /ifc/c?x=1 ⇒ {text}8|Connection: close||1 /ifd/x
    GET /ifc/c?x=2 ⇒ 202 Accepted|Content-Type: text/plain|Content-Length: 0|Connection: close||
    GET /lb/q ⇒ 404 Not Found|{page}
    GET /int/q ⇒ {text}16|Connection: close||inside /inside/q
    GET /inside/q ⇒ 404 Not Found|{page}
    GET /intb/ ⇒ 404 Not Found|{page}
    GET /ret ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Connection: close|Location: ||PAGE
    GET /ret2 ⇒ {text}0|Connection: close||
    GET /ret3 ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Connection: close|Location: ||PAGE
    GET /ret4 ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Connection: close|Location: http://a/b||PAGE
    GET /ret5 ⇒ 304 Not Modified|Content-Type: text/plain|Content-Length: 1|Connection: close||
    GET /cap/ab ⇒ {text}2|Connection: close||[]
    GET /zero?a=0 ⇒ {text}2|Connection: close||no
    GET /zero?a=00 ⇒ {text}3|Connection: close||yes
    GET /zero?a= ⇒ {text}2|Connection: close||no
    GET /esc/a%26b%20c ⇒ {text}23|Connection: close||/esc2/a&b c|v=a%26b%20c
    GET /esc/a&b ⇒ {text}15|Connection: close||/esc2/a&b|v=a&b
    GET /esr/a%20b%26%3f
      ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/z/a%20b&?|Connection: close||PAGE
    GET /esr/a&b ⇒ 302 Moved Temporarily|Content-Type: text/html|Content-Length: P|Location: http://h:PORT/z/a&b|Connection: close||PAGE
    GET /ka/?c ⇒ {text}13|Connection: close||/esc2/k|a=b&c
    GET /kq/?c ⇒ {text}8|Connection: close||/esc2/k|
    GET /ka/ ⇒ {text}11|Connection: close||/esc2/k|a=b
    GET /sn ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Location: http://one:PORT/x|Connection: close||PAGE
    GET /ar ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Connection: close|Location: /x||PAGE
    GET /pr ⇒ 301 Moved Permanently|Content-Type: text/html|Content-Length: P|Location: http://h/x|Connection: close||PAGE
    GET /cyc ⇒ 500 Internal Server Error|{page}
    GET /cyc2 ⇒ 500 Internal Server Error|{page}
    GET /cyc3 ⇒ 500 Internal Server Error|{page}
    GET /auth ⇒ {text}0|Connection: close||
    GET /authq?q=1 ⇒ 401 Unauthorized|Content-Type: text/plain|Content-Length: 8|Connection: close||d2 [q=1]
    GET /sat/ok ⇒ {text}3|Connection: close||yes
    GET /sat/no ⇒ 403 Forbidden|{page}
    GET /sat/401 ⇒ 401 Unauthorized|{page}
    GET /sat/e ⇒ {text}3|Connection: close||yes
    GET /ins ⇒ {text}2|Connection: close|||.
    GET /ifb/?x=1 ⇒ 404 Not Found|{page}
    GET /ifb/ ⇒ {text}5|Connection: close|X-After: yes||after
    GET /ifp/?x=1 ⇒ {text}5|Connection: close|X-After: yes||after
    GET /authset ⇒ {text}7|Connection: close||/asked2`,
);

test('maps, rewriting, redirects and access: answers like those of nginx', async (t) => {
  const host = await testHost(t, { http, server });
  for (const [request = '', answer] of rows)
    t.equal(shownAnswer(await host.raw(requestOf(request), true), host.port), answer, request);
});
