import test from 'tape';
import { testHost } from '../../../testing/host.js';

/** Expressions on `o` and their results, and the headers that the client then receives, if they differ from `X-Known: k`. */
type Row = readonly [expression: string, value: string, sent?: string];

const headersOut: readonly Row[] = [
  [`Object.defineProperty(o, 'X-New', { value: 'v' }) === o`, 'true', 'X-Known: k, X-New: v'],
  [
    `Object.defineProperty(o, 'X-New', { value: 'v', writable: true, enumerable: true, configurable: true })['X-New']`,
    'v',
    'X-Known: k, X-New: v',
  ],
  [`Object.defineProperty(o, 'x-known', { value: ['a', 'b'] })['X-Known']`, 'a,b', 'x-known: a, x-known: b'],
  [
    `Object.defineProperties(o, { 'X-A': { value: 1 }, 'X-B': { value: 2 } }) && o['X-A'] + o['X-B']`,
    '12',
    'X-Known: k, X-A: 1, X-B: 2',
  ],
  [`Reflect.defineProperty(o, 'X-New', { value: 'v' })`, 'true', 'X-Known: k, X-New: v'],
  [`Object.defineProperty(o, 'X-New', {}) && 'X-New' in o`, 'false'],
  [`Object.defineProperty(o, 'X-Known', { enumerable: false }) && Object.keys(o)`, 'X-Known'],
  [`Object.defineProperty(o, 'X-New', { get: () => 'v' })`, 'TypeError'],
  [`Object.defineProperty(o, 'X-New', { value: 'v', configurable: false })`, 'TypeError'],
  [`Object.defineProperty(o, Symbol('x'), { value: 'v' })`, 'TypeError'],
  [`Object.defineProperty(o, 'X New', { value: 'v' })`, 'TypeError'],
  [`Object.assign(o, { 'X-New': 'v' })['X-New']`, 'v', 'X-Known: k, X-New: v'],
  [`Reflect.set(o, 'X-New', 'v') && o['x-new']`, 'v', 'X-Known: k, X-New: v'],
  [`delete o['x-known']`, 'true', ''],
  [`Reflect.deleteProperty(o, 'X-None')`, 'true'],
  [
    `JSON.stringify(Object.getOwnPropertyDescriptor(o, 'X-Known'))`,
    '{"value":"k","writable":true,"enumerable":true,"configurable":true}',
  ],
  [`Object.getOwnPropertyDescriptor(o, 'X-None')`, 'undefined'],
  [`['X-Known' in o, 'X-None' in o, o.hasOwnProperty('x-known')]`, 'true,false,true'],
  [`[Object.keys(o), Reflect.ownKeys(o), Object.entries(o), { ...o }['X-Known']]`, 'X-Known,X-Known,X-Known,k,k'],
  ['Object.freeze(o)', 'TypeError'],
];

const headersIn: readonly Row[] = [
  [`Object.defineProperty(o, 'X-In', { value: 'v' })`, 'TypeError'],
  [`Object.defineProperty(o, 'X-None', { value: 'v' })`, 'TypeError'],
  [`Object.defineProperty(o, 'X-None', {}) && 'X-None' in o`, 'false'],
  [`Reflect.defineProperty(o, 'X-In', { value: 'v' }) + o['X-In']`, 'falsein'],
  [`Reflect.deleteProperty(o, 'X-In') + o['X-In']`, 'falsein'],
  [`Reflect.set(o, 'X-In', 'v') + o['X-In']`, 'falsein'],
  [
    `(() => { const c = Object.create(o); c['X-Mine'] = 'v'; return [c['X-Mine'], o['X-Mine'], Object.keys(c), c['X-In']]; })()`,
    'v,,X-Mine,in',
  ],
  [`(() => { const c = Object.create(o); c['X-In'] = 'v'; })()`, 'TypeError'],
];

const variables: readonly Row[] = [
  [`Object.defineProperty(o, 'known', { value: 'v' }).known`, 'v'],
  [`Object.defineProperty(o, 'known', { writable: false }).known`, 'kv'],
  [`Object.defineProperty(o, 'nope', { value: 'v' })`, 'TypeError'],
  [`Object.defineProperty(o, 'uri', { value: 'v' })`, 'TypeError'],
  [
    `JSON.stringify(Object.getOwnPropertyDescriptor(o, 'known'))`,
    '{"value":"kv","writable":true,"enumerable":false,"configurable":true}',
  ],
  [`[Object.keys(o).length, 'known' in o, 'nope' in o, Reflect.ownKeys(o).length]`, '0,true,false,0'],
  [`delete o.known`, 'TypeError'],
];

const args: readonly Row[] = [
  [`Object.defineProperty(o, 'n', { value: 'v' }).n`, 'v'],
  [`Object.defineProperty(o, 'mine', { get: () => 'got' }).mine`, 'got'],
  [`delete o.n && 'n' in o`, 'false'],
  [`Object.isFrozen(Object.freeze(o))`, 'true'],
];

/** With the engine njs the members of a request are its own. */
const request: readonly Row[] = [
  [
    `Object.keys(JSON.parse(JSON.stringify(o)))`,
    'args,headersIn,headersOut,httpVersion,internal,method,remoteAddress,status,uri',
  ],
  [
    `['log', 'variables', 'parent'].map((name) => Object.getOwnPropertyDescriptor(o, name)?.enumerable)`,
    'true,false,false',
  ],
  [`/^Request {args:{n:'\\d+'},.*method:'GET',.*log:\\[Function: log\\]/.test(rt.dump(o))`, 'true'],
  [`Object.setPrototypeOf(o, Array.prototype) && (o[0] = 'a', o.length = 1, o.join())`, 'a'],
  [`delete o.uri`, 'TypeError'],
  [`(() => { const log = o.log; o.log = () => 'mine'; return o.log() + typeof log; })()`, 'minefunction'],
];

const objects = { request, headersOut, headersIn, variables, args };

test('objects of a request: reflection assigns, lists and deletes like ordinary property access', async (t) => {
  const rows = Object.entries(objects).flatMap(([name, all]) => all.map((row) => ({ name, row })));
  const functions = rows.map(
    ({ name, row: [expression] }) =>
      `(r) => { const o = ${name === 'request' ? 'r' : `r.${name}`}; return ${expression}; }`,
  );
  const script = `
    const functions = [${functions.join(',\n')}];
    export default { run(r) {
      r.headersOut['X-Known'] = 'k';
      let text;
      try { text = String(functions[r.args.n](r)); } catch (error) { text = error.name; }
      r.return(200, text);
    } };`;
  const host = await testHost(t, { script, http: 'js_var $known kv;', server: 'location / { js_content main.run; }' });
  for (const [at, { name, row }] of rows.entries()) {
    const [expression, value, sent = 'X-Known: k'] = row;
    const { text, rawHeaders } = await host.ask(`/?n=${at}`, { headers: ['X-In', 'in'] });
    t.equal(text, value, `${name}: ${expression}`);
    const own = rawHeaders.flatMap((word, i) =>
      i % 2 === 0 && /^x-/i.test(word) ? [`${word}: ${rawHeaders[i + 1]}`] : [],
    );
    t.equal(own.join(', '), sent, `${name}: ${expression}`);
  }
});
