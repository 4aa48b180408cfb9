import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { testHost } from '../../../testing/host.js';

const script = `
  import fs from 'fs';
  const own = srv.prefix + '/main.js';
  export default {
    length: async () => String((await fs.promises.readFile(own, 'utf8')).length),
    content: (r) => r.return(200, r.variables.length + ' ' + fs.statSync(own).size),
    leaves: async (r) => { globalThis.kept = await fs.promises.open(own); r.return(200, fs.openSync(own) + ' ' + kept.fd); },
    missing: (r) => r.return(200, String(fs.readFileSync('/nope'))),
    unhandled: (r) => { fs.promises.unlink('/nope'); r.return(200); },
  };
`;

/** How many times this process has a file open. */
function timesOpen(path: string): number {
  const links = readdirSync('/proc/self/fd').map((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link === path).length;
}

test('files: handlers of variables wait for promises, and no request leaves files open', async (t) => {
  const names = ['content', 'leaves', 'missing', 'unhandled'];
  const server = names.map((name) => `location /${name} { js_content main.${name}; }`).join(' ');
  const host = await testHost(t, { script, http: 'js_set $length main.length;', server });
  t.equal((await host.ask('/content')).text, `${script.length} ${script.length}`);
  for (let request = 0; request < 5; request += 1) t.equal((await host.ask('/leaves')).text, '4 3');
  t.equal((await host.ask('/missing')).status, 500);
  await host.ask('/unhandled');
  t.ok(await host.logged('unhandled rejection: Error: No such file or directory'));
  t.equal((await host.ask('/content')).status, 200);
  t.equal(timesOpen(join(host.folder, 'main.js')), 0);
});
