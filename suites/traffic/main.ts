/**
 * `npm run traffic`: the same drawn connections to nginx of Debian's newest release and to our host, each with the same
 * configuration, and everything that comes back compared, byte by byte but for dates and names. Differences that are alike are
 * told once, with the smallest conversation that shows them. Exit status 1 when one has no ruling.
 *
 * `--count N` requests (20000), `--seed N` (1), `--to all|scripted|proxied` the part of the site that they are for, `--at-once N` connections (8), `--engine njs|qjs` of the real host, `--without REGEX` no connections that
 * mention it, `--show TEXT` only groups whose key contains it, `--all` those with a ruling too, `--self` nginx against itself, which shows what the comparison itself is worth.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { UserError } from '../../spec/reading/user-error.js';
import { eachOf } from '../executor/each-of.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { bytesOf, type DrawnConnection, smallerOf } from './conversation.js';
import { differenceOf, differingLines, type TrafficDifference } from './differences.js';
import { conversationsTo, TARGETS } from './drawn.js';
import { type RunningHost, type Site, startOurs, startReal } from './hosts.js';
import { startPeer } from './peer.js';
import { play } from './play.js';
import { rulingFor } from './rulings.js';
import { configurationOf, writeSite } from './site.js';

interface Group {
  count: number;
  difference: TrafficDifference;
  conversation: DrawnConnection;
}

interface TrafficHost extends RunningHost {
  /** Path of the socket that it listens on. */
  readonly socket: string;
}

interface Pair {
  readonly real: TrafficHost;
  readonly ours: TrafficHost;
}

/** Milliseconds that log lines may take after the last answer, as long as the logs differ in length. */
const LOG_MS = 500;
/** Log lines that are told. */
const MOST_LINES = 40;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      'at-once': { type: 'string', default: '8' },
      engine: { type: 'string', default: 'qjs' },
      to: { type: 'string', default: 'all' },
      show: { type: 'string', default: '' },
      without: { type: 'string' },
      all: { type: 'boolean', default: false },
      self: { type: 'boolean', default: false },
    },
  });
  if (!TARGETS.includes(values.to)) throw new UserError(`--to: one of ${TARGETS.join(', ')}`);
  const folder = await scratchFolder();
  const [root, peer] = [join(folder, 'root'), join(folder, 'peer')];
  await mkdir(root);
  await writeSite(root);
  const upstream = await startPeer(peer);
  const engine = values.engine === 'njs' ? 'njs' : 'qjs';
  const site = (name: string): Site & { readonly socket: string } => {
    const own = join(folder, name);
    const socket = join(own, 'socket');
    return {
      own,
      socket,
      sockets: [socket],
      configuration: (differing) => configurationOf({ root, peer, own, ...differing }),
    };
  };
  const started = async (
    where: ReturnType<typeof site>,
    start: (site: Site) => Promise<RunningHost>,
  ): Promise<TrafficHost> => ({
    ...(await start(where)),
    socket: where.socket,
  });
  const real = await started(site('real'), (at) => startReal(at, engine));
  try {
    const ours = await started(site('ours'), (at) => (values.self ? startReal(at, engine) : startOurs(at, 'njs')));
    try {
      const without = values.without === undefined ? undefined : new RegExp(values.without);
      const drawn = drawnUpTo(conversationsTo(values.to), Number(values.count), Number(values.seed), without);
      const groups = await compared({ real, ours }, drawn, Number(values['at-once']));
      const lines = await differingLogs({ real, ours });
      return await told({ real, ours }, groups, lines, { show: values.show, all: values.all });
    } finally {
      await ours.stop();
    }
  } finally {
    await real.stop();
    upstream.close();
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
  for (const conversation of fc.sample(conversations, { seed, numRuns: requests })) {
    if (count >= requests) break;
    if (without?.test(bytesOf(conversation)) === true) continue;
    count += conversation.requests.length;
    drawn.push(conversation);
  }
  process.stdout.write(`${drawn.length} connections with ${count} requests, seed ${seed}\n`);
  return drawn;
}

async function seen({ real, ours }: Pair, conversation: DrawnConnection): Promise<TrafficDifference | undefined> {
  const [theirs, own] = await Promise.all([play(conversation, real.socket), play(conversation, ours.socket)]);
  return differenceOf(conversation, theirs, own);
}

async function compared(
  pair: Pair,
  drawn: readonly DrawnConnection[],
  atOnce: number,
): Promise<ReadonlyMap<string, Group>> {
  const groups = new Map<string, Group>();
  await eachOf(drawn, atOnce, async (conversation) => {
    const difference = await seen(pair, conversation);
    if (difference === undefined) return;
    const group = groups.get(difference.key);
    if (group === undefined) groups.set(difference.key, { count: 1, difference, conversation });
    else {
      group.count += 1;
      if (bytesOf(conversation).length < bytesOf(group.conversation).length) group.conversation = conversation;
    }
  });
  return groups;
}

/** Conversations that are tried to make one smaller, and milliseconds: those that a host keeps open take long. */
const [MOST_TRIES, MOST_MS] = [60, 8000];
/** Milliseconds for all groups; those after that are told as they were found. */
const ALL_MS = 90_000;

/** Leaves out whatever the difference does not need. */
async function smallest(
  pair: Pair,
  { conversation, difference }: Group,
  until: number,
): Promise<{ conversation: DrawnConnection; difference: TrafficDifference }> {
  let least = { conversation, difference };
  let tries = 0;
  const end = Math.min(until, Date.now() + MOST_MS);
  for (let again = true; again; ) {
    again = false;
    for (const smaller of smallerOf(least.conversation)) {
      if (++tries > MOST_TRIES || Date.now() > end) return least;
      const found = await seen(pair, smaller);
      if (found?.key !== difference.key) continue;
      least = { conversation: smaller, difference: found };
      again = true;
      break;
    }
  }
  return least;
}

async function told(
  pair: Pair,
  groups: ReadonlyMap<string, Group>,
  lines: readonly string[],
  { show, all }: { show: string; all: boolean },
): Promise<number> {
  let unruled = 0;
  const until = Date.now() + ALL_MS;
  const found = [...groups.values()].sort((a, b) => b.count - a.count);
  for (const group of found) {
    const ruling = rulingFor(group.difference.key);
    if (ruling === undefined) unruled += 1;
    if (!group.difference.key.includes(show) || (ruling !== undefined && !all)) continue;
    const { conversation, difference } = await smallest(pair, group, until);
    const parts = [`\n# ${group.count} × ${difference.key}`, ...(ruling === undefined ? [] : [`ruling: ${ruling}`])];
    process.stdout.write(
      `${[...parts, JSON.stringify(bytesOf(conversation)), `--- nginx\n${difference.real}`, `--- ours\n${difference.ours}`].join('\n')}\n`,
    );
  }
  if (lines.length > 0) process.stdout.write(`\n# log lines\n${lines.slice(0, MOST_LINES).join('\n')}\n`);
  const ruled = found.length - unruled;
  process.stdout.write(`\n${found.length} kinds of differences, ${ruled} with a ruling; ${lines.length} log lines\n`);
  return unruled > 0 ? 1 : 0;
}

async function differingLogs({ real, ours }: Pair): Promise<readonly string[]> {
  const logs = async (name: string): Promise<readonly string[]> => {
    const both = () => Promise.all([real.log(`${name}.log`), ours.log(`${name}.log`)]);
    let [theirs, own] = await both();
    // A host may answer first and log then.
    for (const end = Date.now() + LOG_MS; theirs.length !== own.length && Date.now() < end; await wait(50))
      [theirs, own] = await both();
    return differingLines(theirs, own).map((line) => `${name}: ${line}`);
  };
  return [...(await logs('access')), ...(await logs('error'))];
}

process.exitCode = await main();
