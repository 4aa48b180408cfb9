import test, { type Test } from 'tape';
import { type TestHost, testHost } from '../../../testing/host.js';

const script = `
  let served = 0;
  /** Answers once so many requests are there. */
  function together(r) {
    if (srv.shared.seen.get('requests') < Number(r.args.till)) return new Promise((resolve) => setTimeout(resolve, 1)).then(() => together(r));
    r.return(200, String(served));
  }
  export default {
    count(r) {
      served += 1;
      if (served === 1) rt.on('exit', () => srv.log(srv.ERR, 'exit after ' + served));
      if (r.args.how === 'throws') throw new Error('on purpose');
      if (r.args.how === 'rejects') return Promise.reject(new Error('on purpose'));
      if (r.args.how === 'never') return new Promise(() => undefined);
      if (r.args.how === 'waits') return new Promise((resolve) => setTimeout(resolve, 1)).then(() => r.return(200, String(served)));
      if (r.args.till !== undefined) return together(r, srv.shared.seen.incr('requests', 1));
      r.return(200, String(served));
    },
    keep(r) {
      const earlier = globalThis.kept;
      globalThis.kept = r;
      let caught = 'nothing';
      try { earlier?.return(200, 'not mine'); } catch (error) { caught = error.name; }
      r.return(200, caught);
    },
  };`;

/** The answers to requests, one after the other. */
async function texts(host: TestHost, ...paths: readonly string[]): Promise<string[]> {
  const all: string[] = [];
  for (const path of paths) {
    const { status, text } = await host.ask(path);
    all.push(status === 200 ? text : String(status));
  }
  return all;
}

function hostWith(t: Test, http: string): Promise<TestHost> {
  const locations = ['/', '/other', '/own'].map((path) => {
    const more = path === '/own' ? 'js_context_reuse 0;' : '';
    return `location ${path} { js_content main.count; ${more} }`;
  });
  const server = `${locations.join(' ')} location /keep { js_content main.keep; }`;
  return testHost(t, { script, http: `js_shared_dict_zone zone=seen:32k type=number; ${http}`, server });
}

test('js_engine qjs: a location keeps its realms, however the requests ended', async (t) => {
  const host = await hostWith(t, 'js_engine qjs;');
  t.deepEqual(
    await texts(host, '/', '/', '/?how=throws', '/', '/?how=rejects', '/', '/?how=never', '/', '/?how=waits', '/'),
    ['1', '2', '500', '4', '500', '6', '500', '8', '9', '10'],
  );
  t.deepEqual(await texts(host, '/other', '/other'), ['1', '2'], 'each location has its own');
  t.deepEqual(await texts(host, '/own', '/own'), ['1', '1'], 'a location that keeps none');
});

test('js_engine qjs: no realm serves two requests at the same time, and a limited number is kept', async (t) => {
  const host = await hostWith(t, 'js_engine qjs; js_context_reuse 2;');
  const together = await Promise.all(Array.from({ length: 4 }, () => host.ask('/?till=4')));
  t.deepEqual(
    together.map(({ text }) => text),
    ['1', '1', '1', '1'],
  );
  const later = await Promise.all(Array.from({ length: 4 }, () => host.ask('/?till=8')));
  t.deepEqual(later.map(({ text }) => text).sort(), ['1', '1', '2', '2'], 'two of four were kept');
});

test('js_engine qjs: the event exit occurs at the end of the request that registered it', async (t) => {
  const host = await hostWith(t, 'js_engine qjs;');
  await texts(host, '/', '/', '/');
  await host.host.quit();
  t.deepEqual(
    host
      .log()
      .join('\n')
      .match(/exit after \d+/g),
    ['exit after 1'],
  );
});

test('js_engine qjs: a request object kept by a script cannot answer', async (t) => {
  const host = await hostWith(t, 'js_engine qjs;');
  t.deepEqual(await texts(host, '/keep', '/keep', '/keep'), ['nothing', 'InternalError', 'InternalError']);
});

test('js_engine njs, and the default: a realm for each request', async (t) => {
  for (const http of ['', 'js_engine njs;', 'js_engine njs; js_context_reuse 5;']) {
    const host = await hostWith(t, http);
    t.deepEqual(await texts(host, '/', '/'), ['1', '1'], http);
  }
});

test('js_engine: parameters that an engine lacks are rejected', async (t) => {
  for (const http of ['js_engine v8;', 'js_engine;', 'js_context_reuse x;'])
    await hostWith(t, http).then(
      () => t.fail(`accepted ${http}`),
      (error: Error) => t.match(error.message, /invalid/, http),
    );
});
