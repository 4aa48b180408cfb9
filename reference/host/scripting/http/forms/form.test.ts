import test from 'tape';
import { formEntries } from './form.js';

/** Content types, and how nginx with njs 1.0.2 reads `a=1` with each: its entries or an error. */
const ofUrlencoded: readonly (readonly [type: string | undefined, refused?: string])[] = [
  ['APPLICATION/X-WWW-FORM-URLENCODED'],
  ['application/x-www-form-urlencoded;charset=utf-8'],
  ['application/x-www-form-urlencoded; charset=iso-8859-1'],
  ['application/x-www-form-urlencoded; charset=utf-16'],
  ['application/x-www-form-urlencoded ; charset=x'],
  ['application/x-www-form-urlencoded charset=x', 'unsupported content type'],
  ['application/x-www-form-urlencoded;', 'malformed parameter'],
  ['application/x-www-form-urlencoded '],
  [' application/x-www-form-urlencoded'],
  ['application/x-www-form-urlencodedx', 'unsupported content type'],
  ['application/x-www-form-urlencoded, text/plain', 'unsupported content type'],
  ['text/plain', 'unsupported content type'],
  ['', 'request content type is required'],
  ['application/json', 'unsupported content type'],
  ['x-www-form-urlencoded', 'unsupported content type'],
  ['"application/x-www-form-urlencoded"', 'unsupported content type'],
  ['application/x-www-form-urlencoded\t'],
  ['application/x-www-form-urlencoded\t; a=b'],
  ['application/x-www-form-urlencoded;boundary=B'],
  ['application/x-www-form-urlencoded,', 'unsupported content type'],
  ['application/x-www-form-urlencoded/', 'unsupported content type'],
  ['application/x-www-form-urlencoded=', 'unsupported content type'],
  ['application / x-www-form-urlencoded', 'unsupported content type'],
  ['multipart/form-data', 'multipart boundary is required'],
  ['application/x-www-form-urlencoded; a="; b"'],
  ['application/x-www-form-urlencode', 'unsupported content type'],
  [undefined, 'request content type is required'],
  ['text/plain;', 'unsupported content type'],
  ['application/x-www-form-urlencoded; =', 'malformed parameter'],
  ['application/x-www-form-urlencoded; a', 'malformed parameter'],
  ['application/x-www-form-urlencoded; a=', 'empty parameter value'],
  ['application/x-www-form-urlencoded; a=""'],
  ['application/x-www-form-urlencoded; a="', 'unterminated quoted parameter'],
  ['application/x-www-form-urlencoded; a=1; a=2'],
  ['application/x-www-form-urlencoded; a=b c', 'malformed content type'],
  ['application/x-www-form-urlencoded;;', 'malformed parameter'],
  ['application/x-www-form-urlencoded; boundary=a; boundary=b', 'duplicate boundary parameter'],
  ['application/x-www-form-urlencoded; a="b"c', 'malformed content type'],
  ['application/x-www-form-urlencoded; boundary=""', 'invalid multipart boundary'],
];

/** Content types with which it finds the one part after a boundary, or its error. */
const ofParts: readonly (readonly [type: string, boundary: string, refused?: string])[] = [
  ['multipart/form-data; boundary="B"', 'B'],
  ['multipart/form-data; boundary="B C"', 'B C'],
  ['multipart/form-data; boundary="B\\"C"', 'B"C'],
  ['multipart/form-data; boundary="B\\C"', 'BC'],
  ['multipart/form-data; boundary="B\\C"', 'B\\C', 'malformed multipart body'],
  ['multipart/form-data; boundary="gc0:/(x)"', 'gc0:/(x)'],
  ['multipart/form-data; boundary=gc0:/(x)', 'gc0:/(x)'],
  ['multipart/form-data; boundary="B', 'B', 'unterminated quoted parameter'],
  ['multipart/form-data; boundary=', '', 'empty parameter value'],
  ['multipart/form-data; boundary=""', '', 'invalid multipart boundary'],
  ['multipart/form-data', 'B', 'multipart boundary is required'],
  ['multipart/form-data; x=y', 'B', 'multipart boundary is required'],
  ['multipart/form-data; BOUNDARY=B', 'B'],
  ['MULTIPART/Form-Data; boundary=B', 'B'],
  ['multipart/form-data; boundary=B; charset=utf-8', 'B'],
  ['multipart/form-data; charset=utf-8; boundary=B', 'B'],
  ['multipart/form-data;boundary=B', 'B'],
  ['multipart/form-data; boundary = B', 'B'],
  ['multipart/form-data; boundary= B', 'B'],
  ['multipart/form-data; boundary=B ; x=y', 'B'],
  ['multipart/form-data ; boundary=B', 'B'],
  ['multipart/form-data;\tboundary=B', 'B'],
  ['multipart/form-data; boundary=B; boundary=C', 'B', 'duplicate boundary parameter'],
  ['multipart/form-data; boundary=B; boundary=C', 'C', 'duplicate boundary parameter'],
  ['multipart/form-data; xboundary=C; boundary=B', 'B'],
  ['multipart/form-data; x="; boundary=C"; boundary=B', 'B'],
  ['multipart/form-data, boundary=B', 'B', 'unsupported content type'],
  ['multipart/form-data boundary=B', 'B', 'unsupported content type'],
  ['multipart/mixed; boundary=B', 'B', 'unsupported content type'],
  ['multipart/related; boundary=B', 'B', 'unsupported content type'],
  ['multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
  ['multipart/form-data; boundary=--', '--'],
  ['multipart/form-data; boundary=b', 'B', 'malformed multipart body'],
  ['multipart/form-data; boundary=\xc3\xa9', '\xc3\xa9'],
  ['multipart/form-data; boundary=B;', 'B', 'malformed parameter'],
  ['multipart/form-data;; boundary=B', 'B', 'malformed parameter'],
  ['multipart/form-data; boundary=.*+?', '.*+?'],
  ['multipart/form-data; boundary=BB', 'BB'],
  ['multipart/form-data; boundary="B"x', 'B', 'malformed content type'],
  ['multipart/form-data; boundary="B;C"', 'B;C'],
  ["multipart/form-data; boundary*=utf-8''B", 'B', 'multipart boundary is required'],
  ['multipart/form-data; boundary*0=B', 'B', 'multipart boundary is required'],
  ['multipart/form-data; boundary="B "', 'B '],
  ['multipart/form-data; boundary=B C', 'B', 'malformed content type'],
  ['multipart/form-data; boundary=B C', 'B C', 'malformed content type'],
  ['multipart/form-data; boundary=B\t', 'B'],
  ['multipart/form-data; boundary=B,C', 'B,C'],
  ['multipart/form-data; boundary=B,C', 'B', 'malformed multipart body'],
  ['multipart/form-data; boundary=B"C', 'B"C'],
  ['multipart/form-data; boundary=B=C', 'B=C'],
  ['multipart/form-data; boundary="B"; charset=x', 'B'],
  ["multipart/form-data; boundary='B'", "'B'"],
  ['text/plain;', 'B', 'unsupported content type'],
  ['text/plain; boundary', 'B', 'unsupported content type'],
  ['text/plain; a="', 'B', 'unsupported content type'],
  [';', 'B', 'unsupported content type'],
  [';boundary=B', 'B', 'unsupported content type'],
  ['; boundary=B', 'B', 'unsupported content type'],
  ['multipart/form-data;', 'B', 'malformed parameter'],
  ['multipart/form-data; boundary', 'B', 'malformed parameter'],
  ['multipart/form-data; boundary="B"; boundary="B"', 'B', 'duplicate boundary parameter'],
  ['multipart/form-data; boundary=B; x=1; x=2', 'B'],
  ['multipart/form-data; boundary=B; x=', 'B', 'empty parameter value'],
  ['multipart/form-data; boundary=B; x', 'B', 'malformed parameter'],
  ['multipart/form-data; boundary=B; x="', 'B', 'unterminated quoted parameter'],
  ['multipart/form-data; =B', 'B', 'malformed parameter'],
  ['multipart/form-data; ; boundary=B', 'B', 'malformed parameter'],
  ['multipart/form-data; boundary=B ', 'B'],
  ['multipart/form-data; boundary="B" ', 'B'],
  ['multipart/form-data\t;boundary=B', 'B'],
  ['multipart/form-data;boundary\t=\tB', 'B'],
  ['multipart/form-data; boundary="\\B"', 'B'],
  ['multipart/form-data; boundary="B\\', 'B', 'unterminated quoted parameter'],
  ['multipart/form-data; boundary=;x=y', 'B', 'empty parameter value'],
  ['multipart/form-data; boundary= ;x=y', 'B', 'empty parameter value'],
  ['multipart/form-data;x="a"boundary=B', 'B', 'malformed content type'],
  ['multipart/form-data;x="a" boundary=B', 'B', 'malformed content type'],
  ['multipart/form-data; boundary=B;;', 'B', 'malformed parameter'],
  ['multipart/form-data; (c); boundary=B', 'B', 'malformed parameter'],
  ['multipart/form-data; bound\\ary=B', 'B', 'multipart boundary is required'],
  ['multipart/form-data; "boundary"=B', 'B', 'multipart boundary is required'],
  ['multipart /form-data; boundary=B', 'B', 'unsupported content type'],
  ['multipart/form-data; boundary=B; boundary=', 'B', 'empty parameter value'],
  ['multipart/form-data; Boundary=B; bOUNDARY=B', 'B', 'duplicate boundary parameter'],
  ['multipart/form-data; boundary=B\tx', 'B', 'malformed content type'],
  ['multipart/form-data; boundary=-', '-'],
];

const text = (name: string, value: string) => ({ kind: 'text', name, text: value });

test('a urlencoded form is recognized by its content type', (t) => {
  for (const [type, refused] of ofUrlencoded) t.deepEqual(read(type, 'a=1'), outcome(refused), type);
  t.end();
});

test('the content type contains the boundary of parts', (t) => {
  for (const [type, boundary, refused] of ofParts)
    t.deepEqual(read(type, partBehind(boundary)), outcome(refused), `${type}: ${boundary}`);
  for (const length of [1, 69, 70, 71, 200]) {
    const boundary = 'b'.repeat(length);
    t.deepEqual(read(`multipart/form-data; boundary=${boundary}`, partBehind(boundary)), outcome(undefined));
    t.deepEqual(read(`multipart/form-data; boundary="${boundary}"`, partBehind(boundary)), outcome(undefined));
  }
  const long = 'b'.repeat(201);
  t.deepEqual(read(`multipart/form-data; boundary=${long}`, partBehind(long)), outcome('invalid multipart boundary'));
  t.deepEqual(read(`${urlencoded}; boundary=${long}`, 'a=1'), outcome('invalid multipart boundary'));
  t.end();
});

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=B';

test('the limit for entries counts all names', (t) => {
  const pairs = (count: number) => Array.from({ length: count }, (_, index) => `k${index % 3}=`).join('&');
  const parts = (count: number) =>
    `${Array.from({ length: count }, (_, index) => `--B\r\nContent-Disposition: form-data; name=a${index % 2 ? '; filename=f' : ''}\r\n\r\n\r\n`).join('')}--B--`;
  for (const maxKeys of [1, 2, 128, 1000]) {
    for (const count of [maxKeys - 1, maxKeys, maxKeys + 1]) {
      const refused = count > maxKeys;
      t.equal(formEntries(urlencoded, Buffer.from(pairs(count)), maxKeys).ok, !refused, `${count} pairs of ${maxKeys}`);
      t.equal(formEntries(multipart, Buffer.from(parts(count)), maxKeys).ok, !refused, `${count} parts of ${maxKeys}`);
    }
  }
  t.end();
});

/** A body is parsed up to the first entry beyond the limit; the rest is not. */
test('malformed input is reported before the limit, but not after it', (t) => {
  const part = '--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n';
  const refusals: readonly (readonly [type: string, body: string, refused?: string])[] = [
    [urlencoded, '&&a=1&&'],
    [urlencoded, 'a=1&b', 'maxKeys limit exceeded'],
    [urlencoded, 'a=1&%', 'malformed percent escape'],
    [urlencoded, 'a=1&b=2&%', 'maxKeys limit exceeded'],
    [multipart, `${part}--Bx`, 'malformed multipart boundary'],
    [multipart, `${part}--B\r\n`, 'missing multipart header separator'],
    [multipart, `${part}--B\r\ngarbage\r\n\r\nv\r\n--B--`, 'malformed multipart header'],
    [multipart, `${part}--B\r\nX: y\r\n\r\nv\r\n--B--`, 'missing Content-Disposition header'],
    [multipart, part + part.slice(0, -2), 'truncated multipart body'],
    [multipart, `${part}${part}--Bx`, 'maxKeys limit exceeded'],
  ];
  for (const [type, body, refused] of refusals)
    t.deepEqual(read(type, body, 1), outcome(refused), JSON.stringify(body));
  t.end();
});

function read(type: string | undefined, body: string, maxKeys = 128): unknown {
  return formEntries(type, Buffer.from(body, 'latin1'), maxKeys);
}

function outcome(refused: string | undefined): unknown {
  return refused === undefined
    ? { ok: true, value: [text('a', '1')] }
    : { ok: false, name: 'TypeError', message: refused };
}

function partBehind(boundary: string): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--${boundary}--\r\n`;
}
