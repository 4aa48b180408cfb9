import { createHash } from 'node:crypto';
import test from 'tape';
import { testHost } from '../../../testing/host.js';

const md5 = (text: string, encoding: 'base64url' | 'hex' = 'base64url') =>
  createHash('md5').update(text).digest(encoding);

test('secure_link: signed links and their expiry', async (t) => {
  const server = `
    location /link { secure_link $arg_md5,$arg_e; secure_link_md5 "$arg_e$uri s"; return 200 "[$secure_link] [$secure_link_expires]"; }
    location /plain { secure_link $arg_md5; secure_link_md5 x; return 200 "[$secure_link] [$secure_link_expires]"; }
    location /path { secure_link_secret word; return 200 "[$secure_link]"; }
    location /half { secure_link $arg_md5; return 200 "[$secure_link]"; }`;
  const host = await testHost(t, { server });
  const signed = (time: string) => `/link?md5=${md5(`${time}/link s`)}&e=${time}`;
  const digest = md5('a/b?cword', 'hex');
  const rows: Readonly<Record<string, string>> = {
    [signed('2147483647')]: '[1] [2147483647]',
    [signed('1')]: '[0] [1]',
    [signed('0')]: '[] []',
    [signed('x')]: '[] []',
    [signed('')]: '[] []',
    '/link?md5=bad&e=2147483647': '[] [2147483647]',
    [`/plain?md5=${md5('x')}`]: '[1] []',
    [`/plain?md5=${md5('x')}==`]: '[1] []',
    [`/plain?md5=${md5('y')}`]: '[] []',
    [`/path/${digest}/a/b?c`]: '[a/b?c]',
    [`/path/${digest.toUpperCase()}/a/b?c`]: '[a/b?c]',
    [`/path/${digest}/a/b`]: '[]',
    '/path': '[]',
    [`/half?md5=${md5('x')}`]: '[]',
  };
  for (const [path, answer] of Object.entries(rows)) t.equal((await host.ask(path)).text, answer, path);
});

test('secure_link: a redirected request has no link', async (t) => {
  const server = `
    error_page 403 /refused;
    location = /refused { return 403 "[$secure_link] [$secure_link_expires]"; }
    location /link { secure_link $arg_md5,$arg_e; secure_link_md5 $arg_part; if ($secure_link = "") { return 403; } }
    location /signed { secure_link $arg_md5,$arg_e; secure_link_md5 "$secure_link_expires"; if ($secure_link = "") { return 403; } }`;
  const host = await testHost(t, { server });
  const other = md5('other');
  t.equal((await host.ask(`/link?md5=${other}&e=2147483647`)).text, '[] []', 'a digest of another link');
  t.equal(
    (await host.ask(`/signed?md5=${other}&e=2147483647`)).text,
    '[] [2147483647]',
    'the variable was read before',
  );
  t.equal((await host.ask('/signed?md5=short&e=2147483647')).text, '[] []', 'an invalid digest is not compared');
});
