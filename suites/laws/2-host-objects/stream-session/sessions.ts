/** Sessions that do not affect each other, and callbacks that replace themselves. */
import { list, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Connection, Peer } from '../../../language/partners.js';
import { directive, port, server, stream } from '../../../language/setup.js';
import type { StreamSessionObject, World } from '../../../language/world.js';
import { sessionInput } from '../../support/session-input.js';
import { handledBy } from './places.js';

const SESSIONS = 6;

/** Each session counts its own handlers by the length of a variable. */
export const hasOwnVariables = conversation<object>({
  needs: ['stream'],
  setup: () => {
    const grows = [
      { on: 's.variables', get: 'spec_seen', as: 'seen' },
      { on: '$seen', call: ['concat', 'x'], as: 'more' },
      { on: 's.variables', set: ['spec_seen', '$more'] },
    ];
    return handledBy({ steps: { access: grows, preread: grows }, sends: '<$spec_seen>' });
  },
  hold: async (_, { host }) => {
    const all = Array.from({ length: SESSIONS }, async () =>
      (await (await host.connect('main')).rest()).bytes.toString(),
    );
    return { received: await Promise.all(all) };
  },
  expect: () => record({ received: list(...Array<string>(SESSIONS).fill('<xx>')) }),
});

interface SessionsRow {
  readonly event: 'upload' | 'upstream';
  readonly sessions: number;
  readonly size: number;
  readonly workers?: number;
}

const payloadOf = (session: number, size: number): Buffer =>
  Buffer.from(`${session}:`.padEnd(size, String.fromCharCode(97 + (session % 26))));

async function echoes(peer: Peer, sessions: number): Promise<void> {
  const all: Promise<void>[] = [];
  for (let i = 0; i < sessions; i++) {
    const connection = await peer.accepted();
    const answer = async (): Promise<void> => {
      await connection.send((await connection.rest()).bytes);
      await connection.end();
    };
    all.push(answer());
  }
  await Promise.all(all);
}

/** Each client sends its bytes in two segments, half-closes, and receives all of them, as changed by two callbacks. */
export const servesSideBySide = conversation<SessionsRow>({
  needs: ['stream', 'peers'],
  ownProcess: true,
  setup: ({ event, workers = 1 }) => {
    const up = { steps: [['s', 'send', '$args.0', '$args.1']] };
    const down = {
      steps: [
        ['s', 'send', '$args.0'],
        ['s', 'send', ''],
      ],
    };
    const events = event === 'upload' ? { upload: up, download: down } : { upstream: up, downstream: down };
    const processes =
      workers === 1 ? [] : [directive('worker_processes', `${workers}`), directive('master_process', 'on')];
    return [...processes, ...handledBy({ events, settings: { proxy_half_close: 'on' } })];
  },
  hold: async ({ sessions, size }, { host, peer }) => {
    const talks = async (session: number): Promise<boolean> => {
      const [client, payload] = [await host.connect('main'), payloadOf(session, size)];
      await client.send(payload.subarray(0, size / 2));
      await client.send(payload.subarray(size / 2));
      await client.end();
      return (await client.rest()).bytes.equals(payload);
    };
    const all = Promise.all(Array.from({ length: sessions }, (_, session) => talks(session)));
    const [received] = await Promise.all([all, echoes(peer('peer'), sessions)]);
    return { own: received.filter((own) => own).length };
  },
  expect: ({ sessions }) => record({ own: sessions }),
});

interface ReplacingRow {
  readonly event: string;
  /** The event of the other direction. */
  readonly other: string;
}

/** Only the session refers to the callback, which goes on after it was removed. */
const replaces = (s: StreamSessionObject, t: World): void => {
  const row = t.input<ReplacingRow>(s);
  const passes = (data: unknown, flags: unknown): unknown => t.invoke(s, 'send', [data, flags]);
  const replaced = (data: unknown, flags: unknown): void => {
    t.invoke(s, 'off', [row.event]);
    t.invoke(s, 'on', [row.event, passes]);
    t.invoke(s, 'on', [row.other, passes]);
    t.invoke(s, 'send', [data, flags]);
  };
  t.invoke(s, 'on', [row.event, replaced]);
};

/** A callback that removes itself, registers others and then sends: all data arrives. */
export const replacesItself = conversation<ReplacingRow>({
  needs: ['stream', 'peers'],
  setup: (row) => [stream(server('main', { js_filter: replaces, proxy_pass: port('peer') }, ...sessionInput(row)))],
  hold: async (_, { host, peer }) => {
    const arrives = async (from: Connection, to: Connection, text: string): Promise<string> => {
      await from.send(Buffer.from(text));
      return Buffer.from(await to.next()).toString();
    };
    const client = await host.connect('main');
    await client.send(Buffer.from('a'));
    const upstream = await peer('peer').accepted();
    const first = Buffer.from(await upstream.next()).toString();
    const more = [
      await arrives(upstream, client, 'b'),
      await arrives(client, upstream, 'c'),
      await arrives(upstream, client, 'd'),
    ];
    await client.end();
    return { arrived: [first, ...more].join('') };
  },
  expect: () => record({ arrived: 'abcd' }),
});
