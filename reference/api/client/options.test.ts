import test from 'tape';
import { BadArgument } from './errors.js';
import { readOptions } from './options.js';

const readBaseUrl = (baseUrl: string, allowInsecure: boolean) =>
  readOptions({ baseUrl, allowInsecure, clientId: 'cid', apiKey: 'key' }).base;

test('base URLs that are accepted', (t) => {
  const rows = [
    ['https://api.example.com/v1', 'https://api.example.com', '/v1'],
    ['https://api.example.com:8443/some/where/v1/', 'https://api.example.com:8443', '/some/where/v1'],
    ['HTTPS://API.example.com/v1', 'https://api.example.com', '/v1'],
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080', '/v1'],
    ['http://127.9.9.9/v1', 'http://127.9.9.9', '/v1'],
    ['http://localhost/v1', 'http://localhost', '/v1'],
    ['http://[::1]:80/v1', 'http://[::1]', '/v1'],
  ] as const;
  for (const [text, origin, path] of rows) t.deepEqual(readBaseUrl(text, false), { origin, path }, text);
  t.equal(readBaseUrl('http://10.0.0.1/v1', true).origin, 'http://10.0.0.1', 'plain http only when permitted');
  t.end();
});

test('base URLs that are rejected without being shown', (t) => {
  const rows = {
    'must be an http or https URL': [
      '',
      '/v1',
      'ftp://h/v1',
      'http:h/v1',
      'http:///v1',
      'https://h/v1\n',
      'https://[/v1',
    ],
    'ends with /v1': [
      'https://h',
      'https://h/v2',
      'https://h/xv1',
      'https://h/v1//',
      'https://h/v1/x',
      'https://h/v1/..',
    ],
    'must not contain a query or a fragment': [
      'https://h/v1?',
      'https://h/v1?a=hush',
      'https://h/v1#hush',
      'https://h?/v1',
    ],
    'must not contain credentials': ['https://user:hush@h/v1', 'https://hush@h/v1', 'https://:hush@h/v2'],
    'must be https': ['http://10.0.0.1/v1', 'http://127.example.com/v1', 'http://localhost.example.com/v1'],
  } as const;
  for (const [reason, texts] of Object.entries(rows)) {
    for (const text of texts) {
      try {
        readBaseUrl(text, false);
        t.fail(`${text} is refused`);
      } catch (error) {
        const message = error instanceof BadArgument ? error.message : `no BadArgument: ${error}`;
        t.ok(message.includes(reason) && !message.includes('hush'), `${JSON.stringify(text)}: ${message}`);
      }
    }
  }
  t.end();
});
