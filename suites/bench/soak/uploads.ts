/** Checks that parallel uploads arrive complete, and leave neither files nor memory behind. */

import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { codeOf } from '../../../spec/reading/file-fault.js';
import { type Serving, serveBench } from '../serving.js';
import { soakHost } from './requests.js';

/** The amount of sent data. */
export interface Uploads {
  readonly uploads: number;
  /** Bytes of each. */
  readonly size: number;
  /** The number of parallel uploads. */
  readonly batch: number;
}

/** One location for each way of reading a body; all answer with its digest. */
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

const PATHS = [...SERVER.matchAll(/location (\S+)/g)].map(([, path = '']) => path);

/** Sends uploads to a host with one worker, and prints losses and leftovers; returns the exit status. */
export async function soakWithUploads(uploads: Uploads, print: (line: string) => void): Promise<number> {
  const host = await serveBench({ workers: 1, server: SERVER, script: SCRIPT });
  try {
    return await soakWithBodies({ host, paths: PATHS }, uploads, print);
  } finally {
    await host.stop();
  }
}

/** Sends bodies to a host whose paths answer with their digest; prints losses and leftovers. Returns the exit status. */
export function soakWithBodies(
  { host, paths }: { readonly host: Serving; readonly paths: readonly string[] },
  uploads: Uploads,
  print: (line: string) => void,
): Promise<number> {
  const { uploads: count, size, batch } = uploads;
  const load = (some: number) => upload(host.socket, paths, { ...uploads, uploads: some });
  const left = async (lost: number): Promise<readonly string[]> => {
    // A host that has stored no body in a file creates no folder for it.
    const names = await readdir(join(dirname(host.socket), 'client_body_temp')).catch(emptyIfMissing);
    print(`lost: ${lost}; temporary files left: ${names.length}`);
    return names.map((name) => `${name} is left`);
  };
  return soakHost(host, { count, what: `${count} bodies of ${size} bytes, ${batch} at once`, load, left }, print);
}

function emptyIfMissing(error: unknown): readonly string[] {
  if (codeOf(error) === 'ENOENT') return [];
  throw error;
}

/** Sends so many bodies, some in parallel, to the paths in turn; returns a complaint for each that did not arrive unchanged. */
export async function upload(
  socketPath: string,
  paths: readonly string[],
  { uploads, size, batch }: Uploads,
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (let sent = 0; sent < uploads; sent += batch) {
    const numbers = Array.from({ length: Math.min(batch, uploads - sent) }, (_, at) => sent + at);
    await Promise.all(
      numbers.map(async (number) => {
        const path = paths[number % paths.length] ?? '/';
        const complaint = await send(socketPath, path, randomBytes(size));
        if (complaint !== undefined) lost.push(`upload ${number} to ${path}: ${complaint}`);
      }),
    );
  }
  return lost;
}

/** Sends one body; returns the complaint about the answer, if there is one. */
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
