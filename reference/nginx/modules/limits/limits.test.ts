import test from 'tape';
import { testHost } from '../../../testing/host.js';

const script = `
  export default {
    status: (r) => r.return(200, String(r.variables.limit_req_status)),
    slow: (r) => setTimeout(() => r.return(200, r.variables.limit_conn_status), 200),
    inner: (r) => r.subrequest('/rate?k=inner').then((a) => r.subrequest('/rate?k=inner').then((b) => r.return(200, a.status + ' ' + b.status))),
  };`;
const http = 'limit_req_zone $arg_k zone=r:64k rate=1r/m; limit_conn_zone $arg_k zone=c:64k;';

test('limit_req: rejected, delayed and dry-run requests', async (t) => {
  const server = `
    location /rate { limit_req zone=r; js_content main.status; }
    location /burst { limit_req zone=r burst=2 nodelay; limit_req_status 429; limit_req_log_level warn; js_content main.status; }
    location /dry { limit_req zone=r; limit_req_dry_run on; js_content main.status; }
    location /page { limit_req zone=r; error_page 503 =200 /rate; js_content main.status; }
    location /inner { js_content main.inner; }
    location /fast { limit_req zone=f burst=5; js_content main.status; }`;
  const host = await testHost(t, { script, http: `${http} limit_req_zone $arg_k zone=f:64k rate=1r/s;`, server });
  const status = async (path: string) => {
    const { status, text } = await host.ask(path);
    return status === 200 ? text : status;
  };
  t.deepEqual(
    [await status('/rate?k=1'), await status('/rate?k=1'), await status('/rate?k='), await status('/rate?k=')],
    ['PASSED', 503, 'undefined', 'undefined'],
  );
  t.deepEqual(
    [await status('/burst?k=2'), await status('/burst?k=2'), await status('/burst?k=2'), await status('/burst?k=2')],
    ['PASSED', 'PASSED', 'PASSED', 429],
  );
  t.deepEqual([await status('/dry?k=3'), await status('/dry?k=3')], ['PASSED', 'REJECTED_DRY_RUN']);
  t.equal(await status('/page?k=3'), 'REJECTED', 'an error page is not limited again');
  t.equal(await status('/inner'), '200 200', 'a request is limited once, including its subrequests');
  const pair = async (k: number) => (await Promise.all([status(`/fast?k=${k}`), status(`/fast?k=${k}`)])).sort();
  let both = await pair(5);
  // A busy machine may need more than a second between the two.
  for (let k = 6; k < 12 && both[0] === 'PASSED'; k++) both = await pair(k);
  t.deepEqual(both, ['DELAYED', 'PASSED']);
  const lines = host
    .log()
    .map((line) => line.replace(/^.*?(\[\w+\]).*?\*\d+ |, client: .*/g, '$1 ').replace(/excess: \d+\.\d+/, 'excess'));
  for (const line of [
    '[error] limiting requests, excess by zone "r" ',
    '[warn] limiting requests, excess by zone "r" ',
    '[error] limiting requests, dry run, excess by zone "r" ',
    '[warn] delaying request, excess, by zone "f" ',
  ])
    t.ok(lines.includes(line), line);
});

test('limit_conn: requests in progress', async (t) => {
  const server = `
    location /slow { limit_conn c 1; js_content main.slow; }
    location /dry { limit_conn c 1; limit_conn_dry_run on; js_content main.slow; }`;
  const host = await testHost(t, { script, http, server });
  const status = async (path: string) => {
    const { status, text } = await host.ask(path);
    return status === 200 ? text : status;
  };
  const all = await Promise.all([status('/slow?k=1'), status('/slow?k=1'), status('/slow?k=2')]);
  t.deepEqual(all.sort(), [503, 'PASSED', 'PASSED']);
  t.equal(await status('/slow?k=1'), 'PASSED', 'a finished request does not count');
  t.deepEqual((await Promise.all([status('/dry?k=1'), status('/dry?k=1')])).sort(), ['PASSED', 'REJECTED_DRY_RUN']);
  t.ok(
    host.log().some((line) => line.includes('[error]') && line.includes('limiting connections by zone "c", client: ')),
  );
});
