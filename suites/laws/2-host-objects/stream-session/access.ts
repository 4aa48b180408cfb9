/** 2/stream-session-methods: what becomes of a connection when a `js_access` handler decides about it. */
import { equal, record } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import { jsVar, port, type Settings, type Setup, type StreamHandler, server, stream } from '../../../language/setup.js';

/** How the handler decides, and whether the connection is then served. */
type Decision = { readonly decide: keyof typeof HANDLERS; readonly served: boolean };

const HANDLERS = {
  allow: (s) => s.allow(),
  decline: (s) => s.decline(),
  deny: (s) => s.deny(),
  'done-0': (s) => s.done(0),
  'done-5': (s) => s.done(-5),
  'done-403': (s) => s.done(403),
  'done-default': (s) => s.done(),
  nothing: () => undefined,
} satisfies { readonly [decide: string]: StreamHandler };

const ANSWER = 'served';

const deciding = ({ decide }: Decision, served: Settings<StreamHandler>): Setup => [
  stream(server('main', { js_access: HANDLERS[decide], ...served })),
];

/** What comes of a connection to the server. */
const arrived = async ({ host }: Pick<Partners, 'host'>): Promise<string> =>
  (await (await host.connect('main')).rest()).bytes.toString();

/** The server answers by itself. */
export const isServed = conversation({
  needs: ['stream'],
  setup: (data: Decision) => deciding(data, { return: ANSWER }),
  hold: (_, partners) => arrived(partners),
  expect: ({ served }) => equal(served ? ANSWER : ''),
});

/** The server passes connections on: those that are denied never reach the upstream. */
export const isPassedOn = conversation({
  needs: ['stream', 'peers'],
  setup: (data: Decision) => deciding(data, { proxy_pass: port('upstream') }),
  hold: async (_, { host, peer }) => {
    const upstream = peer('upstream').answering((bytes) => `${bytes}${bytes}`);
    const connection = await host.connect('main');
    await connection.send('ab');
    const arrived = (await connection.rest()).bytes.toString();
    return { arrived, connections: upstream.connections() };
  },
  expect: ({ served }) => record(served ? { arrived: 'abab', connections: 1 } : { arrived: '', connections: 0 }),
});

/** What a handler assigns, the server answers with. */
export const takesVariable = conversation({
  needs: ['stream'],
  setup: [
    stream(
      jsVar('spec_session', 'initial'),
      server('main', {
        js_access: (s) => {
          s.variables.spec_session = `${s.variables.spec_session} and ${s.remoteAddress}`;
          s.allow();
        },
        return: '$spec_session',
      }),
    ),
  ],
  hold: (_: object, partners) => arrived(partners),
  expect: () => equal('initial and 127.0.0.1'),
});
