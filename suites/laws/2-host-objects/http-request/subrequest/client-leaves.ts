/** 2/http-request-object-methods/r-subrequest: clients that leave while their subrequests wait for another server. */
import type { Step } from '../../../../../spec/types/step.js';
import { type ResponseParts, record, response } from '../../../../language/expectation.js';
import { conversation } from '../../../../language/law.js';
import type { Connection, Partners, WireRequest } from '../../../../language/partners.js';
import { http, location, port, type Settings, type Setup } from '../../../../language/setup.js';
import type { At } from '../../../../language/trial.js';
import { headOf } from '../../../support/http-bytes.js';
import { call, fixedHandler, follows, handlerInput, inCallback, set, wait } from '../script.js';

const SLOW = '~/asks/slow';
const FAST = '~/asks/fast';

/** How the handler requests the slow location, and how it finally answers. */
const WAYS = {
  promise: { steps: [wait('subrequest', SLOW)], want: { answer: { read: [200, 'answer'], threw: [] } } },
  callback: { steps: [inCallback(SLOW)], want: { answer: { read: [200, 'answer'], threw: [] } } },
  /** Only the host waits for it. */
  detached: {
    steps: [call('subrequest', SLOW, { detached: true }), call('return', 203, 'answer')],
    want: { body: 'answer' },
  },
  /** One of them is answered immediately. */
  'two-at-once': {
    steps: [
      { call: ['subrequest', FAST], as: 'fast' },
      { call: ['subrequest', SLOW], as: 'slow' },
      { value: '$fast', await: 'promise' },
      { value: '$slow', await: 'promise' },
    ],
    want: { answer: { read: [203, 'fast', 200, 'answer'], threw: [] } },
  },
  /** The response has started. */
  begun: {
    steps: [{ set: ['status', 203] }, call('sendHeader'), wait('subrequest', SLOW)],
    want: { body: '{"read":[200,"answer"],"threw":[]}' },
  },
  /** Another location proxies the response. */
  redirecting: {
    steps: [wait('subrequest', SLOW), call('internalRedirect', FAST)],
    want: { body: 'fast' },
  },
} satisfies { readonly [way: string]: { readonly steps: readonly Step[]; readonly want: ResponseParts } };

const FILTERS: Settings = {
  js_header_filter: fixedHandler([set('headersOut', 'X-Foo', 'filtered')]),
  js_body_filter: fixedHandler([['r', 'sendBuffer', '$data', '$flags']]),
};

/** What the other server does after the client has left: it answers, closes without an answer, or has started one before. */
type ClientLeave = {
  readonly way: keyof typeof WAYS;
  readonly then: 'answers' | 'ends' | 'goes-on';
  readonly filtered?: boolean;
  readonly access?: boolean;
};

const setupOf = ({ filtered = false, access = false }: ClientLeave): Setup => {
  const filters = filtered ? FILTERS : {};
  const asks: Settings = access
    ? { js_access: follows, js_content: (r) => r.return(500, 'not asked') }
    : { js_content: follows };
  return [
    http(
      location('/asks', { ...filters, ...asks }),
      location('/asks/slow', { ...filters, set: ['$spec_peer', port('peer')], proxy_pass: 'http://$spec_peer' }),
      location('/asks/fast', { js_content: (r) => r.return(203, 'fast') }),
      location('/through', { js_content: (r) => r.return(204) }),
    ),
  ];
};

const ANSWER = 'HTTP/1.0 200 OK\r\nContent-Length: 6\r\n\r\nanswer';

/** A client that leaves after the other server got the request; the host has finished it after it answered another request. */
async function leaves(
  then: ClientLeave['then'],
  request: WireRequest,
  { host, peer }: Partners,
  at: At,
): Promise<void> {
  const client = await host.connect('http');
  await client.send(headOf(request));
  const upstream: Connection = await peer('peer').accepted();
  await upstream.next();
  if (then === 'goes-on') await upstream.send(ANSWER.slice(0, -3));
  client.close();
  await host.request({ target: at('/through') });
  if (then !== 'ends') await upstream.send(then === 'goes-on' ? ANSWER.slice(-3) : ANSWER).catch(() => undefined);
  await upstream.end().catch(() => undefined);
}

/** The next clients are served, also by the same handlers. */
export const outlives = conversation({
  needs: ['exchange', 'peers'],
  setup: setupOf,
  hold: async ({ way, then }: ClientLeave, partners, at) => {
    const { host, peer } = partners;
    const input = handlerInput(WAYS[way].steps, at);
    const request = { method: 'GET', target: at('/asks'), input };
    await leaves(then, request, partners, at);
    const through = await host.request({ target: at('/through') });
    const asked = host.request(request);
    const upstream = await peer('peer').accepted();
    await upstream.next();
    await upstream.send(ANSWER);
    await upstream.end();
    return { through, asked: await asked };
  },
  expect: ({ way }) =>
    record({ through: response({ status: 204 }), asked: response({ status: 203, ...WAYS[way].want }) }),
});
