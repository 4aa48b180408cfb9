import { inspect } from 'node:util';
import test from 'tape';
import { encode } from '../../language/encoding.js';
import type { Account } from '../../language/endpoint.js';
import { Secrets } from './secrets.js';

const KEY = 'k/Ey+"\\ 7Zq9§€';
const OLD = 'the-key-of-yesterday';
const ACCOUNT: Account = { clientId: 'cid_test', apiKey: KEY, revokedApiKey: OLD };
const RUN = 'srvspec-a1b2c3d4';

const secrets = (account: Account = ACCOUNT): Secrets => new Secrets(account, RUN);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const each = (text: string, write: (code: number) => string): string =>
  Array.from(text, (character) => write(character.charCodeAt(0))).join('');
const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');

/** Ways in which a server can write a text. */
const SPELLINGS: { readonly [name: string]: (text: string) => string } = {
  'as it is': (text) => text,
  'in lower case': (text) => text.toLowerCase(),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON with \\/': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JSON, all characters escaped': (text) => each(text, (code) => `\\u${hex(code, 4)}`),
  'JSON, in capitals': (text) => each(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'escaped JSON in JSON': (text) => JSON.stringify(each(text, (code) => `\\u${hex(code, 4)}`)),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent-encoded through and through': (text) => Array.from(Buffer.from(text), (byte) => `%${hex(byte, 2)}`).join(''),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  HTML: (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'HTML, decimal': (text) => each(text, (code) => `&#${code};`),
  'HTML, hexadecimal': (text) => each(text, (code) => `&#x${hex(code, 2)};`),
  base64,
  'base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64, percent-encoded': (text) => encodeURIComponent(base64(text)),
  'base64 in JSON with \\/': (text) => base64(text).replaceAll('/', '\\/'),
  'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
};

test('a key in every spelling', (t) => {
  for (const [name, spell] of Object.entries(SPELLINGS)) {
    for (const [key, label] of [
      [KEY, '[API key]'],
      [OLD, '[revoked API key]'],
    ] as const) {
      const told = secrets().inText(`<<${spell(key)}>>`);
      t.ok([`<<${label}>>`, `<<"${label}">>`, `<<"\\"${label}\\"">>`].includes(told), `${name}: ${told}`);
    }
  }
  t.end();
});

test('credentials', (t) => {
  const pair = `cid_test:${KEY}`;
  for (const name of [
    'base64',
    'base64 without padding',
    'base64url',
    'base64, percent-encoded',
    'base64 in JSON with \\/',
  ]) {
    const told = secrets().inText(`Basic ${SPELLINGS[name]?.(pair)}, that is all`);
    t.equal(told, 'Basic [credentials], that is all', name);
  }
  t.equal(secrets().inText(base64(`cid_test:${OLD}`)), '[revoked API key]', 'of the revoked key');
  t.equal(secrets().inText(pair), 'cid_test:[API key]', 'in clear the key alone is secret');
  for (const client of ['', 'x', 'xy', 'xyz'])
    t.match(
      secrets().inText(base64(`${client}:${KEY}`)),
      /\[API key\]$/,
      `the key behind another Client ID, ${client}`,
    );
  t.match(secrets().inText(base64(`cid_test:${KEY}x`)), /^\[credentials\]/, 'with a character more');
  t.end();
});

test('what an answer echoes', (t) => {
  t.deepEqual(secrets().echoesIn('nothing'), []);
  t.deepEqual(secrets().echoesIn(`x-key: ${KEY}\n`), ['API key']);
  t.deepEqual(secrets().echoesIn(`${OLD} ${base64(`cid_test:${KEY}`)} ${encodeURIComponent(KEY)}`), [
    'API key',
    'credentials',
    'revoked API key',
  ]);
  const known = secrets();
  known.addServerKey('the-server-key');
  t.deepEqual(known.echoesIn('the-server-key'), [], 'a server API key is given on purpose');
  t.end();
});

test('a value, deeply', (t) => {
  const value = {
    list: [KEY, { [`key ${KEY}`]: OLD }],
    bytes: Buffer.from(`<${KEY}>`),
    tagged: { $odd: KEY },
    error: new Error(KEY),
    n: 17,
    nothing: null,
  };
  const told = secrets().inValue(encode(value));
  t.deepEqual(told, {
    list: ['[API key]', { 'key [API key]': '[revoked API key]' }],
    bytes: { $buffer: '3c[API key]3e' },
    tagged: { $object: [['$odd', '[API key]']] },
    error: { $error: ['Error', '[API key]'] },
    n: 17,
    nothing: null,
  });
  t.end();
});

test('server API keys and names are numbered as they are told', (t) => {
  const known = secrets();
  for (const key of ['first-key', 'second-key', { value: ['third-key'] }, 'abc', 12345, null, undefined])
    known.addServerKey(key);
  const name = (n: number, label = 'x') => `${RUN}-${n}-${label}`;
  t.deepEqual(
    known.inValue(['second-key', name(7), 'third-key', name(3), 'second-key', `${name(7)}.example.com`, 'abc', 12345]),
    [
      '[server API key #1]',
      'srvspec-RUN-1-x',
      '[server API key #2]',
      'srvspec-RUN-2-x',
      '[server API key #1]',
      'srvspec-RUN-1-x.example.com',
      'abc',
      '[server API key #3]',
    ],
  );
  t.equal(known.inText('first-key'), '[server API key #1]', 'anew each time');
  t.equal(known.inText(`${RUN}: ${RUN.toUpperCase()}-12-a`), 'srvspec-RUN: srvspec-RUN-1-a', 'the prefix');
  t.equal(known.inName(name(7)), name(7), 'names for a person stay');
  t.equal(known.inName(`${name(7)}-first-key`), `${name(7)}-[server API key #1]`, 'their secrets do not');
  t.end();
});

test('keys that are alike', (t) => {
  const alike = secrets({ clientId: 'c', apiKey: 'abcdefgh1', revokedApiKey: 'abcdefgh' });
  t.equal(alike.inText('abcdefgh abcdefgh1 abcdefgabcdefgh'), '[revoked API key] [API key] abcdefg[revoked API key]');
  t.equal(secrets({ clientId: 'c', apiKey: 'aaaa' }).inText('aaaaaaaaa'), '[API key][API key]a');
  t.end();
});

test('what only looks like an escape or a key stays', (t) => {
  for (const text of ['100%', '%zz %4', '\\u12', '\\', '&#; &#99999999; &#x110000;', '&unknown;', '', 'abc'])
    t.equal(secrets().inText(text), text, JSON.stringify(text));
  t.equal(
    secrets({ clientId: 'c', apiKey: '41bcdefg' }).inText('%41bcdefg'),
    '%[API key]',
    'a key behind a percent sign',
  );
  t.end();
});

test('errors', (t) => {
  const plain = new TypeError('a fault of ours');
  t.equal(secrets().inError(plain), plain, 'one without secrets is itself');
  const cases: readonly unknown[] = [
    new Error(`with ${KEY}`),
    new Error('outside', { cause: new Error(`inside ${OLD}`) }),
    Object.assign(new Error('more'), { request: { headers: ['Authorization', base64(`cid_test:${KEY}`)] } }),
    `not even an error: ${KEY}`,
  ];
  for (const thrown of cases) {
    const shown = inspect(secrets().inError(thrown), { depth: 10 });
    t.match(shown, /\[(API key|credentials|revoked API key)\]/, 'told');
    t.notOk(secrets().inText(shown) !== shown, 'and nothing left');
  }
  t.end();
});

test('a large text with many secrets known', (t) => {
  const known = secrets();
  for (let i = 0; i < 1000; i++) known.addServerKey(`server-key-${i}-${'x'.repeat(20)}`);
  const text = 'some text of a server, 100 characters or so, with server- in it and (%41) escapes "\\u0041".  '.repeat(
    5_000,
  );
  t.equal(known.inText(`${text}server-key-999-${'x'.repeat(20)}`).length, text.length + '[server API key #1]'.length);
  t.end();
});
