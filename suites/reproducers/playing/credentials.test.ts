import test from 'tape';
import { basic, type Credentials, WRONG, withKey } from '../../laws/1-server-management-api/server/credentials.js';
import { partsOf } from './credentials.js';
import { fieldOf } from './service-play.js';

const ACCOUNT = { clientId: 'client-Of-9-Tests', apiKey: 'aKey7ThatTheTestsMadeUp', revokedApiKey: 'theOneBefore4It' };

/** Among those of laws one with a wrong character at a place, and fields that are spelled otherwise. */
const FIELDS: { readonly [name: string]: Credentials } = {
  ...WRONG,
  right: ({ clientId, apiKey }) => basic(clientId, apiKey),
  'one character': withKey((key) => `${key.slice(0, 3)}~${key.slice(4)}`),
  'stray character': ({ clientId, apiKey }) => {
    const field = basic(clientId, apiKey);
    return `${field.slice(0, 10)}!${field.slice(10)}`;
  },
  'blank behind': ({ clientId, apiKey }) => `${basic(clientId, apiKey)} \t`,
};

test('a field is made of another account just as of the first', (t) => {
  for (const [name, making] of Object.entries(FIELDS)) {
    if (making === null) continue;
    const parts = partsOf(making);
    t.equal(parts === undefined ? undefined : fieldOf(parts, ACCOUNT), making(ACCOUNT), name);
  }
  // Of a key of another length it is at another place.
  const near = withKey((key) => `${key.slice(0, 50 % key.length)}~${key.slice(50 % key.length)}`);
  const lengths = { clientId: ACCOUNT.clientId.length, apiKey: ACCOUNT.apiKey.length };
  const parts = partsOf(near, lengths);
  t.equal(parts === undefined ? undefined : fieldOf(parts, ACCOUNT), near(ACCOUNT), 'of an account as long');
  t.equal(
    partsOf(({ apiKey }) => `${apiKey.charCodeAt(0)}`),
    undefined,
    'what is made otherwise is not guessed',
  );
  t.end();
});
