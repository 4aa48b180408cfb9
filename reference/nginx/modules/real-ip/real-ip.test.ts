import test from 'tape';
import { testHost } from '../../../testing/host.js';

const names = "['remote_addr', 'remote_port', 'realip_remote_addr']";
const script = `export default {
  address: (r) => r.return(200, r.remoteAddress),
  variables: (r) => r.return(200, ${names}.map((name) => r.variables[name]).join(' ')),
};`;

test('real_ip: the client that a trusted proxy names is used everywhere', async (t) => {
  const server = `
    set_real_ip_from 127.0.0.0/8;
    location /variables { real_ip_header X-Forwarded-For; js_content main.variables; }
    location /script { real_ip_header X-Forwarded-For; js_content main.address; }
    location /denied { real_ip_header X-Forwarded-For; deny 1.2.3.4; js_content main.address; }
    location /other { real_ip_header X-My; js_content main.address; }
    location /usual { js_content main.address; }
    location /stranger { set_real_ip_from 9.9.9.9; js_content main.address; }`;
  const host = await testHost(t, { script, server });
  const headers = ['X-Forwarded-For', '1.2.3.4:99'];
  t.equal((await host.ask('/variables', { headers })).text, '1.2.3.4 99 127.0.0.1');
  const mine = ['X-My', '7.7.7.7, 8.8.8.8', 'X-My', '6.6.6.6'];
  const rows: readonly (readonly [path: string, headers: string[], answer: string])[] = [
    ['/script', headers, '1.2.3.4'],
    ['/other', mine, '8.8.8.8'],
    ['/usual', ['X-Real-IP', '5.6.7.8'], '5.6.7.8'],
    ['/stranger', headers, '127.0.0.1'],
    // The settings of the server apply, because there is no location yet.
    ['/script', [...headers, 'X-Real-IP', '5.6.7.8'], '5.6.7.8'],
  ];
  for (const [path, given, answer] of rows) t.equal((await host.ask(path, { headers: given })).text, answer, path);
  t.equal((await host.ask('/denied', { headers })).status, 403);
  t.ok(host.log().some((line) => line.includes('access forbidden by rule, client: 1.2.3.4, ')));
  const one = 'GET /script HTTP/1.1\r\nHost: a\r\n';
  const answers = await host.raw(`${one}X-Forwarded-For: 1.2.3.4\r\n\r\n${one}Connection: close\r\n\r\n`);
  t.deepEqual(answers.match(/\d+\.\d+\.\d+\.\d+(?=HTTP|$)/g), ['1.2.3.4', '127.0.0.1'], 'for one request only');
});
