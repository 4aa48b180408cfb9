import test from 'tape';
import { blotted, holdsOne, secretsOf } from './secrets.js';

const KEY = 'kéy:"with"/all+sorts';
const secrets = secretsOf('cid_1', KEY);
const base64 = Buffer.from(`cid_1:${KEY}`).toString('base64');

test('secrets: every spelling is found, in texts and in bytes', (t) => {
  const spellings = [
    KEY,
    encodeURIComponent(KEY),
    JSON.stringify(KEY),
    '"k\\u00e9y:\\"with\\"/all+sorts"',
    `Basic ${base64}`,
    base64.replace(/=+$/, ''),
    encodeURIComponent(base64),
    Buffer.from(`cid_1:${KEY}`).toString('base64url'),
    Buffer.from(KEY).toString('base64'),
  ];
  for (const text of spellings) {
    t.ok(holdsOne(`before ${text} after`, secrets), text);
    t.ok(holdsOne(Buffer.from(`before ${text} after`), secrets), `${text} in bytes`);
  }
  t.notOk(holdsOne('cid_1 and some text', secrets), 'the Client ID is no secret');
  t.end();
});

test('secrets: what is too short to be a secret is none', (t) => {
  t.notOk(holdsOne('abcdefg', secretsOf('', 'abc')));
  t.end();
});

test('blotted: in texts, lists and names; the longest first', (t) => {
  const replacements = [...secrets, { text: '127.0.0.1:4000', by: '[service]' }];
  const value = {
    [`a ${KEY}`]: [`Basic ${base64}`, 5, null, { url: `http://127.0.0.1:4000/?${encodeURIComponent(KEY)}` }],
  };
  t.deepEqual(blotted(value, replacements), {
    'a [API key]': [
      `Basic [credentials]${'='.repeat(base64.split('=').length - 1)}`,
      5,
      null,
      { url: 'http://[service]/?[API key]' },
    ],
  });
  t.end();
});

test('blotted: a pattern of replacement is taken as it stands', (t) => {
  t.equal(blotted('a$&b', [{ text: '$&', by: "$'" }]), "a$'b");
  t.end();
});
