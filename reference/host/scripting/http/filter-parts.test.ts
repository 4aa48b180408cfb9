import test from 'tape';
import { testHost } from '../../../testing/host.js';
import { type PeerAnswer, TestPeer } from '../../../testing/peer.js';

const script = `export default {
  open: (r) => { delete r.headersOut['Content-Length']; },
  show(r, data, flags) {
    const part = data.length > 12 ? data.length + data[0] + data.at(-1) : data;
    r.sendBuffer('[' + part + (flags.last ? '!' : '') + ']', flags);
  },
};`;

const head = (field: string): string => `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n${field}\r\n\r\n`;
const chunked = (...chunks: readonly string[]): string =>
  chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
const cut = head('Transfer-Encoding: chunked');
const end = '0\r\n\r\n';
const many = Array.from({ length: 30 }, (_, at) => `x${at}`);

/** The pieces that a server sends, and the parts that filters receive: with buffered proxying, without it, and with small buffers. */
const rows: readonly (readonly [
  name: string,
  pieces: readonly string[],
  buffered: string,
  direct: string,
  small: string,
])[] = [
  ['one', [cut + chunked('aaa', 'bbb', 'ccc') + end], '[aaa][bbb][ccc][!]', '[aaa][bbb][ccc][!]', '[aaa][bbb][ccc][!]'],
  [
    'two',
    [cut, chunked('aaa', 'bbb'), chunked('ccc') + end],
    '[aaa][bbb][ccc][!]',
    '[][aaa][bbb][ccc][!]',
    '[aaa][bbb][ccc][!]',
  ],
  [
    'split',
    [`${cut}6\r\nabc`, 'def\r\n3\r\nghi\r\n', end],
    '[abc][def][ghi][!]',
    '[abc][def][ghi][!]',
    '[abc][def][ghi][!]',
  ],
  [
    'many',
    [cut + chunked(...many) + end],
    `[${many.join('][')}][!]`,
    `[${many.join('][')}][!]`,
    `[${many.join('][')}][!]`,
  ],
  ['length', [`${head('Content-Length: 9')}aaabbbccc`], '[aaabbbccc][!]', '[aaabbbccc][!]', '[aaabbbccc][!]'],
  [
    'lengths',
    [head('Content-Length: 9'), 'aaa', 'bbb', 'ccc'],
    '[aaabbbccc][!]',
    '[][aaa][bbb][ccc][!]',
    '[aaabbbccc][!]',
  ],
  ['empty', [head('Content-Length: 0')], '[!]', '[][!]', '[!]'],
  ['none', [cut + end], '[!]', '[!]', '[!]'],
  [
    'large',
    [cut + chunked('a'.repeat(3000), 'b'.repeat(3000), 'c'.repeat(3000)) + end],
    '[3000aa][1011bb][1989bb][2100cc][900cc][!]',
    '[3000aa][1011bb][1989bb][2100cc][900cc][!]',
    '[946aa][1024aa][1024aa][aaaaaa][1011bb][1024bb][965bb][52cc][1024cc][1024cc][900cc][!]',
  ],
  [
    'long',
    [head('Content-Length: 9000') + 'a'.repeat(9000)],
    '[4029aa][4096aa][875aa][!]',
    '[4029aa][4096aa][875aa][!]',
    `[957aa]${'[1024aa]'.repeat(7)}[875aa][!]`,
  ],
];

/** Sends pieces one after the other, so that the host reads each separately. */
const answering: PeerAnswer = (socket, request) => {
  const name = /^GET \/(\w+)/.exec(request)?.[1];
  const pieces = [...(rows.find(([each]) => each === name)?.[1] ?? [])];
  const send = (): void => {
    const piece = pieces.shift();
    if (piece === undefined) return;
    socket.write(piece, 'latin1');
    setTimeout(send, 40);
  };
  send();
};

test('body filters: a part ends with the server’s chunk, and with the buffer', async (t) => {
  const peer = await TestPeer.listen(answering);
  t.teardown(() => peer.close());
  const filters = 'js_header_filter main.open; js_body_filter main.show;';
  const pass = `proxy_http_version 1.1; proxy_pass http://127.0.0.1:${peer.port}/;`;
  const small = 'proxy_buffer_size 1k; proxy_buffers 4 1k; proxy_busy_buffers_size 2k;';
  const server = `
    location /buffered/ { ${filters} ${pass} }
    location /direct/ { ${filters} proxy_buffering off; ${pass} }
    location /small/ { ${filters} ${small} ${pass} }`;
  const host = await testHost(t, { script, server });
  for (const [name, , ...expected] of rows)
    for (const [at, way] of ['buffered', 'direct', 'small'].entries())
      t.equal((await host.ask(`/${way}/${name}`)).text, expected[at], `${way} ${name}`);
});

test('body filters: files come in buffers of the size in output_buffers', async (t) => {
  const filters = 'js_header_filter main.open; js_body_filter main.show;';
  const server = `location / { ${filters} } location /small/ { ${filters} output_buffers 2 1k; alias html/; }`;
  const files = { 'html/large': 'x'.repeat(70_000), 'html/less': 'x'.repeat(2048), 'html/empty': '' };
  const host = await testHost(t, { script, files, server });
  t.equal((await host.ask('/large')).text, '[32768xx][32768xx][4464xx!]');
  t.equal((await host.ask('/small/less')).text, '[1024xx][1024xx!]');
  t.equal((await host.ask('/empty')).text, '[!]');
});
