import { createServer, type Server, type Socket } from 'node:net';
import test from 'tape';
import { listenOnLoopback } from '../../targets/support/host/listen.js';
import type { ExchangeStep } from './exchange.js';
import { playExchange, sortedSteps, stepLines } from './play.js';

async function listening(take: (socket: Socket) => void): Promise<{ server: Server; port: number }> {
  const server = createServer({ allowHalfOpen: true }, (socket) => take(socket.unref()));
  // A failed test leaves connections open.
  return { server, port: await listenOnLoopback(server.unref()) };
}

test('parallel steps begin before the first wait for any of them', async (t) => {
  const waiting: Socket[] = [];
  // It answers no request before both have arrived.
  const { server, port } = await listening((socket) => {
    if (waiting.push(socket) === 2)
      for (const one of waiting) one.end('HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n');
  });
  t.teardown(() => server.close());
  const bytes = 'GET / HTTP/1.1\r\n\r\n';
  const ask: ExchangeStep = { do: 'request', bytes, prints: true, meanwhile: true };
  const lines = await playExchange(
    { ports: ['http'], steps: [ask, ask, { do: 'wait', for: 1 }, { do: 'wait', for: 2 }] },
    [port],
  );
  t.deepEqual(lines, ['status 201, body ""', 'status 201, body ""']);
});

test('a peer answers, half-closed connections are read to their end, and resets are reported if they matter', async (t) => {
  const { server, port } = await listening((socket) => {
    socket.on('data', (piece) => socket.write(`${piece}!`)).on('end', () => socket.end('end'));
  });
  t.teardown(() => server.close());
  const steps: readonly ExchangeStep[] = [
    { do: 'connect', to: 'main' },
    { do: 'send', on: 1, bytes: 'a\xff' },
    { do: 'next', on: 1 },
    { do: 'end', on: 1 },
    { do: 'rest', on: 1, tellsEnd: true },
  ];
  const lines = await playExchange({ ports: ['main'], steps }, [port]);
  t.equal(lines.at(-1), 'connection 1 received "end", then ended');
  t.equal(
    stepLines({ do: 'rest', on: 2, tellsEnd: true }, { bytes: '', how: 'reset' })[0],
    'connection 2 received "", then reset',
  );
});

test('the order of answers to equal parallel requests does not matter', (t) => {
  const ask: ExchangeStep = { do: 'request', bytes: 'a', prints: true, meanwhile: true };
  const other: ExchangeStep = { do: 'request', bytes: 'b', prints: true, meanwhile: true };
  t.deepEqual(sortedSteps([ask, other, ask], [['2'], ['0'], ['1']]), [['1'], ['0'], ['2']]);
  t.deepEqual(sortedSteps([{ do: 'request', bytes: 'a', prints: true }, ask], [['2'], ['1']]), [['2'], ['1']]);
  t.end();
});
