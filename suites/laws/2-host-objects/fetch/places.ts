/**
 * 2/host-object-operations/p1: handlers that follow steps with `$url` and other texts in which `{peer}` is the address of
 * the peer and `{port}` its port, and their places.
 */
import {
  file,
  type HttpHandler,
  http,
  jsSet,
  jsVar,
  location,
  port,
  type Settings,
  type Setup,
  type StreamHandler,
  server,
  stream,
} from '../../../language/setup.js';
import type { StepOrder, StepOutcomes } from '../../../language/steps.js';
import type { HttpRequestObject, StreamSessionObject, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { sessionInput } from '../../support/session-input.js';
import { type PlainSettings, settingsOf } from '../../support/settings.js';
import { AUTHORITY } from './certificates.js';

export interface FetchSettings {
  /** The host asks a name server of ours. */
  readonly names?: object;
  /** The host trusts the authority of `certificates.ts`. */
  readonly trusts?: boolean;
  readonly settings?: PlainSettings;
}

type Follows = (t: World, order: StepOrder, peer: string) => StepOutcomes | Promise<StepOutcomes>;

/** Lifted with handlers. */
export const followAtPeer: Follows = (t, order, peer) => {
  const subjects: { [name: string]: unknown } = {};
  Object.keys(order.subjects).forEach((name) => {
    const value = order.subjects[name];
    const of = typeof value === 'string' ? value : '';
    subjects[name] = of === '' ? value : of.replace('{peer}', peer).replace('{port}', peer.replace('127.0.0.1:', ''));
  });
  return t.steps(Object.assign({}, order, { subjects }));
};

const answers = async (r: HttpRequestObject, t: World, follows: Follows): Promise<void> => {
  const came = await follows(t, t.input(r), `${r.variables.spec_peer}`);
  t.answer(r, came);
};
const answering: HttpHandler = liftedWith(answers, followAtPeer);

const ends: HttpHandler = (r) => r.return(404, 'no answer');

/** Places whose handlers wait for promises. */
const WAITING = {
  content: { js_content: answering },
  access: { js_access: answering, js_content: ends },
} as const;

/** Other handlers start a fetch; hosts may or may not wait for it. */
const begins = async (r: HttpRequestObject, t: World, follows: Follows): Promise<void> => {
  const came = await follows(t, t.input(r), `${r.variables.spec_peer}`);
  r.setReturnValue(t.json(came));
};
const filters = (r: HttpRequestObject, t: World, follows: Follows): void => {
  follows(t, t.input(r), `${r.variables.spec_peer}`);
};
const filtersBody = (r: HttpRequestObject, t: World, follows: Follows): void => {
  follows(t, t.input(r), `${r.variables.spec_peer}`);
  r.done();
};

const PLAIN: Settings = { return: ['200', 'plain'] };
const HTTP = {
  content: WAITING.content,
  access: WAITING.access,
  set: { return: ['200', '$spec_fetched'] },
  'header-filter': { ...PLAIN, js_header_filter: liftedWith(filters, followAtPeer) },
  'body-filter': { ...PLAIN, js_body_filter: liftedWith(filtersBody, followAtPeer) },
} satisfies { readonly [place: string]: Settings };

export type HttpPlace = keyof typeof HTTP;

const PEER = { set: ['$spec_peer', port('peer')] } as const;

export const configured = <H>({ names, trusts = false, settings }: FetchSettings): Settings<H> => ({
  ...(names === undefined ? {} : { resolver: port('names'), resolver_timeout: '60s' }),
  ...(trusts ? { js_fetch_trusted_certificate: file('fetch-authority.pem', AUTHORITY) } : {}),
  ...settingsOf<H>(settings),
});

export const httpSetup = (where: HttpPlace, row: FetchSettings): Setup => [
  http(
    jsSet('spec_fetched', liftedWith(begins, followAtPeer)),
    location('/fetch', { ...PEER, ...configured(row), ...HTTP[where] }),
  ),
];

const decides = async (s: StreamSessionObject, t: World, follows: Follows): Promise<void> => {
  const came = await follows(t, t.input(s), `${s.variables.spec_peer}`);
  t.answer(s, came);
  s.done();
};
const passes = (s: StreamSessionObject, t: World, follows: Follows): void => {
  s.on('upload', async () => {
    s.off('upload');
    const came = await follows(t, t.input(s), `${s.variables.spec_peer}`);
    t.answer(s, came);
    s.sendDownstream(`${s.variables.spec_answer}`, { last: true });
  });
};

const STREAM = {
  access: { js_access: liftedWith(decides, followAtPeer), return: '$spec_answer' },
  preread: { js_preread: liftedWith(decides, followAtPeer), return: '$spec_answer' },
  filter: { js_filter: liftedWith(passes, followAtPeer), proxy_pass: port('upstream') },
} satisfies { readonly [place: string]: Settings<StreamHandler> };

export type StreamPlace = keyof typeof STREAM;

export const streamSetup = (where: StreamPlace, row: FetchSettings, order: StepOrder): Setup => [
  stream(
    jsVar('spec_answer'),
    server('main', { ...PEER, ...configured<StreamHandler>(row), ...STREAM[where] }, ...sessionInput(order)),
  ),
];
