import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { mergeSetups } from '../executor/merging.js';
import { http, location } from '../language/setup.js';
import { configurationText, handlersIn } from '../reproducers/configuration.js';
import { writtenRequest } from '../reproducers/requests.js';
import { commandRun, type RunScript, serverRun } from '../reproducers/run-script.js';
import { type Files, tryOnce } from '../reproducers/trying.js';

const MAIN = new URL('main.js', import.meta.url).pathname;
const RIGHT = `${process.execPath} ${MAIN} serve`;

const RUN: RunScript = {
  copied: [],
  ports: 1,
  requests: [],
  look: { at: 'output' },
  expected: ['expected.txt'],
  anyError: false,
  varies: false,
  goesDown: false,
};

/** A server that answers 200, where the fault is that it answers 201. */
function serverFiles(more: Partial<RunScript> = {}): Files {
  const setup = mergeSetups([
    { setup: [http(location('/', { js_content: (r) => r.return(200) }, 'prefix'))], scope: 'case' },
  ]);
  const names = new Map(handlersIn(setup).map((handler) => [handler, 'content']));
  const requests = [
    writtenRequest({ target: '/case/?a=b', headers: [['X-Foo', "'"]] }, 1, false),
    // Curl sends no such header: the bytes stand in a file.
    writtenRequest(
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
    'nginx.conf': configurationText(setup, { names, engine: 'njs', closes: true }).text,
    'handler.js': 'function content(r) { r.return(200, r.uri + r.args.a); }\nexport default { content };\n',
    'expected.txt': 'status 200\n',
    'actual.txt': 'status 201\n',
    'run.sh': serverRun({ ...RUN, copied: ['handler.js'], requests, look: { at: 'status', request: 2 }, ...more }),
  };
}

function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-server-'));
  return work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

test('the script of a server tells a right one from a wrong one, and both from none', (t) =>
  inFolder(async (folder) => {
    const wrong = join(folder, 'wrong.sh');
    // The prefix is the second word; what stands there is changed before the server reads it.
    writeFileSync(wrong, `sed -i s/200/201/ "$2/handler.js"; exec ${RIGHT} "$@"\n`);
    const right = await tryOnce(serverFiles(), { NGINX: RIGHT });
    t.deepEqual([right.status, right.seen?.toString()], [1, 'status 200\n'], right.printed);
    const other = await tryOnce(serverFiles(), { NGINX: `sh ${wrong}` });
    t.deepEqual([other.status, other.seen?.toString()], [0, 'status 201\n'], other.printed);
    const body = await tryOnce(serverFiles({ look: { at: 'answer', request: 1 } }), { NGINX: RIGHT });
    t.deepEqual(
      [body.status, body.seen?.toString()],
      [2, '/case/b\n'],
      'what is neither right nor the fault is not told',
    );
    const none = await tryOnce(serverFiles(), { NGINX: 'false' });
    t.deepEqual([none.status, none.seen], [2, undefined], none.printed);
    const started = join(folder, 'pid');
    writeFileSync(wrong, `echo $$ > ${started}; exec ${RIGHT} "$@"\n`);
    await tryOnce(serverFiles(), { NGINX: `sh ${wrong}` });
    t.notOk(existsSync(`/proc/${readFileSync(started, 'utf8').trim()}`), 'the server is ended');
  }));

test('the script of a command line that never ends is ended', (t) =>
  inFolder(async (folder) => {
    const command = join(folder, 'hangs.sh');
    writeFileSync(command, `echo $$ > ${folder}/pid; exec tail -f /dev/null\n`);
    const files = {
      'script.js': '',
      'actual.txt': '',
      'run.sh': commandRun({ ...RUN, copied: ['script.js'], expected: [], goesDown: true }),
    };
    const tried = await tryOnce(files, { NJS: `sh ${command}` });
    t.deepEqual([tried.status, tried.seen?.toString()], [0, 'no answer within 5 seconds\n'], tried.printed);
    t.notOk(existsSync(`/proc/${readFileSync(join(folder, 'pid'), 'utf8').trim()}`), 'the program is ended');
  }));
