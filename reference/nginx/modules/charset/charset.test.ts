import test from 'tape';
import { testHost } from '../../../testing/host.js';

const script = `export default {
  answer: (r) => {
    if (r.args.type !== undefined) r.headersOut['Content-Type'] = r.args.type;
    r.return(Number(r.args.status || 200), 'x');
  },
  inner: (r) => r.subrequest('/').then((reply) => r.return(200, reply.headersOut['Content-Type'])),
};`;

/** Requests, and the content types that nginx 1.30.6 sends. */
const rows: readonly (readonly [target: string, type: string | undefined])[] = [
  ['/', 'text/plain; charset=utf-8'],
  ['/?type=TEXT/HTML', 'TEXT/HTML; charset=utf-8'],
  ['/?type=text/css', 'text/css'],
  ['/css?type=text/css', 'text/css; charset=utf-8'],
  ['/css', 'text/plain'],
  ['/?type=text/html;%20charset=x', 'text/html; charset=x'],
  ['/?status=302', 'text/html'],
  ['/?status=404', 'text/plain; charset=utf-8'],
  ['/off', 'text/plain'],
  ['/named?charset=koi8-r', 'text/plain; charset=koi8-r'],
  ['/named', 'text/plain'],
  ['/file.html', 'text/html; charset=utf-8'],
];

test('charset: added to text types without one', async (t) => {
  const server = `charset utf-8;
    location / { js_content main.answer; }
    location /css { charset_types text/css; js_content main.answer; }
    location /off { charset off; js_content main.answer; }
    location /named { charset $arg_charset; js_content main.answer; }
    location /inner { js_content main.inner; }
    location = /file.html { return 404; }`;
  const host = await testHost(t, { script, http: 'default_type text/plain;', server });
  for (const [target, type] of rows) t.equal((await host.ask(target)).headers['content-type'], type, target);
  t.equal((await host.ask('/inner')).text, 'text/plain', 'a subrequest has only the type');
});
