import test from 'tape';
import { UsageError } from '../../../spec/reading/user-error.js';
import { type ApiTexts, readApiOptions } from './options.js';

const ENV = { SRVSPEC_CLIENT_ID: 'cid_test', SRVSPEC_API_KEY: 'a-secret-key' };
const URL_HERE = 'http://127.0.0.1:8080/v1';

function refusal(url: string, texts: ApiTexts = {}, env: { readonly [name: string]: string } = ENV): string {
  try {
    readApiOptions(url, texts, env);
    return 'none';
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
}

test('options of api:URL', (t) => {
  t.deepEqual(readApiOptions(URL_HERE, {}, ENV), {
    url: URL_HERE,
    account: { clientId: 'cid_test', apiKey: 'a-secret-key' },
    allowWrites: false,
    allowInsecure: false,
    map: [],
  });
  const texts = {
    'allow-writes': true,
    'allow-insecure': true,
    map: ['serverId=/data/id', 'apps='],
    'new-key': 'panel new-key',
    'request-timeout': '500',
    app: 'sysuserid=7,runtime=php8.1',
  };
  const env = { ...ENV, SRVSPEC_REVOKED_API_KEY: 'an-old-key' };
  const { rotate, ...options } = readApiOptions('http://far.example/api/v1/', texts, env);
  t.equal(typeof rotate, 'function');
  t.deepEqual(options, {
    url: 'http://far.example/api/v1/',
    account: { clientId: 'cid_test', apiKey: 'a-secret-key', revokedApiKey: 'an-old-key' },
    allowWrites: true,
    allowInsecure: true,
    map: ['serverId=/data/id', 'apps='],
    timeoutMs: 500,
    app: { sysuserid: '7', runtime: 'php8.1' },
  });
  t.end();
});

test('URLs', (t) => {
  for (const url of [
    'https://far.example/v1',
    'http://localhost/v1',
    'http://api.localhost:1/v1',
    'http://[::1]:80/v1',
    'http://127.9.9.9/x/v1/',
  ])
    t.equal(refusal(url), 'none', url);
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['', /http or https URL/],
    ['http:127.0.0.1/v1', /http or https URL/],
    ['ftp://127.0.0.1/v1', /http or https URL/],
    ['http://127.0.0.1/v1 /v1', /http or https URL/],
    ['http://127.0.0.1', /ends with \/v1/],
    ['http://127.0.0.1/xv1', /ends with \/v1/],
    ['https://user:hush@far.example/v1', /no credentials/],
    ['https://far.example/v1?a=hush', /no query/],
    ['https://far.example/v1#hush', /no fragment/],
    ['http://far.example/v1', /--allow-insecure/],
    ['http://127.far.example/v1', /--allow-insecure/],
  ];
  for (const [url, expected] of wrong) {
    t.match(refusal(url), expected, url);
    t.notOk(refusal(url).includes('hush'), 'not shown');
  }
  t.end();
});

test('texts that are refused', (t) => {
  const wrong: readonly (readonly [ApiTexts, RegExp])[] = [
    [{ map: ['serverId'] }, /PLACE=POINTER/],
    [{ map: ['server=/id'] }, /apps, serverApiKey, serverId, servers, status/],
    [{ map: ['serverId=id'] }, /JSON pointer/],
    [{ map: ['serverId=/~2'] }, /JSON pointer/],
    [{ map: ['serverId=/a', 'serverId=/b'] }, /twice/],
    [{ 'new-key': 'panel' }, /--allow-writes/],
    [{ 'new-key': ' ', 'allow-writes': true }, /a command/],
    [{ 'request-timeout': '0' }, /milliseconds/],
    [{ 'request-timeout': '1.5' }, /milliseconds/],
    [{ 'request-timeout': '' }, /milliseconds/],
    [{ app: 'sysuserid=1' }, /sysuserid=ID,runtime=NAME/],
    [{ app: 'sysuserid=1,runtime=' }, /sysuserid=ID,runtime=NAME/],
    [{ app: 'sysuserid=1,runtime=2,more=3' }, /sysuserid=ID,runtime=NAME/],
  ];
  for (const [texts, expected] of wrong) t.match(refusal(URL_HERE, texts), expected, JSON.stringify(texts));
  t.end();
});

test('missing and impossible variables', (t) => {
  t.match(refusal(URL_HERE, {}, {}), /SRVSPEC_CLIENT_ID is not set/);
  t.match(refusal(URL_HERE, {}, { SRVSPEC_CLIENT_ID: 'cid_hush' }), /SRVSPEC_API_KEY is not set/);
  t.match(refusal(URL_HERE, {}, { ...ENV, SRVSPEC_API_KEY: '' }), /SRVSPEC_API_KEY is not set/);
  t.match(refusal(URL_HERE, {}, { ...ENV, SRVSPEC_API_KEY: 'hus' }), /SRVSPEC_API_KEY is too short/);
  t.match(refusal(URL_HERE, {}, { ...ENV, SRVSPEC_API_KEY: 'abcdef\n' }), /line end/);
  t.match(refusal(URL_HERE, {}, { ...ENV, SRVSPEC_CLIENT_ID: 'hush:x' }), /SRVSPEC_CLIENT_ID/);
  t.match(
    refusal(URL_HERE, {}, { ...ENV, SRVSPEC_REVOKED_API_KEY: ENV.SRVSPEC_API_KEY }),
    /the same as SRVSPEC_API_KEY/,
  );
  t.equal(refusal(URL_HERE, {}, { ...ENV, SRVSPEC_REVOKED_API_KEY: '' }), 'none', 'an empty revoked key is ignored');
  for (const env of [
    { SRVSPEC_CLIENT_ID: 'cid_hush' },
    { ...ENV, SRVSPEC_API_KEY: 'hus' },
    { ...ENV, SRVSPEC_CLIENT_ID: 'hush:x' },
  ])
    t.doesNotMatch(refusal(URL_HERE, {}, env), /hus/, 'values are not shown');
  t.end();
});
