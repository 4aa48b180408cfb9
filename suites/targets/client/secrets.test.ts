import test from 'tape';
import type { Account } from '../../language/endpoint.js';
import { redacted } from '../support/secrets/hits.js';
import { Spellings } from '../support/secrets/spellings.js';
import { addSecrets } from './secrets.js';

const KEY = 'kéy:"with"/all+sorts€';

const secretsOf = (...accounts: readonly Account[]): Spellings<string> => {
  const secrets = new Spellings<string>();
  for (const account of accounts) addSecrets(secrets, account);
  return secrets;
};

test('secrets: texts that are too short are no secrets', (t) => {
  const short = secretsOf({ clientId: '', apiKey: 'abcdefg' });
  t.notOk(short.isAnyIn('abcdefg'));
  t.notOk(short.isAnyIn(Buffer.from('abcdefg').toString('hex')), 'in whatever spelling');
  t.ok(secretsOf({ clientId: '', apiKey: 'abcdefgh' }).isAnyIn('abcdefgh'), 'eight characters are enough');
  const credentials = Buffer.from('cid_1:abc').toString('base64');
  t.ok(secretsOf({ clientId: 'cid_1', apiKey: 'abc' }).isAnyIn(credentials), 'credentials are longer than their key');
  t.end();
});

test('secrets of several accounts are redacted, and within other texts', (t) => {
  const secrets = secretsOf({ clientId: 'cid_1', apiKey: KEY }, { clientId: 'cid_2', apiKey: 'another-key' });
  secrets.add('[folder]', `/tmp/a/${KEY}/b`);
  const text = `another-key, ${KEY}, /tmp/a/${KEY}/b, ${Buffer.from(`cid_1:${KEY}`).toString('base64')}`;
  const shown = redacted(text, secrets.in(text), (label) => label);
  t.equal(shown, '[API key], [API key], [folder], [credentials]');
  t.end();
});
