/**
 * `node stream-main.js SOCKET`: an upstream that echoes. `node stream-main.js SOCKET UPSTREAM`: the minimal proxy on Node. Each prints its
 * socket when it listens.
 */
import { connect, createServer } from 'node:net';

const [socket, upstream] = process.argv.slice(2);
createServer((client) => {
  const other = upstream === undefined ? client : connect({ path: upstream });
  client.on('error', () => other.destroy()).pipe(other);
  if (other !== client) other.on('error', () => client.destroy()).pipe(client);
}).listen(socket, () => process.stdout.write(`${socket}\n`));
