import { connect } from 'node:net';
import test from 'tape';
import { testHost } from '../../../testing/host.js';

test('stub_status: states of connections', async (t) => {
  const script = `
    let end = () => undefined;
    export default { waits: (r) => { r.warn('waits'); ngx = 0; } };`.replace(
    ' ngx = 0;',
    ' setTimeout(() => r.return(200), 1e6);',
  );
  const server = `location = /status { stub_status; } location /slow { js_content main.waits; }
    location /variables { return 200 "$connections_active $connections_reading $connections_writing $connections_waiting"; }`;
  const host = await testHost(t, { script: script.replace('let end = () => undefined;', ''), server });
  const first = await host.ask('/status');
  t.deepEqual([first.headers['content-type'], first.headers['content-length']], ['text/plain', '97']);
  const page = (active: number, total: string, doing: string) =>
    `Active connections: ${active} \nserver accepts handled requests\n ${total} \n${doing} \n`;
  t.equal(first.text, page(1, '1 1 1', 'Reading: 0 Writing: 1 Waiting: 0'));
  const open = [connect(host.port, '127.0.0.1'), connect(host.port, '127.0.0.1'), connect(host.port, '127.0.0.1')];
  const [, part, slow] = open;
  t.teardown(() => {
    for (const socket of open) socket.destroy();
  });
  part?.write('GET / HTTP/1.1\r\nHo');
  slow?.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await host.logged('waits');
  // The connection that reads was counted before.
  t.equal((await host.ask('/variables')).text, '4 1 2 1');
  t.equal((await host.ask('/status', { method: 'HEAD' })).text, '');
  t.equal((await host.ask('/status', { method: 'POST', body: 'x' })).status, 405);
});
