/** Whether a load leaves a host as it found it: its memory, its sockets and its files. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BenchHost, type HostUsage, type Serving, serveBench } from '../serving.js';

export interface SoakLoad {
  /** For people, with its number: `1000 requests`. */
  readonly what: string;
  /** Sends a share of it, and gives a line for all that was lost. */
  readonly send: (share: number) => Promise<readonly string[]>;
}

/** Reports a line. */
export type Tell = (line: string) => void;

/** The share that goes before what is measured: until then a host still grows. */
const WARMING = 0.5;

/** How much more memory is no leak: a collection may be due. A byte for each of 50,000 requests would be far less, a realm far more. */
const SLACK_MB = 48;

/** The paths of a server's locations. */
export const pathsIn = (server: string): readonly string[] =>
  [...server.matchAll(/location (\S+)/g)].map(([, path = '']) => path);

/** Starts a host of one worker, loads it, and reports what was lost and what was left behind. Returns the exit status. */
export async function soak(
  given: Omit<BenchHost, 'workers'>,
  loadOf: (host: Serving) => SoakLoad,
  tell: Tell,
): Promise<number> {
  const host = await serveBench({ workers: 1, ...given });
  try {
    return await soaked(host, loadOf(host), tell);
  } finally {
    await host.stop();
  }
}

async function soaked(host: Serving, { what, send }: SoakLoad, tell: Tell): Promise<number> {
  const warming = await send(WARMING);
  const before = await atRest(host);
  tell(`before: ${usageText(before)}`);
  const lost = [...warming, ...(await send(1))];
  const after = await atRest(host);
  tell(`after ${what}: ${usageText(after)}`);
  // A host that has stored no body in a file makes no folder for it.
  const left = await readdir(join(dirname(host.socket), 'client_body_temp')).catch(noneWhereAbsent);
  tell(`lost: ${lost.length}; temporary files left: ${left.length}`);
  const complaints = [...lost, ...left.map((name) => `${name} is left`), ...usageGrowth(before, after)];
  for (const complaint of complaints) tell(complaint);
  return complaints.length === 0 ? 0 : 1;
}

function noneWhereAbsent(error: unknown): readonly string[] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
}

/** What the same processes hold more than before, as lines. */
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

/** Looks until two looks one after the other agree on sockets and files: the connections of the clients are closed by then. */
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

const usageText = (held: readonly HostUsage[]): string =>
  held
    .map(
      ({ megabytes, sockets, files }, at) =>
        `${at === 0 ? 'master' : `worker ${at}`} ${Math.round(megabytes)} MB, ${sockets} sockets, ${files} files`,
    )
    .join('; ');
