/** Small clients in this process: a right one, wrong ones with one fault each, and some that do almost nothing. */
import { writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import type { ClientEnd, ClientInvocation, Launch } from '../client/launch.js';
import { jsonOf } from '../support/json.js';

/** The behaviour of a client; each wrong one differs in one member. */
export interface Traits {
  /** A path that is requested before the request itself. */
  readonly firstPath: string | undefined;
  readonly commandLineOf: (account: Account) => string;
  /** Text that it leaves in a file in its home folder. */
  readonly noteOf: (account: Account) => string | undefined;
  readonly pathOf: (path: string, account: Account) => string;
  readonly segmentOf: (actionid: string) => string;
  readonly credentialsOf: (account: Account) => string | undefined;
  readonly payloadOf: (payload: Payload) => Payload;
  readonly bodyOf: (payload: Payload) => Body;
  readonly bodyOfGet: Body | undefined;
  /** Whether an answer makes it send the request again, once. */
  readonly repeatsAfter: (answer: FetchedAnswer | undefined) => boolean;
  /** Whether it follows redirects with its credentials. */
  readonly follows: boolean;
  readonly isSuccess: (answer: FetchedAnswer | undefined) => boolean;
  readonly outputOf: (body: string, account: Account) => string;
  readonly errorOf: (account: Account) => string;
}

interface Body {
  readonly type?: string;
  readonly text: string;
}

interface Account {
  readonly clientId: string;
  readonly apiKey: string;
}

type Payload = { readonly [name: string]: string | readonly string[] };

interface FetchedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface ClientStep {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly payload?: Payload;
}

const isSuccessful = (status = 0): boolean => status >= 200 && status <= 299;

const RIGHT: Traits = {
  firstPath: undefined,
  commandLineOf: () => '',
  noteOf: () => undefined,
  bodyOfGet: undefined,
  pathOf: (path) => path,
  segmentOf: encodeURIComponent,
  credentialsOf: ({ clientId, apiKey }) => `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString('base64')}`,
  payloadOf: (payload) => payload,
  bodyOf: (payload) => ({ type: 'application/json', text: JSON.stringify(payload) }),
  repeatsAfter: () => false,
  follows: false,
  isSuccess: (answer) => isSuccessful(answer?.status) && jsonOf(answer?.body ?? '') !== undefined,
  outputOf: (body) => body,
  errorOf: () => 'it failed',
};

/** A client that does everything as documented, except for the given faults. */
export function miniature(faults: Partial<Traits> = {}): Launch {
  const traits = { ...RIGHT, ...faults };
  return async (order) => ({
    ended: perform(traits, order),
    commandLines: () => traits.commandLineOf(accountOf(order)),
  });
}

/** A client that ends at once, without a request. */
export const idle =
  (end: ClientEnd): Launch =>
  async () => ({ ended: Promise.resolve(end) });

/** A client that always sends the same request, and then ends. */
export const stubborn =
  (end: ClientEnd): Launch =>
  async ({ env, signal }) => ({
    ended: send(new URL('/', env.SRVSPEC_BASE_URL), { method: 'GET', headers: {}, signal }).then(() => end),
  });

/** A client that never ends by itself. */
export const endless: Launch = async ({ signal }) => ({
  ended: new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ status: 1, stdout: '', stderr: '' }), { once: true });
  }),
});

/** A client that does not end at some operations, and behaves like the right client at the others. */
export const hangingAt = (right: Launch, isHung: (args: readonly string[]) => boolean): Launch => {
  return (order) => (isHung(order.args) ? endless(order) : right(order));
};

const accountOf = ({ env: { SRVSPEC_CLIENT_ID, SRVSPEC_API_KEY } }: ClientInvocation): Account => ({
  clientId: SRVSPEC_CLIENT_ID ?? '',
  apiKey: SRVSPEC_API_KEY ?? '',
});

async function perform(traits: Traits, order: ClientInvocation): Promise<ClientEnd> {
  const { args, env, folder, signal } = order;
  const account = accountOf(order);
  const note = traits.noteOf(account);
  if (note !== undefined) await writeFile(join(folder, 'note'), note);
  const step = stepOf(args, traits);
  const url = new URL(`${env.SRVSPEC_BASE_URL}${traits.pathOf(step.path, account)}`);
  const sending = { method: step.method, ...contentOf(step, traits, account), signal };
  if (traits.firstPath !== undefined)
    await send(new URL(`${env.SRVSPEC_BASE_URL}${traits.firstPath}`), { ...sending, method: 'GET', text: '' });
  let answer = await send(url, sending);
  if (traits.repeatsAfter(answer)) answer = await send(url, sending);
  const location = answer?.headers.location;
  if (location !== undefined && traits.follows) answer = await send(new URL(location), sending);
  return traits.isSuccess(answer)
    ? { status: 0, stdout: traits.outputOf(answer?.body ?? '', account), stderr: '' }
    : { status: 1, stdout: '', stderr: traits.errorOf(account) };
}

function contentOf({ payload }: ClientStep, traits: Traits, account: Account) {
  const credentials = traits.credentialsOf(account);
  const content = payload === undefined ? traits.bodyOfGet : traits.bodyOf(traits.payloadOf(payload));
  const headers = {
    ...(credentials === undefined ? {} : { Authorization: credentials }),
    ...(content?.type === undefined ? {} : { 'Content-Type': content.type }),
  };
  return { headers, text: content?.text ?? '' };
}

function stepOf([resource = '', verb = '', ...rest]: readonly string[], { segmentOf }: Traits): ClientStep {
  if (resource === 'actions') return { method: 'GET', path: `/actions/${segmentOf(rest[0] ?? '')}` };
  if (verb === 'list') return { method: 'GET', path: `/${resource}` };
  const payload = resource === 'servers' ? { name: rest[0] ?? '' } : appOf(rest);
  return { method: 'POST', path: `/${resource}`, payload };
}

function appOf(words: readonly string[]): Payload {
  const valuesOf = (name: string) => words.filter((_, i) => i % 2 === 1 && words[i - 1] === `--${name}`);
  const [name = '', sysuserid = '', runtime = ''] = ['name', 'sysuserid', 'runtime'].map((one) => valuesOf(one)[0]);
  return { name, sysuserid, runtime, domains: valuesOf('domain') };
}

interface Sending {
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly text?: string;
  readonly signal: AbortSignal;
}

/** The whole answer; `undefined` without one. */
function send(url: URL, { text = '', headers, ...options }: Sending): Promise<FetchedAnswer | undefined> {
  const length = text === '' ? {} : { 'Content-Length': Buffer.byteLength(text) };
  return new Promise((resolve) => {
    const sent = request(url, { ...options, headers: { ...headers, ...length }, agent: false }, async (incoming) => {
      const body = await textOf(incoming).catch(() => undefined);
      resolve(body === undefined ? undefined : { status: incoming.statusCode ?? 0, headers: incoming.headers, body });
    });
    sent.once('error', () => resolve(undefined));
    sent.end(text);
  });
}
