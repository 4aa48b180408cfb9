/** Whether requests leave a host as they found it. */
import { serveBench } from '../serving.js';
import { soak, type Tell } from './load.js';

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

const PATHS = [...SERVER.matchAll(/location (\S+)/g)].map(([, path = '']) => path);

/** Sends so many requests to a host with one worker, and reports what they left. Returns the exit status. */
export async function soakWithRequests(count: number, tell: Tell): Promise<number> {
  const host = await serveBench({ workers: 1, http: 'access_log access.log;', server: SERVER, script: SCRIPT });
  const send = async (share: number): Promise<readonly string[]> => {
    await host.load(Math.ceil(count * share), ...PATHS);
    return [];
  };
  try {
    return await soak(host, { what: `${count} requests`, send }, tell);
  } finally {
    await host.stop();
  }
}
