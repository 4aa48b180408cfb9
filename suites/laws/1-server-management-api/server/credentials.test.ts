import test from 'tape';
import { basic, WRONG, withKey } from './credentials.js';

/** Keys unlike the reference's: without letters, of one character, of several bytes each. */
const ACCOUNTS = [
  { clientId: 'cid_abc', apiKey: 'Abc-1_x' },
  { clientId: '1', apiKey: '0000' },
  { clientId: 'x', apiKey: 'xxxx' },
  { clientId: 'cid', apiKey: 'ключ' },
];

for (const account of ACCOUNTS) {
  test(`no wrong credentials are those of an account with the key ${account.apiKey}`, (t) => {
    const right = basic(account.clientId, account.apiKey);
    for (const [name, credentials] of Object.entries(WRONG)) {
      const field = credentials?.(account) ?? '';
      t.notEqual(field, right, name);
      t.ok(/^[\x20-\x7e]*$/.test(field), `${name} can be sent`);
    }
    t.end();
  });
}

test('a change without effect makes the key longer', (t) => {
  t.equal(withKey((key) => key)({ clientId: 'a', apiKey: 'b' }), basic('a', 'bx'));
  t.end();
});
