/**
 * `npm run traffic`: the same drawn connections to nginx of Debian's newest release and to our host, each with the same
 * configuration, and everything that comes back compared, byte by byte but for dates and names. Differences that are alike are
 * told once, with the smallest conversation that shows them. Exit status 1 when one has no ruling.
 *
 * `--count N` requests (20000), `--seed N` (1), `--to all|scripted|proxied|programs` the part of the site that they are for, `--at-once N` pairs of hosts (4), `--engine njs|qjs` of the real host, `--without REGEX` no connections that
 * mention it, `--show TEXT` only groups whose key contains it, `--all` those with a ruling too, `--smaller SECONDS` (90) are taken to make conversations smaller, those after that are told as they were found, `--self` nginx against itself, which shows what the comparison itself is worth.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { UserError } from '../../spec/reading/user-error.js';
import { eachOf } from '../executor/each-of.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { conversationBytes, type DrawnConnection, smallerOf } from './conversation.js';
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
  readonly ruling: string | undefined;
}

interface TrafficDifferences {
  readonly groups: ReadonlyMap<string, TrafficGroup>;
  /** Differences that were not seen again. */
  readonly fleeting: readonly string[];
}

/** How often a connection that shows a difference is tried again. */
const REPEATS = 3;

const OPTIONS = {
  count: { type: 'string', default: '20000' },
  seed: { type: 'string', default: '1' },
  'at-once': { type: 'string', default: '4' },
  engine: { type: 'string', default: 'qjs' },
  to: { type: 'string', default: 'all' },
  show: { type: 'string', default: '' },
  without: { type: 'string' },
  all: { type: 'boolean', default: false },
  self: { type: 'boolean', default: false },
  smaller: { type: 'string', default: '90' },
} as const;

async function main(): Promise<number> {
  const { values } = parseArgs({ options: OPTIONS });
  if (!TARGETS.includes(values.to)) throw new UserError(`--to: one of ${TARGETS.join(', ')}`);
  const folder = await scratchFolder();
  const [root, peer] = [join(folder, 'root'), join(folder, 'peer')];
  await mkdir(root);
  await writeServedFiles(root);
  const upstream = await startPeer(peer);
  const engine = values.engine === 'njs' ? 'njs' : 'qjs';
  const started = async (name: string, start: (site: Site) => Promise<RunningHost>): Promise<TrafficHost> => {
    const own = join(folder, name);
    const socket = join(own, 'socket');
    const configuration: Site['configuration'] = (differing) => siteConfiguration({ root, peer, own, ...differing });
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
    const without = values.without === undefined ? undefined : new RegExp(values.without);
    const drawn = drawnUpTo(conversationsTo(values.to), Number(values.count), Number(values.seed), without);
    return await told(lanes, await compared(lanes, drawn), {
      show: values.show,
      all: values.all,
      seconds: Number(values.smaller),
    });
  } finally {
    for (const lane of lanes) await lane.stop();
    upstream.close();
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

function drawnUpTo(
  conversations: fc.Arbitrary<DrawnConnection>,
  requests: number,
  seed: number,
  without: RegExp | undefined,
): readonly DrawnConnection[] {
  const drawn: DrawnConnection[] = [];
  let count = 0;
  const wanted =
    without === undefined ? conversations : conversations.filter((one) => !without.test(conversationBytes(one)));
  for (const conversation of fc.sample(wanted, { seed, numRuns: requests })) {
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
  const queue = drawn.values();
  await eachOf(lanes, lanes.length, async (lane) => {
    // A program that has just started may be slower than the pauses between pieces.
    for (let time = 0; time < WARMING; time++) await lane.seen(warming);
    for (const conversation of queue) {
      const difference = await lane.seen(conversation);
      if (difference === undefined) continue;
      if (await isSeenAgain(lane, conversation, difference)) count(groups, conversation, difference);
      else fleeting.push(`${difference.key}: ${sent(conversation)}`);
    }
  });
  return { groups, fleeting };
}

/** Who is faster decides now and then, such as when a client leaves: what is not seen a second time in a few is told as that. */
async function isSeenAgain(lane: Lane, conversation: DrawnConnection, { key }: TrafficDifference): Promise<boolean> {
  for (let tries = 0; tries < REPEATS; tries++) if ((await lane.seen(conversation))?.key === key) return true;
  return false;
}

function count(groups: Map<string, TrafficGroup>, conversation: DrawnConnection, difference: TrafficDifference): void {
  const ruling = rulingFor(difference.key, conversationBytes(conversation));
  const kind = `${difference.key} ${ruling ?? ''}`;
  const group = groups.get(kind);
  if (group === undefined) groups.set(kind, { count: 1, difference, conversation, ruling });
  else {
    group.count += 1;
    if (conversationBytes(conversation).length < conversationBytes(group.conversation).length)
      group.conversation = conversation;
  }
}

/** Conversations that are tried to make one smaller, and milliseconds: those that a host keeps open take long. */
const [MOST_TRIES, MOST_MS] = [150, 15_000];

/** Leaves out whatever the difference does not need. */
async function smallest(
  lane: Lane,
  { conversation, difference }: TrafficGroup,
  until: number,
): Promise<{ conversation: DrawnConnection; difference: TrafficDifference }> {
  let least = { conversation, difference };
  let tries = 0;
  const end = Math.min(until, Date.now() + MOST_MS);
  for (let again = true; again; ) {
    again = false;
    for (const smaller of smallerOf(least.conversation)) {
      if (++tries > MOST_TRIES || Date.now() > end) return least;
      const found = await lane.seen(smaller);
      if (found?.key !== difference.key) continue;
      least = { conversation: smaller, difference: found };
      again = true;
      break;
    }
  }
  return least;
}

async function told(
  lanes: readonly Lane[],
  { groups, fleeting }: TrafficDifferences,
  { show, all, seconds }: { show: string; all: boolean; seconds: number },
): Promise<number> {
  const until = Date.now() + seconds * 1000;
  const found = [...groups.values()].sort((a, b) => b.count - a.count);
  const isUnruled = ({ ruling }: TrafficGroup): boolean => ruling === undefined;
  const shown = found.filter((group) => group.difference.key.includes(show) && (all || isUnruled(group)));
  const queue = shown.values();
  await eachOf(lanes, lanes.length, async (lane) => {
    for (const group of queue) process.stdout.write(describe(group, await smallest(lane, group, until)));
  });
  const unruled = found.filter(isUnruled).length;
  for (const one of fleeting) process.stdout.write(`\nnot seen again: ${one}\n`);
  const kinds = `${found.length} kinds of differences, ${found.length - unruled} with a ruling`;
  process.stdout.write(`\n${kinds}; ${fleeting.length} differences not seen again\n`);
  return unruled > 0 ? 1 : 0;
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

/** What was sent, and where the client paused; the same letter many times is told with its number. */
function sent(conversation: DrawnConnection): string {
  const bytes = JSON.stringify(conversationBytes(conversation)).replace(
    /(.)\1{30,}/g,
    (all, letter) => `<${all.length} ${letter}>`,
  );
  const end = conversation.missing > 0 ? [`and closed its half ${conversation.missing} bytes early`] : [];
  return [bytes, ...conversation.cuts.map((cut) => `pause at ${cut}`), ...end].join(', ');
}

process.exitCode = await main();
