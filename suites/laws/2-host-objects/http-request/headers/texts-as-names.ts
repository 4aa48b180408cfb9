/** 2/http-request-object: strings that scripts use as names, and their values afterwards; and what scripts leave for later requests. */
import type { Step } from '../../../../../spec/types/step.js';
import { responses } from '../../../../language/expectation.js';
import { exchange } from '../../../../language/law.js';
import { type HttpHandler, http, location } from '../../../../language/setup.js';
import { byRow } from '../../../support/drawn.js';
import { oneLocation } from '../inputs.js';
import { follows, literal, row, SCRIPT } from '../script.js';

/** Uses of the string. */
const USES = {
  'request-header': { on: 'r.headersIn', get: '$text' },
  'request-header-asked-for': { on: 'r.headersIn', make: ['has', '$text'] },
  'response-header': { on: 'r.headersOut', set: ['$text', 'a'] },
  'response-header-read': { on: 'r.headersOut', get: '$text' },
  'response-header-deleted': { on: 'r.headersOut', delete: '$text' },
  'response-header-of-several': { on: 'r.headersOut', set: ['$text', ['$text', '$text']] },
  variable: { on: 'r.variables', get: '$text' },
  'variable-of-bytes': { on: 'r.rawVariables', get: '$text' },
  'variable-assigned': { on: 'r.variables', set: ['$text', 'a'] },
  argument: { on: 'r.args', get: '$text' },
  'uri-of-subrequest': { call: ['subrequest', '$text', { detached: true }] },
  'arguments-of-subrequest': { call: ['subrequest', '~/inner', { args: '$text', detached: true }] },
  'method-of-subrequest': { call: ['subrequest', '~/inner', { method: '$text', detached: true }] },
  message: ['r', 'log', '$text'],
} satisfies { readonly [use: string]: Step };

/** A string has the same value as before its use, and so do strings that are made of it. */
export const staysText = byRow(
  {
    ...SCRIPT,
    setup: [
      ...oneLocation(follows, { set: ['$spec_used_name', ''] }),
      http(location('/inner', { js_content: (r) => r.return(204) })),
    ],
  },
  ({ use, text }: { readonly use: keyof typeof USES; readonly text: string }) => {
    const used: Step = USES[use];
    const given: Step[] = [
      // Made here, so that no literal of the script is the same string.
      { make: ['list', ...text], as: 'characters', shown: false },
      { on: '$characters', call: ['join', ''], as: 'text', shown: false },
      Array.isArray(used) ? used : { ...used, shown: false },
      { value: {}, as: 'key', shown: false },
      { on: '$key', set: ['$text', 1] },
    ];
    const reads: Step[] = [
      { value: '$text' },
      { on: '$text', call: ['repeat', 2], shown: true },
      { on: 'Object', call: ['keys', '$key'], shown: true },
      { on: '$key', get: literal(text) },
    ];
    const request = { method: 'PUT', target: '?KeY=1', headers: [['X-Spec-Used', 'a']] } as const;
    return row([...given, ...reads], { read: [text, `${text}${text}`, [text], 1] }, request);
  },
);

/** How often a request has found what earlier ones have left in an object that exists as long as the script. */
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

/** Each request is answered, and is recorded if it finds what another has left. */
export const recordsVisits = exchange({
  setup: [http(location('/visits', { js_content: counts }))],
  send: ({ of }: { readonly of: string }, at) => ({ requests: Array(3).fill({ target: at('/visits'), input: of }) }),
  expect: () => responses(Array(3).fill({ status: 200, answer: 0 })),
});
