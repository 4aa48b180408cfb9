/** The partners of a conversation with a host: its ports, its log, its files, and peers of ours that it connects to. */
import { setTimeout } from 'node:timers/promises';
import { portOf } from '../../../executor/merging.js';
import type { Conversation } from '../../../executor/target.js';
import { TargetDown } from '../../../language/failures.js';
import type { LogLine } from '../../../language/observation.js';
import type {
  CommandLinePartner,
  Connection,
  HostPartner,
  LogPartner,
  Partners,
  Peer,
} from '../../../language/partners.js';
import { AttentiveTimer, type StarvedTime, type WaitLimit } from '../../../wire/attention.js';
import { openConnection, type PeerServer, WaitTimedOut } from '../../../wire/connection.js';
import { partnersOf } from '../partners.js';
import type { ErrorLogReader } from './error-log.js';
import { files } from './files.js';

/** The name of the port of the HTTP server that all cases share. */
export const SHARED_PORT = 'http';

/** The parts of the session that partners need. */
interface SessionResources {
  readonly log: ErrorLogReader;
  /** The time in which the host had no processor. */
  readonly starved: StarvedTime;
  /** Numbers of the ports that the setup names. */
  readonly ports: ReadonlyMap<string, number>;
  readonly peers: ReadonlyMap<string, PeerServer>;
  readonly request: HostPartner['request'];
  /** Present if the target is a command-line runtime as well. */
  readonly commandLine: CommandLinePartner | undefined;
  /** How the host went down, if it did. */
  exit(): Promise<string | undefined>;
}

/** Holds a conversation and then closes everything that it opened. Rejects with `TargetDown`, or with the law's error. */
export async function holdConversation(conversation: Conversation, belongings: SessionResources): Promise<unknown> {
  const opened: Connection[] = [];
  const used = new Set<PeerServer>();
  try {
    return await conversation.hold(partnersFor(conversation, belongings, opened, used));
  } catch (error) {
    if (!(error instanceof WaitTimedOut)) throw error;
    const exit = await belongings.exit();
    throw exit === undefined ? new TargetDown('hang', error.message, error.afterMs) : new TargetDown('crash', exit);
  } finally {
    for (const connection of opened) connection.close();
    for (const peer of used) peer.reset();
  }
}

function partnersFor(
  { scope, deadlineMs }: Conversation,
  { log, starved, ports, peers, request, commandLine, exit }: SessionResources,
  opened: Connection[],
  used: Set<PeerServer>,
): Partners {
  const patience = { deadlineMs, starved };
  const host: HostPartner = {
    request,
    connect: async (name, from) => {
      const number = ports.get(name === SHARED_PORT ? name : portOf(scope, name));
      if (number === undefined) throw new Error(`${scope} sets up no port ${name}`);
      const connection = await openConnection(number, patience, from).catch(async (error: unknown) => {
        // Connections to a host that went down show nothing about the case.
        const exited = await exit();
        throw exited === undefined ? error : new TargetDown('crash', exited);
      });
      opened.push(connection);
      return connection;
    },
  };
  const peer = (name: string): Peer => {
    const server = peers.get(portOf(scope, name));
    if (server === undefined) throw new Error(`${scope} sets up no peer ${name}`);
    used.add(server);
    return server.partner(patience, (connection) => opened.push(connection));
  };
  return partnersOf({ host, log: logFrom(log, patience), files, peer, ...(commandLine && { commandLine }) });
}

/** Milliseconds between two reads of the log. */
const POLL_MS = 5;

function logFrom(log: ErrorLogReader, { deadlineMs, starved }: WaitLimit): LogPartner {
  const from = log.position();
  const lines = (): readonly LogLine[] => log.since(from).flatMap(({ script, ...line }) => (script ? [line] : []));
  return {
    lines: async (atLeast = 0) => {
      const waiting = new AbortController();
      const timer = new AttentiveTimer(deadlineMs, () => waiting.abort(), starved);
      try {
        while (lines().length < atLeast && !waiting.signal.aborted) await setTimeout(POLL_MS);
      } finally {
        timer.cancel();
      }
      return lines();
    },
  };
}
