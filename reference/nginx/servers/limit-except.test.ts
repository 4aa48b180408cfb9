import test from 'tape';
import { testHost } from '../../testing/host.js';

const script =
  "export default { refused: (r) => r.return(403), content: (r) => { r.return(200, 'content ' + r.method); } };";

/** Directives of a location, and the statuses of GET, HEAD, POST and DELETE. */
const rows: readonly (readonly [string, readonly number[]])[] = [
  ['limit_except GET { deny all; } js_content main.content;', [200, 200, 403, 403]],
  ['limit_except GET { js_access main.refused; } return 204;', [204, 204, 403, 403]],
  ['limit_except POST { deny all; } js_content main.content;', [403, 403, 200, 403]],
  ['limit_except get post { deny all; } js_content main.content;', [200, 200, 200, 403]],
  ['limit_except HEAD { deny all; } js_content main.content;', [403, 200, 403, 403]],
  [
    'limit_except GET { allow 127.0.0.1; deny all; js_content main.content; } js_content main.content;',
    [200, 200, 200, 200],
  ],
  ['limit_except GET { deny all; } return 204;', [204, 204, 403, 403]],
  ['limit_except GET { } return 204;', [204, 204, 404, 405]],
  ['deny all; limit_except GET { allow all; } js_content main.content;', [403, 403, 404, 405]],
  ['limit_except GET { } js_content main.content;', [200, 200, 404, 405]],
];

test('limit_except: directives for other methods', async (t) => {
  const server = rows.map(([directives], at) => `location = /${at} { ${directives} }`).join('\n');
  const host = await testHost(t, { script, server });
  for (const [at, [directives, expected]] of rows.entries()) {
    const statuses: number[] = [];
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'])
      statuses.push((await host.ask(`/${at}`, { method })).status);
    t.deepEqual(statuses, expected, directives);
  }
});
