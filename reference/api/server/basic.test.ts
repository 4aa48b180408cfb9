import test from 'tape';
import { isAccount, readBasic } from './basic.js';
import { digestOf } from './identifiers.js';

const base64 = (bytes: string | readonly number[]): string =>
  (typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes)).toString('base64');

/** The first two are of RFC 7617, sections 2 and 2.1. */
const read: readonly (readonly [string, string, string])[] = [
  ['Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==', 'Aladdin', 'open sesame'],
  ['Basic dGVzdDoxMjPCow==', 'test', '123£'],
  [`basic ${base64('a:b')}`, 'a', 'b'],
  [`BASIC   ${base64('a:b')}`, 'a', 'b'],
  [`Basic ${base64('a:b:c')}`, 'a', 'b:c'],
  [`Basic ${base64('a:')}`, 'a', ''],
  [`Basic ${base64(':')}`, '', ''],
  [`Basic ${base64('\ufeffa:b')}`, '\ufeffa', 'b'],
];

test('Basic credentials', (t) => {
  for (const [value, clientId, apiKey] of read) t.deepEqual(readBasic(value), { clientId, apiKey }, value);
  t.end();
});

const malformed: readonly string[] = [
  '',
  'Basic',
  'Basic ',
  base64('a:b'),
  `Bearer ${base64('a:b')}`,
  `Basic${base64('a:b')}`,
  `Basic\t${base64('a:b')}`,
  `Basic ${base64('a:b')} x`,
  `Basic ${base64('ab')}`,
  'Basic YTpi=',
  'Basic YTpiYw',
  'Basic YTpiYx==',
  'Basic YTpi!!!!',
  `Basic ${base64(':>>').replace('+', '-')}`,
  `Basic ${base64([0x61, 0x3a, 0xff])}`,
  `Basic ${base64([0x61, 0x3a, 0xc0, 0x80])}`,
  `Basic ${base64('a:b\n')}`,
  `Basic ${base64('a\u0000:b')}`,
  `Basic ${base64('a:\u0085')}`,
];

test('what is no Basic credentials', (t) => {
  for (const value of malformed) t.equal(readBasic(value), undefined, JSON.stringify(value));
  t.end();
});

test('credentials of an account', (t) => {
  const account = { clientId: 'cid_1', apiKeyDigest: digestOf('key') };
  t.ok(isAccount({ clientId: 'cid_1', apiKey: 'key' }, account));
  t.notOk(isAccount({ clientId: 'cid_1', apiKey: 'kez' }, account));
  t.notOk(isAccount({ clientId: 'cid_1', apiKey: '' }, account));
  t.notOk(isAccount({ clientId: 'cid_2', apiKey: 'key' }, account));
  t.notOk(isAccount({ clientId: 'cid_1', apiKey: account.apiKeyDigest }, account), 'the digest is no key');
  t.end();
});
