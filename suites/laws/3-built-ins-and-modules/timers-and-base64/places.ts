/** 3/timers-and-base64-functions/set-timeout: timers of handlers, in every place where a host may wait for them. */
import { setTimeout as pause } from 'node:timers/promises';
import { anything, type Expectation, equal } from '../../../language/expectation.js';
import { conversation } from '../../../language/law.js';
import type { Partners } from '../../../language/partners.js';
import {
  type HttpHandler,
  http,
  location,
  type Setup,
  type StreamHandler,
  server,
  stream,
} from '../../../language/setup.js';
import type { At } from '../../../language/trial.js';
import type { HttpRequestObject } from '../../../language/world.js';

const answersLater = (r: HttpRequestObject): void => {
  setTimeout((text: string) => r.return(200, text), 5, 'of a timer');
};

/** The last of several, each set by the one before, after the others were called. */
const answersLast = (r: HttpRequestObject): void => {
  let trace = '';
  setTimeout(() => {
    trace += 'a';
    setTimeout(() => {
      trace += 'c';
      setTimeout(() => r.return(200, trace), 0);
    }, 5);
  }, 0);
  setTimeout(() => {
    trace += 'b';
  }, 0);
};

/** The host does not wait for a cancelled timer. */
const answersWithout = (r: HttpRequestObject): void => {
  const cancelled = setTimeout(() => r.return(500, 'cancelled'), 3_600_000);
  setTimeout(() => {
    clearTimeout(cancelled);
    r.return(200, 'not waited for');
  }, 5);
};

const waitsForTimer: HttpHandler = async (r, t) => {
  await t.wait(5);
  r.variables.spec_waited = 'waited';
};

const returnsVariable: HttpHandler = (r) => r.return(200, `${r.variables.spec_waited}`);

const other: HttpHandler = (r) => r.return(500, 'the content');

const allowsLater: StreamHandler = (s) => {
  setTimeout(() => s.allow(), 5);
};

const inLocation = (settings: Parameters<typeof location>[1]): Setup => [http(location('/', settings))];

const PLACES = {
  content: { setup: inLocation({ js_content: answersLater }), answer: '200 of a timer' },
  several: { setup: inLocation({ js_content: answersLast }), answer: '200 abc' },
  cancelled: { setup: inLocation({ js_content: answersWithout }), answer: '200 not waited for' },
  access: { setup: inLocation({ js_access: answersLater, js_content: other }), answer: '200 of a timer' },
  'access-and-content': {
    setup: inLocation({ set: ['$spec_waited', 'not'], js_access: waitsForTimer, js_content: returnsVariable }),
    answer: '200 waited',
  },
} satisfies { readonly [place: string]: { readonly setup: Setup; readonly answer: string } };

const answered = async ({ host }: Pick<Partners, 'host'>, at: At): Promise<string> => {
  const response = await host.request({ target: at('/') });
  return 'closed' in response ? 'closed' : `${response.status} ${Buffer.from(response.body).toString()}`;
};

/** The answer of a timer's callback is the response. */
export const answers = conversation({
  needs: ['exchange'],
  setup: ({ place }: { readonly place: keyof typeof PLACES }) => PLACES[place].setup,
  hold: (_, partners, at) => answered(partners, at),
  expect: ({ place }) => equal(PLACES[place].answer),
});

/** A timer accepts a connection. */
export const letsIn = conversation({
  needs: ['stream'],
  setup: [stream(server('main', { js_access: allowsLater, return: 'served' }))],
  hold: async (_: object, { host }) => (await (await host.connect('main')).rest()).bytes.toString(),
  expect: () => equal('served'),
});

const throwsFirst = (r: HttpRequestObject): void => {
  setTimeout(() => r.return(200, 'another timer'), 20);
  setTimeout(() => {
    throw new Error('spec-thrown');
  }, 0);
};

const answersFirst = (r: HttpRequestObject): void => {
  setTimeout(() => r.log('spec-late'), 20);
  r.return(200, 'at once');
};

const OPEN = { thrown: throwsFirst, answered: answersFirst } satisfies { readonly [name: string]: HttpHandler };

/** Milliseconds after which every timer has been called that is called after the response. */
const AFTER_MS = 60;

/** The result for a request whose timer throws, or fires after the response; it is only recorded. */
export const recorded = conversation({
  needs: ['exchange', 'log'],
  setup: ({ of }: { readonly of: keyof typeof OPEN }) => inLocation({ js_content: OPEN[of] }),
  hold: async (_, partners, at) => {
    const answer = await answered(partners, at);
    await pause(AFTER_MS);
    return { answer, log: await partners.log.lines() };
  },
  expect: (): Expectation => anything,
});
