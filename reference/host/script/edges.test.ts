import test from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import { testHost } from '../../testing/host.js';

/**
 * Starts an operation at hundreds of stack depths, most of them too deep for the host. `made` counts the operations that were started.
 * Every thrown error must be a RangeError of the realm.
 */
const begun = `
  async function begun(work) {
    const all = Array(2000).fill();
    let [made, left, foreign, refused] = [0, 1200, 0, 0];
    // The function calls nothing else, because another call would exceed the stack, too.
    (function dive() {
      try { dive(); } catch (e) { if (!(e instanceof RangeError)) foreign += 1; }
      left -= 1;
      if (left >= 1000 || (left >= 0 && left % 5 === 0))
        try { const one = work(); all[made++] = one; } catch (e) { if (!(e instanceof RangeError)) foreign += 1; }
    })();
    for (const one of all) await Promise.resolve(one).catch((e) => { if (e instanceof RangeError) refused += 1; else foreign += 1; });
    return foreign > 0 ? 'errors of others' : made - refused;
  }
`;

/** Operations, and an expression for how many of each have ended. */
const works: Readonly<Record<string, readonly [work: string, ended: string]>> = {
  timers: ['new Promise((resolve) => setTimeout(resolve, 0)).then(() => { ended += 1; })', 'ended'],
  'cancelled timers': ['{ const timer = setTimeout(() => 0, 1e6); ended += 1; clearTimeout(timer); }', 'ended'],
  subrequests: ["r.subrequest('/counted').then(() => { ended += 1; })", 'ended'],
  'handlers of subrequests': ["r.subrequest('/counted')", "srv.shared.zone.get('counted')"],
  'subrequests with a callback': [
    "new Promise((resolve) => r.subrequest('/counted', resolve)).then(() => { ended += 1; })",
    'ended',
  ],
  'entries of dictionaries': ["srv.shared.zone.incr('n', 1, 0)", "srv.shared.zone.get('n')"],
  headers: [
    "{ r.headersOut['X-' + ended] = 'y'; ended += 1; }",
    'Object.keys(r.headersOut).filter((name) => /^X-/.test(name)).length',
  ],
  'written files': ["fs.writeFileSync(file, 'x', { flag: 'a' })", 'fs.statSync(file).size'],
  'files written by promises': ["fs.promises.appendFile(file, 'x')", 'fs.statSync(file).size'],
  'opened files': ['{ fs.openSync("/dev/null"); ended += 1; }', 'fs.openSync("/dev/null") - first'],
  fetches: [
    "srv.fetch('http://127.0.0.1:' + r.variables.server_port + '/counted').then(() => { ended += 1; })",
    "[ended, srv.shared.zone.get('counted')].every((n) => n === made) ? made : 'others'",
  ],
  'responses of scripts': [
    "{ const { headers } = new Response('', { headers: { a: 'b' } }); if (headers.get('a') === 'b') ended += 1; }",
    'ended',
  ],
  'requests of requests': [
    "{ const { headers } = new Request(new Request('http://a/', { headers: { a: 'b' } })); if (headers.a === 'b') ended += 1; }",
    'ended',
  ],
  digests: ["globalThis.crypto.subtle.digest('SHA-1', Buffer.from('a')).then(() => { ended += 1; })", 'ended'],
  'parts of a digest': [
    "hash.update('a')",
    "[...Array(1000).keys()].findIndex((n) => crypto.createHash('md5').update('a'.repeat(n)).digest('hex') === digest())",
  ],
};

for (const [name, [work, ended]] of shareOf(Object.entries(works), 'edges of the stack'))
  test(`edges: ${name} near the end of the stack complete, or are refused`, async (t) => {
    const script = `import fs from 'fs'; import crypto from 'crypto';
      ${begun}
      async function content(r) {
        const file = srv.conf_prefix + 'written';
        const hash = crypto.createHash('md5');
        const digest = () => hash.copy().digest('hex');
        const first = fs.openSync('/dev/null') + 1;
        fs.writeFileSync(file, '');
        let ended = 0;
        const made = await begun(() => ${work});
        srv.shared.counts.set('counts', [made, ${ended}].join());
        r.return(200);
      }
      const counted = (r) => { srv.shared.zone.incr('counted', 1, 0); r.return(200); };
      export default { content, counted, counts: (r) => r.return(200, srv.shared.counts.get('counts')) };`;
    const host = await testHost(t, {
      http: 'js_shared_dict_zone zone=zone:32k type=number; js_shared_dict_zone zone=counts:32k;',
      server: ['', 'counted', 'counts']
        .map((path) => `location /${path} { js_content main.${path || 'content'}; }`)
        .join(' '),
      script,
    });
    await host.ask('/');
    // The host may have been restarted meanwhile and lost its counts.
    const [made, through] = (await host.ask('/counts')).text.split(',').map(Number);
    t.ok(Number(made) > 10, `${made} are begun`);
    t.equal(through, made);
    t.deepEqual(
      host.log().filter((line) => /\\[error\\]/.test(line)),
      [],
      'nothing failed',
    );
  });

/** Scripts that leave something behind which no walk over objects finds; `n` differs in each request. */
const leaving: Readonly<Record<string, string>> = {
  'a private name on an object that lasts':
    'class Base { constructor(o) { return o; } } class Stamp extends Base { #m = new Array(50000).fill(r.args.n); } new Stamp(Math); new Stamp(JSON);',
  'a private name in evaluated code':
    "(0, eval)('(n) => { class B { constructor(o) { return o; } } class S extends B { #m = new Array(50000).fill(n); } new S(Math); }')(r.args.n);",
  'a private name in a constructed function':
    "(async () => 0).constructor('n', 'class B { constructor(o) { return o; } } class S extends B { #m = new Array(50000).fill(n); } new S(Math);')(r.args.n);",
  'a WeakMap with a lasting object as its key':
    'const table = new WeakMap(); table.set(Math, new Array(50000).fill(r.args.n));',
  'registered symbols': 'for (let at = 0; at < 4000; at += 1) Symbol.for(r.args.n + "x" + at);',
  'waits that never end':
    'for (let at = 0; at < 500; at += 1) Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0);',
  'cancelled timers': 'for (let at = 0; at < 2000; at += 1) clearTimeout(setTimeout(() => 0, 1e9));',
  'values on the request object': 'r.left = new Array(50000).fill(r.args.n);',
};

for (const [name, source] of shareOf(Object.entries(leaving), 'what scripts leave'))
  test(`a realm that serves again keeps nothing of the previous script: ${name}`, async (t) => {
    const script = `function content(r) { ${source} r.return(200, 'ok'); }
function size(r) { r.return(200, String(rt.memoryStats.size)); }
export default { content, size };
`;
    const server = 'location / { js_content main.content; } location /size { js_content main.size; }';
    const host = await testHost(t, { script, server });
    const ask = async (times: number): Promise<number> => {
      for (let n = 0; n < times; n += 1) if ((await host.ask(`/?n=${n}`)).text !== 'ok') t.fail(host.log().join('\n'));
      return Number((await host.ask('/size')).text) / 2 ** 20;
    };
    const [before, after] = [await ask(40), await ask(400)];
    t.ok(after < before + 60, `${Math.round(before)} MB, then ${Math.round(after)} MB`);
  });
