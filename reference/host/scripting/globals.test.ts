import test from 'tape';
import { type HostFixture, testHost } from '../../testing/host.js';

/** Script text: the value of each expression in its argument, or the error that it throws. */
const evaluate = `
  const evaluate = (expressions) => expressions.map((expression) => {
    try { return String(expression()); } catch (error) { return error.name; }
  }).join(' ');`;

/** Starts a host and returns the answer for each path. */
async function answers(
  t: Parameters<typeof testHost>[0],
  served: HostFixture,
  ...paths: readonly string[]
): Promise<string[]> {
  const host = await testHost(t, served);
  const all: string[] = [];
  for (const path of paths) all.push((await host.ask(path)).text);
  return all;
}

/** The complaint about a configuration, with its line. */
async function refusal(t: Parameters<typeof testHost>[0], served: HostFixture): Promise<string> {
  return testHost(t, served).then(
    () => 'accepted',
    (error: Error & { line?: number }) => `${error.message} at ${error.line}`,
  );
}

const preloaded: Pick<HostFixture, 'script' | 'files'> = {
  script: `${evaluate}
    const atFirst = typeof g;
    export default {
      shows(r) { r.return(200, ['g', 's', 'l'].map((name) => JSON.stringify(globalThis[name])).join(' ')); },
      first(r) { r.return(200, atFirst); },
      changes(r) {
        r.return(200, evaluate([
          () => { g.a = 2; }, () => { g.b = 2; }, () => { delete g.a; }, () => { g.list[1].deep = 2; }, () => { g.list.length = 0; },
          () => Object.defineProperty(g, 'c', { value: 1 }), () => { Object.setPrototypeOf(g, {}); },
          () => Object.getPrototypeOf(g), () => Object.getPrototypeOf(g.list), () => Array.isArray(g.list), () => Object.isFrozen(g.list[1]),
          () => { g = 5; return g; }, () => { globalThis.s = 6; return s; },
        ]));
      },
    };`,
  files: {
    'g.json': '{"a":1,"list":[1,{"deep":true}]}',
    'data/s.json': '[null]',
    'l.json': '"é"',
    'other.json': '{"g":"other"}',
  },
};

test('js_preload_object: JSON files as globals, from the outermost block on', async (t) => {
  const http = 'js_preload_object g.json;';
  const server = `js_preload_object data/s.json;
    location / { js_content main.shows; }
    location /inner { js_preload_object l from l.json; js_content main.shows; }
    location /same { js_preload_object g from other.json; js_content main.shows; }
    location /first { js_content main.first; }
    location /changes { js_content main.changes; }`;
  const g = preloaded.files?.['g.json'];
  const shown = await answers(t, { ...preloaded, http, server }, '/', '/inner', '/same', '/first');
  t.deepEqual(shown, [`${g} [null] `, `${g} [null] "é"`, '{"g":"other"} [null] ', 'object']);
  const refused = Array.from({ length: 7 }, () => 'TypeError').join(' ');
  const changed = `${refused} null null true true 5 6`;
  const again = await answers(t, { ...preloaded, http, server }, '/changes', '/', '/changes');
  t.deepEqual(again, [changed, `${g} [null] `, changed], 'no request sees changes of another');
});

test('js_preload_object: invalid files are rejected with the line of the directive', async (t) => {
  const files = { ...preloaded.files, 'bad.json': '{"a":1,}', 'empty.json': '' };
  const rows = [
    ['x from none.json', /^open\(\) ".*\/none\.json" failed \(2: No such file or directory\) at 6$/],
    ['bad.json', /bad\.json" cannot be preloaded: it is not valid JSON from line 1, column 8 on at 6$/],
    ['empty.json', /empty\.json" cannot be preloaded: it is not valid JSON at 6$/],
    ['1g from g.json', /^cannot start with "1" in global name "1g" at 6$/],
    ['a.b.json', /^invalid character "\." in global name "a\.b" at 6$/],
    ['.json', /^empty global name at 6$/],
    ['g.js', /^cannot extract export name from file path "g\.js", use extended "from" syntax at 6$/],
    ['g form g.json', /^invalid parameter "form" at 6$/],
  ] as const;
  for (const [words, complaint] of rows)
    t.match(await refusal(t, { files, http: `js_preload_object ${words};`, server: '' }), complaint, words);
  t.match(
    await refusal(t, { files, server: 'location / {\n js_preload_object bad.json; }' }),
    / at 10$/,
    'in a location',
  );
});

test('js_preload_object: with js_engine qjs there are no such globals, and the log reports it', async (t) => {
  const http = 'js_engine qjs; js_preload_object g.json; js_preload_object x from none.json;';
  const host = await testHost(t, { ...preloaded, http, server: 'location / { js_content main.first; }' });
  t.equal((await host.ask('/')).text, 'undefined');
  t.match(
    await host.logged('"js_preload_object" does not define "g" where "js_engine" is "qjs"'),
    /\[warn\].* in .*host\.conf:6$/,
  );
});

test('js_import: names become globals for all modules of their level, once all modules have run', async (t) => {
  const files = {
    'config.js': 'export default { a: 1, atFirst: typeof config + typeof other };',
    'other.js': `
      const atFirst = typeof config + typeof other;
      export default {
        shows(r) { r.return(200, [config.a, typeof inner, atFirst, config.atFirst, ...Object.keys(globalThis)].join(' ')); },
        replaces(r) { other = { replaces: (r) => r.return(200, 'replaced') }; config.a = 2; r.return(200, 'as imported'); },
      };
      globalThis.direct = (r) => r.return(200, 'direct');`,
    'inner.js': 'export default { shows: other => other.return(200, String(config.a)) };',
  };
  const server = `js_import config.js; js_import other.js;
    location / { js_content other.shows; }
    location /inner { js_import inner.js; js_content other.shows; }
    location /replaces { js_content other.replaces; }
    location /direct { js_content direct; }`;
  const shown = '1 undefined undefinedundefined undefinedundefined direct main config other';
  for (const engine of ['njs', 'qjs'])
    t.deepEqual(
      await answers(
        t,
        { files, http: `js_engine ${engine};`, server },
        '/',
        '/inner',
        '/replaces',
        '/replaces',
        '/',
        '/direct',
      ),
      [
        shown,
        `${shown} inner`.replace('1 undefined', '1 object'),
        'as imported',
        engine === 'njs' ? 'as imported' : 'replaced',
        shown,
        'direct',
      ],
      engine,
    );
});

test('js_import: names that a module cannot bind, and names of outer blocks, are rejected', async (t) => {
  const files = { 'other.js': 'export default {};' };
  const rows = [
    ['js_import let from other.js;', '"let" is reserved and cannot be an export name at 6'],
    ['js_import undefined from other.js;', '"undefined" is reserved and cannot be an export name at 6'],
    ['js_import await from other.js;', '"await" is reserved and cannot be an export name at 6'],
    ['js_import $x from other.js;', 'cannot start with "$" in export name "$x" at 6'],
    ['js_import a$b from other.js;', 'invalid character "$" in export name "a$b" at 6'],
    ['js_import main from other.js;', 'the duplicate "main" import at 6'],
  ] as const;
  for (const [http, complaint] of rows) t.equal(await refusal(t, { files, http, server: '' }), complaint);
  const inner = 'location / { js_import main from other.js; js_content main.f; }';
  t.equal(await refusal(t, { files, server: inner }), 'the duplicate "main" import at 9', 'name of an outer block');
});

test('js_path: folders of inner blocks add to those of outer ones', async (t) => {
  const named = (name: string) => `export default { h: (r) => r.return(200, '${name}'), name: '${name}' };`;
  const files = {
    'lib1/one.js': `import two from 'two.js'; export default { h: (r) => r.return(200, 'one ' + two.name) };`,
    'lib2/two.js': named('two'),
    'lib3/two.js': named('outer two'),
    'lib1/which.js': named('outer'),
    'lib2/which.js': named('inner'),
    'lib1/main.js': named('not this'),
  };
  const server = `
    location /m { js_import one.js; js_path lib2; js_content one.h; }
    location /which { js_import which.js; js_path lib2; js_content which.h; }
    location /deep { js_path lib3; location /deep/er { js_import one.js; js_path lib2; js_content one.h; } }
    location /main { js_content main.h; }`;
  t.deepEqual(
    await answers(
      t,
      { script: named('beside the configuration'), files, http: 'js_path lib1;', server },
      '/m',
      '/which',
      '/deep/er',
      '/main',
    ),
    ['one two', 'outer', 'one outer two', 'beside the configuration'],
  );
});

test('js_path: a module may be only in folders of inner blocks, unless an outer block calls handlers', async (t) => {
  const files = {
    'lib1/one.js': `import two from 'two.js'; export default { h: (r) => r.return(200, 'one ' + two) };`,
    'lib2/two.js': `export default 'two';`,
  };
  const http = 'js_path lib1; js_import one.js;';
  const inner = 'location /m { js_path lib2; js_content one.h; }';
  t.deepEqual(await answers(t, { files, http, server: inner }, '/m'), ['one two']);
  const missing = 'cannot find module "two.js" at 6';
  t.equal(await refusal(t, { files, http, server: `${inner} location / { js_content one.h; }` }), missing);
  t.equal(
    await refusal(t, { files, http, server: `location /a { js_content one.h; ${inner.replace('/m', '/a/m')} }` }),
    missing,
  );
  t.equal(await refusal(t, { files, http: `${http} js_set $a one.h;`, server: inner }), missing);
  t.equal(await refusal(t, { files, http, server: '' }), missing);
});

test('require: built-in modules with the engine njs, nothing with qjs', async (t) => {
  const script = `${evaluate} import fs from 'fs';
    export default { evaluates(r) {
      r.return(200, evaluate([
        () => rt.engine, () => typeof require, () => require('fs') === fs, () => require('querystring').stringify({ a: 1 }),
        () => require('xml').parse('<a b="1"/>').a.$attr$b, () => typeof require('zlib').deflateSync, () => typeof require('crypto').createHash,
        () => require('buffer').Buffer === Buffer, () => typeof console.dump, () => require('nothing'), () => require('./main.js'), () => require(), () => new require('fs'), () => require.name + require.length,
        () => Object.keys(globalThis).includes('require'),
      ]));
    }, keeps(r) {
      const name = 'query' + 'string';
      const seen = typeof require(name).mine;
      require(name).mine = 1;
      r.return(200, seen);
    } };`;
  const server = 'location / { js_content main.evaluates; } location /keeps { js_content main.keeps; }';
  const [njs, ...kept] = await answers(t, { script, server }, '/', '/keeps', '/keeps');
  t.equal(
    njs,
    'njs function true a=1 1 function function true function Error Error TypeError TypeError require1 false',
  );
  t.deepEqual(kept, ['undefined', 'undefined'], 'no request sees what another stored on a module');
  const none = (count: number) => 'ReferenceError '.repeat(count);
  t.deepEqual(await answers(t, { script, http: 'js_engine qjs;', server }, '/'), [
    `QuickJS undefined ${none(6)}undefined ${none(5)}false`,
  ]);
});

test('js_periodic: where it is allowed, and its parameters', async (t) => {
  const misplaced = '"js_periodic" directive is not allowed here';
  for (const [http, server] of [
    ['js_periodic main.p;', ''],
    ['', 'js_periodic main.p;'],
  ] as const)
    t.match(await refusal(t, { http, server }), new RegExp(`^${misplaced} at \\d+$`));
  const size = 'the number of "worker_processes" is not equal to the size of "worker_affinity" mask';
  for (const [words, complaint] of [
    ['', 'method name is required'],
    ['main.p interval=0', 'invalid parameter "interval=0"'],
    ['main.p jitter=', 'invalid parameter "jitter="'],
    ['main.p interval', 'invalid parameter "interval"'],
    ['main.p worker_affinity=1', size],
    ['main.p worker_affinity=', size],
    ['main.p worker_affinity=1x', 'invalid character "x" in "worker_affinity="'],
  ] as const) {
    const files = {
      'host.conf': `worker_processes 2; events {} http { server { location / { js_periodic ${words}; } } }`,
    };
    t.equal(await refusal(t, { files, server: '' }), `${complaint} at 1`);
  }
});
