import test from 'tape';
import { isTaken } from '../../generators/build/testing/share.js';
import { testHost } from '../testing/host.js';

/** Scripts that must not end a host: each handler is called, and then another request must be answered. */
const attacks: Readonly<Record<string, string>> = {
  redirect: `r.return(302, '/a\\rb')`,
  header: `r.headersOut.Location = '/a\\nb'`,
  bare: `Object.setPrototypeOf(Promise.reject(1), null)`,
  reparented: `Object.setPrototypeOf(Promise.reject(1), { then: 1 })`,
  proxied: `Object.setPrototypeOf(Promise.reject(1), hostile())`,
  rejected: `Promise.reject(hostile())`,
  rejectedBare: `Object.setPrototypeOf(Promise.reject(hostile()), hostile())`,
  thrown: `throw hostile()`,
  thrownObject: `throw { toString() { throw hostile(); }, get stack() { throw hostile(); }, get message() { throw hostile(); } }`,
  thrownBare: `throw Object.create(null)`,
  thrownError: `const e = new Error('x'); Object.defineProperty(e, 'stack', { get() { throw hostile(); } }); throw e`,
  thrownLong: `throw 'x'.repeat(1 << 24)`,
  inTimer: `setTimeout(() => { throw hostile(); }, 0)`,
  inExit: `rt.on('exit', () => { throw hostile(); })`,
  inJob: `Promise.resolve().then(() => { throw hostile(); })`,
  returned: `return hostile()`,
  thenable: `return { get then() { throw hostile(); } }`,
  constructed: `const p = Promise.resolve(); Object.defineProperty(p, 'constructor', { get() { throw hostile(); } }); return p`,
  replaced: `String = Error = Promise = Object = undefined; String.prototype`,
  split: `String.prototype.split = String.prototype.toString = () => hostile(); throw new Error('x')`,
  log: `r.log(hostile())`,
  console: `console.log(hostile())`,
  body: `r.return(200, hostile())`,
  variable: `r.variables.seen = hostile()`,
  level: `srv.log({ valueOf() { throw hostile(); } }, 'x')`,
  zone: `srv.shared.zone.set(hostile(), 'x')`,
  deep: `const dive = () => { dive(); }; dive()`,
  deepPorts: `const dive = () => { try { dive(); } finally { r.variables.seen; r.log('x'); setTimeout(() => {}, 0); srv.shared.zone.set('a', 'b'); r.headersOut.a = 'b'; } }; dive()`,
  imported: `import('x').then(() => {}, () => { throw hostile(); })`,
  levels: `new Array(100000).fill(0).reduce((p) => p.then(() => {}), Promise.reject(1))`,
};

const script = `
  const hostile = () => new Proxy(function () {}, new Proxy({}, { get() { return () => { throw 'trapped'; }; } }));
  ${Object.entries(attacks)
    .map(([name, body]) => `function ${name}_(r) { ${body}; }`)
    .join('\n')}
  // Memory is allocated once its pages are written.
  const touched = (bytes) => { for (let i = 0; i < bytes.length; i += 4096) bytes[i] = 1; return bytes; };
  export default {
    plain: (r) => r.return(200, 'plain'),
    seen: () => 'seen',
    buffers: () => { const all = []; for (;;) all.push(touched(Buffer.alloc(1 << 26))); },
    kept: () => { const all = []; const more = () => { all.push(new ArrayBuffer(1 << 26)); setTimeout(more, 0); }; more(); },
    endless: (r) => { const all = []; for (;;) all.push(new Array(1 << 16).fill(0.5)); },
    ${Object.keys(attacks)
      .map((name) => `${name}: ${name}_`)
      .join(', ')}
  };
`;
const greedy = ['endless', 'buffers', 'kept'];
const names = ['plain', ...greedy, ...Object.keys(attacks)];
const served = {
  script,
  http: 'js_shared_dict_zone zone=zone:32k; js_var $seen;',
  server: names.map((name) => `location = /${name} { js_content main.${name}; }`).join('\n'),
};

test('no request ends the host, whatever its script throws, returns or rejects', {
  skip: !isTaken('requests that do not end the host'),
}, async (t) => {
  const host = await testHost(t, served);
  let ended = false;
  void host.host.ended.then(() => {
    ended = true;
  });
  for (const name of Object.keys(attacks)) {
    const [answer, other] = await Promise.all([host.ask(`/${name}`), host.ask('/plain')]);
    t.ok(answer.status === 200 || answer.status >= 500, `${name}: ${answer.status}`);
    t.equal(other.text, 'plain', 'a simultaneous request is answered');
    t.equal((await host.ask('/plain')).text, 'plain', 'a later request is answered');
  }
  t.notOk(ended);
  t.notOk(
    host.log().some((line) => line.includes('bug in the host')),
    'no error reached the host',
  );
});

test('a script that allocates without limit ends the thread, not the host', async (t) => {
  const host = await testHost(t, served);
  for (const name of greedy) {
    const looking = new Largest();
    const replaced = nextThread();
    const failed = await host.ask(`/${name}`).then(
      () => 'answered',
      () => 'broken off',
    );
    t.ok(looking.end() < 5 * 1024 ** 3, `${name}: the process never uses more than 5 GB`);
    t.equal(failed, 'broken off', 'its request gets no answer');
    await replaced;
    t.equal((await host.ask('/plain')).text, 'plain', 'the next one gets an answer, at the same address');
  }
});

/** Resolves once another thread listens. */
const nextThread = (): Promise<void> =>
  new Promise((resolve) => process.once('worker', (thread) => thread.once('message', () => resolve())));

/** The greatest memory of this process since the start. */
class Largest {
  #bytes = 0;
  readonly #timer = setInterval(() => this.#look(), 20);

  #look(): void {
    this.#bytes = Math.max(this.#bytes, process.memoryUsage.rss());
  }

  end(): number {
    clearInterval(this.#timer);
    this.#look();
    return this.#bytes;
  }
}
