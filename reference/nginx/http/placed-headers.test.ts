import test from 'tape';
import { testHost } from '../../testing/host.js';

const script = `
  export default {
    length(r) { r.headersOut['X-One'] = '1'; r.headersOut['Content-Length'] = '9'; r.headersOut['X-Two'] = '2'; r.return(200, 'abc'); },
    own(r) { r.headersOut.Server = 'own'; r.headersOut['X-One'] = '1'; r.return(200, 'abc'); },
    again(r) {
      const { headersOut } = r;
      const names = ['Content-Encoding', 'Date', 'Expires', 'Last-Modified', 'Location', 'Server', 'X-One'];
      for (const name of names) headersOut[name] = '1';
      for (const name of names) headersOut[name.toLowerCase()] = '2';
      delete headersOut.date;
      headersOut.date = '3';
      r.return(200, 'abc');
    },
    unsaid(r) { r.headersOut['Content-Length'] = '9'; r.return(999); },
    unchanged(r) { r.return(304); },
    none(r) { r.return(204); },
    conditional(r) { r.return(200, 'abc'); },
    cut(r, data, flags) { throw new Error('in a filter'); },
    throws() { throw new Error('in a filter'); },
    several(r, data, flags) { r.sendBuffer('<'); r.sendBuffer(data); r.sendBuffer('>', flags); },
    unlength(r) { delete r.headersOut['Content-Length']; },
  };
`;

const names = ['length', 'own', 'again', 'unsaid', 'unchanged', 'none', 'conditional'];
const server = `
  ${names.map((name) => `location /${name} { js_content main.${name}; }`).join('\n')}
  location /cut { js_body_filter main.cut; return 200 text; }
  location /throws { js_header_filter main.throws; return 200 text; }
  location /several { js_header_filter main.unlength; js_body_filter main.several; return 200 text; }`;

/** Requests with a header, and the beginning and end of the answer after the date. */
const rows: readonly (readonly [string, string, RegExp, string])[] = [
  [
    'length',
    '',
    /text\/plain\r\nConnection: close\r\nX-One: 1\r\nContent-Length: 3\r\nX-Two: 2\r\n/,
    'own place, true length',
  ],
  [
    'own',
    '',
    /^HTTP\/1\.1 200 OK\r\nDate: .*\r\nContent-Type: .*\r\nContent-Length: 3\r\nConnection: close\r\nServer: own\r\n/,
    'one server',
  ],
  [
    'again',
    '',
    /close\r\nContent-Encoding: 2\r\nLast-Modified: 2\r\nLocation: 2\r\nServer: 2\r\nexpires: 2\r\nx-one: 2\r\ndate: 3\r\n/,
    'some keep their place when they are assigned again',
  ],
  [
    'unsaid',
    '',
    /^HTTP\/1\.1 999 \r\nServer: .*\r\nDate: .*\r\nContent-Length: 0\r\nConnection: close\r\n\r\n$/,
    'headers of the replaced body do not apply',
  ],
  [
    'unchanged',
    '',
    /Content-Type: .*\r\nContent-Length: 0\r\nConnection: close\r\n\r\n$/,
    'a handler’s own 304 keeps its type',
  ],
  ['none', '', /204 No Content\r\nServer: .*\r\nDate: .*\r\nConnection: close\r\n\r\n$/, 'a 204 has none'],
  ['conditional', 'If-Match: "x"\r\n', / 200 OK[\s\S]*abc$/, 'is sent regardless of conditions'],
  ['cut', '', /^$/, 'a header alone is not replaced'],
  ['throws', 'If-Match: "x"\r\n', /^$/, 'nor a page without a header'],
  ['several', '', /\r\n\r\n6\r\n<text>\r\n0\r\n\r\n$/, 'a filter sends a part as one chunk'],
];

test('headers keep the order in which they were set, among the host’s own', async (t) => {
  const host = await testHost(t, { script, server });
  for (const [path, header, expected, message] of rows) {
    t.match(
      await host.raw(`GET /${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${header}\r\n`),
      expected,
      message,
    );
  }
});

test('expires: lines of other servers are replaced, those of scripts are kept', async (t) => {
  const script = `export default {
    content: (r) => { r.headersOut['cache-control'] = ['a', 'b']; r.return(200); },
    filter: (r) => { r.headersOut['Cache-Control'] = 'own'; },
    without: (r) => { delete r.headersOut['Cache-Control']; },
  };`;
  const proxied = 'expires epoch; proxy_pass http://127.0.0.1:$server_port/up;';
  const server = `
    location /up { add_header expires never; add_header Cache-Control up; return 204; }
    location /content { expires epoch; js_content main.content; }
    location /filter { expires epoch; js_header_filter main.filter; return 204; }
    location /proxied { ${proxied} }
    location /changed { ${proxied} js_header_filter main.filter; }
    location /without { ${proxied} js_header_filter main.without; }`;
  const host = await testHost(t, { script, server });
  const [expires, control] = ['xpires: Thu, 01 Jan 1970 00:00:01 GMT', 'Cache-Control: no-cache'];
  const rows = {
    content: ['cache-control: a', 'cache-control: b', `E${expires}`, control],
    filter: ['Cache-Control: own', `E${expires}`, control],
    proxied: [`e${expires}`, control],
    changed: [`e${expires}`, 'Cache-Control: own'],
    without: [`e${expires}`],
  };
  for (const [path, lines] of Object.entries(rows)) {
    const answer = await host.raw(`GET /${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    t.deepEqual(answer.match(/^(?:expires|cache-control): .*(?=\r)/gim), lines, path);
  }
});
