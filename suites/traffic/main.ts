/**
 * `npm run traffic`: sends the same drawn connections to nginx of Debian's newest release and to our host, with the same configuration. All
 * answers are compared byte by byte, except for dates and names. Similar differences are reported once, with the smallest conversation that
 * shows them. The exit status is 1 if one has no ruling.
 *
 * Options:
 * - `--count N` requests (20000)
 * - `--seed N` (1)
 * - `--to all|proxied|programs|members` or an object such as `xml`: the part of the site
 * - `--at-once N` pairs of hosts (4)
 * - `--engine njs|qjs` of the real host
 * - `--all` differences with a ruling too
 * - `--self` nginx against itself, which shows the reliability of the comparison
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { UserError } from '../../spec/reading/user-error.js';
import { eachOf } from '../executor/each-of.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { conversationBytes, type DrawnConnection } from './conversation.js';
import type { TrafficDifference } from './differences.js';
import { conversationsTo, last, TARGETS } from './drawn.js';
import { type RunningHost, type Site, startOurs, startReal } from './hosts.js';
import { Lane, type TrafficHost } from './lane.js';
import { startPeer } from './peer.js';
import { rulingFor } from './rulings.js';
import { siteConfiguration, writeServedFiles } from './site.js';

interface TrafficGroup {
  count: number;
  difference: TrafficDifference;
  conversation: DrawnConnection;
  /** Its number among the drawn ones, from 0. */
  number: number;
  readonly ruling: string | undefined;
}

interface TrafficDifferences {
  readonly groups: ReadonlyMap<string, TrafficGroup>;
  /** Differences that did not happen again. */
  readonly fleeting: readonly string[];
}

/** How often a connection with a difference is tried again. */
const REPEATS = 3;

const OPTIONS = {
  count: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  'at-once': { type: 'string', default: '4' },
  engine: { type: 'string', default: 'qjs' },
  to: { type: 'string', default: 'all' },
  all: { type: 'boolean', default: false },
  self: { type: 'boolean', default: false },
} as const;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  if (!TARGETS.includes(values.to)) throw new UserError(`--to: one of ${TARGETS.join(', ')}`);
  const folder = await scratchFolder();
  const [root, peer] = [join(folder, 'root'), join(folder, 'peer')];
  await mkdir(root);
  await writeServedFiles(root);
  const upstreams = [await startPeer(peer), await startPeer()];
  const peerPort = Number(Object(upstreams[1]?.address()).port);
  const engine = values.engine === 'njs' ? 'njs' : 'qjs';
  const started = async (name: string, start: (site: Site) => Promise<RunningHost>): Promise<TrafficHost> => {
    const own = join(folder, name);
    const socket = join(own, 'socket');
    const configuration: Site['configuration'] = (differing) =>
      siteConfiguration({ root, peer, peerPort, own, ...differing });
    return { ...(await start({ own, sockets: [socket], configuration })), socket };
  };
  const pair = {
    real: (at: string) => started(at, (where) => startReal(where, engine)),
    ours: (at: string) => started(at, (where) => (values.self ? startReal(where, engine) : startOurs(where, 'njs'))),
  };
  const lanes: Lane[] = [];
  try {
    for (let at = 0; at < Number(values['at-once']); at++) {
      await mkdir(join(folder, `${at}`));
      lanes.push(await startLane(`${at}`, pair));
    }
    const drawing = { connections: conversationsTo(values.to), seed: Number(values.seed) };
    const found = await compared(lanes, drawnUpTo(drawing, Number(values.count)));
    return await report(lanes, found, drawing, values.all);
  } finally {
    for (const lane of lanes) await lane.stop();
    for (const upstream of upstreams) upstream.close();
  }
}

type StartHost = (at: string) => Promise<TrafficHost>;

/** Both hosts of a lane, or none. */
async function startLane(name: string, pair: { readonly real: StartHost; readonly ours: StartHost }): Promise<Lane> {
  const real = await pair.real(`${name}/real`);
  try {
    return new Lane(real, await pair.ours(`${name}/ours`));
  } catch (error) {
    await real.stop();
    throw error;
  }
}

/** Draws connections; the same seed gives the same ones. */
interface Drawing {
  readonly connections: fc.Arbitrary<DrawnConnection>;
  readonly seed: number;
}

function drawnUpTo({ connections, seed }: Drawing, requests: number): readonly DrawnConnection[] {
  const drawn: DrawnConnection[] = [];
  let count = 0;
  for (const conversation of fc.sample(connections, { seed, numRuns: requests })) {
    if (count >= requests) break;
    count += conversation.requests.length;
    drawn.push(conversation);
  }
  process.stdout.write(`${drawn.length} connections with ${count} requests, seed ${seed}\n`);
  return drawn;
}

const WARMING = 100;
const warming: DrawnConnection = { requests: [last], cuts: [], missing: 0 };

async function compared(lanes: readonly Lane[], drawn: readonly DrawnConnection[]): Promise<TrafficDifferences> {
  const groups = new Map<string, TrafficGroup>();
  const fleeting: string[] = [];
  const queue = drawn.entries();
  await eachOf(lanes, lanes.length, async (lane) => {
    // A program that has just started may be slower than the pauses between pieces.
    for (let time = 0; time < WARMING; time++) await lane.seen(warming);
    for (const [number, conversation] of queue) {
      const difference = await lane.seen(conversation);
      if (difference === undefined) continue;
      if (await isSeenAgain(lane, conversation, difference)) count(groups, conversation, number, difference);
      else fleeting.push(`${difference.key}: ${sent(conversation)}`);
    }
  });
  return { groups, fleeting };
}

/**
 * Timing sometimes decides, such as when a client disconnects: a difference that does not happen again in a few tries is reported as such.
 */
async function isSeenAgain(lane: Lane, conversation: DrawnConnection, { key }: TrafficDifference): Promise<boolean> {
  for (let tries = 0; tries < REPEATS; tries++) if ((await lane.seen(conversation))?.key === key) return true;
  return false;
}

function count(
  groups: Map<string, TrafficGroup>,
  conversation: DrawnConnection,
  number: number,
  difference: TrafficDifference,
): void {
  const ruling = rulingFor(difference.key, conversationBytes(conversation));
  const kind = `${difference.key} ${ruling ?? ''}`;
  const group = groups.get(kind);
  if (group === undefined) groups.set(kind, { count: 1, difference, conversation, number, ruling });
  else {
    group.count += 1;
    if (conversationBytes(conversation).length < conversationBytes(group.conversation).length)
      Object.assign(group, { conversation, number });
  }
}

/** The time limit in milliseconds for smaller conversations, since kept connections take long. */
const SMALLER_MS = 15_000;

/** Leaves out everything that the difference does not need. */
async function smallest(
  lane: Lane,
  { conversation, number, difference }: TrafficGroup,
  { connections, seed }: Drawing,
): Promise<Pick<TrafficGroup, 'conversation' | 'difference'>> {
  let least = { conversation, difference };
  const isOther = fc.asyncProperty(connections, async (smaller) => {
    const found = await lane.seen(smaller);
    if (found?.key !== difference.key) return true;
    least = { conversation: smaller, difference: found };
    return false;
  });
  await fc.check(isOther, { seed, path: `${number}`, numRuns: 1, interruptAfterTimeLimit: SMALLER_MS });
  return least;
}

async function report(
  lanes: readonly Lane[],
  { groups, fleeting }: TrafficDifferences,
  drawing: Drawing,
  all: boolean,
): Promise<number> {
  const found = [...groups.values()].sort((a, b) => b.count - a.count);
  const unruled = found.filter(({ ruling }) => ruling === undefined);
  const queue = (all ? found : unruled).values();
  await eachOf(lanes, lanes.length, async (lane) => {
    for (const group of queue) process.stdout.write(describe(group, await smallest(lane, group, drawing)));
  });
  for (const one of fleeting) process.stdout.write(`\nnot seen again: ${one}\n`);
  const kinds = `${found.length} kinds of differences, ${found.length - unruled.length} with a ruling`;
  process.stdout.write(`\n${kinds}; ${fleeting.length} differences not seen again\n`);
  return unruled.length > 0 ? 1 : 0;
}

function describe(
  { count, ruling, difference: { key } }: TrafficGroup,
  { conversation, difference }: Pick<TrafficGroup, 'conversation' | 'difference'>,
): string {
  return `${[
    `\n# ${count} × ${key}`,
    ...(ruling === undefined ? [] : [`ruling: ${ruling}`]),
    sent(conversation),
    `--- nginx\n${difference.real}`,
    `--- ours\n${difference.ours}`,
  ].join('\n')}\n`;
}

/** The sent bytes, with the pauses of the client; a repeated letter is shown once with its count. */
function sent(conversation: DrawnConnection): string {
  const bytes = JSON.stringify(conversationBytes(conversation)).replace(
    /(.)\1{30,}/g,
    (all, letter) => `<${all.length} ${letter}>`,
  );
  const end = conversation.missing > 0 ? [`and closed its half ${conversation.missing} bytes early`] : [];
  return [bytes, ...conversation.cuts.map((cut) => `pause at ${cut}`), ...end].join(', ');
}

process.exitCode = await main();
