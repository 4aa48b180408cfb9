import test from 'tape';
import { Redactions, secretsOf } from './secrets.js';

const KEY = 'kéy:"with"/all+sorts€';
const ACCOUNT = { clientId: 'cid_1', apiKey: KEY };
const secrets = secretsOf(ACCOUNT);
const base64 = Buffer.from(`cid_1:${KEY}`).toString('base64');

const redactionsOf = (...texts: readonly (readonly [text: string, by: string])[]): Redactions => {
  const redactions = new Redactions();
  redactions.addSecrets(secrets);
  for (const [text, by] of texts) redactions.addText(text, by);
  return redactions;
};

const SPELLINGS: { readonly [name: string]: string } = {
  'as it is': KEY,
  'percent-encoded': encodeURIComponent(KEY),
  JSON: JSON.stringify(KEY),
  'JSON in ASCII': '"k\\u00e9y:\\"with\\"/all+sorts\\u20ac"',
  'JSON in JSON': JSON.stringify(JSON.stringify(KEY)),
  HTML: KEY.replaceAll('"', '&quot;'),
  'HTML beyond ASCII': KEY.replaceAll('é', '&#xE9;').replaceAll('€', '&#8364;'),
  'HTML, all of it': Array.from(KEY, (character) => `&#${character.charCodeAt(0)};`).join(''),
  'hexadecimal digits': Buffer.from(KEY).toString('hex'),
  'hexadecimal digits in capitals': Buffer.from(KEY).toString('hex').toUpperCase(),
  'in capitals': KEY.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  credentials: `Basic ${base64}`,
  'credentials without padding': base64.replace(/=+$/, ''),
  'credentials, percent-encoded': encodeURIComponent(base64),
  'credentials in base64url': Buffer.from(`cid_1:${KEY}`).toString('base64url'),
  base64: Buffer.from(KEY).toString('base64'),
  'base64 of more, one byte before': Buffer.from(`x${KEY} and so on`).toString('base64'),
  'base64 of more, two bytes before': Buffer.from(`xy${KEY} and so on`).toString('base64'),
  'base64 of more, three bytes before': Buffer.from(`xyz${KEY} and so on`).toString('base64url'),
};

test('secrets: every spelling is found, in texts and in bytes', (t) => {
  for (const [name, text] of Object.entries(SPELLINGS)) {
    t.ok(secrets.isAnyIn(`before ${text} after`), name);
    t.ok(secrets.isAnyIn(Buffer.from(`before ${text} after`)), `${name}, in bytes`);
    t.ok(secrets.isAnyIn(Buffer.concat([Buffer.of(0, 255, 128), Buffer.from(text)])), `${name}, in bytes of no text`);
    const told = redactionsOf().inText(`before ${text} after`);
    t.match(told, /\[(API key|credentials)\]/, `${name}, redacted: ${told}`);
    t.notOk(secrets.isAnyIn(told), 'and nothing left');
  }
  t.notOk(secrets.isAnyIn('cid_1 and some text'), 'the Client ID is no secret');
  t.end();
});

test('secrets: what is too short to be a secret is none', (t) => {
  const short = secretsOf({ clientId: '', apiKey: 'abcdefg' });
  t.notOk(short.isAnyIn('abcdefg'));
  t.notOk(short.isAnyIn(Buffer.from('abcdefg').toString('hex')), 'in whatever spelling');
  t.ok(secretsOf({ clientId: '', apiKey: 'abcdefgh' }).isAnyIn('abcdefgh'), 'eight characters are enough');
  const { isAny, credentials } = credentialsOf('cid_1', 'abc');
  t.ok(isAny(credentials), 'credentials are longer than their key');
  t.end();
});

const credentialsOf = (clientId: string, apiKey: string) => ({
  isAny: (text: string) => secretsOf({ clientId, apiKey }).isAnyIn(text),
  credentials: Buffer.from(`${clientId}:${apiKey}`).toString('base64'),
});

test('redactions: in texts, lists, names and numbers', (t) => {
  const value = {
    [`a ${KEY}`]: [`Basic ${base64}`, 5, null, { url: `http://127.0.0.1:4000/?${encodeURIComponent(KEY)}` }],
  };
  t.deepEqual(redactionsOf(['127.0.0.1:4000', '[service]']).inValue(value), {
    'a [API key]': ['Basic [credentials]', 5, null, { url: 'http://[service]/?[API key]' }],
  });
  const digits = new Redactions();
  digits.addSecrets(secretsOf({ clientId: 'cid_1', apiKey: '12345678' }));
  t.deepEqual(digits.inValue([12345678, 1234567]), ['[API key]', 1234567]);
  t.end();
});

test('redactions: of several accounts', (t) => {
  const redactions = redactionsOf();
  redactions.addSecrets(secretsOf({ clientId: 'cid_2', apiKey: 'another-key' }));
  t.equal(redactions.inText(`another-key, ${KEY}`), '[API key], [API key]');
  t.end();
});

test('redactions: the longest wins, in one pass', (t) => {
  const inFolder = redactionsOf(['/tmp/a', '[short]'], [`/tmp/a/${KEY}/b`, '[folder]'], ['short', '[none]']);
  t.equal(inFolder.inText(`in /tmp/a/${KEY}/b and /tmp/a`), 'in [folder] and [short]', 'a secret within a text');
  const within = redactionsOf(['sorts', '[text]'], ['key', '[none]']);
  t.equal(within.inText(`${KEY} sorts`), '[API key] [text]', 'a text within a secret; labels stay as they are');
  t.end();
});

test('redactions: texts stand as they are, and so do their labels', (t) => {
  const plain = redactionsOf(['/tmp/A b', '[folder]'], ['$&', "$'"]);
  t.equal(plain.inText('a$&b$&'), "a$'b$'", 'patterns of replacement');
  t.equal(plain.inText('/tmp/A b/tmp/A b'), '[folder][folder]', 'each time');
  t.equal(plain.inText('/tmp/a b /tmp/A%20b'), '/tmp/a b /tmp/A%20b', 'in no other spelling');
  t.end();
});
