import { constants, deflateRawSync, deflateSync, inflateSync } from 'node:zlib';
import test, { type Test } from 'tape';
import { testHost } from '../../testing/host.js';
import { walk } from '../../testing/purity.js';

/** The answer of a handler with this body; bytes are hexadecimal. */
async function answered(t: Test, body: string, runtimeVersion = '0.9.9'): Promise<string> {
  const script = `
    import zlib from 'zlib';
    const tried = (f) => { try { const v = f(); return v instanceof Buffer ? v.toString('hex') : v; } catch (e) { return e.name; } };
    function content(r) { ${body} }
    export default { content };
  `;
  const host = await testHost(t, { script, server: 'location / { js_content main.content; }', runtimeVersion });
  const { status, text } = await host.ask('/');
  t.equal(status, 200, host.log().join('\n'));
  return text;
}

const inAnswer = (expression: string): string => `r.return(200, JSON.stringify(${expression}));`;

test('zlib: streams agree with Node', async (t) => {
  const dictionary = Buffer.from('hello');
  const text = await answered(
    t,
    inAnswer(`[
      tried(() => zlib.deflateSync('hello hello')), tried(() => zlib.deflateRawSync(Buffer.from('hello hello').subarray(6), { level: 9, windowBits: -9 })),
      tried(() => zlib.deflateSync('hello hello', { dictionary: new DataView(Buffer.from('hello').buffer), strategy: zlib.constants.Z_FIXED })),
      tried(() => zlib.inflateSync(Buffer.from('${deflateSync('é€', { dictionary }).toString('hex')}', 'hex'), { dictionary: Buffer.from('hello') }).toString()),
      tried(() => zlib.inflateRawSync(Buffer.from('${deflateRawSync('x'.repeat(3000)).toString('hex')}', 'hex'), { chunkSize: 64 }).length),
    ]`),
  );
  t.deepEqual(JSON.parse(text), [
    deflateSync('hello hello').toString('hex'),
    deflateRawSync('hello', { level: 9, windowBits: 9 }).toString('hex'),
    deflateSync('hello hello', { dictionary, strategy: constants.Z_FIXED }).toString('hex'),
    'é€',
    3000,
  ]);
});

test('zlib: invalid streams and options are rejected with the errors of real hosts', async (t) => {
  const text = await answered(
    t,
    inAnswer(`[
      tried(() => zlib.inflateSync('no stream')), tried(() => zlib.inflateSync('')), tried(() => zlib.inflateRawSync(Buffer.from('07', 'hex'))),
      tried(() => zlib.inflateSync(Buffer.from('${deflateSync('a', { dictionary: Buffer.from('a') }).toString('hex')}', 'hex'))),
      ...[{ level: 10 }, { level: -2 }, { memLevel: 0 }, { memLevel: 10 }, { memLevel: 2 ** 32 + 9 }, { windowBits: 8 }, { windowBits: 16 }, { windowBits: -9 },
        { strategy: 5 }, { strategy: -1 }, { chunkSize: 63 }, { chunkSize: -1 }, { level: Symbol() }].map((options) => tried(() => zlib.deflateSync('a', options))),
      tried(() => zlib.deflateRawSync('a', { windowBits: 9 })), tried(() => zlib.inflateRawSync('a', { windowBits: 9 })),
    ]`),
  );
  t.deepEqual(JSON.parse(text), [
    ...Array<string>(3).fill('InternalError'),
    'TypeError',
    ...Array<string>(12).fill('RangeError'),
    'TypeError',
    'RangeError',
    'RangeError',
  ]);
});

test('zlib: constants are read-only, and the module exists since 0.7.12', async (t) => {
  const script = `
    const { Z_RLE } = zlib.constants;
    try { zlib.constants.Z_RLE = 77; } catch {}
    ${inAnswer('[Z_RLE === zlib.constants.Z_RLE, Object.keys(zlib), Object.keys(zlib.constants).length]')}
  `;
  t.deepEqual(JSON.parse(await answered(t, script, '0.7.12')), [true, [], 9]);
  const imports = "import zlib from 'zlib'; export default { content: (r) => r.return(200, typeof zlib) };";
  await testHost(t, {
    script: imports,
    server: 'location / { js_content main.content; }',
    runtimeVersion: '0.7.11',
  }).then(
    () => t.fail('an older version has the module'),
    (error: unknown) => t.match(String(error), /cannot find module "zlib"/),
  );
});

test('zlib: a stream of a gigabyte is rejected, and the next call succeeds', async (t) => {
  const text = await answered(
    t,
    `const raw = Buffer.concat([Buffer.from('edc0810000000080a0fda917a900', 'hex'), Buffer.alloc(1048576), Buffer.from('06', 'hex')]);
     ${inAnswer("[1, 2, 3].map(() => tried(() => zlib.inflateRawSync(raw))).concat(tried(() => zlib.inflateRawSync('K\\x04\\0')))")}`,
  );
  t.deepEqual(JSON.parse(text), ['RangeError', 'RangeError', 'RangeError', '61']);
});

test('zlib: scripts reach nothing of the host', async (t) => {
  const text = await answered(
    t,
    `${walk}
     const caught = (f) => { try { return f(); } catch (error) { return error; } };
     const outcomes = [
       () => zlib.deflateSync('a'), () => zlib.inflateRawSync('K\\x04\\0'), () => zlib.inflateSync('no'), () => zlib.deflateSync('a', { level: 99 }),
       () => zlib.deflateSync({ toString() { throw new RangeError('own'); } }), () => { const dive = () => { zlib.deflateSync('a'); dive(); }; dive(); },
     ].map(caught);
     ${inAnswer('walk({ globalThis, zlib, outcomes }).filter(({ foreign }) => foreign)')}`,
  );
  t.equal(text, '[]');
});

test('zlib: scripts that change built-in objects, options and memory during a call affect nothing outside', async (t) => {
  const text = await answered(
    t,
    `const seen = [];
     const spy = (holder, name) => { holder[name] = function (...values) { seen.push(name); return this; }; };
     const text = (bytes) => { let all = ''; for (let i = 0; i < bytes.length; i += 1) all += bytes[i] + ' '; return all; };
     const { deflateRawSync, inflateRawSync } = zlib;
     const memory = new ArrayBuffer(8, { maxByteLength: 64 });
     const shrinks = { get level() { memory.resize(0); return 1; } };
     const moved = new Uint8Array([97, 98, 99]);
     const moves = { get dictionary() { moved.buffer.transfer(); return moved; } };
     const shared = new Uint8Array(new SharedArrayBuffer(3));
     for (const name of ['set', 'slice', 'subarray', 'fill']) spy(Object.getPrototypeOf(Uint8Array.prototype), name);
     for (const name of ['from', 'alloc', 'concat']) spy(Buffer, name);
     Object.defineProperty(Object.prototype, 'dictionary', { get() { seen.push('dictionary'); return undefined; }, configurable: true });
     const all = [
       text(inflateRawSync(deflateRawSync('hello'))), tried(() => text(inflateRawSync(deflateRawSync(new Uint8Array(memory), shrinks)))),
       tried(() => text(inflateRawSync(deflateRawSync(moved, moves)))), text(inflateRawSync(deflateRawSync(shared))),
       text(deflateRawSync('a', new Proxy({}, { get: (_, name) => (name === 'level' ? 0 : undefined) }))),
     ];
     ${inAnswer("[all, seen.filter((name) => name !== 'dictionary')]")}`,
  );
  t.deepEqual(JSON.parse(text), [['104 101 108 108 111 ', '', 'TypeError', '0 0 0 ', '1 1 0 254 255 97 '], []]);
});

test('zlib: memory of results belongs only to the realm', async (t) => {
  const text = await answered(
    t,
    inAnswer(
      "[zlib.deflateSync('hello'), zlib.inflateRawSync('K\\x04\\0')].map((bytes) => [bytes.byteOffset, bytes.buffer.byteLength])",
    ),
  );
  const packed = deflateSync('hello');
  t.ok(inflateSync(packed).equals(Buffer.from('hello')));
  t.deepEqual(JSON.parse(text), [
    [0, packed.length],
    [0, 1],
  ]);
});
