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

test('secrets: texts that are too short are no secrets', (t) => {
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

test('redactions: the longest takes precedence, in one pass', (t) => {
  const inFolder = redactionsOf(['/tmp/a', '[short]'], [`/tmp/a/${KEY}/b`, '[folder]'], ['short', '[none]']);
  t.equal(inFolder.inText(`in /tmp/a/${KEY}/b and /tmp/a`), 'in [folder] and [short]', 'a secret within a text');
  const within = redactionsOf(['sorts', '[text]'], ['key', '[none]']);
  t.equal(within.inText(`${KEY} sorts`), '[API key] [text]', 'a text within a secret; labels stay as they are');
  t.end();
});

test('redactions: texts and their labels are taken literally', (t) => {
  const plain = redactionsOf(['/tmp/A b', '[folder]'], ['$&', "$'"]);
  t.equal(plain.inText('a$&b$&'), "a$'b$'", 'patterns of replacement');
  t.equal(plain.inText('/tmp/A b/tmp/A b'), '[folder][folder]', 'each time');
  t.equal(plain.inText('/tmp/a b /tmp/A%20b'), '/tmp/a b /tmp/A%20b', 'in no other spelling');
  t.end();
});
