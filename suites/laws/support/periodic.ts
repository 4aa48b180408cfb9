/**
 * What runs of `js_periodic` do, and how it is learnt. A run stores what it tells in a shared dictionary; a request, or a connection to a stream
 * server, is answered once that is there.
 */
import { createHash } from 'node:crypto';
import { asciiJson, decode, encode } from '../../language/encoding.js';
import type { Expectation } from '../../language/expectation.js';
import { Lacking } from '../../language/failures.js';
import type { PeriodicSession, SharedDict } from '../../language/generated/objects.js';
import { conversation } from '../../language/law.js';
import type { Partners } from '../../language/partners.js';
import {
  type Arg,
  type Directive,
  directive,
  type HttpHandler,
  http,
  jsVar,
  location,
  type Setup,
  server,
  stream,
  zone,
} from '../../language/setup.js';
import type { At, CaseBody } from '../../language/trial.js';
import type { HttpRequest, StreamSession, World } from '../../language/world.js';

export const PROTOCOLS = ['http', 'stream'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** What a run is given beside its session. */
export interface Given<I> {
  /** The dictionary that it shares with other runs of its protocol. */
  readonly zone: SharedDict;
  /** What begins the names of keys of its case's own. */
  readonly key: string;
  readonly told: I;
  /** Ends what the case waits for; the first call counts. */
  readonly tell: (value: unknown) => void;
}

/** A periodic handler; it is lifted, and refers to nothing but its parameters. */
export type Run<I> = (s: PeriodicSession, t: World, given: Given<I>) => unknown;

/** Lifted with the runs. */
const enter = <I>(s: PeriodicSession, t: World, run: Run<I>, name: string, key: string, text: string): unknown => {
  const zone = t.zone(name);
  const request: HttpRequest = Object({ headersIn: {}, requestText: text });
  const keeper: HttpRequest = Object({
    headersIn: {},
    return: (_status: number, answer: string) => {
      zone.add(key, answer);
    },
  });
  return run(s, t, { zone, key, told: t.input<I>(request), tell: (value) => t.answer(keeper, value) });
};

/** Lifted where somebody waits for what runs tell. */
const told = (t: World, name: string, key: string, then: (text: string) => void): void => {
  const zone = t.zone(name);
  zone.set(`${key}/asked`, 'yes');
  const look = (left: number): void => {
    const text = zone.get(key);
    if (text !== undefined || left === 0) then(`${text === undefined ? '' : text}`);
    else setTimeout(() => look(left - 1), 5);
  };
  look(600);
};

const lifted = (source: string): HttpHandler => Object.assign(() => undefined, { toString: () => source });

const ZONES: { readonly [protocol in Protocol]: string } = { http: 'spec_runs', stream: 'spec_stream_runs' };

/** A handler and the parameters of its directive. */
export interface Handler<I> {
  readonly run: Run<I>;
  readonly parameters: readonly string[];
}

/** Which case's runs these are, in which protocol. */
interface Place {
  readonly protocol: Protocol;
  readonly key: string;
}

const VARIABLES = [jsVar('spec_periodic', 'initial'), jsVar('spec_empty'), jsVar('spec_joined', '<$spec_periodic>')];

function setupOf<I>({ protocol, key }: Place, handlers: readonly Handler<I>[], given: I): Setup {
  const words = (...parts: readonly string[]): string => parts.map((part) => JSON.stringify(part)).join(', ');
  const name = ZONES[protocol];
  const periodic = handlers.map(({ run, parameters }): readonly Arg[] => {
    const source = `(s, t) => (${enter})(s, t, ${run}, ${words(name, key, asciiJson(encode(given)))})`;
    return [lifted(source), ...parameters];
  });
  const runs = periodic.map((args) => directive('js_periodic', ...args));
  const shared = [zone({ name, size: '1m', type: 'string' }), ...VARIABLES];
  if (protocol === 'stream') return [stream(...shared, jsVar('spec_told'), telling(runs, words(name, key)))];
  const tells = lifted(`(r, t) => { (${told})(t, ${words(name, key)}, (text) => { r.return(200, text); }); }`);
  const place = location('/runs', {});
  return [http(...shared, { ...place, block: runs }, location('/told', { js_content: tells }))];
}

/** A stream server of runs, which tells what they have told. */
function telling(runs: readonly Directive[], words: string): Directive {
  const tells = `(s, t) => { (${told})(t, ${words}, (text) => { s.variables.spec_told = text; s.allow(); }); }`;
  const js_access: (s: StreamSession, t: World) => void = Object.assign(() => undefined, { toString: () => tells });
  return server('main', { js_access, return: '$spec_told' }, ...runs);
}

/** What the runs have told; waits for it. */
async function learnt(protocol: Protocol, { host }: Pick<Partners, 'host'>, at: At): Promise<unknown> {
  const text = await (protocol === 'http' ? asked(host, at) : connected(host));
  const value = text === '' ? { $undefined: true } : JSON.parse(text);
  if (typeof value === 'object' && value !== null && '$lacked' in value) throw new Lacking(String(value.$lacked));
  return decode(value);
}

async function asked(host: Partners['host'], at: At): Promise<string> {
  const response = await host.request({ target: at('/told') });
  return 'closed' in response ? '' : Buffer.from(response.body).toString();
}

async function connected(host: Partners['host']): Promise<string> {
  const connection = await host.connect('main');
  await connection.end();
  return (await connection.rest()).bytes.toString();
}

/** What runs are to do, and what must come of it. */
export interface Runs<I> {
  readonly handlers: readonly Handler<I>[];
  readonly told: I;
  readonly expect: Expectation;
  /** Directives of the main level, and whether a process of the case's own is needed. */
  readonly main?: Setup;
  readonly ownProcess?: boolean;
}

/** A case about runs in a protocol: `name` tells it from others of equal handlers. */
export function runsGive<I>(protocol: Protocol, name: unknown, runs: Runs<I>): CaseBody {
  const { handlers, told: given, main = [], expect } = runs;
  const digest = createHash('sha256').update(JSON.stringify([name, String(handlers.map(({ run }) => run)), given]));
  const place = { protocol, key: digest.digest('hex').slice(0, 16) };
  return conversation<object>({
    needs: protocol === 'http' ? ['periodic'] : ['periodic', 'stream'],
    setup: [...main, ...setupOf(place, handlers, given)],
    ...(main.length > 0 || runs.ownProcess === true ? { started: () => ({}) } : {}),
    hold: (_, partners, at) => learnt(protocol, partners, at),
    expect: () => expect,
  })({});
}

/** Parameters of a handler that is called once while a case is held. */
export const ONCE: readonly string[] = ['interval=1h'];
