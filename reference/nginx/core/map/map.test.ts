import test from 'tape';
import { testHost } from '../../../testing/host.js';

/** The expected answers are those of nginx 1.30.6, target by target. */
test('map: keys, wildcards and regular expressions', async (t) => {
  const http = `
    map $arg_k $m { default d; a 1; "b c" 2; ~^x(.)$ "x$1"; ~*^Y(?<yy>.)$ "y$yy"; \\~t tilde; "" empty; B upper; }
    map $uri $mr { ~^/map/(.*)$ $1; }
    map $arg_h $mh { hostnames; default none; *.example.org wild; .example.net dot; www.example.* tail; exact.example.org exact; ~org$ re; }
    map $arg_v $mv { volatile; default "v$arg_v"; }`;
  const server = `location /map/ { return 200 "$m|$mr|$1|$mh|$mv"; }
    location /kept/ { set $args "v=1"; set $x $mv; set $args "v=2"; return 200 "$mv"; }`;
  const host = await testHost(t, { http, server });
  const rows: readonly (readonly [string, string])[] = [
    ['?k=a', '1|rest|rest|none|v'],
    ['?k=xz', 'xz|rest|rest|none|v'],
    ['?k=Yq', 'yq|rest|rest|none|v'],
    ['?k=~t', 'tilde|rest|rest|none|v'],
    ['?k=', 'empty|rest|rest|none|v'],
    ['?k=b', 'upper|rest|rest|none|v'],
    ['?k=A', '1|rest|rest|none|v'],
    ['?k=zz', 'd|rest|rest|none|v'],
    ['?h=a.example.org', 'empty|rest|rest|wild|v'],
    ['?h=example.net', 'empty|rest|rest|dot|v'],
    ['?h=x.y.EXAMPLE.net.', 'empty|rest|rest|dot|v'],
    ['?h=www.example.de', 'empty|rest|rest|tail|v'],
    ['?h=exact.example.org', 'empty|rest|rest|exact|v'],
    ['?h=foo.org', 'empty|rest|rest|re|v'],
    ['?v=7', 'empty|rest|rest|none|v7'],
  ];
  for (const [query, answer] of rows) t.equal((await host.ask(`/map/rest${query}`)).text, answer, query);
  t.equal((await host.ask('/kept/')).text, 'v2', 'a volatile one is computed each time');
});
