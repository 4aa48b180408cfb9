/** 2/http-request-object-methods: promises that handlers leave rejected. */
import { anything, list, record, response } from '../../../language/expectation.js';
import { exchange } from '../../../language/law.js';
import { type HttpHandler, http, jsSet, location, type Settings, type Setup } from '../../../language/setup.js';
import type { HttpRequestObject, World } from '../../../language/world.js';
import { liftedWith } from '../../support/lifted-with.js';
import { makeValue } from '../../support/script-values.js';

type RejectionPlace = 'content' | 'behind-response' | 'access' | 'header-filter' | 'body-filter' | 'set' | 'subrequest';

/** Lifted with `makeValue`. The query names the reason of a rejection and its way; without it, no promise is rejected. */
const leaves = (
  r: HttpRequestObject,
  t: World,
  place: string,
  make: typeof makeValue,
  data: unknown,
  flags: unknown,
): unknown => {
  const reason = `${r.args.reason || ''}`;
  const reject = (): void => {
    const value = reason === 'undefined' ? undefined : make(reason, t);
    const fail = async (): Promise<void> => {
      await undefined;
      throw value;
    };
    if (r.args.by === 'function') fail();
    else Promise.reject(value);
  };
  const leave = (): void => {
    if (reason === '') return;
    if (r.args.by === 'timer') setTimeout(reject, 1);
    else reject();
  };
  if (place !== 'behind-response') leave();
  if (place === 'set') return 'x';
  if (place === 'body-filter') t.invoke(r, 'sendBuffer', [data, flags]);
  if (place === 'content' || place === 'behind-response' || place === 'inner') r.return(200, 'abc');
  if (place === 'behind-response') leave();
  return undefined;
};

const handlerIn = (place: string): HttpHandler => liftedWith(leaves, place, makeValue);

const answers: HttpHandler = (r) => r.return(200, 'abc');

/** What the content handler of a subrequest that leaves one is asked for. */
const asks: HttpHandler = async (r, t) => {
  const reply = await t.invoke(r, 'subrequest', [`${r.uri}/inner`, `${r.variables.args}`]);
  r.return(200, `${Object(reply).responseText}`);
};

const SETTINGS: { readonly [place in RejectionPlace]: Settings } = {
  content: { js_content: handlerIn('content') },
  'behind-response': { js_content: handlerIn('behind-response') },
  access: { js_access: handlerIn('access'), js_content: answers },
  'header-filter': { js_header_filter: handlerIn('header-filter'), js_content: answers },
  'body-filter': { js_body_filter: handlerIn('body-filter'), js_content: answers },
  set: { add_header: ['X-Foo', '$spec_rejecting'], js_content: answers },
  subrequest: { js_content: asks },
};

const setupOf = ({ place }: RejectionRow): Setup => [
  http(
    ...(place === 'set' ? [jsSet('spec_rejecting', handlerIn('set'))] : []),
    location('/leaves', SETTINGS[place]),
    ...(place === 'subrequest' ? [location('/leaves/inner', { js_content: handlerIn('content') })] : []),
  ),
];

/** A value by its name in `script-values`, or `undefined`. */
type RejectionRow = {
  readonly place: RejectionPlace;
  readonly reason: string;
  readonly by: 'promise' | 'function' | 'timer';
};

/** Each on its own connection: whether the host continues with a connection after a failure is not judged here. */
const CLOSING = { headers: [['Connection', 'close']] } as const;

/** The client's response is left open; the next requests get their responses. */
export const harmsNoOther = exchange({
  setup: setupOf,
  send: ({ reason, by }: RejectionRow, at) => ({
    requests: ['', '', `?reason=${reason}&by=${by}`]
      .reverse()
      .map((query) => ({ target: `${at('/leaves')}${query}`, ...CLOSING })),
  }),
  expect: () => record({ responses: list(anything, ...Array(2).fill(response({ status: 200, body: 'abc' }))) }),
});
