/** Correct handlers type-check and mistakes are reported, in a project that has the package installed. */
import test from 'tape';
import { compiled } from '../../testing/typescript.js';

const HANDLERS = `
import hashes from 'crypto';
import fs, { type Dirent, type Stats } from 'fs';
import querystring from 'querystring';
import xml from 'xml';
import zlib from 'zlib';

async function content(r: srv.HttpRequest): Promise<void> {
  const { name = 'nobody' } = r.args;
  const zone = srv.shared.typed as srv.SharedDict<number>;
  const seen: number | undefined = zone.set('k', 1).get('k');
  const visits = srv.shared.visits?.incr(String(name), 1, 0, 60_000);
  r.headersOut['X-Visits'] = visits;
  r.headersOut['Set-Cookie'] = ['a=1', 'b=2'];
  r.variables.greeted = String(seen) + r.headersIn.host?.toLowerCase();
  r.status = 200;
  const reply = await r.subrequest('/inner', { method: 'POST', body: Buffer.from('x') });
  const text: string | undefined = reply.responseText;
  r.subrequest('/inner', 'a=1', (inner) => inner.parent?.log(String(inner.status)));
  const { user } = await r.readRequestJSON();
  const form = await r.readRequestForm({ maxKeys: 10 });
  form.forEach((value, key) => {
    if (typeof value !== 'string') srv.log(srv.WARN, key + value.name);
  });
  r.return(200, text ?? user);
}

function tokens(r: srv.HttpRequest): string {
  const hash: string = hashes.createHash('sha256').update(r.uri).digest('hex');
  const bytes: Buffer = hashes.createHmac('sha512', 'key').update(hash).digest();
  const raw: Buffer = hashes.createHash('md5').update(bytes).copy().digest();
  const signed: string = hashes.createHmac('sha1', raw).update('a').digest('base64url');
  const packed: Buffer = zlib.deflateSync(bytes, { level: zlib.constants.Z_BEST_SPEED });
  return signed + packed.toString('base64url') + btoa(atob('YWJj')) + querystring.stringify(querystring.parse('a=1&a=2'));
}

function files(): string {
  const text: string = fs.readFileSync('/a', 'utf8') + fs.readFileSync('/a', { encoding: 'hex' });
  const bytes: Buffer = fs.readFileSync('/a');
  const more: Buffer = fs.readFileSync('/a', { flag: 'r+' });
  const facts: Stats = fs.statSync('/a');
  const perhaps: Stats | undefined = fs.statSync('/a', { throwIfNoEntry: false }) ?? fs.lstatSync('/a');
  const names: string[] = fs.readdirSync('/');
  const rawNames: Buffer[] = fs.readdirSync('/', 'buffer').concat(fs.readdirSync('/', { encoding: 'buffer' }));
  const path: string = fs.realpathSync('/a') + fs.readlinkSync('/a', 'utf8');
  const rawPath: Buffer = Buffer.concat([fs.realpathSync('/a', 'buffer'), fs.readlinkSync('/a', { encoding: 'buffer' })]);
  fs.writeFileSync(path, rawPath, { mode: 0o600, flag: 'wx' });
  fs.appendFileSync(path, Buffer.concat(rawNames));
  const entries = fs.readdirSync('/', { withFileTypes: true }).filter((entry) => entry.isFile());
  fs.writeSync(1, bytes, 0, more.length, null);
  fs.writeSync(1, text, null, 'utf8');
  fs.accessSync('/a', fs.constants.R_OK | fs.constants.W_OK);
  return [text, facts.mtime.getTime(), perhaps?.size, ...names, ...entries.map(({ name }) => name)].join();
}

async function promises(): Promise<Buffer> {
  const text: string = await fs.promises.readFile('/a', 'utf8');
  const bytes: Buffer = await fs.promises.readFile('/a');
  const file = await fs.promises.open('/a', 'w+');
  const { bytesWritten } = await file.write(text, 0);
  const { bytesRead } = await file.read(Buffer.alloc(bytesWritten), 0);
  const entries: Dirent[] = await fs.promises.readdir('/', { withFileTypes: true });
  const facts: Stats = await file.stat();
  const perhaps: Stats | undefined = await fs.promises.lstat(entries[0]?.name ?? '', {});
  const nothing: undefined = await fs.promises.writeFile('/a', String(perhaps?.size ?? facts.size));
  await file.close();
  return bytes.subarray(0, nothing ?? bytesRead);
}

async function keys(): Promise<ArrayBuffer> {
  const iv: Uint8Array = globalThis.crypto.getRandomValues(new Uint8Array(16));
  const pair: rt.CryptoKeyPair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  const key: rt.CryptoKey = await crypto.subtle.importKey('raw', Buffer.from('k'), 'AES-GCM', false, ['encrypt']);
  const signature: ArrayBuffer = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, iv);
  const isRight: boolean = await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, pair.publicKey, signature, iv);
  const secret: rt.CryptoKey = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-384' }, isRight, ['sign']);
  const raw: ArrayBuffer = await crypto.subtle.exportKey('raw', secret);
  const base = await crypto.subtle.importKey('raw', raw, 'PBKDF2', false, ['deriveKey']);
  const pbkdf2 = { name: 'PBKDF2', hash: 'SHA-1', salt: iv, iterations: 1000 } as const;
  const derived: rt.CryptoKey = await crypto.subtle.deriveKey(pbkdf2, base, { name: 'AES-GCM', length: 256 }, true, []);
  const wrapped: ArrayBuffer = await crypto.subtle.wrapKey('jwk', derived, key, 'AES-KW');
  const { kty } = await crypto.subtle.exportKey('jwk', pair.publicKey);
  return crypto.subtle.encrypt({ name: 'AES-GCM', iv, tagLength: 96 }, key, new TextEncoder().encode(kty + wrapped.byteLength));
}

function nodes(text: string): string {
  const root = xml.parse(text).$root;
  const lang: string | undefined = root?.$attr$lang;
  const link = lang ?? root?.body?.a?.$attr$href ?? root?.$tag$body?.$name;
  if (root?.body) root.body.$text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(link ?? ''));
  root?.$tags.forEach((node) => node.addChild(root));
  return xml.serializeToString(root ?? xml.parse('<a/>'));
}

function bytes(buffer: Buffer): number {
  const filled: Buffer = Buffer.alloc(8).fill('ab', 0, 8, 'hex');
  filled.writeUInt16BE(1, 2);
  const view: Uint8Array = Buffer.concat([filled, buffer.slice(1)]);
  const isBuffer: boolean = view instanceof Buffer;
  return filled.readInt16LE() + filled.indexOf('b') + (isBuffer ? view.length : 0);
}

function globals(r: srv.HttpRequest): string[] {
  const timeout = setTimeout((status: number, text: string) => r.return(status, text), 5, 200, 'late');
  clearTimeout(timeout);
  rt.on('exit', () => console.log('used', rt.memoryStats, String(rt.memoryStats.size + rt.version_number)));
  process.kill(process.ppid, 'SIGHUP');
  const zone: string | undefined = process.env.TZ;
  return [...process.argv, rt.dump({ zone })];
}

export default { globals, content, tokens, files, promises, keys, nodes, bytes };
`;

test('declarations: correct handlers type-check', (t) => {
  const complaints = compiled(t, { files: { 'handlers.ts': HANDLERS } });
  t.deepEqual(complaints, []);
  const strictest = { noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, lib: ['es2023'] };
  t.deepEqual(compiled(t, { files: { 'handlers.ts': HANDLERS }, compilerOptions: strictest }), [], 'with more checks');
  t.end();
});

test('declarations: a project declares the types of its zones', (t) => {
  const zones = 'declare namespace srv { interface SharedDicts { visits: SharedDict<number> } }';
  const script = (value: string): string =>
    `export const visits: number = srv.shared.visits.set('k', ${value}).get('k') ?? 0;`;
  const files = { 'zones.d.ts': zones, 'right.ts': script('1'), 'wrong.ts': script("'1'") };
  t.deepEqual(
    compiled(t, { files }).map(({ file, code }) => [file, code]),
    [['wrong.ts', 'TS2345']],
  );
  t.end();
});

test('declarations: handlers in JavaScript are checked, too', (t) => {
  const files = {
    'handlers.js': [
      '/** @param {srv.HttpRequest} r */',
      'function content(r) {',
      '  r.return(200, r.requestText);',
      "  r.retrun(200, '');",
      '}',
      'export default { content };',
    ].join('\n'),
  };
  const complaints = compiled(t, { files, compilerOptions: { allowJs: true, checkJs: true } });
  t.deepEqual(
    complaints.map(({ line, code }) => [line, code]),
    [[4, 'TS2551']],
  );
  t.end();
});

/** A mistake of each kind, its error code, and words of its message. */
const MISTAKES: readonly (readonly [kind: string, line: string, code: string, says: RegExp])[] = [
  [
    'an argument of another type',
    "r.return('200');",
    'TS2345',
    /'string' is not assignable to parameter of type 'number'/,
  ],
  ['a missing argument', 'r.internalRedirect();', 'TS2554', /Expected 1 arguments, but got 0/],
  ['an argument too many', "r.send('a', 'b');", 'TS2554', /Expected 1 arguments, but got 2/],
  ['an unknown member', "r.write('a');", 'TS2339', /'write' does not exist on type 'HttpRequest'/],
  ['a misspelled member', 'r.headerIn;', 'TS2551', /Did you mean 'headersIn'/],
  ['a read-only property that is written', "r.uri = '/';", 'TS2540', /'uri' because it is a read-only property/],
  ['a read-only header that is written', "r.headersIn.host = 'a';", 'TS2542', /only permits reading/],
  ['a member that was removed', 'r.requestBody;', 'TS2339', /'requestBody' does not exist/],
  ['a method that was removed from strings', "'a'.toUTF8();", 'TS2339', /'toUTF8' does not exist/],
  [
    'an export of a module by its name',
    "import { readFileSync } from 'fs';",
    'TS2614',
    /no exported member 'readFileSync'/,
  ],
  ['a module that is not there', "import sockets from 'sockets';", 'TS2307', /Cannot find module 'sockets'/],
  ['a global that is not there', 'document.title;', 'TS2584', /Cannot find name 'document'/],
  ['a result that may be missing', 'r.headersIn.host.length;', 'TS18048', /possibly 'undefined'/],
  [
    'a promise that is not awaited',
    "fs.promises.readFile('/a').length;",
    'TS2339',
    /does not exist on type 'Promise<Buffer>'/,
  ],
  ['a text for bytes', "fs.readFileSync('/a').split('');", 'TS2339', /'split' does not exist on type 'Buffer'/],
  ['an unknown encoding', "Buffer.from('a').toString('latin1');", 'TS2345', /'"latin1"' is not assignable/],
  ['an unknown flag', "fs.openSync('/a', 'rw');", 'TS2345', /'"rw"' is not assignable to parameter of type 'OpenFlag/],
  ['an unknown option', "zlib.deflateSync('a', { levle: 1 });", 'TS2561', /Did you mean to write 'level'/],
  ['an option of another type', "r.subrequest('/a', { detached: 'yes' });", 'TS2769', /No overload matches this call/],
  ['an unused result', "const sent: string = r.send('a');", 'TS2322', /'void' is not assignable to type 'string'/],
  ['another algorithm', "crypto.subtle.digest('MD5', Buffer.from(''));", 'TS2345', /'"MD5"' is not assignable/],
  ['an unknown key usage', "crypto.subtle.generateKey('AES-GCM', true, ['encypt']);", 'TS2769', /No overload/],
  [
    'an attribute taken for an element',
    "xml.parse('').$root?.a?.$attr$b?.$tags;",
    'TS2339',
    /'\$tags' does not exist on type 'string'/,
  ],
  [
    'a text taken for a number',
    "Buffer.alloc(8).writeInt8('1');",
    'TS2345',
    /'string' is not assignable to parameter of type 'number'/,
  ],
  ['an unknown event', "rt.on('start', () => 0);", 'TS2769', /No overload/],
  ['an unknown constructor', "new Buffer('a');", 'TS2351', /not constructable/],
];

test('declarations: each mistake is reported at its place, and nothing else is', (t) => {
  const head = ["import fs from 'fs';", "import xml from 'xml';", "import zlib from 'zlib';"];
  const script = (line: string): string =>
    line.startsWith('import')
      ? `${line}\nexport {};\n`
      : [...head, 'export function handle(r: srv.HttpRequest) {', line, 'return [fs, xml, zlib, r];', '}', ''].join(
          '\n',
        );
  const files = Object.fromEntries(MISTAKES.map(([, line], at) => [`mistake-${at}.ts`, script(line)]));
  const complaints = compiled(t, { files });
  for (const [at, [kind, line, code, says]] of MISTAKES.entries()) {
    const own = complaints.filter(({ file }) => file === `mistake-${at}.ts`);
    t.deepEqual(
      own.map((one) => [one.line, one.code]),
      [[line.startsWith('import') ? 1 : 5, code]],
      kind,
    );
    t.match(own[0]?.message ?? '', says, kind);
  }
  t.end();
});
