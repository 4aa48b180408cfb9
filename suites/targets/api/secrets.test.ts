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
test('credentials', (t) => {
  const pair = `cid_test:${KEY}`;
  t.equal(secrets().inText(`Basic ${base64(pair)}, that is all`), 'Basic [credentials], that is all');
  t.equal(secrets().inText(base64(`cid_test:${OLD}`)), '[revoked API key]', 'of the revoked key');
  t.equal(secrets().inText(pair), 'cid_test:[API key]', 'in clear text only the key is secret');
  for (const client of ['', 'x', 'xy', 'xyz'])
    t.match(
      secrets().inText(base64(`${client}:${KEY}`)),
      /\[API key\]$/,
      `the key behind another Client ID, ${client}`,
    );
  t.match(secrets().inText(base64(`cid_test:${KEY}x`)), /^\[credentials\]/, 'with a character more');
  t.end();
});

test('echoes of an answer', (t) => {
  t.deepEqual(secrets().echoesIn('nothing'), []);
  t.deepEqual(secrets().echoesIn(`x-key: ${KEY}\n`), ['API key']);
  t.deepEqual(secrets().echoesIn(`${OLD} ${base64(`cid_test:${KEY}`)} ${encodeURIComponent(KEY)}`), [
    'API key',
    'credentials',
    'revoked API key',
  ]);
  const known = secrets();
  known.addServerKey('the-server-key');
  t.deepEqual(known.echoesIn('the-server-key'), [], 'a server API key is returned on purpose');
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
  const redacted = secrets().inValue(encode(value));
  t.deepEqual(redacted, {
    list: ['[API key]', { 'key [API key]': '[revoked API key]' }],
    bytes: { $buffer: '3c[API key]3e' },
    tagged: { $object: [['$odd', '[API key]']] },
    error: { $error: ['Error', '[API key]'] },
    n: 17,
    nothing: null,
  });
  t.end();
});

test('server API keys and names are numbered in the order of the text', (t) => {
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
  t.equal(known.inText('first-key'), '[server API key #1]', 'from 1 each time');
  t.equal(known.inText(`${RUN}: ${RUN.toUpperCase()}-12-a`), 'srvspec-RUN: srvspec-RUN-1-a', 'the prefix');
  t.equal(known.inName(name(7)), name(7), 'names for the user stay');
  t.equal(known.inName(`${name(7)}-first-key`), `${name(7)}-[server API key #1]`, 'their secrets do not');
  t.end();
});

test('keys that are alike', (t) => {
  const alike = secrets({ clientId: 'c', apiKey: 'abcdefgh1', revokedApiKey: 'abcdefgh' });
  t.equal(alike.inText('abcdefgh abcdefgh1 abcdefgabcdefgh'), '[revoked API key] [API key] abcdefg[revoked API key]');
  t.equal(secrets({ clientId: 'c', apiKey: 'aaaa' }).inText('aaaaaaaaa'), '[API key][API key]a');
  t.end();
});

test('errors', (t) => {
  const plain = new TypeError('our own error');
  t.equal(secrets().inError(plain), plain, 'one without secrets is itself');
  const cases: readonly unknown[] = [
    new Error(`with ${KEY}`),
    new Error('outside', { cause: new Error(`inside ${OLD}`) }),
    Object.assign(new Error('more'), { request: { headers: ['Authorization', base64(`cid_test:${KEY}`)] } }),
    `not even an error: ${KEY}`,
  ];
  for (const thrown of cases) {
    const shown = inspect(secrets().inError(thrown), { depth: 10 });
    t.match(shown, /\[(API key|credentials|revoked API key)\]/, 'redacted');
    t.notOk(secrets().inText(shown) !== shown, 'and nothing left');
  }
  t.end();
});
