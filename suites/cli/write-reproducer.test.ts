import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { isTaken, shareOf } from '../../generators/build/testing/share.js';
import { startWrongServer } from '../targets/broken/proxy.js';
import { SERVER_FAULTS } from '../targets/broken/wrong-servers.js';
import { startReferenceApi } from '../targets/reference/api.js';
import { freePorts } from '../targets/support/host/free-port.js';
import { ended, folderFor, MAIN, OUTSIDE_CI, type ProgramResult, spawned, srvspecWith } from './testing/program.js';

const RIGHT = `${process.execPath} ${MAIN} exec`;

/** A command-line runtime that runs scripts after this text, in a file of the folder. */
function wrongRuntime(folder: string, prelude: string): string {
  const file = join(folder, 'wrong.sh');
  writeFileSync(join(folder, 'prelude.js'), `${prelude}\n`);
  writeFileSync(
    file,
    `cat "${folder}/prelude.js" "$1" > "${folder}/whole-$$.js"; exec ${RIGHT} "${folder}/whole-$$.js"\n`,
  );
  return `sh ${file}`;
}

const scriptRun = (script: string, env: NodeJS.ProcessEnv = {}): Promise<ProgramResult> =>
  ended(['sh', script], { env: { ...process.env, ...env } });

/** `srvspec replay` with these arguments. */
const replayed = (words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ProgramResult> =>
  srvspecWith({ ...OUTSIDE_CI, ...env }, 'replay', ...words);

const replay = (id: string, command: string, folder: string): Promise<ProgramResult> =>
  replayed([id, '--target', `cli:${command}`, '--write', folder]);

const ID = 'buffer.concat.empty-list/alone';

test('a fault of a command-line runtime is written as a folder that shows it by itself', {
  skip: !isTaken('a folder by itself'),
}, async (t) => {
  const folder = folderFor(t);
  const wrong = wrongRuntime(folder, 'Buffer.concat = () => Buffer.from("<\'\\"\\n\\u00e9");');
  const written = join(folder, 'new', 'folder');
  const first = await spawned('replay', ID, '--target', `cli:${wrong}`, '--write', written);
  t.equal(first.status, 0, first.stderr);
  t.deepEqual(
    readdirSync(written).sort(),
    ['README.md', 'actual.txt', 'expected.txt', 'run.sh', 'script.js', 'versions.json'].sort(),
  );
  const script = readFileSync(join(written, 'script.js'), 'utf8');
  t.notOk(/srvspec|invoke|probe/.test(script), 'the script makes the call itself');
  t.ok(script.includes('Buffer.concat([])'), script);
  t.equal((await ended(['sh', '-n', join(written, 'run.sh')], {})).status, 0, 'a shell reads run.sh');
  const run = (command: string): Promise<ProgramResult> => scriptRun(join(written, 'run.sh'), { NJS: command });
  t.equal((await run(wrong)).status, 0, 'the fault is there');
  t.equal((await run(RIGHT)).status, 1, 'and not in a right runtime');
  t.equal((await run('false')).status, 2, 'a runtime that runs nothing gives no result');
  t.equal((await run('echo other')).status, 2, 'nor does one that prints something else');
  const readme = readFileSync(join(written, 'README.md'), 'utf8');
  for (const part of ['### Describe the bug', '### To reproduce', '### Expected behavior', '### Your environment'])
    t.ok(readme.includes(part), part);
  const again = await replay(ID, wrong, written);
  t.equal(again.status, 2, 'a folder with files is not overwritten');
});

test('a folder about a runtime of another name names it, its command and its globals, and no other runtime', {
  skip: !isTaken('a folder of another name'),
}, async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'acme.sh');
  writeFileSync(join(folder, 'prelude.js'), 'acme.dump = () => "other";\n');
  const named = '--srv host --rt acme';
  writeFileSync(
    file,
    `case $1 in *.js) cat "${folder}/prelude.js" "$1" > "${folder}/whole-$$.js"; exec ${RIGHT} ${named} "${folder}/whole-$$.js";; esac\nexec ${RIGHT} ${named} "$@"\n`,
  );
  const written = join(folder, 'written');
  const target = ['--target', `cli:sh ${file}`, '--bind', 'srv=host,rt=acme'];
  const { status, text } = await replayed([`rt-dump.primitives`, ...target, '--write', written]);
  t.equal(status, 0, text);
  const files = readdirSync(written).map((name) => [name, readFileSync(join(written, name), 'utf8')] as const);
  for (const [name, content] of files) t.notOk(/njs|ngx|NGINX|object Object/.test(content), `${name}: ${content}`);
  const readme = readFileSync(join(written, 'README.md'), 'utf8');
  t.match(readme, /^# sh acme.sh \d+\.\d+\.\d+ violates: /);
  t.ok(readme.includes(`\nsh ${file} script.js\n`), readme);
  t.match(readFileSync(join(written, 'script.js'), 'utf8'), /\bacme\b/);
  t.equal((await scriptRun(join(written, 'run.sh'))).status, 0, 'its command is the one that run.sh knows');
});

/** Wrong runtimes by the text before their scripts, with texts that the code must and must not contain, and the observation. */
const PLAIN: readonly (readonly [id: string, prelude: string, code: RegExp, seen: RegExp])[] = [
  [
    'zlib-deflate.chunks/deflateSync/100',
    'import wrong from "zlib"; wrong.deflateSync = () => { throw new RangeError("no"); };',
    /^ {2}console\.log\(\(zlib\.deflateSync\(given0, \{ "chunkSize": 100 \}\), "done"\)\);$/m,
    /^throws RangeError$/m,
  ],
  [
    'crypto-module.hash.openssl/empty/sha224',
    'import wrong from "crypto"; wrong.createHash = () => { throw new RangeError("no"); };',
    /^ {2}console\.log\(JSON\.stringify\(probe\(/m,
    /^throws RangeError$/m,
  ],
  [
    'crypto-module.axes.own-results/crypto.createHash',
    'import wrong from "crypto"; wrong.createHash = () => { process.kill(process.pid, "SIGSEGV"); for (;;); };',
    /^ {2}console\.log\(\(crypto\.createHash\("sha256"\), "done"\)\);$/m,
    /^it died of signal 11$/m,
  ],
  [
    'global-crypto-ciphers.rsa-oaep-refused/too-long-sha-512',
    'Object.defineProperty(crypto.subtle, "encrypt", { value: async () => crypto.getRandomValues(new Uint8Array(64)).buffer });',
    /encrypt/,
    /^ArrayBuffer [0-9a-f]{128}$/m,
  ],
  [
    'file-system-flags.write/dangling/appendFile/w/false',
    'import wrong from "fs"; wrong.appendFileSync = () => { throw new RangeError("no"); };',
    /^ {2}console\.log\(String\(fs\.appendFileSync\("\{folder\}\/dangling-link\/a", "XY", \{ "flag": "w" \}\)\)\);$/m,
    /^throws RangeError$/m,
  ],
];

test('the code of a folder is plain, and its output shows the fault', async (t) => {
  const folder = folderFor(t);
  for (const [i, [id, prelude, code, seen]] of shareOf(PLAIN, 'plain scripts').entries()) {
    const own = mkdtempSync(join(folder, `${i}-`));
    const { status, text } = await replay(id, wrongRuntime(own, prelude), join(own, 'written'));
    t.equal(status, 0, `${id}: ${text}`);
    const [script, actual, expected, readme] = ['script.js', 'actual.txt', 'expected.txt', 'README.md'].map((name) =>
      readFileSync(join(own, 'written', name), 'utf8'),
    );
    t.match(script ?? '', code, id);
    t.match(actual ?? '', seen, id);
    t.notOk(/object Object/.test(expected ?? ''), id);
    const isByHand = !script?.includes('{folder}');
    t.equal(readme?.includes('\nRun `script.js`:\n'), isByHand, `${id}: ${readme}`);
    t.equal(readme?.includes('`run.sh` creates the files that the script uses'), !isByHand, id);
  }
});

test('a script shows that a runtime goes down', { skip: !isTaken('a runtime that goes down') }, async (t) => {
  const folder = folderFor(t);
  const file = join(folder, 'dies.sh');
  writeFileSync(file, `grep -q -e 'concat\\\\"' -e 'Buffer.concat' "$1" && kill -SEGV $$; exec ${RIGHT} "$1"\n`);
  const written = join(folder, 'written');
  const { status, text } = await replay(ID, `sh ${file}`, written);
  t.equal(status, 0, text);
  t.equal(readFileSync(join(written, 'actual.txt'), 'utf8'), 'it died of signal 11\n');
  t.equal((await scriptRun(join(written, 'run.sh'), { NJS: RIGHT })).status, 1, 'a right runtime answers');
});

test('nothing is written for a right runtime, or for a target that needs the suite', async (t) => {
  const folder = folderFor(t);
  const written = join(folder, 'written');
  const right = await replay(ID, RIGHT, written);
  t.equal(right.status, 1, right.text);
  t.deepEqual(existsSync(written) ? readdirSync(written) : [], []);
  const reference = await replayed([ID, '--write', written]);
  t.equal(reference.status, 2, reference.text);
});

test('a folder that does not show the fault is not written, with the reason', {
  skip: !isTaken('folders refused'),
}, async (t) => {
  const folder = folderFor(t);
  // Wrong only for the suite, whose scripts can be recognized.
  const wrong = wrongRuntime(
    folder,
    'const concat = Buffer.concat; Buffer.concat = (...args) => (typeof target === "undefined" ? concat(...args) : 1);',
  );
  const written = join(folder, 'written');
  const { status, text } = await replay(ID, wrong, written);
  t.equal(status, 3, text);
  t.ok(/its script shows what is right/.test(text), text);
  t.deepEqual(readdirSync(written), []);
  const other = wrongRuntime(folder, 'Buffer.prototype.subarray = () => { throw new RangeError("no"); };');
  const before = await replay('buffer-fill.text/base64url/with-text', other, written);
  t.equal(before.status, 3, before.text);
  t.match(before.text, /: subarray\(\) throws, which comes before what the requirement is about\n/);
});

const SERVE = `${process.execPath} ${MAIN} serve`;

/** The observation if these texts are changed in the configuration and all scripts of a server's folder. */
const CONVERSATIONS: readonly (readonly [id: string, change: string, ...seen: string[]])[] = [
  ['stream-send.several/two/upload', 's/%22cd%22/%22xy%22/;s/"cd"/"xy"/', 'connection 2 received "abxy"'],
  ['srv-files.paths/configuration', 's/r.return(200, `/&.gone/', 'the file exists: false'],
  // Its input is in the bytes that the law itself sends.
  ['http-request-body.none/copied', 's/spec-report/other-report/', 'connection 1 received "HTTP/1.1 203 '],
];

test('streams, peers and files are played by themselves, and distinguish a wrong server from a right one', async (t) => {
  const folder = folderFor(t);
  for (const [i, [id, change, ...seen]] of shareOf(CONVERSATIONS, 'conversations that are played').entries()) {
    const wrong = join(folder, `wrong-${i}.sh`);
    const place = 'for a; do case $a in */*.conf) sed -i "$change" "$(dirname "$a")"/*.js "$a";; esac; done';
    writeFileSync(wrong, `change='${change}'\n${place}\nexec ${SERVE} "$@"\n`);
    const written = join(folder, `written-${i}`);
    const target = ['--target', `nginx:sh ${wrong}`];
    const { status, text } = await replayed([id, ...target, '--write', written]);
    t.equal(status, 0, text);
    t.ok(readFileSync(join(written, 'actual.txt'), 'utf8').startsWith(seen.join('\n')), id);
    const [port, port1, port2] = await freePorts(3);
    const ports = { PORT: `${port}`, PORT1: `${port1}`, PORT2: `${port2}` };
    const run = (command: string): Promise<ProgramResult> =>
      scriptRun(join(written, 'run.sh'), { NGINX: command, ...ports });
    t.equal((await run(`sh ${wrong}`)).status, 0, 'the fault is there');
    t.equal((await run(SERVE)).status, 1, 'and not in a right server');
  }
});

test('nothing is written for a service, since replay shows the exchange itself', async (t) => {
  const right = await startReferenceApi();
  t.teardown(() => right.stop());
  const { clientId, apiKey } = right;
  const account = { url: right.url, clientId, apiKey, revokedApiKey: 'none' };
  const wrong = await startWrongServer(SERVER_FAULTS['shortens names'], account);
  t.teardown(() => wrong.stop());
  const folder = folderFor(t);
  const written = join(folder, 'written');
  const env = { SRVSPEC_CLIENT_ID: clientId, SRVSPEC_API_KEY: apiKey };
  const words = ['api-servers.name/usual', '--target', `api:${wrong.url}`, '--allow-writes'];
  const refused = await replayed([...words, '--write', written], env);
  t.equal(refused.status, 2, refused.text);
  t.match(
    refused.text,
    /--write takes no case of a server; `replay api-servers\.name\/usual` without it shows the exchange/,
  );
  t.notOk(existsSync(written));
  const { status, text } = await replayed(words, env);
  t.equal(status, 1, text);
  t.match(text, /POST \/servers \{"name":"srvspec-RUN-1-usual"\}: 200/);
});
