/** 2/http-request-object-methods/r-subrequest: clients that leave while their subrequests wait for another server. */
import { record, response } from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import type { Connection, Partners } from '../../../../language/partners.js';
import { type HttpHandler, http, location, port, type Settings, type Setup } from '../../../../language/setup.js';

/** How the handler asks for the slow location; each answers with what it gets in the end. */
const WAYS = {
  promise: async (r, t) => {
    const reply = await t.invoke(r, 'subrequest', [`${r.uri}/slow`]);
    r.return(200, `${Object(reply).responseText}`);
  },
  callback: (r, t) => {
    const answer = (reply: unknown): unknown => r.return(200, `${Object(reply).responseText}`);
    t.invoke(r, 'subrequest', [`${r.uri}/slow`, {}, answer]);
  },
  /** Nobody waits for it but the host. */
  detached: (r, t) => {
    t.invoke(r, 'subrequest', [`${r.uri}/slow`, { detached: true }]);
    r.return(200, 'answer');
  },
  /** One of them is answered at once. */
  'two-at-once': async (r, t) => {
    const both = [t.invoke(r, 'subrequest', [`${r.uri}/fast`]), t.invoke(r, 'subrequest', [`${r.uri}/slow`])];
    const replies = await Promise.all(both);
    r.return(200, `${Object(replies[1]).responseText}`);
  },
  /** The response has begun. */
  begun: async (r, t) => {
    r.status = 200;
    r.sendHeader();
    const reply = await t.invoke(r, 'subrequest', [`${r.uri}/slow`]);
    r.send(`${Object(reply).responseText}`);
    r.finish();
  },
  /** What comes is passed on by another location. */
  redirecting: async (r, t) => {
    await t.invoke(r, 'subrequest', [`${r.uri}/slow`]);
    t.invoke(r, 'internalRedirect', [`${r.uri}/fast`]);
  },
} satisfies { readonly [way: string]: HttpHandler };

const FILTERS = {
  header: (r) => {
    r.headersOut['X-Foo'] = 'filtered';
  },
  body: (r, t, data: string, flags: object) => {
    t.invoke(r, 'sendBuffer', [data, flags]);
  },
} satisfies { readonly [what: string]: HttpHandler };

/** What the other server does once the client has left: it answers, ends without an answer, or had begun one before. */
type ClientLeave = {
  readonly way: keyof typeof WAYS;
  readonly then: 'answers' | 'ends' | 'goes-on';
  readonly filtered?: boolean;
  readonly access?: boolean;
};

const setupOf = ({ way, filtered = false, access = false }: ClientLeave): Setup => {
  const filters: Settings = filtered ? { js_header_filter: FILTERS.header, js_body_filter: FILTERS.body } : {};
  const asks: Settings = access
    ? { js_access: WAYS[way], js_content: (r) => r.return(500, 'not asked') }
    : { js_content: WAYS[way] };
  return [
    http(
      location('/asks', { ...filters, ...asks }),
      location('/asks/slow', { ...filters, set: ['$spec_peer', port('peer')], proxy_pass: 'http://$spec_peer' }),
      location('/asks/fast', { js_content: (r) => r.return(200, 'answer') }),
      location('/through', { js_content: (r) => r.return(204) }),
    ),
  ];
};

const ANSWER = 'HTTP/1.0 200 OK\r\nContent-Length: 6\r\n\r\nanswer';

/** A client that asks and leaves, once the other server was asked; the host is through with that when it has answered another one. */
async function leaves(
  then: ClientLeave['then'],
  { host, peer }: Partners,
  path: (below: string) => string,
): Promise<void> {
  const client = await host.connect('http');
  await client.send(`GET ${path('/asks')} HTTP/1.1\r\nHost: h\r\n\r\n`);
  const upstream: Connection = await peer('peer').accepted();
  await upstream.next();
  if (then === 'goes-on') await upstream.send(ANSWER.slice(0, -3));
  client.close();
  await host.request({ target: path('/through') });
  if (then !== 'ends') await upstream.send(then === 'goes-on' ? ANSWER.slice(-3) : ANSWER).catch(() => undefined);
  await upstream.end().catch(() => undefined);
}

/** The next clients are served, the same handlers among them. */
export const outlives = conversation({
  needs: ['exchange', 'peers'],
  setup: setupOf,
  hold: async ({ then }: ClientLeave, partners, at) => {
    const { host, peer } = partners;
    await leaves(then, partners, at);
    const through = await host.request({ target: at('/through') });
    const asked = host.request({ target: at('/asks') });
    const upstream = await peer('peer').accepted();
    await upstream.next();
    await upstream.send(ANSWER);
    await upstream.end();
    return { through, asked: await asked };
  },
  expect: () => record({ through: response({ status: 204 }), asked: response({ status: 200, body: 'answer' }) }),
});
