import test, { type Test } from 'tape';
import { imports, lookout, ports, served } from '../../../testing/escape.js';
import { testHost } from '../../../testing/host.js';
import { PartialRealm } from '../../../testing/realm-part.js';

/** The observations of a script that replaced built-in functions by its own. */
interface Taken {
  /** How often the realm's code called them. */
  readonly calls: number;
  /** Names of attempts in which an object of the host was seen, or Node's `process` was reached. */
  readonly found: string;
}

/** Serves a script that replaces functions as `replacing` says and then makes every port call. Its functions call `took(way, things)`. */
async function taken(t: Test, replacing: string, driving = 'for (const name in ports) attempt(name);'): Promise<Taken> {
  const script = `${imports}
    export default { handled: () => 'handled', failing: () => { throw { toString: () => 'failed' }; }, content(r) {
      const answer = r.return.bind(r);
      ${lookout} ${ports}
      let calls = 0;
      const took = (way, things) => {
        calls += 1;
        for (let at = 0; at < things.length; at += 1) note(way, things[at]);
      };
      ${replacing}
      ${driving}
      answer(200, '{ "calls": ' + calls + ', "found": "' + report() + '" }');
    } };`;
  const host = await testHost(t, { ...served, script });
  const { status, text } = await host.ask('/', { body: 'body' });
  if (status !== 200) throw new Error(host.log().join('\n'));
  return JSON.parse(text);
}

const nothing: Taken = { calls: 0, found: '' };

/** Ways by which scripts have once reached Node: each received an object of the host, and called its constructor's constructor. */
const ways: readonly (readonly [name: string, replacing: string])[] = [
  [
    'Array.prototype.map and some',
    `for (const name of ['map', 'some', 'filter', 'push'])
       Array.prototype[name] = function (...values) { took(name, [this, ...values]); return []; };`,
  ],
  [
    'Object.entries',
    `for (const name of ['entries', 'keys', 'values']) Object[name] = (...values) => { took(name, values); return []; };`,
  ],
  [
    'Uint8Array',
    `globalThis.Uint8Array = function (...values) { took('Uint8Array', values); return new Bytes(...values); };
     for (const name of ['set', 'slice', 'subarray']) Object.getPrototypeOf(Bytes.prototype)[name] = function (...values) { took(name, [this, ...values]); return this; };`,
  ],
];

for (const [name, replacing] of ways)
  test(`ways out: the realm does not call a replaced ${name}, and gives it nothing`, async (t) => {
    t.deepEqual(await taken(t, replacing), nothing);
  });

test('ways out: a String replaced near the end of the stack receives nothing', async (t) => {
  const replacing = `globalThis.String = function (...values) { took('String', values); return ''; };
    String.prototype = ''.constructor.prototype;`;
  // At each depth another port call is the last that fits.
  const driving = `
    let left = 0;
    const dive = (work) => { try { dive(work); } catch (error) { note('thrown', error); } if (left > 0) { left -= 1; work(); } };
    for (const name in ports) { left = 20; dive(() => attempt(name)); }`;
  t.deepEqual(await taken(t, replacing, driving), nothing);
});

test('the test itself: calls are counted, and objects of the host are detected', async (t) => {
  const replacing = `Array.prototype.map = function () { took('map', [this]); };`;
  t.deepEqual(await taken(t, replacing, '[1].map();'), { calls: 1, found: '' });
  const look = new PartialRealm().evaluate(`(value) => { ${lookout} note('seen', value); return report(); }`);
  for (const value of [[], {}, () => undefined, new Error('x'), Object.create(null, { held: { value: {} } })])
    t.equal(look(value), 'seen ', typeof value);
  t.equal(look(1), '');
});
