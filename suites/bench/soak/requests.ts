/** Whether requests leave a host as they found it: its memory, its sockets and its files. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type HostUsage, type Serving, serveBench } from '../serving.js';

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

/** Of the requests, how many go before what is measured: until then a host still grows. */
const WARMING = 0.5;

/** How much more memory is no leak: a collection may be due. A byte for each of 50,000 requests would be far less, a realm far more. */
const SLACK_MB = 48;

/** What differs between two looks at the same processes, told as lines. */
export function usageGrowth(before: readonly HostUsage[], after: readonly HostUsage[]): readonly string[] {
  return before.flatMap((was, at) => {
    const is = after[at];
    const name = at === 0 ? 'the master' : `worker ${at}`;
    if (is === undefined || is.pid !== was.pid) return [`${name} is gone`];
    return [
      ...(is.sockets > was.sockets ? [`${name} has ${is.sockets - was.sockets} sockets more`] : []),
      ...(is.files > was.files ? [`${name} has ${is.files - was.files} files more`] : []),
      ...(is.megabytes > was.megabytes + SLACK_MB
        ? [`${name} has ${Math.round(is.megabytes - was.megabytes)} MB more`]
        : []),
    ];
  });
}

/** Sends so many requests to a host with one worker, and tells what they left; the exit status. */
export async function soakWithRequests(count: number, tell: (line: string) => void): Promise<number> {
  const host = await serveBench({ workers: 1, http: 'access_log access.log;', server: SERVER, script: SCRIPT });
  try {
    await host.load(Math.ceil(count * WARMING), ...PATHS);
    const before = await atRest(host);
    tell(`before: ${usageText(before)}`);
    await host.load(count, ...PATHS);
    const after = await atRest(host);
    tell(`after ${count} requests: ${usageText(after)}`);
    const complaints = usageGrowth(before, after);
    for (const complaint of complaints) tell(complaint);
    return complaints.length === 0 ? 0 : 1;
  } finally {
    await host.stop();
  }
}

/** Looks until two looks one after the other agree on sockets and files: the connections of the clients are closed by then. */
export async function atRest(host: Serving): Promise<readonly HostUsage[]> {
  const counts = (held: readonly HostUsage[]): string => held.map(({ sockets, files }) => `${sockets} ${files}`).join();
  let held = await host.held();
  for (let looks = 0; looks < 100; looks += 1) {
    await sleep(500);
    const next = await host.held();
    if (counts(next) === counts(held)) return next;
    held = next;
  }
  return held;
}

/** What processes hold, in words. */
export function usageText(held: readonly HostUsage[]): string {
  return held
    .map(
      ({ megabytes, sockets, files }, at) =>
        `${at === 0 ? 'master' : `worker ${at}`} ${Math.round(megabytes)} MB, ${sockets} sockets, ${files} files`,
    )
    .join('; ');
}
