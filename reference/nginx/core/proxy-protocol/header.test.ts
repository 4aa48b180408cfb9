import test from 'tape';
import { furtherValue, proxyHeaderIn } from './header.js';

/** Text headers, and the clients that nginx 1.30.6 takes from them. */
const texts: Readonly<Record<string, string>> = {
  'PROXY TCP4 1.2.3.4 5.6.7.8 1111 80\r\n': '1.2.3.4 1111 5.6.7.8 80',
  'PROXY TCP6 2001:DB8::1 ::1 1111 80\r\n': '2001:DB8::1 1111 ::1 80',
  'PROXY TCP4 1.2.3.4 5.6.7.8 0 80\r\n': '1.2.3.4  5.6.7.8 80',
  'PROXY UNKNOWN\r\n': 'nobody',
  'PROXY UNKNOWN ffff a b c\r\n': 'nobody',
  'PROXY TCP4 1.2.3.4 5.6': 'incomplete',
  PRO: 'incomplete',
  '': 'incomplete',
  'PROXY TCP4 1.2.3.4 5.6.7.8 99999 80\r\n': 'broken header: "PROXY TCP4 1.2.3.4 5.6.7.8 99999 80"',
  'PROXY TCP4 x 5.6.7.8 1 80\r\n': 'broken header: "PROXY TCP4 x 5.6.7.8 1 80"',
  'PROXY TCP5 1.2.3.4 5.6.7.8 1 80\r\n': 'broken header: "PROXY TCP5 1.2.3.4 5.6.7.8 1 80"',
  'PROXY TCP4 1.2.3.4 5.6.7.8 1 80\n\r\n': 'broken header: "PROXY TCP4 1.2.3.4 5.6.7.8 1 80"',
  'GET / HTTP/1.1\r\n': 'broken header: "GET / HTTP/1.1"',
};

function described(bytes: Buffer): string {
  const header = proxyHeaderIn(bytes);
  switch (header.kind) {
    case 'incomplete':
      return 'incomplete';
    case 'broken':
      return header.complaint ?? 'broken';
    case 'header': {
      const { proxied } = header;
      if (proxied === undefined) return 'nobody';
      return `${proxied.address} ${proxied.port} ${proxied.serverAddress} ${proxied.serverPort}`;
    }
  }
}

/** A header of version 2 with a command, a family with its transport, and the body. */
function binary(command: number, family: number, body: Buffer): Buffer {
  const head = Buffer.from([command, family, body.length >> 8, body.length & 255]);
  return Buffer.concat([Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1'), head, body]);
}

const part = (type: number, value: Buffer) => Buffer.concat([Buffer.from([type, 0, value.length]), value]);
const ipv4 = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 0x12, 0x34, 0, 80]);
const ipv6 = Buffer.concat([
  Buffer.from('20010db8000000000000000000000001', 'hex'),
  Buffer.alloc(16),
  ipv4.subarray(8),
]);

test('PROXY protocol: headers as text', (t) => {
  for (const [text, expected] of Object.entries(texts)) t.equal(described(Buffer.from(text)), expected, text);
  t.equal(described(Buffer.from('P'.padEnd(107, 'x'))), `broken header: "${'P'.padEnd(107, 'x')}"`);
  t.end();
});

test('PROXY protocol: headers as bytes', (t) => {
  const rows: readonly (readonly [bytes: Buffer, expected: string])[] = [
    [binary(0x21, 0x11, ipv4), '1.2.3.4 4660 5.6.7.8 80'],
    [binary(0x21, 0x21, ipv6), '2001:db8::1 4660 :: 80'],
    [binary(0x20, 0x11, ipv4), 'nobody'],
    [binary(0x21, 0x12, ipv4), 'nobody'],
    [binary(0x21, 0x31, Buffer.alloc(216)), 'nobody'],
    [binary(0x31, 0x11, ipv4), 'unknown PROXY protocol version: 3'],
    [binary(0x21, 0x11, ipv4.subarray(0, 6)), 'broken'],
    [binary(0x21, 0x11, ipv4).subarray(0, 20), 'incomplete'],
  ];
  for (const [bytes, expected] of rows) t.equal(described(bytes), expected);
  const ssl = Buffer.concat([Buffer.from([1, 0, 0, 0, 0]), part(0x21, Buffer.from('TLSv1.3'))]);
  const body = Buffer.concat([ipv4, part(2, Buffer.from('name')), part(0x20, ssl), part(0xe0, Buffer.from('own'))]);
  const header = proxyHeaderIn(Buffer.concat([binary(0x21, 0x11, body), Buffer.from('GET /')]));
  if (header.kind !== 'header' || header.proxied === undefined) throw new Error('no header was found');
  const { proxied } = header;
  t.deepEqual(
    ['authority', 'ssl_version', 'ssl_verify', '0xe0', 'alpn'].map((name) => furtherValue(proxied, name)),
    ['name', 'TLSv1.3', '0', 'own', undefined],
  );
  t.end();
});
