import test from 'tape';
import { testHost } from '../../../testing/host.js';
import { isPassword } from './crypt.js';

/** `pass word` as openssl, htpasswd and bcrypt store it. */
const stored: readonly string[] = [
  '{PLAIN}pass word',
  '{SHA}2oguq15ANCGsJCWKX31fllwpyEk=',
  '{SSHA}UFAL1Y6rU6p3E9OM0Q51KWVEkV1zYWx0',
  '$1$saltsalt$1K7dkhtbTNVUwUicA5kOT1',
  '$apr1$xyz12345$RjdztEA5L7E5xV0jiJefr.',
  '$5$saltstring$Pr2/FkMue4pholsRSwxlRcDhMiu2AJpqw6sz37HLBXB',
  '$6$rounds=1000$abc$a65OQiLhmoTar1km/GD737HI7KVBgBytvYXS2YmrpESgXjNxavEXNRRaZKXQrdl1vpHwu1Qa.U5DylRTsUBZO/',
  '$2b$04$c0q2glxhtk1XadBOxstYg.n1LWc1oAZX.6S9J8I9dCPVNGqcTzzlG',
];

test('passwords: each known format', (t) => {
  for (const one of stored)
    t.deepEqual(
      ['pass word', 'pass', ''].map((text) => isPassword(text, one)),
      [true, false, false],
      one,
    );
  for (const one of ['{SHA}', '{SSHA}', '{SSHA}!', '$apr1$', '$5$', '$6$rounds=x$a', '$2y$', '', 'plain', 'a', '*'])
    t.equal(isPassword('plain', one), false, `nobody has ${one}`);
  for (const one of ['rqXexS6ZhobKA', '$y$j9T$abc$def'])
    t.equal(isPassword('a', one), undefined, `${one} is not known`);
  t.end();
});

const basic = (credentials: string) => ['Authorization', `Basic ${Buffer.from(credentials).toString('base64')}`];

test('auth_basic: granted requests, and the answers to others', async (t) => {
  const passwords = 'ann:{PLAIN}secret:with a comment\n#bob:{PLAIN}x\ncarl:{PLAIN}\ndes:rqXexS6ZhobKA\n';
  const server = `
    auth_basic_user_file passwords; root .;
    location /closed { auth_basic "a $uri"; return 200; js_content main.user; }
    location /open { auth_basic off; js_content main.user; }
    location /none { auth_basic a; auth_basic_user_file none; js_content main.user; }
    location /any { satisfy any; auth_basic a; allow all; js_content main.user; }
    location /neither { satisfy any; auth_basic a; deny all; js_content main.user; }
    location /late { auth_basic a; auth_delay 50ms; js_content main.user; }`.replace(' return 200;', '');
  const script = 'export default { user: (r) => r.return(200, String(r.variables.remote_user)) };';
  const host = await testHost(t, { script, server, files: { passwords } });
  const rows: readonly (readonly [path: string, headers: string[], status: number, challenge: string | undefined])[] = [
    ['/closed', basic('ann:secret'), 200, undefined],
    ['/closed', basic('carl:'), 200, undefined],
    ['/closed', basic('ann:wrong'), 401, 'Basic realm="a /closed"'],
    ['/closed', basic('bob:x'), 401, 'Basic realm="a /closed"'],
    ['/closed', basic('#bob:x'), 401, 'Basic realm="a /closed"'],
    ['/closed', basic('des:a'), 500, undefined],
    ['/closed', [], 401, 'Basic realm="a /closed"'],
    ['/closed', ['Authorization', 'Bearer x'], 401, 'Basic realm="a /closed"'],
    ['/open', [], 200, undefined],
    ['/none', basic('ann:secret'), 403, undefined],
    ['/any', [], 200, undefined],
    ['/neither', [], 401, 'Basic realm="a"'],
    ['/neither', basic('ann:secret'), 200, undefined],
    ['/late', basic('x:y'), 401, 'Basic realm="a"'],
  ];
  for (const [path, headers, status, challenge] of rows) {
    const answer = await host.ask(path, { headers });
    t.deepEqual([answer.status, answer.headers['www-authenticate']], [status, challenge], `${path} ${headers[1]}`);
  }
  const lines = host.log().map((line) => line.replace(/.*?\*\d+ |, client: .*/g, '').replaceAll(host.folder, ''));
  for (const line of [
    'user "ann": password mismatch',
    'user "bob" was not found in "/passwords"',
    'no user/password was provided for basic authentication',
    'open() "/none" failed (2: No such file or directory)',
    'crypt_r() failed: passwords stored as DES are not known',
    'delaying unauthorized request',
  ])
    t.ok(lines.includes(line), line);
});
