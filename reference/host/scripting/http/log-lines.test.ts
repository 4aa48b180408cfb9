import test, { type Test } from 'tape';
import { testHost } from '../../../testing/host.js';

/** A handler's code, or the whole handler if it is not asynchronous, the status of its response, and its log lines without frames. */
type Row = readonly [code: string, status: number, lines: readonly string[]];

const ending = ' while closing request, client: 127.0.0.1, server: ADDRESS';
const about = (at: number) => `, client: 127.0.0.1, server: site, request: "GET /${at} HTTP/1.1", host: "ADDRESS"`;
const within = (at: number) => about(at).replace(', host', ', subrequest: "/inner", host');

/** The log lines of nginx with njs 1.0.2. `AT` and `IN` replace the ends of lines about a request and about its subrequest. */
const rows: readonly Row[] = [
  [
    'Promise.reject(new Error("a")); Promise.reject(new Error("b")); r.return(200);',
    200,
    ['js unhandled rejection: Error: aEND'],
  ],
  ['Promise.reject("text"); r.return(200);', 200, ['js unhandled rejection: textEND']],
  ['Promise.reject(); r.return(200);', 200, ['js unhandled rejection: undefinedEND']],
  ['return Promise.reject(new Error("own"));', 500, ['js unhandled rejection: Error: ownEND']],
  ['r.return(200); throw new Error("later");', 200, ['js unhandled rejection: Error: laterEND']],
  ['const p = Promise.reject(1); setTimeout(() => p.catch(() => r.return(204)), 1);', 204, []],
  [
    'const p = Promise.reject(1); await new Promise((next) => setTimeout(next, 1)); try { await p; } catch { r.return(204); }',
    204,
    [],
  ],
  ['setTimeout(() => r.return(204), 2); throw new Error("first");', 204, ['js unhandled rejection: Error: firstEND']],
  [
    'setTimeout(() => { throw new Error("t"); }, 1); setTimeout(() => r.return(204), 9);',
    204,
    ['js exception: Error: tAT'],
  ],
  [
    '(r) => { setTimeout(() => {}, 9999); throw new Error("s"); }',
    500,
    ['js exception: Error: sAT', 'pending eventsEND'],
  ],
  ['setTimeout(async () => { throw new Error("t"); }, 1);', 500, ['js unhandled rejection: Error: tEND']],
  ['r.subrequest("/inner", () => { throw new Error("cb"); });', 500, ['js exception: Error: cbIN']],
  ['r.subrequest("/inner", () => setTimeout(() => { null.x; }, 1));', 500, ['js exception: TypeError: *AT']],
  ['r.subrequest("/inner").then(() => { throw new Error("then"); });', 500, ['js unhandled rejection: Error: thenEND']],
  [
    'r.subrequest("/inner").then(() => r.subrequest("/../x")).catch(() => r.return(204));',
    204,
    ['unsafe URI "/../x" was detectedIN'],
  ],
  [
    'r.log(null, "b"); r.error(undefined); r.warn(); srv.log(srv.WARN, null, 5); srv.log(srv.WARN); r.return(204);',
    204,
    ['js: null', 'js: b', 'js: undefined', 'js: null', 'js: 5'],
  ],
];

function linesOf(log: readonly string[], connection: number): readonly string[] {
  const whole = log
    .join('\n')
    .replaceAll(/(?<!^)\n(?=\d{4}\/)/g, '\0')
    .split('\0');
  return whole
    .filter((line) => line.includes(`: *${connection} `))
    .map((line) =>
      line
        .replace(/^.*?: \*\d+ /, '')
        .replaceAll(/\n {4}at .*/g, '')
        .replaceAll('\n', ''),
    );
}

async function check(t: Test, engine: 'njs' | 'qjs', exception: string): Promise<void> {
  const locations = rows.map((_, at) => `location = /${at} { js_content main.f${at}; }`).join(' ');
  const script = `export default { ${rows.map(([code], at) => `f${at}: ${code.startsWith('(') ? code : `async (r) => { ${code} }`}`).join(', ')} };`;
  const server = `server_name site; js_engine ${engine}; location = /inner { return 200; } ${locations}`;
  const host = await testHost(t, { script, server });
  for (const [at, [code, status]] of rows.entries()) t.equal((await host.ask(`/${at}`)).status, status, code);
  await host.host.stop();
  const log = host.log();
  const address = /host: "(.*?)"/.exec(log.join('\n'))?.[1] ?? '';
  for (const [at, [code, , lines]] of rows.entries()) {
    const found = linesOf(log, at + 1).map((line) =>
      line.replaceAll(address, 'ADDRESS').replace(/TypeError: .*?,/, 'TypeError: *,'),
    );
    const wanted = lines.map((line) =>
      line.replace(/END$/, ending).replace(/AT$/, about(at)).replace(/IN$/, within(at)),
    );
    t.deepEqual(
      found,
      wanted.map((line) => line.replace('js exception', exception)),
      code,
    );
  }
}

test('log lines: errors and rejections of scripts, njs', (t) => check(t, 'njs', 'js exception'));
test('log lines: errors and rejections of scripts, qjs', (t) => check(t, 'qjs', 'js call exception'));
