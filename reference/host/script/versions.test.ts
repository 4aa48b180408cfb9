import test, { type Test } from 'tape';
import { shareOf } from '../../../generators/build/testing/share.js';
import { type TestHost, testHost } from '../../testing/host.js';

/** The result of an expression from a version on, and before it. A member that is absent is `undefined`. */
interface Change {
  readonly at: string;
  readonly expression: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

const there = (at: string, expression: string): Change => ({ at, expression, before: 'undefined' });
const gone = (at: string, expression: string): Change => ({ at, expression, after: 'undefined' });

const changes: readonly Change[] = [
  there('0.2.0', 'typeof rt'),
  there('0.3.3', 'typeof process'),
  {
    at: '0.4.0',
    expression: "(r.headersOut['Set-Cookie'] = ['a', 'b'], r.headersOut['Set-Cookie'])",
    before: ['a,b'],
    after: ['a', 'b'],
  },
  there('0.4.1', 'typeof r.rawHeadersIn'),
  there('0.4.1', 'typeof r.rawHeadersOut'),
  there('0.4.3', 'typeof TextDecoder'),
  there('0.4.3', 'typeof TextEncoder'),
  { at: '0.4.4', expression: "typeof crypto.createHash('md5').digest()", before: 'string', after: 'object' },
  there('0.5.0', 'typeof srv'),
  there('0.5.0', 'typeof r.rawVariables'),
  { at: '0.5.0', expression: "'requestBuffer' in r", before: false, after: true },
  there('0.5.1', 'typeof srv.fetch'),
  there('0.5.2', 'typeof rt.on'),
  there('0.7.0', 'typeof r.setReturnValue'),
  there('0.7.0', 'typeof globalThis.crypto'),
  there('0.7.4', 'typeof rt.version_number'),
  { at: '0.7.6', expression: 'r.args.a', before: '2', after: ['1', '2'] },
  there('0.7.8', 'typeof srv.conf_prefix'),
  there('0.7.8', 'typeof rt.memoryStats'),
  ...['Headers', 'Request', 'Response'].map((name) => there('0.7.10', `typeof ${name}`)),
  there('0.7.10', 'typeof globalThis.crypto.subtle.exportKey'),
  there('0.7.10', 'typeof globalThis.crypto.subtle.generateKey'),
  there('0.7.12', "typeof crypto.createHash('md5').copy"),
  { at: '0.8.0', expression: "'requestBody' in r", before: true, after: false },
  ...['build', 'conf_file_path', 'error_log_path', 'prefix', 'version', 'version_number', 'worker_id', 'shared'].map(
    (name) => there('0.8.0', `typeof srv.${name}`),
  ),
  there('0.8.0', 'typeof SharedMemoryError'),
  gone('0.8.0', 'typeof String.bytesFrom'),
  ...['fromBytes', 'fromUTF8', 'toBytes', 'toUTF8'].map((name) => gone('0.8.0', `typeof ''.${name}`)),
  { at: '0.8.0', expression: "'a'.toString('hex')", before: '61', after: 'a' },
  there('0.8.1', 'typeof srv.shared.zone.items'),
  there('0.8.2', 'typeof console'),
  {
    at: '0.8.5',
    expression: "srv.shared.zone.set('a', 'b', 'no number') === srv.shared.zone",
    before: true,
    after: 'TypeError',
  },
  { at: '0.8.5', expression: 'r.headersIn.Bar.length', before: 2, after: 1 },
  { at: '0.8.6', expression: "typeof r.variables['1']", before: 'undefined', after: 'string' },
  there('0.9.7', 'typeof srv.shared.zone.ttl'),
  there('0.9.7', 'typeof globalThis.crypto.randomUUID'),
  there('0.9.7', 'typeof globalThis.crypto.subtle.wrapKey'),
  there('0.9.7', 'typeof globalThis.crypto.subtle.unwrapKey'),
  there('0.3.4', 'typeof fs.renameSync'),
  ...['accessSync', 'symlinkSync', 'unlinkSync', 'realpathSync', 'promises'].map((name) =>
    there('0.3.9', `typeof fs.${name}`),
  ),
  ...['mkdirSync', 'readdirSync', 'rmdirSync', 'promises.mkdir', 'promises.readdir', 'promises.rmdir'].map((name) =>
    there('0.4.2', `typeof fs.${name}`),
  ),
  ...['statSync', 'lstatSync', 'promises.stat', 'promises.lstat'].map((name) => there('0.7.1', `typeof fs.${name}`)),
  ...['openSync', 'closeSync', 'readSync', 'writeSync', 'fstatSync', 'promises.open'].map((name) =>
    there('0.7.7', `typeof fs.${name}`),
  ),
  ...['existsSync'].map((name) => there('0.8.2', `typeof fs.${name}`)),
  ...['readlinkSync', 'promises.readlink'].map((name) => there('0.8.7', `typeof fs.${name}`)),
  { at: '0.4.4', expression: "typeof fs.readFileSync('/proc/self/status')", before: 'string', after: 'object' },
  {
    at: '0.4.4',
    expression: "typeof fs.readFileSync('/proc/self/status', 'hex')",
    before: 'TypeError',
    after: 'string',
  },
  { at: '0.4.4', expression: "typeof fs.readdirSync('/', 'buffer')[0]", before: 'TypeError', after: 'object' },
  { at: '0.9.7', expression: "crypto.createHash('sha512') !== undefined", before: 'TypeError', after: true },
];

const script = `
  import crypto from 'crypto';
  import fs from 'fs';
  function attempt(r, expression) {
    try { return Function('r', 'crypto', 'fs', 'return ' + expression)(r, crypto, fs); } catch (error) { return error.name; }
  }
  export default { content: (r) => r.return(200, JSON.stringify(r.requestText.split('\\n').map((one) => attempt(r, one) ?? null))) };
`;

function hostOf(t: Test, runtimeVersion: string, isFrom: (version: string) => boolean): Promise<TestHost> {
  const http = isFrom('0.8.0') ? 'js_shared_dict_zone zone=zone:32k;' : '';
  return testHost(t, { script, http, server: 'location ~ ^/(.*)$ { js_content main.content; }', runtimeVersion });
}

const numberOf = (version: string) => version.split('.').reduce((whole, part) => whole * 256 + Number(part), 0);

/** The previous version in the documents. */
function before(version: string): string {
  const number = numberOf(version) - 1;
  const before = [number >> 16, (number >> 8) & 255, number & 255];
  return before.map((part) => (part === 255 ? 20 : part)).join('.');
}

async function values(t: Test, version: string, expressions: readonly string[]): Promise<readonly unknown[]> {
  const host = await hostOf(t, version, (other) => numberOf(version) >= numberOf(other));
  const got = await host.json('/x?a=1&a=2', {
    body: Buffer.from(expressions.join('\n')),
    headers: ['Bar', Buffer.from('é').toString('latin1')],
  });
  return Array.isArray(got) ? got : [];
}

test('versions: members and behaviours change in the documented versions', async (t) => {
  for (const at of shareOf([...new Set(changes.map((change) => change.at))], 'versions of members')) {
    const here = changes.filter((change) => change.at === at);
    const expressions = here.map(({ expression }) => expression);
    const [older, newer] = [await values(t, before(at), expressions), await values(t, at, expressions)];
    for (const [i, change] of here.entries()) {
      const message = `${change.expression}: ${before(at)} ${JSON.stringify(older[i])}, ${at} ${JSON.stringify(newer[i])}`;
      const absent = 'after' in change && !('before' in change);
      if ('before' in change) t.deepEqual(older[i], change.before, message);
      if ('after' in change) t.deepEqual(newer[i], change.after, message);
      t.notDeepEqual(older[i], newer[i], absent ? `${message}: gone` : message);
    }
  }
});

test('versions: received strings keep their meaning when a script repeats or joins them', async (t) => {
  const hex = (text: string) => Buffer.from(text).toString('hex');
  const expressions = [
    "Buffer.from(r.headersIn.Bar.repeat(3)).toString('hex')",
    "Buffer.from(r.headersIn.Bar + r.headersIn.Bar + 'x').toString('hex')",
  ];
  for (const version of ['0.7.12', '0.8.4', '0.8.5'])
    t.deepEqual(await values(t, version, expressions), [hex('ééé'), hex('ééx')], version);
});

test('versions: directives and parameters of a configuration', async (t) => {
  const refused = async (served: Parameters<typeof testHost>[1]): Promise<string> =>
    testHost(t, served).then(
      () => 'started',
      (error: unknown) => String(error),
    );
  const plain = 'location / { return 200; }';
  const zone = { http: 'js_shared_dict_zone zone=zone:32k;', server: plain };
  t.match(await refused({ ...zone, runtimeVersion: '0.7.12' }), /unknown directive "js_shared_dict_zone"/);
  t.equal(await refused({ ...zone, runtimeVersion: '0.8.0' }), 'started');
  for (const [name, before, since] of [
    ['querystring', '0.4.2', '0.4.3'],
    ['xml', '0.7.9', '0.7.10'],
  ] as const) {
    const module = { script: `import it from '${name}'; export default {};`, server: plain };
    t.match(await refused({ ...module, runtimeVersion: before }), new RegExp(`cannot find module "${name}"`));
    t.equal(await refused({ ...module, runtimeVersion: since }), 'started');
  }
});

test('versions: r.return from js_access', async (t) => {
  const access =
    "export default { access: (r) => r.return(200, 'from access'), content: (r) => r.return(200, 'content') };";
  const server = 'location / { js_access main.access; js_content main.content; }';
  for (const [runtimeVersion, status] of [
    ['0.9.8', 500],
    ['0.9.9', 200],
  ] as const) {
    const host = await testHost(t, { script: access, server, runtimeVersion });
    t.equal((await host.ask('/')).status, status, runtimeVersion);
  }
});
