/** `node bare-main.js SOCKET`: the minimal HTTP server on Node, in a process of its own; prints when it listens. */
import { createServer } from 'node:http';

createServer((_request, response) => response.end('ok')).listen(process.argv[2], () =>
  process.stdout.write('listening\n'),
);
