/** Whether concurrent uploads arrive whole, and leave neither files nor memory behind. */
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { eachOf } from '../../executor/each-of.js';
import type { Serving } from '../serving.js';
import { pathsIn, soak, type Tell } from './load.js';

/** How much is sent. */
export interface Uploads {
  readonly uploads: number;
  /** Bytes of each. */
  readonly size: number;
  /** How many go on side by side. */
  readonly batch: number;
}

/** One location for each way of a body; all answer with the digest of what they got. */
const SERVER = `
  client_max_body_size 0;
  location /file { js_content main.digest; }
  location /memory { client_body_buffer_size 1024m; js_content main.digest; }
  location /removed { client_body_in_file_only clean; js_content main.digest; }
  location /read { js_access main.read; js_content main.digest; }
  location /redirected { js_content main.redirect; }
  location /asked { js_content main.ask; }
  location /passed { proxy_pass http://unix:<socket>:/file; }
  location /streamed { proxy_request_buffering off; proxy_pass http://unix:<socket>:/file; }`;

const SCRIPT = `
  import crypto from 'crypto';
  export default {
    digest: (r) => r.return(200, crypto.createHash('sha1').update(r.requestBuffer).digest('hex')),
    async read(r) { await r.readRequestArrayBuffer(); },
    redirect: (r) => r.internalRedirect('/file'),
    async ask(r) { const { status, responseText } = await r.subrequest('/file', { method: 'POST' }); r.return(status, responseText); },
  };`;

/** Sends uploads to a host with one worker, and reports what was lost and what they left. Returns the exit status. */
export const soakWithUploads = (uploads: Uploads, tell: Tell): Promise<number> =>
  soakWithBodies({ server: SERVER, script: SCRIPT }, uploads, tell);

/** Sends bodies to a host whose locations answer with the digest of what they got. */
export function soakWithBodies(
  given: { readonly server: string; readonly script: string },
  all: Uploads,
  tell: Tell,
): Promise<number> {
  const { uploads, size, batch } = all;
  const what = `${uploads} bodies of ${size} bytes, ${batch} at once`;
  const send =
    ({ socket }: Serving) =>
    (share: number) =>
      upload(socket, pathsIn(given.server), { ...all, uploads: Math.ceil(uploads * share) });
  return soak(given, (host) => ({ what, send: send(host) }), tell);
}

/** Sends so many bodies, some side by side, to the paths in turn; gives a line for each that did not arrive as it was sent. */
export async function upload(
  socketPath: string,
  paths: readonly string[],
  { uploads, size, batch }: Uploads,
): Promise<readonly string[]> {
  const numbers = Array.from({ length: uploads }, (_, i) => i);
  const complaints = await eachOf(numbers, batch, async (number) => {
    const path = paths[number % paths.length] ?? '/';
    const complaint = await send(socketPath, path, randomBytes(size));
    return complaint === undefined ? [] : [`upload ${number} to ${path}: ${complaint}`];
  });
  return complaints.flat();
}

/** Sends one body; what is wrong with the answer, if anything. */
function send(socketPath: string, path: string, body: Buffer): Promise<string | undefined> {
  const digest = createHash('sha1').update(body).digest('hex');
  return new Promise((resolve) => {
    const headers = { 'Content-Length': body.length };
    const client = request({ socketPath, path, method: 'POST', agent: false, headers }, async (response) => {
      const answer = await text(response).catch(String);
      resolve(answer === digest ? undefined : `status ${response.statusCode}, ${JSON.stringify(answer.slice(0, 80))}`);
    });
    client.once('error', (error) => resolve(String(error)));
    client.end(body);
  });
}
