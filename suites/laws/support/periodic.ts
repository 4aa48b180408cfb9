/**
 * Runs of `js_periodic`, and their observation by a law. A run stores its report in a shared dictionary. A request, or a
 * connection to a stream server, is answered once the report exists.
 */
import { createHash } from 'node:crypto';
import { asciiJson, encode } from '../../language/encoding.js';
import { type Expectation, list } from '../../language/expectation.js';
import type { PeriodicSession } from '../../language/generated/objects.js';
import { conversation } from '../../language/law.js';
import type { Partners } from '../../language/partners.js';
import {
  directive,
  type HttpHandler,
  http,
  jsVar,
  location,
  type Setup,
  type SetupDirective,
  server,
  stream,
  zone,
} from '../../language/setup.js';
import { orderOf, type StepExpectations, type StepOrder, type StepsRow } from '../../language/steps.js';
import type { At, CaseBody, Law, Probe } from '../../language/trial.js';
import type { HttpRequestObject, StreamSessionObject, World } from '../../language/world.js';
import { liftedWith } from './lifted-with.js';
import { answerOf } from './session-input.js';
import { followOne, mustGive } from './steps.js';

const PROTOCOLS = ['http', 'stream'] as const;
export type ServerProtocol = (typeof PROTOCOLS)[number];

/** The arguments of a run besides its session. */
export interface RunContext<I> {
  readonly input: I;
  /** Reads and writes texts that all runs of the case share. */
  readonly get: (name: string) => string | undefined;
  readonly set: (name: string, value: string) => void;
  /** Counts the calls with this name. */
  readonly count: (name: string) => number;
  /** Ends the wait of the case; the first call counts. */
  readonly report: (value: unknown) => void;
}

/** A periodic handler. It is lifted, so it only refers to its parameters. */
export type Runner<I> = (s: PeriodicSession, t: World, given: RunContext<I>) => unknown;

/** A run that reports the result of a probe. */
export const reportsIn = <I>(probe: Probe<I>): Runner<I> =>
  liftedWith(async (_: PeriodicSession, t: World, probes: Probe<I>, given: RunContext<I>): Promise<void> => {
    const answer = await probes(given.input, t);
    given.report(answer);
  }, probe);

/** Lifted with the runs. */
const enter = <I>(s: PeriodicSession, t: World, run: Runner<I>, name: string, key: string, text: string): unknown => {
  const zone = t.zone(name);
  const request: HttpRequestObject = Object({ headersIn: {}, requestText: text });
  const keeper: HttpRequestObject = Object({
    headersIn: {},
    return: (_status: number, answer: string) => {
      zone.add(key, answer);
    },
  });
  const get = (of: string): string | undefined => {
    const value = zone.get(`${key}/${of}`);
    return value === undefined ? value : `${value}`;
  };
  const set = (of: string, value: string): void => {
    zone.set(`${key}/${of}`, value);
  };
  const count = (of: string): number => {
    const n = Number(get(of) || 0) + 1;
    set(of, `${n}`);
    return n;
  };
  return run(s, t, { input: t.input<I>(request), get, set, count, report: (value) => t.answer(keeper, value) });
};

/** Lifted where a script waits for reports of runs. */
const awaitReport = (t: World, name: string, key: string, then: (text: string) => void): void => {
  const zone = t.zone(name);
  zone.set(`${key}/asked`, 'yes');
  const look = (left: number): void => {
    const text = zone.get(key);
    if (text !== undefined || left === 0) then(`${text === undefined ? '' : text}`);
    else setTimeout(() => look(left - 1), 5);
  };
  // Less than a busy host may need for an answer.
  look(100);
};

const ZONES: { readonly [protocol in ServerProtocol]: string } = { http: 'spec_runs', stream: 'spec_stream_runs' };

/** A handler and the parameters of its directive. */
export interface RunDirective<I> {
  readonly run: Runner<I>;
  readonly parameters: readonly string[];
}

const VARIABLES = [jsVar('spec_periodic', 'initial'), jsVar('spec_empty'), jsVar('spec_joined', '<$spec_periodic>')];

/** Lifted with `awaitReport`, like those of a session. */
const answersRequest = (r: HttpRequestObject, t: World, wait: typeof awaitReport, name: string, key: string): void =>
  wait(t, name, key, (text) => r.return(200, text));
const answersSession = (s: StreamSessionObject, t: World, wait: typeof awaitReport, name: string, key: string): void =>
  wait(t, name, key, (text) => {
    s.variables.spec_reported = text;
    s.allow();
  });

/** The key identifies the case of these runs. */
function setupOf<I>(protocol: ServerProtocol, key: string, { handlers, input, around = [] }: RunsRow<I>): Setup {
  const name = ZONES[protocol];
  const runs = handlers.map(({ run, parameters }) => {
    const handler: HttpHandler = liftedWith(enter<I>, run, name, key, asciiJson(encode(input)));
    return directive('js_periodic', handler, ...parameters);
  });
  const called = [...around, ...runs];
  const shared = [zone({ name, size: '1m', type: 'string' }), ...VARIABLES];
  if (protocol === 'http') {
    const js_content = liftedWith(answersRequest, awaitReport, name, key);
    return [http(...shared, { ...location('/runs', {}), block: called }, location('/reported', { js_content }))];
  }
  const js_access = liftedWith(answersSession, awaitReport, name, key);
  const waiting = server('main', { js_access, return: '$spec_reported' }, ...called);
  return [stream(...shared, jsVar('spec_reported'), waiting)];
}

/** The reports of the runs; waits for them. */
async function reported(protocol: ServerProtocol, { host }: Pick<Partners, 'host'>, at: At): Promise<unknown> {
  for (let left = TRIES; left > 0; left--) {
    const bytes = await (protocol === 'http' ? asked(host, at) : connected(host));
    if (bytes.length > 0) return answerOf(bytes);
  }
  return undefined;
}

/** Half a second each, which is enough for the slowest law here. */
const TRIES = 7;

async function asked(host: Partners['host'], at: At): Promise<Buffer> {
  const response = await host.request({ target: at('/reported') });
  return 'closed' in response || response.status !== 200 ? Buffer.alloc(0) : Buffer.from(response.body);
}

async function connected(host: Partners['host']): Promise<Buffer> {
  const connection = await host.connect('main');
  await connection.end();
  return (await connection.rest()).bytes;
}

/** The actions of runs, and their expected results. */
export interface RunsRow<I> {
  readonly handlers: readonly RunDirective<I>[];
  readonly input: I;
  readonly expect: Expectation;
  /** Directives of the main level, and whether the case needs its own process. */
  readonly main?: Setup;
  readonly ownProcess?: boolean;
  /** Directives beside those of the handlers. */
  readonly around?: readonly SetupDirective[];
  /** Starts the partners of the runs, before anything is requested from the host. */
  readonly beside?: (partners: Partners) => void;
}

/** A case about runs in a protocol: `name` distinguishes it from others with equal handlers. */
export function runsGive<I>(protocol: ServerProtocol, name: unknown, runs: RunsRow<I>): CaseBody {
  const { handlers, input: given, main = [], beside, expect } = runs;
  const digest = createHash('sha256').update(JSON.stringify([name, String(handlers.map(({ run }) => run)), given]));
  return conversation<object>({
    needs: [
      'periodic',
      ...(protocol === 'stream' ? (['stream'] as const) : []),
      ...(beside === undefined ? [] : (['peers'] as const)),
    ],
    setup: [...main, ...setupOf(protocol, digest.digest('hex').slice(0, 16), runs)],
    ...(main.length > 0 || runs.ownProcess === true ? { started: () => ({}) } : {}),
    hold: (_, partners, at) => {
      beside?.(partners);
      return reported(protocol, partners, at);
    },
    expect: () => list(expect),
  })({});
}

/** Parameters of a handler that is called once during a case. */
export const ONCE: readonly string[] = ['interval=1h'];

/** A run that first waits until the case asks for its report, so that a host that it ends has served other cases before. */
const onceAsked = <I>(run: Runner<I>): Runner<I> =>
  liftedWith(async (s: PeriodicSession, t: World, then: Runner<I>, given: RunContext<I>): Promise<void> => {
    while (given.get('asked') === undefined) await t.wait(20);
    await then(s, t, given);
  }, run);

type Following = StepsRow & StepExpectations & { readonly protocol: ServerProtocol };

const followedBy =
  (run: Runner<StepOrder>): Law<Following> =>
  (data) =>
    runsGive(data.protocol, data, {
      handlers: [{ run, parameters: ONCE }],
      input: orderOf(data),
      expect: mustGive(data),
    });

/** Steps in one run; `s` is its session. */
export const follows = followedBy(reportsIn(followOne));
/** The same for steps that may end a host. */
export const followsOnceAsked = followedBy(onceAsked(reportsIn(followOne)));
