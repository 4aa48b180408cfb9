/** Parallel sessions: they do not affect each other. */
import { list, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Peer } from '../../../language/partners.js';
import { directive } from '../../../language/setup.js';
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
