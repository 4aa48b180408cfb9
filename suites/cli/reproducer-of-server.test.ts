import { spawnSync } from 'node:child_process';
import {
  existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync,
} from 'node:fs'; // biome-ignore format: a list
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { mergeSetups } from '../executor/merging.js';
import { http, location } from '../language/setup.js';
import { configurationText, handlersIn } from '../reproducers/configuration.js';
import { requestCommand } from '../reproducers/requests.js';
import { commandRun, type ScriptParts, serverRun } from '../reproducers/run-script.js';
import { type ReproducerFiles, tryOnce, writeFiles } from '../reproducers/trying.js';
import { freePorts } from '../targets/support/host/free-port.js';
import { listenOnLoopback } from '../targets/support/host/listen.js';
import { ended, folderFor, MAIN, type ProgramResult } from './testing/program.js';

const RIGHT = `${process.execPath} ${MAIN} serve`;

const RUN: ScriptParts = {
  copied: [],
  ports: 1,
  requests: [],
  look: { at: 'output' },
  isListed: true,
  anyError: false,
  varies: false,
  goesDown: false,
  program: { variable: 'NGINX', command: 'nginx' },
};
const RUNTIME = { program: { variable: 'NJS', command: 'njs' } } as const;

/** A server that answers 200; the fault to show is an answer with 201. */
function serverFiles(more: Partial<ScriptParts> = {}): ReproducerFiles {
  const setup = mergeSetups([
    { setup: [http(location('/', { js_content: (r) => r.return(200) }, 'prefix'))], scope: 'case' },
  ]);
  const names = new Map(handlersIn(setup).map((handler) => [handler, 'content']));
  const requests = [
    requestCommand({ target: '/case/?a=b', headers: [['X-Foo', "'"]] }, 1, false),
    // Curl sends no such header, so the bytes are in a file.
    requestCommand(
      {
        target: '/case/x',
        headers: [
          ['Host', 'a'],
          ['Connection', 'close'],
          ['X-Foo', ''],
        ],
      },
      2,
      false,
    ),
  ];
  return {
    ...Object.assign({}, ...requests.map(({ files }) => files)),
    'nginx.conf': configurationText(setup, { names, engine: 'njs', closes: true, longest: 1 << 21 }).text,
    'handler.js': 'function content(r) { r.return(200, r.uri + r.args.a); }\nexport default { content };\n',
    'expected.txt': 'status 200\n',
    'actual.txt': 'status 201\n',
    'run.sh': serverRun({ ...RUN, copied: ['handler.js'], requests, look: { at: 'status', request: 2 }, ...more }),
  };
}

/** A script that waits forever; it runs in parallel to the tests before it. */
function beside<Result>(work: (folder: string) => Promise<Result>): () => Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-server-'));
  const working = work(folder).finally(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  // The test that awaits it reports the failure.
  working.catch(() => undefined);
  return () => working;
}

test('the script of a server distinguishes a right server, a wrong one and none', async (t) => {
  const folder = folderFor(t);
  const wrong = join(folder, 'wrong.sh');
  // The prefix is the second word. The files there are changed before the server reads them.
  writeFileSync(wrong, `sed -i s/200/201/ "$2/handler.js"; exec ${RIGHT} "$@"\n`);
  const right = await tryOnce(serverFiles(), { NGINX: RIGHT });
  t.deepEqual([right.status, right.seen?.toString()], [1, 'status 200\n'], right.printed);
  const other = await tryOnce(serverFiles(), { NGINX: `sh ${wrong}` });
  t.deepEqual([other.status, other.seen?.toString()], [0, 'status 201\n'], other.printed);
  const body = await tryOnce(serverFiles({ look: { at: 'answer', request: 1 } }), { NGINX: RIGHT });
  t.deepEqual(
    [body.status, body.seen?.toString()],
    [2, '/case/b\n'],
    'an answer that is neither right nor the fault is not claimed',
  );
  const failing = serverFiles({ look: { at: 'answer', request: 1 }, goesDown: true, isListed: false });
  const fails = { ...failing, 'handler.js': 'function content() { throw 1; }\nexport default { content };\n' };
  const failed = await tryOnce(fails, { NGINX: RIGHT });
  t.deepEqual([failed.status, failed.seen?.toString()], [0, 'the handler failed: status 500\n'], failed.printed);
  t.equal((await tryOnce(failing, { NGINX: RIGHT })).status, 1, 'a handler that answers has not failed');
  const none = await tryOnce(serverFiles(), { NGINX: 'false' });
  t.deepEqual([none.status, none.seen], [2, undefined], none.printed);
  const started = join(folder, 'pid');
  writeFileSync(wrong, `echo $$ > ${started}; exec ${RIGHT} "$@"\n`);
  await tryOnce(serverFiles(), { NGINX: `sh ${wrong}` });
  t.notOk(existsSync(`/proc/${readFileSync(started, 'utf8').trim()}`), 'the server is ended');
});

/** Whether the process with the id in the file is running. */
const isThere = (file: string): boolean => existsSync(`/proc/${readFileSync(file, 'utf8').trim()}`);

const endless = beside(async (folder) => {
  const command = join(folder, 'hangs.sh');
  writeFileSync(command, `echo $$ > ${folder}/pid; exec tail -f /dev/null\n`);
  const files = {
    'script.js': '',
    'actual.txt': '',
    'run.sh': commandRun({ ...RUN, ...RUNTIME, copied: ['script.js'], isListed: false, goesDown: true }),
  };
  const tried = await tryOnce(files, { NJS: `sh ${command}` });
  return { tried, remains: isThere(join(folder, 'pid')) };
});

test('the script of a command line that never ends is ended', async (t) => {
  const { tried, remains } = await endless();
  t.deepEqual([tried.status, tried.seen?.toString()], [0, 'no answer within 5 seconds\n'], tried.printed);
  t.notOk(remains, 'the program is ended');
});

/** Runs the script of a folder with these files. Its path is one that a shell would split, and the working folder is another one. */
async function ranIn(folder: string, files: ReproducerFiles, env: NodeJS.ProcessEnv): Promise<ProgramResult> {
  const copy = join(folder, `a 'b' "c" $d`);
  await writeFiles(copy, files);
  return ended(['sh', join(copy, 'run.sh')], { cwd: folder, env: { ...process.env, ...env } });
}

const port = async (): Promise<string> => String((await freePorts(1))[0]);

test('run.sh works in any folder and from any folder', async (t) => {
  const folder = folderFor(t);
  const name = 'an nginx of $mine';
  writeFileSync(join(folder, name), `#!/bin/sh\nexec ${RIGHT} "$@"\n`, { mode: 0o755 });
  const env = { NGINX: `'./${name}'`, CDPATH: folder, TMPDIR: join(folder, 'tmp dir') };
  mkdirSync(env.TMPDIR);
  const first = await ranIn(folder, serverFiles(), { ...env, PORT: await port() });
  t.equal(first.status, 1, first.text);
  const again = await ranIn(folder, serverFiles(), { ...env, PORT: await port() });
  t.equal(again.status, 1, 'and a second time');
  t.deepEqual(readdirSync(env.TMPDIR), [], 'no file is left');
});

test('without a tool that it needs, the script claims nothing about the fault', async (t) => {
  const folder = folderFor(t);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const tools = 'sh sed cat mktemp dirname rm cp ln mv sleep cmp grep tr awk';
  for (const tool of tools.split(' '))
    symlinkSync(
      spawnSync('sh', ['-c', `command -v ${tool}`])
        .stdout.toString()
        .trim(),
      join(bin, tool),
    );
  const files = serverFiles({ goesDown: true });
  const { status, text } = await ranIn(folder, files, { NGINX: RIGHT, PATH: bin, PORT: await port() });
  t.equal(status, 2, text);
  t.ok(/curl is needed/.test(text), text);
});

test('a port that is taken is no fault of the server', async (t) => {
  const folder = folderFor(t);
  const taken = createServer();
  const number = await listenOnLoopback(taken);
  const { status, text } = await ranIn(folder, serverFiles({ goesDown: true }), { NGINX: RIGHT, PORT: `${number}` });
  taken.close();
  t.equal(status, 2, text);
  t.ok(/does not start/.test(text), text);
});

test('child processes of the command are ended, too', async (t) => {
  const folder = folderFor(t);
  const command = join(folder, 'forks.sh');
  writeFileSync(command, `[ $1 = -V ] && exit; tail -f /dev/null &\necho $! > ${folder}/child; ${RIGHT} "$@"\n`);
  const { status, text } = await ranIn(folder, serverFiles(), { NGINX: `sh '${command}'`, PORT: await port() });
  t.equal(status, 1, text);
  const child = readFileSync(join(folder, 'child'), 'utf8').trim();
  t.notOk(/^State:\t[^Z]/m.test(existsSync(`/proc/${child}`) ? readFileSync(`/proc/${child}/status`, 'utf8') : ''));
});

const hanging = beside(async (folder) => {
  const command = join(folder, 'hangs.sh');
  // It waits, which uses no processor.
  const stops = 'setTimeout(() => {}, 600000); if (r.uri === undefined)';
  writeFileSync(
    command,
    `echo $$ > ${folder}/pid; sed -i 's/r.return/${stops} r.return/' "$2/handler.js"; exec ${RIGHT} "$@"\n`,
  );
  const files = serverFiles({ goesDown: true });
  const ran = await ranIn(folder, files, { NGINX: `sh '${command}'`, PORT: await port() });
  return { ...ran, remains: isThere(join(folder, 'pid')) };
});

test('a server that hangs is ended', async (t) => {
  const { status, text, remains } = await hanging();
  t.equal(status, 0, text);
  t.ok(/no answer within 5 seconds/.test(text), text);
  t.notOk(remains, 'the server is ended');
});

/** The observed bytes are shown exactly. */
async function seenOf(handler: string, more: Partial<ScriptParts>): Promise<string | undefined> {
  const files = {
    ...serverFiles(more),
    ...Object.assign({}, ...(more.requests ?? []).map((request) => request.files)),
    'handler.js': `function content(r) { ${handler} }\nexport default { content };\n`,
  };
  return (await tryOnce(files, { NGINX: RIGHT })).seen?.toString('latin1');
}

test('headers, bodies and lines of the log are shown exactly', async (t) => {
  const get = (method: string) => [requestCommand({ target: '/case/', method }, 1, false)];
  const header = { at: 'header', request: 1, name: 'X.a&b$' } as const;
  const odd = `r.headersOut['X.a&b$'] = ['1', '2: 3']; r.headersOut['XNa&b$'] = 'no'; r.return(200);`;
  t.equal(await seenOf(odd, { requests: get('GET'), look: header }), 'X.a&b$: 1\nX.a&b$: 2: 3\n');
  const latin = `r.headersOut['X-Y'] = 'a\\xe9'; r.return(200);`;
  const one = { at: 'header', request: 1, name: 'X-Y' } as const;
  t.equal(await seenOf(latin, { requests: get('GET'), look: one }), 'X-Y: a\xc3\xa9\n');
  const body = { at: 'body', request: 1 } as const;
  const bytes = `r.return(200, Buffer.from([0, 255, 10, 0x25, 0x60]));`;
  t.equal(await seenOf(bytes, { requests: get('GET'), look: body }), '\0\xff\n%`');
  t.equal(await seenOf(`r.return(200, 'abc');`, { requests: get('HEAD'), look: body }), '', 'a HEAD has no body');
  const log = `r.error('a, client: b\\nc, client: d'); r.log('% \` $x'); r.return(200);`;
  const look = { at: 'log' } as const;
  t.equal(await seenOf(log, { requests: get('GET'), look }), 'error: a, client: b\nc\ninfo: % ` $x\n');
});

test('a long body is sent without waiting for 100 Continue', async (t) => {
  const requests = [requestCommand({ target: '/case/', method: 'POST', body: 'a'.repeat(2 << 20) }, 1, false)];
  const seen = await seenOf(`r.return(201);`, { requests, look: { at: 'status', request: 1 } });
  t.equal(seen, 'status 201\n');
});
