import { connect } from 'node:net';
import test from 'tape';
import { type TestHost, testHost } from '../../../testing/host.js';

const script = `
  const turn = () => new Promise((resolve) => setTimeout(resolve, 1));
  export default {
    answers: (r) => r.return(200, 'answer'),
    rejectsNothing: () => Promise.reject(),
    throwsNothing: () => { throw undefined; },
    twice(r) { r.return(200, 'first'); try { r.return(200, 'second'); } catch (error) { r.warn('twice: ' + error.name); } },
    thenAnswers(r) { r.return(404); r.return(200, 'after all'); },
    throwsInside(r) { r.sendHeader(); r.send('part'); throw new Error('inside'); },
    throwsLater: async (r) => { r.sendHeader(); r.send('part'); await turn(); throw new Error('later'); },
    throwsBehind(r) { r.return(204); throw new Error('behind'); },
    finishesBehind(r) { r.sendHeader(); r.finish(); try { r.return(200, 'second'); } catch { r.finish(); } },
    rejectsBehind: async (r) => { r.return(204); throw new Error('behind'); },
    endsInside(r) { r.sendHeader(); r.send('part'); },
    large: async (r) => {
      r.sendHeader();
      try { for (;;) { r.send('x'.repeat(100000)); await turn(); } } catch (error) { r.warn('large: ' + error.message); }
    },
    slow: async (r) => { r.warn('slow begins'); await r.subrequest('/waits'); r.return(200, 'slow'); r.warn('slow is through'); },
    waits: async (r) => { for (let n = 0; n < 20; n += 1) await turn(); r.return(200); },
  };
`;
const names = [...script.matchAll(/^ {4}(\w+)[:(]/gm)].map((match) => match[1]);
const server = names.map((name) => `location = /${name} { js_content main.${name}; }`).join('\n');

/** Waits until a line is in the log. */
async function logged(host: TestHost, text: string): Promise<void> {
  while (!host.log().some((line) => line.includes(text))) await new Promise((resolve) => setImmediate(resolve));
}

test('failing handlers: the client’s response', async (t) => {
  const http = `log_format outcomes '$uri $status [$request_completion]'; access_log outcomes.log outcomes;`;
  const host = await testHost(t, { script, server, http });
  for (const path of ['/rejectsNothing', '/throwsNothing']) t.equal((await host.ask(path)).status, 500, path);
  t.equal((await host.ask('/twice')).text, 'first');
  t.ok(host.log().some((line) => line.endsWith('js: twice: InternalError')));
  t.equal((await host.ask('/thenAnswers')).text, 'after all', 'a status without a body is sent when the handler ends');
  const raw = (path: string) => host.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  t.match(await raw('/throwsLater'), /^HTTP\/1\.1 200 [\s\S]*\r\n4\r\npart\r\n$/, 'is aborted after its part');
  for (const path of ['/throwsInside', '/endsInside'])
    t.equal(await raw(path), '', `the output of ${path} was not sent before it was aborted`);
  for (const path of ['/throwsLater', '/throwsInside', '/endsInside'])
    t.ok(await host.logged(`${path} 500 []`, 'outcomes.log'), 'the log shows a failure');
  t.equal(host.log().filter((line) => line.includes('[alert]') && line.includes(' header already sent, ')).length, 4);
  t.equal((await host.ask('/answers')).text, 'answer');
});

test('failing handlers: the connection after a sent response', async (t) => {
  const http = `log_format outcomes '$uri $status [$request_completion]'; access_log outcomes.log outcomes;`;
  const host = await testHost(t, { script, server, http });
  const next = 'GET /answers HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const raw = (path: string) => host.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n${next}`);
  for (const path of ['/throwsBehind', '/twice'])
    t.notOk((await raw(path)).includes('answer'), `${path} ends the connection`);
  for (const path of ['/finishesBehind', '/rejectsBehind', '/thenAnswers'])
    t.ok((await raw(path)).endsWith('answer'), `behind ${path} it goes on`);
  t.ok(await host.logged('/throwsBehind 500 []', 'outcomes.log'), 'the log shows a failure');
  t.ok(await host.logged('/twice 200 []', 'outcomes.log'), 'a second answer is ignored');
});

test('failing clients: one that leaves during a response affects nobody else', async (t) => {
  const host = await testHost(t, { script, server });
  await new Promise<void>((resolve) => {
    const socket = connect(host.port, '127.0.0.1', () => socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.once('data', () => socket.destroy()).once('close', () => resolve());
  });
  const other = host.ask('/answers');
  const socket = connect(host.port, '127.0.0.1', () => socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'));
  await logged(host, 'js: slow begins');
  socket.destroy();
  t.equal((await other).text, 'answer');
  await logged(host, 'js: large: failed to send response');
  await logged(host, 'js: slow is through');
  t.equal((await host.ask('/answers')).text, 'answer');
  t.notOk(host.log().some((line) => line.includes('bug in the host')));
});
