/** Whether requests leave a host as they found it. */
import { Agent, request } from 'node:http';
import { eachOf } from '../../executor/each-of.js';
import { pathsIn, soak, type Tell } from './load.js';

/** One location for each way of a request; `/touches` leaves its realm unfit for another one. */
const SERVER = `
  location /answers { js_content main.answers; }
  location /again { js_engine qjs; js_content main.answers; }
  location /touches { js_content main.touches; }
  location /asks { js_content main.asks; }
  location /throws { js_content main.throws; }
  location /filtered { js_body_filter main.filtered; return 200 text; }
  location /passed { proxy_pass http://unix:<socket>:/answers; }
  location /file { try_files /main.js =404; }`;

const SCRIPT = `
  export default {
    answers: (r) => r.return(200, 'ok'),
    touches(r) { globalThis.left = r; r.return(200, 'ok'); },
    asks: async (r) => r.return(200, (await r.subrequest('/answers')).responseText),
    throws() { throw new Error('on purpose'); },
    filtered: (r, data, flags) => r.sendBuffer(data.toUpperCase(), flags),
  };`;

const PATHS = pathsIn(SERVER);
const AT_ONCE = 16;

/** Sends so many requests to a host with one worker, and reports what they left. Returns the exit status. */
export const soakWithRequests = (count: number, tell: Tell): Promise<number> =>
  soak(
    { http: 'access_log access.log;', server: SERVER, script: SCRIPT },
    ({ socket }) => ({ what: `${count} requests`, send: (share) => sendRequests(socket, Math.ceil(count * share)) }),
    tell,
  );

/** Sends so many requests, for each of the paths in turn, some at a time on connections that stay. */
async function sendRequests(socketPath: string, count: number): Promise<readonly string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const numbers = Array.from({ length: count }, (_, i) => i);
  await eachOf(numbers, AT_ONCE, (i) => {
    const sent = request({ socketPath, path: PATHS[i % PATHS.length], agent });
    return new Promise<void>((resolve, reject) => {
      sent.once('response', (response) => response.resume().once('end', resolve));
      sent.once('error', reject).end();
    });
  });
  agent.destroy();
  return [];
}
