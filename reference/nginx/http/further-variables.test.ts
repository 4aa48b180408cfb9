import test from 'tape';
import { testHost } from '../../testing/host.js';

const script = `export default {
  known(r) {
    const values = {};
    for (const name of r.args.names.split(',')) values[name] = r.variables[name] === undefined ? null : r.variables[name];
    r.return(200, JSON.stringify(values));
  },
  absent: (r) => r.return(200, JSON.stringify([r.variables.args === undefined, r.variables.query_string === undefined])),
  assign(r) {
    const outcome = (name, value) => { try { r.variables[name] = value; return r.variables[name]; } catch (error) { return 'refused'; } };
    r.return(200, JSON.stringify([outcome('limit_rate', '5k'), outcome('limit_rate', 'fast'), outcome('ssl_cipher', 'x'), outcome('upstream_addr', 'x')]));
  },
};`;

test('variables: rarely used ones', async (t) => {
  const host = await testHost(t, {
    script,
    server: `location /known { js_content main.known; } location /absent { js_content main.absent; }
      location /assign { js_content main.assign; } location /set { set $limit_rate 2k; set $ssl_protocol mine; return 200 "$limit_rate $ssl_protocol"; }`,
  });
  // The values of nginx 1.30.6 for a plain connection.
  const expected = {
    limit_rate: '0',
    pipe: '.',
    http2: '',
    https: '',
    is_request_port: ':',
    request_port: String(host.port),
    realip_remote_addr: '127.0.0.1',
    proxy_protocol_addr: null,
    proxy_protocol_tlv_x: null,
    upstream_addr: null,
    upstream_http_x: null,
    upstream_cookie_a: null,
    sent_trailer_x: null,
    ssl_protocol: null,
    ssl_client_verify: null,
    limit_req_status: null,
    request_body_file: null,
    nothing_of_the_kind: null,
  };
  t.deepEqual(await host.json(`/known?names=${Object.keys(expected).join(',')}`), expected);
  const times = await host.ask('/known?names=connection_time,request_time,msec,time_local');
  t.match(
    times.text,
    /^\{"connection_time":"\d+\.\d{3}","request_time":"\d+\.\d{3}","msec":"\d{10}\.\d{3}","time_local":"\d\d\/[A-Z][a-z]{2}\/\d{4}(:\d\d){3} [+-]\d{4}"\}$/,
  );
  t.deepEqual(await host.json('/absent'), [true, true], 'a target without a question mark has no arguments');
  t.deepEqual(await host.json('/absent?'), [true, true], 'a target that ends with it has none');
  t.deepEqual(await host.json('/absent?a'), [false, false]);
  t.deepEqual(await host.json('/assign'), ['5120', '5120', 'refused', 'refused']);
  t.equal((await host.ask('/set')).text, '2048 mine');
});
