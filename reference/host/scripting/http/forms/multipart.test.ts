import test from 'tape';
import { readParts, type SeenBody } from './testing/parts.js';

/** How nginx with njs 1.0.2 finds the bounds of parts; a disposition comes after `…`. */
const framing: readonly SeenBody[] = [
  [
    '--B⏎…name="a"⏎⏎1⏎--B⏎…name="b"⏎⏎2⏎--B--⏎',
    [
      ['a', '1'],
      ['b', '2'],
    ],
  ],
  ['--B--⏎', []],
  ['', 'malformed multipart body'],
  ['⏎', 'malformed multipart body'],
  ['--B--', []],
  ['--B', 'malformed multipart boundary'],
  ['--B⏎', 'missing multipart header separator'],
  ['--B⏎…name="a"', 'missing multipart header separator'],
  ['--B⏎…name="a"⏎⏎', 'truncated multipart body'],
  ['--B⏎…name="a"⏎--B--⏎', 'missing multipart header separator'],
  ['--B⏎…name="a"⏎⏎--B--⏎', 'truncated multipart body'],
  ['--B⏎…name="a"⏎⏎⏎--B--⏎', [['a', '']]],
  ['--B⏎…name="a"⏎⏎1⏎', 'truncated multipart body'],
  ['--B⏎…name="a"⏎⏎1', 'truncated multipart body'],
  ['--B⏎…name="a"⏎⏎1⏎--B', 'malformed multipart boundary'],
  ['--B⏎…name="a"⏎⏎1⏎--B⏎', 'missing multipart header separator'],
  ['--B⏎…name="a"⏎⏎1⏎--B-', 'malformed multipart boundary'],
  ['--B⏎…name="a"⏎⏎1⏎--B--', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎1⏎--B--\n', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎1⏎--B--  ⏎', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎1⏎--B--xx', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎1⏎--B---⏎', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎1⏎--B--⏎epilogue', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎1⏎--B--⏎epi⏎logue⏎', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎1⏎--B--⏎--B⏎…name="b"⏎⏎2⏎--B--⏎', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎1⏎--B--⏎⏎', [['a', '1']]],
  ['pre⏎--B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['pre--B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['⏎--B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['\n--B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['--⏎--B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['--Bx⏎--B⏎…name="a"⏎⏎1⏎--B--⏎', 'malformed multipart boundary'],
  ['a⏎b⏎--B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['--B  ⏎…name="a"⏎⏎1⏎--B \t⏎…name="b"⏎⏎2⏎--B--⏎', 'malformed multipart boundary'],
  ['--B\n…name="a"⏎⏎1⏎--B--⏎', 'malformed multipart boundary'],
  ['--Bx⏎…name="a"⏎⏎1⏎--B--⏎', 'malformed multipart boundary'],
  ['--B--⏎--B⏎…name="a"⏎⏎1⏎--B--⏎', []],
  ['--B\n…name="a"\n\n1\n--B\n…name="b"\n\n2\n--B--\n', 'malformed multipart boundary'],
  ['--B⏎…name="a"\n\n1⏎--B--⏎', 'missing multipart header separator'],
  ['--B⏎…name="a"⏎\n1⏎--B--⏎', 'missing multipart header separator'],
  ['--B⏎…name="a"\nX-Y: z⏎⏎1⏎--B--⏎', 'malformed Content-Disposition'],
  ['--B⏎…name="a"⏎⏎1\n--B⏎…name="b"⏎⏎2⏎--B--⏎', [['a', '1\n--B\r\nContent-Disposition: form-data; name="b"\r\n\r\n2']]],
  ['--B\r…name="a"\r\r1\r--B--\r', 'malformed multipart boundary'],
  ['--B⏎…name="a"⏎⏎1\n--B--⏎', 'truncated multipart body'],
  ['--B⏎…name="a"⏎⏎--B⏎--B--⏎', [['a', '--B']]],
  ['--B⏎…name="a"⏎⏎x⏎--⏎--B--⏎', [['a', 'x\r\n--']]],
  ['--B⏎…name="a"⏎⏎x⏎--C⏎--B--⏎', [['a', 'x\r\n--C']]],
  ['--B⏎…name="a"⏎⏎x⏎--Bx⏎y⏎--B--⏎', 'malformed multipart boundary'],
  ['--B⏎…name="a"⏎⏎x\n--B\ny⏎--B--⏎', [['a', 'x\n--B\ny']]],
  ['--B⏎…name="a"⏎⏎x--B⏎y⏎--B--⏎', [['a', 'x--B\r\ny']]],
  ['--B⏎…name="a"⏎⏎⏎⏎--B--⏎', [['a', '\r\n']]],
  ['--B⏎…name="a"⏎⏎⏎⏎⏎--B--⏎', [['a', '\r\n\r\n']]],
  ['--B⏎…name="a"⏎⏎a\r⏎--B--⏎', [['a', 'a\r']]],
  ['--B⏎…name="a"⏎⏎a\n⏎--B--⏎', [['a', 'a\n']]],
  ['--B⏎…name="a"⏎⏎a⏎-⏎--B--⏎', [['a', 'a\r\n-']]],
  ['--B⏎…name="a"⏎⏎a\r⏎⏎--B--⏎', [['a', 'a\r\r\n']]],
  ['--B⏎…name="a"⏎⏎x⏎--B-⏎y⏎--B--⏎', 'malformed multipart boundary'],
  ['--B⏎…name="a"⏎⏎x⏎ --B⏎--B--⏎', [['a', 'x\r\n --B']]],
  ['--B⏎…name="a"⏎⏎x⏎--b⏎y⏎--B--⏎', [['a', 'x\r\n--b\r\ny']]],
  ['--B⏎…name="a"⏎⏎⏎--⏎--⏎--B--⏎', [['a', '\r\n--\r\n--']]],
  ['--B⏎…name="a"⏎⏎x⏎--B--x⏎y⏎--B--⏎', [['a', 'x']]],
  ['--B⏎…name="a"⏎⏎x⏎--B x⏎y⏎--B--⏎', 'malformed multipart boundary'],
  ['--B⏎⏎v⏎--B--⏎', 'missing multipart header separator'],
  ['--B⏎…name="a"⏎Content-Type: text/plain; charset=iso-8859-1⏎⏎\xe9⏎--B--⏎', [['a', '�']]],
  ['--B⏎…name="f"; filename="x"⏎⏎⏎--B--⏎', [['f', { file: 'x' }]]],
  ['--B⏎…name="f"; filename=""⏎Content-Type: application/octet-stream⏎⏎⏎--B--⏎', [['f', { file: '' }]]],
  ['--B⏎…name="f"; filename="x"⏎⏎abc⏎', 'truncated multipart body'],
  ['--B⏎…name="f"; filename="x"⏎⏎\x00\xff⏎--⏎⏎--B--⏎', [['f', { file: 'x' }]]],
  [
    '--B⏎…name="a"⏎⏎1⏎--B⏎…name="f"; filename="x"⏎⏎c⏎--B⏎…name="a"⏎⏎2⏎--B⏎…name="a"; filename="y"⏎⏎c⏎--B⏎…name="f"; filename="z"⏎⏎c⏎--B⏎…name="f"⏎⏎text⏎--B--⏎',
    [
      ['a', '1'],
      ['f', { file: 'x' }],
      ['a', '2'],
      ['a', { file: 'y' }],
      ['f', { file: 'z' }],
      ['f', 'text'],
    ],
  ],
  [
    '--B⏎…name="a"⏎⏎1⏎--B⏎…name="f"; filename="x"⏎⏎c⏎--B⏎…name="a"⏎⏎2⏎--B⏎…name="f"; filename="z"⏎⏎c⏎--B⏎…name="f"⏎⏎text⏎--B--⏎',
    [
      ['a', '1'],
      ['f', { file: 'x' }],
      ['a', '2'],
      ['f', { file: 'z' }],
      ['f', 'text'],
    ],
  ],
  ['--B⏎…name="a"⏎Content-Transfer-Encoding: base64⏎⏎aGVsbG8=⏎--B--⏎', [['a', 'aGVsbG8=']]],
  ['--B⏎…name="a"⏎Content-Transfer-Encoding: quoted-printable⏎⏎a=3Db⏎--B--⏎', [['a', 'a=3Db']]],
  ['--B⏎…name="a"⏎Content-Length: 1⏎⏎abc⏎--B--⏎', [['a', 'abc']]],
  ['--B⏎…name="a"⏎Content-Length: 100⏎⏎abc⏎--B--⏎', [['a', 'abc']]],
  ['--B⏎…name="a"⏎⏎\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80⏎--B--⏎', [['a', 'é日😀']]],
  ['--B⏎…name="a"⏎⏎\xe9⏎--B--⏎', [['a', '�']]],
  ['--B⏎…name="a"⏎⏎a\xff\xe2\x82z⏎--B--⏎', [['a', 'a��z']]],
  ['--B⏎…name="a"⏎⏎\xe2\x82⏎--B--⏎', [['a', '�']]],
  ['--B⏎…name="a"⏎⏎a\x00b⏎--B--⏎', [['a', 'a\x00b']]],
  ['--B⏎…name="a"⏎⏎a+b%20c⏎--B--⏎', [['a', 'a+b%20c']]],
  ['--B⏎…name="a"⏎⏎a⏎b⏎--B--⏎', [['a', 'a\r\nb']]],
  ['--B⏎…name="a"⏎⏎a\nb⏎--B--⏎', [['a', 'a\nb']]],
  ['--B⏎…name="a"⏎⏎a\rb⏎--B--⏎', [['a', 'a\rb']]],
  ['--B⏎…name="a"⏎⏎\xef\xbb\xbfx⏎--B--⏎', [['a', '\ufeffx']]],
  ['--B⏎…name="a"⏎⏎  ⏎--B--⏎', [['a', '  ']]],
  ['--B⏎…name="a"⏎⏎\xed\xa0\x80⏎--B--⏎', [['a', '���']]],
  ['--B⏎…name="a"⏎⏎"⏎--B--⏎', [['a', '"']]],
  [
    '--B⏎…name="_charset_"⏎⏎iso-8859-1⏎--B⏎…name="a"⏎⏎\xe9⏎--B--⏎',
    [
      ['_charset_', 'iso-8859-1'],
      ['a', '�'],
    ],
  ],
  [
    '--B⏎…name="a"⏎Content-Type: multipart/mixed; boundary=C⏎⏎--C⏎Content-Disposition: file; filename="x"⏎⏎y⏎--C--⏎--B--⏎',
    [['a', '--C\r\nContent-Disposition: file; filename="x"\r\n\r\ny\r\n--C--']],
  ],
  ['--B⏎⏎v⏎⏎w⏎--B--⏎', 'malformed multipart header'],
  ['--B⏎X: y⏎--B⏎…name="a"⏎⏎v⏎--B--⏎', 'malformed multipart header'],
  ['--B⏎…name="a"⏎--B⏎…name="b"⏎⏎v⏎--B--⏎', 'malformed multipart header'],
  ['--B⏎…name="a"⏎⏎1⏎--B⏎--B--⏎--B⏎…name="a"⏎⏎2⏎', 'malformed multipart header'],
  ['--B⏎…name="a"⏎⏎x⏎--B\r⏎--B--⏎', 'malformed multipart boundary'],
  ['--B⏎…name="a"⏎⏎1⏎--B\r', 'malformed multipart boundary'],
  ['--B⏎…name="a"⏎⏎1⏎--B\rX', 'malformed multipart boundary'],
  ['---B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['-----B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['----B⏎…name="a"⏎⏎1⏎--B--⏎', [['a', '1']]],
  ['--B⏎…name="a"⏎⏎x⏎⏎--B⏎--B--⏎', 'missing multipart header separator'],
  ['--B⏎…name="a"⏎⏎⏎⏎--B⏎x⏎--B--⏎', 'missing multipart header separator'],
];

test('parts begin and end where nginx finds them', (t) => {
  for (const [body, expected] of framing) t.deepEqual(readParts(body), expected, JSON.stringify(body));
  t.end();
});

test('many parts and large ones are read', (t) => {
  const part = (name: string, content: string) => `--B⏎…name="${name}"⏎⏎${content}⏎`;
  const many = Array.from({ length: 10_000 }, (_, index): [string, string] => [`k${index}`, `${index}`]);
  const read = readParts(`${many.map(([name, text]) => part(name, text)).join('')}--B--`);
  t.ok(JSON.stringify(read) === JSON.stringify(many), 'ten thousand');
  const large = 'x\r\n--'.repeat(2 ** 17);
  t.deepEqual(readParts(`${part('a', large)}${part('b"; filename="c', large)}--B--`), [
    ['a', large],
    ['b', { file: 'c' }],
  ]);
  t.end();
});
