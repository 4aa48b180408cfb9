/**
 * `node cheap-client-main.js SOCKET COUNT [TOGETHER]`: sends requests to a socket, in groups of TOGETHER (32) on each of a few connections.
 * It counts the bytes that come back, and prints the milliseconds. It uses hardly any processor time, so that two workers can use both of
 * two processors.
 */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

const CONNECTIONS = 16;
const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

const [socketPath = '', count = '0', atOnce = '32'] = process.argv.slice(2);
const together = Number(atOnce);
let left = Number(count);

/** Bytes of a response; all responses are equal. */
async function sizeOfOne(socket: Socket): Promise<number> {
  socket.write(REQUEST);
  const [bytes] = await once(socket, 'data');
  const head = /^[\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n/i.exec(String(bytes));
  if (head === null) throw new Error(`no response of a known length: ${bytes}`);
  return head[0].length + Number(head[1]);
}

async function send(socket: Socket): Promise<void> {
  const size = await sizeOfOne(socket);
  let due = 0;
  await new Promise<void>((resolve, reject) => {
    const next = () => {
      if (left <= 0) return resolve();
      left -= together;
      due = size * together;
      socket.write(REQUEST.repeat(together));
    };
    socket.on('data', (bytes: Buffer) => {
      due -= bytes.length;
      if (due === 0) next();
    });
    socket.once('close', () => reject(new Error('the host closed a connection')));
    next();
  });
  socket.removeAllListeners('close').destroy();
}

const sockets = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    const socket = createConnection(socketPath);
    await once(socket, 'connect');
    return socket;
  }),
);
const started = performance.now();
await Promise.all(sockets.map(send));
process.stdout.write(`${performance.now() - started}\n`);
