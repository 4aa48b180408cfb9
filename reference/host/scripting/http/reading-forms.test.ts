import test from 'tape';
import { testHost } from '../../../testing/host.js';

const script = `
  const described = (error) => error.name + ': ' + error.message;
  const tried = (work) => { try { return work(); } catch (error) { return described(error); } };
  const settled = (work) => Promise.resolve().then(work).catch(described);
  const entries = (form) => { const all = []; form.forEach((value, key) => all.push([key, value])); return all; };
  const answer = (r, ...what) => r.return(200, JSON.stringify(what));
  const options = {
    none: [], nothing: [undefined], empty: [{}], array: [[2]], function: [() => 1], inherited: [Object.create({ maxKeys: 1 })], null: [null], number: [5], text: ['x'],
    ...Object.fromEntries(Object.entries({
      one: 1, two: 2, three: 3, zero: 0, negative: -1, fraction: 2.9, less: 1.9, small: 0.9, nan: NaN, infinite: Infinity, large: 2 ** 53, huge: 2 ** 64, given: undefined, off: null,
      yes: true, digits: '2', word: 'x', blank: '', list: [2], object: {}, made: { valueOf: () => 2 }, symbol: Symbol('s'),
    }).map(([name, maxKeys]) => [name, [{ maxKeys }]])),
    thrown: [{ get maxKeys() { throw new RangeError('mine'); } }],
  };
  let kept;
  export default {
    async members(r) {
      const form = await r.readRequestForm();
      const prototype = Object.getPrototypeOf(form);
      const names = Object.getOwnPropertyNames(prototype);
      const name = { toString: () => 'a' };
      const wrong = [{ toString() { throw new RangeError('mine'); } }, Symbol('a')];
      const calls = [];
      const context = {};
      const end = form.forEach(function (...values) { calls.push([...values.slice(0, 2), values[2] === form, values.length, this === context]); }, context);
      const all = form.getAll('a');
      all.push('mine');
      let count = 0;
      answer(r,
        [String(form), Object.keys(form), names, names.map((one) => prototype[one].length), Object.getPrototypeOf(prototype) === Object.prototype, form.constructor === Object],
        [form.get('a'), form.getAll('a'), form.has('a')],
        [form.get('A') === null, form.getAll('A'), form.has('A')],
        [form.get(name), form.getAll(name), form.has(name)],
        [form.get('__proto__'), form.get('undefined'), form.get(), form.has(), form.getAll()],
        wrong.map((one) => ['get', 'getAll', 'has'].map((method) => tried(() => form[method](one)))),
        ['get', 'getAll', 'has', 'hasFiles', 'forEach'].map((method) => tried(() => prototype[method].call({}, () => {})).slice(0, 9)),
        calls, end === undefined, form.hasFiles(),
        [undefined, 1, {}].map((callback) => tried(() => form.forEach(callback))),
        tried(() => form.forEach(() => { count += 1; throw new RangeError('mine'); })), count);
    },
    async files(r) {
      const form = await r.readRequestForm();
      const file = form.get('f');
      file.name = 'other';
      answer(r, entries(form), form.hasFiles(), Object.getPrototypeOf(file) === Object.prototype, form.getAll('f'), form.get('a'));
    },
    async options(r) {
      const given = options[r.args.of];
      const read = await settled(() => { const promise = tried(() => r.readRequestForm(...given)); return typeof promise === 'string' ? 'at once ' + promise : promise; });
      answer(r, typeof read === 'string' ? read : entries(read).length);
    },
    async cached(r) {
      const refused = await settled(() => r.readRequestForm({ maxKeys: 1 }));
      const form = await r.readRequestForm();
      const again = [[{ maxKeys: 1 }], [{ maxKeys: 0 }], [null], [options.thrown[0]], []];
      const same = [];
      for (const given of again) same.push(await settled(async () => await r.readRequestForm(...given) === form));
      answer(r, typeof refused === 'string' ? refused : entries(refused).length, same, kept === form, await r.readRequestText(), entries(form), r.requestText);
    },
    async keeps(r) { kept = await r.readRequestForm(); kept.forEach((value, key) => { r.variables.seen += key + '=' + value + ' '; }); },
    async pending(r) {
      const first = r.readRequestForm();
      const others = [() => r.readRequestForm(), () => r.readRequestForm(null), () => r.readRequestText()].map(tried);
      r.variables.seen = JSON.stringify([first instanceof Promise, ...others, await settled(async () => entries(await first))]);
    },
    async together(r) {
      const [first, second, text] = [r.readRequestForm(), r.readRequestForm({ maxKeys: 1 }), r.readRequestText()];
      answer(r, first instanceof Promise, await first === await second, await text);
    },
    async read(r) { answer(r, r.variables.seen, await settled(async () => entries(await r.readRequestForm()))); },
    async again(r) { await r.readRequestForm(); r.internalRedirect('/few'); },
    async few(r) { answer(r, await settled(async () => entries(await r.readRequestForm({ maxKeys: 1 })))); },
    async parent(r) {
      const own = await r.subrequest('/read', { method: 'POST', body: 'a=own' });
      const shared = await r.subrequest('/read');
      answer(r, JSON.parse(own.responseText), JSON.parse(shared.responseText), entries(await r.readRequestForm()));
    },
    async broken(r) {
      Object.prototype.kind = 'file'; Object.prototype.text = 'x';
      Array.prototype.push = Array.prototype.forEach = String.prototype.indexOf = Object.defineProperty = () => { throw new Error('replaced'); };
      Object.defineProperty = undefined;
      for (const index of [0, 1]) Reflect.defineProperty(Array.prototype, index, { set() { throw new Error('set'); }, configurable: true });
      Promise.prototype.then = () => { throw new Error('then'); };
      const form = await r.readRequestForm();
      let seen = '';
      form.forEach((value, key) => { seen += key + value; });
      r.return(200, seen + form.get('a') + form.getAll('a').length + form.has('b') + form.hasFiles());
    },
    has: (r) => answer(r, typeof r.readRequestForm),
  };
`;
const names = [
  ...['members', 'files', 'options', 'cached', 'together', 'read', 'again', 'few', 'parent', 'broken', 'has'],
] as const;
const server = `
  set $seen "";
  ${names.map((name) => `location /${name} { js_content main.${name}; }`).join(' ')}
  location /kept { js_access main.keeps; js_content main.cached; }
  location /pending { js_access main.pending; js_content main.read; }
  location /file { client_body_buffer_size 8; js_content main.read; }
`;
const urlencoded = ['Content-Type', 'application/x-www-form-urlencoded'];
const multipart = ['Content-Type', 'multipart/form-data; boundary=B'];
const disposition = (rest: string) => `--B\r\nContent-Disposition: form-data; name=${rest}\r\n\r\n`;

test('the form object has the members of the document', async (t) => {
  const host = await testHost(t, { script, server });
  const body = 'a=1&b=2&a=3&__proto__=p';
  const nameError = 'TypeError: "name" must be a string';
  const callbackError = 'TypeError: callback is not a function';
  t.deepEqual(await host.json('/members', { body, headers: urlencoded }), [
    [
      '[object RequestForm]',
      [],
      ['constructor', 'get', 'getAll', 'has', 'forEach', 'hasFiles'],
      [1, 1, 1, 1, 2, 0],
      true,
      true,
    ],
    ['1', ['1', '3'], true],
    [true, [], false],
    ['1', ['1', '3'], true],
    ['p', null, null, false, []],
    [
      [nameError, nameError, nameError],
      [nameError, nameError, nameError],
    ],
    ['TypeError', 'TypeError', 'TypeError', 'TypeError', 'TypeError'],
    [
      ['1', 'a', true, 3, true],
      ['2', 'b', true, 3, true],
      ['3', 'a', true, 3, true],
      ['p', '__proto__', true, 3, true],
    ],
    true,
    false,
    [callbackError, callbackError, callbackError],
    'RangeError: mine',
    1,
  ]);
  const parts = `${disposition('a')}1\r\n${disposition('f; filename=x')}content\r\n${disposition('f')}text\r\n${disposition('f; filename=""')}\r\n--B--`;
  const files = [{ name: 'x' }, 'text', { name: '' }];
  t.deepEqual(await host.json('/files', { body: parts, headers: multipart }), [
    [['a', '1'], ...files.map((file) => ['f', file])],
    true,
    true,
    files,
    '1',
  ]);
});

test('r.readRequestForm() converts maxKeys like nginx', async (t) => {
  const host = await testHost(t, { script, server });
  const over = 'TypeError: maxKeys limit exceeded';
  const noObject = 'at once TypeError: "options" must be an object';
  const notPositive = 'at once TypeError: "maxKeys" must be a positive integer';
  const noNumber = 'at once TypeError: invalid number';
  const seen: Readonly<Record<string, string | number>> = {
    ...{
      none: 2,
      nothing: 2,
      empty: 2,
      array: 2,
      function: 2,
      given: 2,
      inherited: over,
      one: over,
      less: over,
      yes: over,
    },
    ...{ two: 2, three: 2, fraction: 2, large: 2, digits: 2, list: 2, made: 2 },
    ...{ null: noObject, number: noObject, text: noObject },
    ...{ zero: notPositive, negative: notPositive, small: notPositive, off: notPositive, blank: notPositive },
    ...{ nan: noNumber, infinite: noNumber, word: noNumber, object: noNumber },
    huge: 'at once RangeError: number is out of range',
    symbol: 'at once TypeError: Cannot convert a Symbol value to a number',
    thrown: 'at once RangeError: mine',
  };
  for (const [of, expected] of Object.entries(seen))
    t.deepEqual(await host.json(`/options?of=${of}`, { body: 'a=1&b=2', headers: urlencoded }), [expected], of);
  const pairs = (count: number) => Array.from({ length: count }, (_, index) => `k${index}`).join('&');
  t.deepEqual(await host.json('/options?of=none', { body: pairs(128), headers: urlencoded }), [128]);
  t.deepEqual(await host.json('/options?of=none', { body: pairs(129), headers: urlencoded }), [over]);
});

test('a form is read once, and later calls return the same object', async (t) => {
  const host = await testHost(t, { script, server });
  const body = 'a=1&b=2';
  const sent = { body, headers: urlencoded };
  const read = [
    ['a', '1'],
    ['b', '2'],
  ];
  const over = 'TypeError: maxKeys limit exceeded';
  const same = [true, true, true, true, true];
  t.deepEqual(await host.json('/cached', sent), [over, same, false, body, read, body], 'a failure is not kept');
  t.deepEqual(await host.json('/kept', sent), [2, same, true, body, read, body], 'from access on');
  const reading = 'TypeError: request body is already being read';
  const pending = [true, reading, 'TypeError: "options" must be an object', reading, read];
  t.deepEqual(await host.json('/pending', sent), [JSON.stringify(pending), read]);
  t.deepEqual(await host.json('/together', sent), [true, true, body], 'several at once, after the body has arrived');
  t.deepEqual(await host.json('/again', sent), [over], 'a redirect starts again');
  t.deepEqual(await host.json('/parent', sent), [['', [['a', 'own']]], ['', read], read], 'subrequests have their own');
  t.deepEqual(await host.json('/file', { ...sent, body: `${body}&c=34567890` }), ['', [...read, ['c', '34567890']]]);
  t.deepEqual(await host.json('/read', { headers: urlencoded }), ['', []], 'without a body');
  t.deepEqual(await host.json('/read', { body }), ['', 'TypeError: request content type is required']);
  t.deepEqual(await host.json('/read', { body, headers: multipart }), ['', 'TypeError: malformed multipart body']);
  const pendingWrong = await host.json('/pending', { body, headers: ['Content-Type', 'text/plain'] });
  const unsupported = 'TypeError: unsupported content type';
  t.deepEqual(pendingWrong, [JSON.stringify([...pending.slice(0, 4), unsupported]), unsupported]);
});

test('a form does not call functions that scripts replace', async (t) => {
  const host = await testHost(t, { script, server });
  const body = `${disposition('a')}1\r\n${disposition('b; filename=x')}\r\n--B--`;
  for (let time = 0; time < 2; time += 1)
    t.equal((await host.ask('/broken', { body, headers: multipart })).text, 'a1b[object Object]11truetrue');
});

test('r.readRequestForm() exists since 0.9.9', async (t) => {
  for (const [runtimeVersion, type] of [
    ['0.9.8', 'undefined'],
    ['0.9.9', 'function'],
  ] as const)
    t.deepEqual(await (await testHost(t, { script, server, runtimeVersion })).json('/has'), [type]);
});
