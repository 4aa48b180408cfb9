import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import test from 'tape';
import { soon } from '../../testing/waiting.js';

const program = fileURLToPath(new URL('../../programs/serve-main.js', import.meta.url));

const configuration = (rest = '') => `
  error_log stderr notice; pid host.pid;
  events {}
  http { js_import main.js; include more/*.conf; server { listen 127.0.0.1:0; location / { js_content main.text; } location /fails { js_content main.fails; } ${rest} } }
`;
const library = (value: string) => `export default '${value}';`;

test('serve --watch: prints its address, and follows the configuration, its inclusions and its scripts', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  mkdirSync(join(folder, 'more'));
  write('host.conf', configuration());
  write('more/one.conf', 'default_type text/plain;');
  write(
    'main.js',
    "import lib from './lib.js';\nexport default { text: (r) => r.return(200, lib), fails: async () => { await 0; oops } };",
  );
  write('lib.js', library('first'));
  const child = spawn(process.execPath, [program, '-p', folder, '-c', 'host.conf', '--watch'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const errors = createInterface(child.stderr)[Symbol.asyncIterator]();
  const line = async (pattern: RegExp) => {
    for (;;) {
      const { value, done } = await soon(`a line ${pattern}`, errors.next());
      if (done === true) throw new Error(`ended before it printed ${pattern}`);
      if (pattern.test(value)) return value;
    }
  };
  const output = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value: address } = await soon('where it listens', output.next());
  const port = /^srvspec: listening on 127\.0\.0\.1:(\d+)$/.exec(address ?? '')?.[1] ?? '';
  t.notEqual(port, '', address);
  const ask = (path = '/') => {
    const sent = get({ port, path, agent: false });
    const answer = new Promise<string>((resolve, reject) => {
      sent.once('response', (response) => text(response).then(resolve, reject)).on('error', reject);
    });
    return soon(`an answer for ${path}`, answer, () => sent.destroy());
  };
  const exited = /worker process \d+ exited with code 0$/;
  t.equal(await ask(), 'first');
  t.match(await ask('/fails'), /500 Internal Server Error/);
  t.match(
    await line(/oops/),
    /\[error\] \d+#\d+: \*\d+ js unhandled rejection: .*: oops is not defined$/,
    'the log shows it',
  );
  t.match(await line(/./), /^ {4}at fails \(.*\/main\.js:2:81\)$/, 'where it was');
  t.match(await line(/./), /^ while closing request, client: /, 'for whom');
  t.equal(await line(/./), '  main.js:2:81', 'the viewer sees the lines');
  // Like editors: a new file replaces the old one.
  write('lib.new', library('second'));
  renameSync(join(folder, 'lib.new'), join(folder, 'lib.js'));
  await line(exited);
  t.equal(await ask(), 'second', 'an imported script');
  write('host.conf', configuration('location /more { return 200 more; }'));
  await line(exited);
  t.equal(await ask('/more'), 'more', 'the configuration');
  write('more/one.conf', 'nonsense;');
  await line(/\[emerg\] \d+#\d+: unknown directive "nonsense" in \S+one\.conf:1$/);
  t.equal(await ask(), 'second', 'a refused configuration changes nothing');
  write('more/one.conf', 'default_type text/html;');
  await line(exited);
  write('lib.js', 'export default ;');
  await line(/\[emerg\].*SyntaxError/);
  t.equal(await line(/./), '  lib.js:1:16');
  write('lib.js', 'export const other = 1;');
  await line(/\[emerg\].*does not provide/);
  t.equal(await line(/./), '  main.js:1:8');
  write('lib.js', "import './nowhere.js';");
  await line(/\[emerg\].*cannot find/);
  t.equal(await line(/./), '  lib.js:1:8');
  write('lib.js', library('third'));
  await line(exited);
  t.equal(await ask(), 'third', 'after a corrected mistake');
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  t.equal(await soon('the end', ended), 0);
});
