import test from 'tape';
import { testHost } from '../../../testing/host.js';

/** The expected answers are those of nginx 1.30.6, address by address. */
test('geo: networks, ranges and proxies', async (t) => {
  const http = `
    geo $arg_a $by_network { default d; 10.0.0.0/8 ten; 10.1.0.0/16 inner; 255.255.255.255 none; ::ffff:0:0/96 mapped; 2001:db8::/32 six;
      10.2.0.0/16 gone; delete 10.2.0.0/16; }
    geo $arg_a $by_range { ranges; default d; 10.0.0.0-10.255.255.255 ten; 10.1.2.3-10.1.2.9 inner; 10.3.0.0-10.3.0.1 gone; delete 10.3.0.0-10.3.0.1; }
    geo $by_client { default d; 127.0.0.1 here; }
    geo $by_proxy { default d; proxy 127.0.0.0/8; 1.2.3.0/24 net; 10.0.0.0/8 ten; }
    geo $by_proxies { default d; proxy 127.0.0.0/8; proxy 10.0.0.0/8; proxy_recursive; 1.2.3.0/24 net; 10.0.0.0/8 ten; }`;
  const server = `location /a { return 200 "$by_network $by_range"; }
    location /client { return 200 "$by_client $by_proxy $by_proxies"; }`;
  const host = await testHost(t, { http, server });
  const rows: Readonly<Record<string, string>> = {
    '10.9.9.9': 'ten ten',
    '10.1.2.2': 'inner ten',
    '10.1.2.3': 'inner inner',
    '10.1.2.10': 'inner ten',
    '10.2.0.1': 'ten ten',
    '10.3.0.1': 'ten d',
    '11.0.0.0': 'd d',
    '::ffff:10.1.2.4': 'inner inner',
    '2001:db8::5': 'six d',
    '::1': 'd d',
    '': 'none d',
    nothing: 'none d',
  };
  for (const [address, answer] of Object.entries(rows))
    t.equal((await host.ask(`/a?a=${encodeURI(address)}`)).text, answer, address);
  t.equal((await host.ask('/client')).text, 'here d d');
  const headers = ['X-Forwarded-For', '1.2.3.4, 10.0.0.1'];
  t.equal((await host.ask('/client', { headers })).text, 'here ten net');
});
