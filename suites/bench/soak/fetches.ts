/** Checks that parallel fetches get every byte, and leave neither sockets nor memory behind. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from '../../targets/support/host/listen.js';
import { serveBench } from '../serving.js';
import { soakWithBodies } from './uploads.js';

/** Bytes that a fetch sends, and that come back. */
const SIZE = 20_000;

const AT_ONCE = 100;

/** One location for each way of fetching: a connection for each, kept connections, and a reused realm. */
const SERVER = `
  client_body_buffer_size 64k;
  location /fetched { js_content main.fetches; }
  location /kept { js_fetch_keepalive 16; js_fetch_keepalive_timeout 300ms; js_content main.fetches; }
  location /again { js_engine qjs; js_content main.fetches; }
  location /twice { js_content main.twice; }`;

const PATHS = [...SERVER.matchAll(/location (\S+)/g)].map(([, path = '']) => path);

/** Handlers that send the body of their request to a port, and answer with the digest of the response. */
const scriptFor = (port: number): string => `
  import crypto from 'crypto';
  const sent = async (body) => {
    const reply = await srv.fetch('http://127.0.0.1:${port}/', { method: 'POST', body });
    return Buffer.from(await reply.arrayBuffer());
  };
  const answer = (r, bytes) => r.return(200, crypto.createHash('sha1').update(bytes).digest('hex'));
  export default {
    fetches: async (r) => answer(r, await sent(r.requestBuffer)),
    async twice(r) {
      const half = r.requestBuffer.length / 2;
      const parts = [r.requestBuffer.subarray(0, half), r.requestBuffer.subarray(half)];
      answer(r, Buffer.concat(await Promise.all(parts.map(sent))));
    },
  };`;

/** Sends requests whose handlers fetch, to a host with one worker; prints losses and leftovers. Returns the exit status. */
export async function soakWithFetches(fetches: number, print: (line: string) => void): Promise<number> {
  const peer = createServer(async (request, response) => response.end(await buffer(request)));
  // The host closes the connections that it keeps. The peer must not close one while the next request is on its way.
  peer.keepAliveTimeout = 0;
  const script = scriptFor(await listenOnLoopback(peer));
  const host = await serveBench({ workers: 1, server: SERVER, script });
  try {
    return await soakWithBodies({ host, paths: PATHS }, { uploads: fetches, size: SIZE, batch: AT_ONCE }, print);
  } finally {
    await host.stop();
    peer.close();
    peer.closeAllConnections();
  }
}
