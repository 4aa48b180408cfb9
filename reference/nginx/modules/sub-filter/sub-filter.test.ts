import test from 'tape';
import { testHost } from '../../../testing/host.js';
import { Substitution } from './substitution.js';

/** Texts that are replaced by their numbers, parts, and the output after each, with the rest at the end. */
const rows: readonly (readonly [
  texts: readonly string[],
  once: boolean,
  parts: readonly string[],
  out: readonly string[],
])[] = [
  [['foo'], false, ['a foo b FOO'], ['a 0 b 0', '']],
  [['foo'], true, ['a foo b FOO'], ['a 0 b FOO', '']],
  [['foo', 'bar'], true, ['foo foo bar bar'], ['0 foo 1 bar', '']],
  [['foofoo', 'foo'], false, ['foofoo foo', 'x'], ['0 ', '1x', '']],
  [['foo', 'foofoo'], false, ['foofoo'], ['00', '']],
  [['foo'], false, ['abcdef', 'xyfoof', 'oox'], ['abcde', 'fxy0', '0x', '']],
  [['foo'], false, ['fo', 'b'], ['', 'fob', '']],
  [['foo'], false, ['fo'], ['', 'fo']],
  [['abcd', 'bc'], false, ['abc', 'x'], ['', 'a1x', '']],
  [['\u00c9'], false, ['\u00c9\u00e9'], ['0\u00e9', '']],
];

test('substitution: replaced texts, and data that waits', (t) => {
  for (const [texts, once, parts, out] of rows) {
    const substitution = new Substitution(
      texts.map((match, at) => ({ match, replacement: () => String(at) })),
      once,
    );
    const sent = parts.map((part) => substitution.take(Buffer.from(part, 'latin1'), true));
    t.deepEqual(
      [...sent, substitution.end()].map((part) => part.toString('latin1')),
      out,
      `${texts} in ${parts}`,
    );
  }
  const lazy = new Substitution([{ match: 'foofoo', replacement: () => 'X' }], false);
  t.equal(String(lazy.take(Buffer.from('abcdef'), false)), 'ab', 'unexamined data waits unless it is flushed');
  t.end();
});

test('sub_filter: changed responses and their headers', async (t) => {
  const script = `export default {
    page: (r) => { r.headersOut['Content-Type'] = r.args.type; r.headersOut['Last-Modified'] = 'then'; r.return(200, 'foo'); },
    inner: (r) => r.subrequest('/html').then((reply) => r.return(200, reply.responseText)),
  };`;
  const server = `
    sub_filter foo "<$uri>";
    location /page { js_content main.page; } location /inner { js_content main.inner; }
    location /html { default_type text/html; return 200 foo; }
    location /all { sub_filter_types *; js_content main.page; } location /css { sub_filter_types text/css; js_content main.page; }
    location /dated { sub_filter_last_modified on; js_content main.page; }
    location /other { sub_filter bar x; js_content main.page; }`;
  const host = await testHost(t, { script, server });
  const rows: readonly (readonly [path: string, text: string, length: string | undefined, date: string | undefined])[] =
    [
      ['/page?type=text/html', '</page>', undefined, undefined],
      ['/page?type=TEXT/HTML', '</page>', undefined, undefined],
      ['/page?type=text/html;charset=x', 'foo', '3', 'then'],
      ['/page?type=text/plain', 'foo', '3', 'then'],
      ['/all?type=text/plain', '</all>', undefined, undefined],
      ['/css?type=text/css', '</css>', undefined, undefined],
      ['/css?type=text/html', '</css>', undefined, undefined],
      ['/dated?type=text/html', '</dated>', undefined, 'then'],
      ['/other?type=text/html', 'foo', undefined, undefined],
      ['/inner', '</html>', '7', undefined],
    ];
  for (const [path, text, length, date] of rows) {
    const answer = await host.ask(path);
    const seen = [answer.text, answer.headers['content-length'], answer.headers['last-modified']];
    t.deepEqual(seen, [text, length, date], path);
  }
});
