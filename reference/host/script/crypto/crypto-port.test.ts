import { createHash } from 'node:crypto';
import test from 'tape';
import { CryptoRealm, cryptoBytes, rejects, settles } from '../../../testing/crypto-realm.js';
import { testHost } from '../../../testing/host.js';

test('crypto: random numbers fill exactly the given memory', (t) => {
  const kinds = ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float64', 'BigInt64'];
  settles(t, [
    [
      `[${kinds}].map((Kind) => { const array = new Kind(40); return crypto.getRandomValues(array) === array && new Set(array).size > 10; })`.replace(
        /\b(\w+)(?=[,\]])/g,
        (name) => (kinds.includes(name) ? `${name}Array` : name),
      ),
      kinds.map(() => true),
    ],
    ['crypto.getRandomValues(new Uint8Array(65536)).length', 65536],
    [
      '(() => { const all = bytes(300, 0); crypto.getRandomValues(new Int16Array(all.buffer, 100, 50)); return [all.slice(0, 100).some(Boolean), all.slice(100, 200).some(Boolean), all.slice(200).some(Boolean)]; })()',
      [false, true, false],
    ],
  ]);
  rejects(t, [
    'crypto.getRandomValues(new Uint8Array(65537))',
    'crypto.getRandomValues()',
    'crypto.getRandomValues([1])',
    'crypto.getRandomValues(new ArrayBuffer(1))',
    'crypto.getRandomValues(new DataView(new ArrayBuffer(1)))',
  ]);
  settles(t, [
    [
      '(() => { const all = Array.from({ length: 200 }, () => crypto.randomUUID()); return [new Set(all).size, all.every((one) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(one))]; })()',
      [200, true],
    ],
  ]);
  t.end();
});

test('crypto: digests use the data at the time of the call', (t) => {
  const digest = (hash: string, text: string) => createHash(hash).update(text, 'hex').digest('hex');
  settles(t, [
    ...['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'].map((hash): [string, string] => [
      `subtle.digest('${hash}', hex('616263'))`,
      digest(hash.replace('-', ''), '616263'),
    ]),
    ["subtle.digest('SHA-1', bytes(0).buffer)", digest('SHA1', '')],
    ["subtle.digest('SHA-1', new DataView(hex('0061626300').buffer, 1, 3))", digest('SHA1', '616263')],
    ["subtle.digest('SHA-1', new Uint16Array(hex('0000616263640000').buffer, 2, 2))", digest('SHA1', '61626364')],
    [
      "(() => { const data = hex('616263'); const made = subtle.digest('SHA-1', data); data.fill(0); return made; })()",
      digest('SHA1', '616263'),
    ],
    ["subtle.digest({ hash: 'SHA-384' }, hex('616263'))", digest('SHA384', '616263')],
    ["(async () => (await subtle.digest('SHA-1', bytes(1))) instanceof ArrayBuffer)()", true],
    ["subtle.digest('SHA-1', bytes(1)) instanceof Promise", true],
  ]);
  rejects(t, [
    "subtle.digest('SHA-224', bytes(1))",
    "subtle.digest('sha-1', bytes(1))",
    "subtle.digest('MD5', bytes(1))",
    'subtle.digest(undefined, bytes(1))',
    "subtle.digest('SHA-1')",
    "subtle.digest('SHA-1', 'text')",
    "subtle.digest('SHA-1', [1])",
    "subtle.digest({ get hash() { throw new TypeError('mine'); } }, bytes(1))",
  ]);
  t.end();
});

test('crypto: parameters keep their values even if a script changes their memory later', (t) => {
  const shrinking = (algorithm: string) =>
    `(() => { const memory = new ArrayBuffer(16, { maxByteLength: 16 }); const gone = new Uint8Array(memory, 0, 16); return ${algorithm}; })()`;
  const gcm = "await raw(bytes(16), 'AES-GCM', 'encrypt')";
  const stretched = "await raw(bytes(3), 'PBKDF2', 'deriveBits')";
  const rows: [string, string, string][] = [
    [
      `subtle.encrypt(HERE, ${gcm}, bytes(3))`,
      "{ name: 'AES-GCM', iv: gone, get tagLength() { SHRUNK return 128; } }",
      'encrypt',
    ],
    [
      `subtle.deriveBits(HERE, ${stretched}, 128)`,
      "{ name: 'PBKDF2', hash: 'SHA-256', salt: gone, get iterations() { SHRUNK return 2; } }",
      'derive',
    ],
  ];
  for (const [expression, algorithm, what] of rows) {
    const made = (shrunk: string) => expression.replace('HERE', shrinking(algorithm.replace('SHRUNK', shrunk)));
    t.ok(cryptoBytes(made('memory.resize(0);')).equals(cryptoBytes(made(''))), what);
  }
  t.end();
});

test('crypto: functions that scripts replace are not called', (t) => {
  const expression = `(async () => {
    const asked = [];
    const restore = [];
    const spoil = (holder, name) => {
      const property = Object.getOwnPropertyDescriptor(holder, name);
      restore[restore.length] = () => property === undefined ? delete holder[name] : Object.defineProperty(holder, name, property);
      Object.defineProperty(holder, name, { get() { asked[asked.length] = name; return () => { throw new Error('asked'); }; }, configurable: true });
    };
    const jwk = { kty: 'oct', k: 'AAEC', key_ops: ['sign', 'verify'] };
    const algorithm = { name: 'HMAC', hash: 'SHA-1', length: 24 };
    const usages = ['verify', 'sign'];
    const data = bytes(3);
    const spoiled = [
      [Object.getPrototypeOf(Uint8Array).prototype, ['byteLength', 'length', 'buffer', 'byteOffset', 'set', 'slice', 'subarray', Symbol.iterator]],
      [JSON, ['parse', 'stringify']],
      [Object.prototype, ['toJSON', 'alg', 'use', 'ext', 'extractable', 'hash', 'd']],
      [String.prototype, ['toJSON', 'toLowerCase', 'split', 'trim']],
      [Array.prototype, ['toJSON', 'includes', 'indexOf', 'map', 'filter', 'join', 'push', Symbol.iterator]],
    ];
    for (let at = 0; at < spoiled.length; at += 1)
      for (let name = 0; name < spoiled[at][1].length; name += 1) spoil(spoiled[at][0], spoiled[at][1][name]);
    const key = await subtle.importKey('jwk', { __proto__: null, ...jwk }, algorithm, true, usages);
    const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, usages);
    const made = await subtle.sign(algorithm, key, data);
    const is = await subtle.verify(algorithm, key, made, data);
    const written = await subtle.exportKey('jwk', key);
    await subtle.exportKey('raw', pair.publicKey);
    crypto.getRandomValues(data);
    crypto.randomUUID();
    const names = key.usages[0];
    for (let at = restore.length - 1; at >= 0; at -= 1) restore[at]();
    return [is, written.k, names, asked];
  })()`;
  t.deepEqual(new CryptoRealm().now(expression), { value: [true, 'AAEC', 'sign', []] });
  t.end();
});

test('crypto: promises settle at once, which handlers of variables and filters need', async (t) => {
  const script = `
    const hashed = async (r) => {
      const made = await crypto.subtle.digest('SHA-256', Buffer.from('abc'));
      const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
      const sign = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, made);
      r.setReturnValue(Buffer.from(made).toString('hex') + sign.byteLength);
    };
    export default { hashed };
  `;
  const http = 'js_set $hashed main.hashed;';
  const host = await testHost(t, { script, http, server: 'location / { return 200 $hashed; }' });
  t.equal((await host.ask('/')).text, `${createHash('sha256').update('abc').digest('hex')}64`);
});

test('crypto: RSA key pairs are generated outside the event loop', async (t) => {
  const expression = `subtle.generateKey({ name: 'RSA-PSS', hash: 'SHA-256', modulusLength: 1024 }, false, ['sign', 'verify'])`;
  const realm = new CryptoRealm();
  t.equal(realm.now(expression), undefined);
  const algorithm = { name: 'RSA-PSS', modulusLength: 1024, publicExponent: '010001', hash: { name: 'SHA-256' } };
  t.deepEqual(await realm.of(expression), {
    value: { privateKey: ['private', false, 'sign', algorithm], publicKey: ['public', false, 'verify', algorithm] },
  });
  t.deepEqual(await realm.of(expression.replace('1024', '100')), { rejected: 'TypeError' });
});

test('crypto: each owner of a realm has its own objects', (t) => {
  const realm = new CryptoRealm();
  const left = `(async () => { const key = await raw(bytes(16), 'AES-CBC'); const before = [subtle.left, Object.getPrototypeOf(key).left];
    subtle.left = 1; Object.getPrototypeOf(key).left = 1; return before.map(String); })()`;
  t.deepEqual(realm.now(left), { value: ['undefined', 'undefined'] });
  t.deepEqual(realm.now('subtle.left'), { value: 1 });
  t.ok(realm.renew());
  t.deepEqual(realm.now(left), { value: ['undefined', 'undefined'] });
  t.end();
});

test('crypto: members that older versions lack', (t) => {
  const here = (version: string, expression: string) => new CryptoRealm(version).now(expression);
  const generated = (algorithm: string, ...usages: string[]) =>
    `subtle.generateKey(${algorithm}, true, ${JSON.stringify(usages)}).then(() => true)`;
  const members =
    "(async () => { const key = await raw(bytes(16), 'AES-CBC'); return ['algorithm', 'extractable', 'type', 'usages'].filter((name) => name in key).length; })()";
  const since: readonly (readonly [string, string, string, unknown])[] = [
    [
      '0.7.10',
      '0.7.9',
      "subtle.importKey('jwk', { kty: 'oct', k: '' }, 'HKDF', true, []).then(() => 1, (error) => error.message.includes('format'))",
      true,
    ],
    ['0.8.0', '0.7.12', members, 0],
    ['0.9.1', '0.9.0', generated("{ name: 'ECDH', namedCurve: 'P-256' }", 'deriveBits'), undefined],
    ['0.9.7', '0.9.6', generated("'Ed25519'", 'sign'), undefined],
    ['0.9.7', '0.9.6', generated("'X25519'", 'deriveBits'), undefined],
    ['0.9.7', '0.9.6', generated("{ name: 'AES-KW', length: 128 }", 'wrapKey'), undefined],
  ];
  for (const [version, older, expression, before] of since) {
    t.deepEqual(
      here(older, expression),
      before === undefined ? { rejected: 'TypeError' } : { value: before },
      `${older} ${expression}`,
    );
    t.notDeepEqual(here(version, expression), here(older, expression), `${version} ${expression}`);
  }
  t.end();
});
