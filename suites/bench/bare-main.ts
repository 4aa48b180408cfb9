/** `node bare-main.js PLACE`: the minimal HTTP server on Node, on a socket or a port; prints the place when it listens. */
import { createServer } from 'node:http';

const [place] = process.argv.slice(2);
const server = createServer((_request, response) => response.end('ok')).listen(place, () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : address}\n`);
});
