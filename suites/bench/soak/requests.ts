/** Checks that requests leave the memory, the sockets and the files of a host as they were. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type HostUsage, type Serving, serveBench } from '../serving.js';

/** One location for each way of answering; `/touches` makes its realm unusable for another request. */
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

/** The share of a load before the measurement, since a host grows at first. */
const WARMING = 0.5;

/**
 * Additional memory that is no leak, since a collection may be due. A byte for each of 50,000 requests would be far less, a realm far more.
 */
const SLACK_MB = 48;

/** The differences between two measurements of the same processes, as lines. */
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

/** Sends so many requests to a host with one worker, and prints the leftovers; returns the exit status. */
export async function soakWithRequests(count: number, print: (line: string) => void): Promise<number> {
  const host = await serveBench({ workers: 1, http: 'access_log access.log;', server: SERVER, script: SCRIPT });
  const load = async (some: number): Promise<readonly string[]> => {
    await host.load(some, ...PATHS);
    return [];
  };
  try {
    return await soakHost(host, { count, what: `${count} requests`, load }, print);
  } finally {
    await host.stop();
  }
}

export interface HostLoad {
  readonly count: number;
  /** The whole load, in words. */
  readonly what: string;
  /** Returns what was lost. */
  readonly load: (count: number) => Promise<readonly string[]>;
  /** Prints what else is to be said afterwards, and returns what is left. */
  readonly left?: (lost: number) => Promise<readonly string[]>;
}

/** Loads a host, and prints losses and leftovers; returns the exit status. */
export async function soakHost(
  host: Serving,
  { count, what, load, left = async () => [] }: HostLoad,
  print: (line: string) => void,
): Promise<number> {
  const warming = await load(Math.ceil(count * WARMING));
  const before = await atRest(host);
  print(`before: ${usageText(before)}`);
  const lost = [...warming, ...(await load(count))];
  const after = await atRest(host);
  print(`after ${what}: ${usageText(after)}`);
  const complaints = [...lost, ...(await left(lost.length)), ...usageGrowth(before, after)];
  for (const complaint of complaints) print(complaint);
  return complaints.length === 0 ? 0 : 1;
}

/** Measures until two successive measurements agree on sockets and files: then the connections of the clients are closed. */
async function atRest(host: Serving): Promise<readonly HostUsage[]> {
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

/** The resources of processes, in words. */
function usageText(held: readonly HostUsage[]): string {
  return held
    .map(
      ({ megabytes, sockets, files }, at) =>
        `${at === 0 ? 'master' : `worker ${at}`} ${Math.round(megabytes)} MB, ${sockets} sockets, ${files} files`,
    )
    .join('; ');
}
