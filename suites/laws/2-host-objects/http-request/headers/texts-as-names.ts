/** 2/http-request-object: texts that scripts use as names, and what they are then; and what scripts leave for later requests. */
import { list, record, responses } from '../../../../language/expectation.js';
import { exchange } from '../../../../language/law.js';
import { type HttpHandler, http, location } from '../../../../language/setup.js';
import type { HttpRequest, World } from '../../../../language/world.js';
import { liftedWith } from '../../../support/lifted-with.js';

/** Uses the text once; gives nothing for a use that is not known. */
const using = (r: HttpRequest, t: World, text: string): { readonly [use: string]: () => unknown } => {
  const out: { [name: string]: unknown } = r.headersOut;
  return {
    'request-header': () => r.headersIn[text],
    'request-header-asked-for': () => text in r.headersIn,
    'response-header': () => {
      out[text] = 'a';
    },
    'response-header-read': () => out[text],
    'response-header-deleted': () => delete out[text],
    'response-header-of-several': () => {
      out[text] = [text, text];
    },
    variable: () => r.variables[text],
    'variable-of-bytes': () => Object(r.rawVariables)[text],
    'variable-assigned': () => {
      r.variables[text] = 'a';
    },
    argument: () => r.args[text],
    'uri-of-subrequest': () => t.invoke(r, 'subrequest', [text, { detached: true }]),
    'arguments-of-subrequest': () => t.invoke(r, 'subrequest', [`${r.uri}/inner`, { args: text, detached: true }]),
    'method-of-subrequest': () => t.invoke(r, 'subrequest', [`${r.uri}/inner`, { method: text, detached: true }]),
    message: () => r.log(text),
  };
};

/** What the text is before and after it was used, and the texts that are made of it. */
const uses = liftedWith((r: HttpRequest, t, using) => {
  const order: { readonly use: string; readonly text: string } = t.input(r);
  // Made here, so that no literal of the script is the same text.
  const text = order.text.split('').join('');
  const longer = `${text}${text}`;
  const key: { [name: string]: number } = {};
  key[text] = 1;
  const use = using(r, t, text)[order.use];
  const ended = t.attempt(() => (use === undefined ? t.unobservable(`no use is called ${order.use}`) : use()));
  t.answer(r, { ended: ended[0], text, longer, keys: Object.keys(key), found: key[order.text] });
}, using);

/** A text is what it was. */
export const staysText = exchange({
  setup: [
    http(
      location('/uses', { set: ['$spec_used_name', ''], js_content: uses }),
      location('/uses/inner', { js_content: (r) => r.return(204) }),
    ),
  ],
  send: ({ use, text }: { readonly use: string; readonly text: string }, at) => ({
    requests: [
      { method: 'PUT', target: `${at('/uses')}?KeY=1`, headers: [['X-Spec-Used', 'a']], input: { use, text } },
    ],
  }),
  expect: ({ text }) =>
    responses([{ answer: record({ ended: 'returned', text, longer: `${text}${text}`, keys: list(text), found: 1 }) }]),
});

/** How often a request has found what the ones before have left in an object that lasts as long as the script. */
const counts: HttpHandler = (r, t) => {
  const lasting: { readonly [of: string]: { specVisits?: number } } = {
    module: Object(t.fs),
    global: Object(globalThis),
    function: Object(Buffer),
    prototype: Object(Date.prototype),
    request: Object(Object.getPrototypeOf(r)),
    headers: Object(Object.getPrototypeOf(r.headersIn)),
  };
  const object = lasting[`${t.input(r)}`] || {};
  const before = object.specVisits || 0;
  Object.defineProperty(object, 'specVisits', { value: before + 1, configurable: true, writable: true });
  t.answer(r, before);
};

/** Each request is answered, and is recorded where it finds what another has left. */
export const recordsVisits = exchange({
  setup: [http(location('/visits', { js_content: counts }))],
  send: ({ of }: { readonly of: string }, at) => ({ requests: Array(3).fill({ target: at('/visits'), input: of }) }),
  expect: () => responses(Array(3).fill({ status: 200, answer: 0 })),
});
