import { readFileSync } from 'node:fs';
import test from 'tape';
import { testHost } from '../../../testing/host.js';
import { inertModule } from './inert.js';

test('settings without effect: the page lists them', (t) => {
  const listed = /<!-- inert -->\n([^#]*)/.exec(readFileSync('reference/README.md', 'utf8'))?.[1] ?? '';
  t.deepEqual(
    [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    [...new Set(inertModule.directives.map(({ name }) => name))].sort(),
  );
  t.equal(inertModule.directives.filter(({ read }) => read === undefined).length, 0, 'each is checked');
  t.end();
});

test('settings without effect: the log mentions them once', async (t) => {
  const server =
    'sendfile on; server_name a/b; location /a { sendfile off; tcp_nopush on; } location / { return 200 ok; }';
  const host = await testHost(t, { http: 'limit_rate 0;', server });
  t.equal((await host.ask('/')).text, 'ok');
  const notes = host.log().filter((line) => /\[(notice|warn)\]/.test(line));
  t.equal(notes.length, 2, notes.join('\n'));
  t.match(notes[0] ?? '', /\[warn\] .*server name "a\/b" has suspicious symbols in .*host\.conf:\d+$/);
  t.match(notes[1] ?? '', /\[notice\] .*these settings have no effect here: limit_rate, sendfile, tcp_nopush$/);
});
