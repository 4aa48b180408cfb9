/**
 * `npm run traffic`: the same drawn connections to nginx of Debian's newest release and to our host, each with the same
 * configuration, and everything that comes back compared, byte by byte but for dates and names. Differences that are alike are
 * told once, with the smallest conversation that shows them. Exit status 1 when one has no ruling.
 *
 * `--count N` requests (20000), `--seed N` (1), `--at-once N` connections (8), `--engine njs|qjs` of the real host, `--without REGEX` no connections that
 * mention it, `--show TEXT` only groups whose key contains it, `--all` those with a ruling too, `--self` nginx against itself, which shows what the comparison itself is worth.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { eachOf } from '../executor/each-of.js';
import { scratchFolder } from '../targets/support/scratch.js';
import { bytesOf, type DrawnConnection, smallerOf } from './conversation.js';
import {
  differenceOf,
  differingLines,
  kindOfLine,
  type LineDifference,
  type TrafficDifference,
} from './differences.js';
import { conversations, last } from './drawn.js';
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

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20000' },
      seed: { type: 'string', default: '1' },
      'at-once': { type: 'string', default: '8' },
      engine: { type: 'string', default: 'qjs' },
      show: { type: 'string', default: '' },
      without: { type: 'string' },
      all: { type: 'boolean', default: false },
      self: { type: 'boolean', default: false },
    },
  });
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
      const drawn = drawnUpTo(Number(values.count), Number(values.seed), without);
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

function drawnUpTo(requests: number, seed: number, without: RegExp | undefined): readonly DrawnConnection[] {
  const drawn: DrawnConnection[] = [];
  let count = 0;
  const wanted = without === undefined ? conversations : conversations.filter((one) => !without.test(bytesOf(one)));
  for (const conversation of fc.sample(wanted, { seed, numRuns: requests })) {
    if (count >= requests) break;
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

const WARMING = 100;
const warming: DrawnConnection = { requests: [last], cuts: [], missing: 0 };

async function compared(
  pair: Pair,
  drawn: readonly DrawnConnection[],
  atOnce: number,
): Promise<ReadonlyMap<string, Group>> {
  const groups = new Map<string, Group>();
  // A program that has just started may be slower than the pauses between pieces.
  for (let time = 0; time < WARMING; time++) await seen(pair, warming);
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
  lines: readonly LineDifference[],
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
      `${[...parts, sent(conversation), `--- nginx\n${difference.real}`, `--- ours\n${difference.ours}`].join('\n')}\n`,
    );
  }
  const unruledLines = lines.filter(({ line }) => rulingFor(line) === undefined);
  tellLines((all ? lines : unruledLines).filter(({ line }) => line.includes(show)));
  const ruled = found.length - unruled;
  const ofLines = `${lines.length} lines of logs, ${lines.length - unruledLines.length} with a ruling`;
  process.stdout.write(`\n${found.length} kinds of differences, ${ruled} with a ruling; ${ofLines}\n`);
  return unruled + unruledLines.length > 0 ? 1 : 0;
}

/** What was sent, and where the client paused; the same letter many times is told with its number. */
function sent(conversation: DrawnConnection): string {
  const bytes = JSON.stringify(bytesOf(conversation)).replace(
    /(.)\1{30,}/g,
    (all, letter) => `<${all.length} ${letter}>`,
  );
  const end = conversation.missing > 0 ? [`and closed its half ${conversation.missing} bytes early`] : [];
  return [bytes, ...conversation.cuts.map((cut) => `pause at ${cut}`), ...end].join(', ');
}

/** Lines that are told of each kind. */
const MOST_ALIKE = 4;

function tellLines(lines: readonly LineDifference[]): void {
  const kinds = new Map<string, LineDifference[]>();
  for (const difference of lines) {
    const kind = kindOfLine(difference.line);
    kinds.set(kind, [...(kinds.get(kind) ?? []), difference]);
  }
  for (const [kind, alike] of [...kinds].sort(([, a], [, b]) => b.length - a.length)) {
    const shown = alike
      .slice(0, MOST_ALIKE)
      .map(({ line, more }) => `${more > 0 ? `${more} more there` : `${-more} more here`}: ${line}`);
    process.stdout.write(`\n# ${alike.length} lines × ${kind}\n${shown.join('\n')}\n`);
  }
}

async function differingLogs({ real, ours }: Pair): Promise<readonly LineDifference[]> {
  const logs = async (name: string): Promise<readonly LineDifference[]> => {
    const both = () => Promise.all([real.log(`${name}.log`), ours.log(`${name}.log`)]);
    let [theirs, own] = await both();
    // A host may answer first and log then.
    for (const end = Date.now() + LOG_MS; theirs.length !== own.length && Date.now() < end; await wait(50))
      [theirs, own] = await both();
    return differingLines(theirs, own).map(({ line, more }) => ({ line: `${name} log: ${line}`, more }));
  };
  return [...(await logs('access')), ...(await logs('error'))];
}

process.exitCode = await main();
