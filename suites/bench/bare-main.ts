/** `node bare-main.js SOCKET`: the least an HTTP server on Node can do, in a process of its own; says when it listens. */
import { createServer } from 'node:http';

createServer((_request, response) => response.end('ok')).listen(process.argv[2], () =>
  process.stdout.write('listening\n'),
);
