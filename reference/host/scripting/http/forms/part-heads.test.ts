import test from 'tape';
import { readParts, type SeenBody } from './testing/parts.js';

/** How nginx with njs 1.0.2 reads the heads of a part whose content is `v`; a disposition comes after `…`. */
const heads: readonly SeenBody[] = [
  ['…name=a', ['a', 'v']],
  ['…name=a b', 'malformed Content-Disposition'],
  ['…name="a b"', ['a b', 'v']],
  ['Content-Disposition: form-data', 'multipart field name is required'],
  ['…name=""', ['', 'v']],
  ['…name=', 'empty parameter value'],
  ['Content-Type: text/plain', 'missing Content-Disposition header'],
  ['X: y', 'missing Content-Disposition header'],
  ['Content-Disposition: attachment; name="a"', 'unsupported disposition type'],
  ['Content-Disposition: FORM-DATA; name="a"', ['a', 'v']],
  ['content-disposition: form-data; name="a"', ['a', 'v']],
  ['CONTENT-DISPOSITION: FORM-DATA; NAME="a"', ['a', 'v']],
  ['Content-Disposition:form-data;name="a"', ['a', 'v']],
  ['Content-Disposition : form-data; name="a"', 'missing Content-Disposition header'],
  ['…name ="a"', ['a', 'v']],
  ['…name= "a"', ['a', 'v']],
  ['Content-Disposition:\tform-data;\tname="a"', ['a', 'v']],
  ['Content-Disposition: name="a"', 'unsupported disposition type'],
  ['Content-Disposition: form-data;', 'malformed parameter'],
  ['…name="a\\"b"', ['a"b', 'v']],
  ['…name="a\\\\b"', ['a\\b', 'v']],
  ['…name="a\\b"', ['ab', 'v']],
  ['…name="a\\"', 'unterminated quoted parameter'],
  ['…name="a%22b"', ['a%22b', 'v']],
  ['…name="a%0D%0Ab%C3%A9"', ['a%0D%0Ab%C3%A9', 'v']],
  ['…name="a+b"', ['a+b', 'v']],
  ['…name="\xc3\xa9\xe6\x97\xa5\xf0\x9f\x98\x80"', ['é日😀', 'v']],
  ['…name="\xe9"', ['�', 'v']],
  ['…name="a;b"', ['a;b', 'v']],
  ['…name="a=b"', ['a=b', 'v']],
  ['…name="a', 'unterminated quoted parameter'],
  ['…name="a; filename="x"', 'malformed Content-Disposition'],
  ['…name="a"; name="b"', 'duplicate name parameter'],
  ["…name*=utf-8''b", 'multipart field name is required'],
  ['…name="a"; name*=utf-8\'\'b', ['a', 'v']],
  ['…xname="b"; name="a"', ['a', 'v']],
  ['…filename="name=b"; name="a"', ['a', { file: 'name=b' }]],
  ['…x="; name=b"; name="a"', ['a', 'v']],
  ['…name="a"x', 'malformed Content-Disposition'],
  ['…name="a"; ;', 'malformed parameter'],
  ["…name='a'", ["'a'", 'v']],
  ['…name="a";', 'malformed parameter'],
  ['…name="a\x00b"', ['a\x00b', 'v']],
  ['…name="a\tb"', ['a\tb', 'v']],
  ['…name="a"b"', 'malformed Content-Disposition'],
  ['…name=" a "', [' a ', 'v']],
  ['…name="a", x="y"', 'malformed Content-Disposition'],
  ['…name="=?utf-8?B?w6k=?="', ['=?utf-8?B?w6k=?=', 'v']],
  ['…name=a"b"', ['a"b"', 'v']],
  ['…name="a[]"', ['a[]', 'v']],
  ['…name=a;filename=b', ['a', { file: 'b' }]],
  ['…name=a ; x=y', ['a', 'v']],
  ['…name="__proto__"', ['__proto__', 'v']],
  ['Content-Disposition: form-data name="a"', 'unsupported disposition type'],
  ['Content-Disposition: form-dataX; name="a"', 'unsupported disposition type'],
  ['Content-Disposition: "form-data"; name="a"', 'unsupported disposition type'],
  ['…; name="a"', 'malformed parameter'],
  ['…x; name="a"', 'malformed parameter'],
  ['…x=; name="a"', 'empty parameter value'],
  ['…=; name="a"', 'malformed parameter'],
  ['…name="f"; filename="x.txt"', ['f', { file: 'x.txt' }]],
  ['…name="f"; filename=x.txt', ['f', { file: 'x.txt' }]],
  ['…name="f"; filename=""', ['f', { file: '' }]],
  ['…name="f"; filename=', 'empty parameter value'],
  ['…name="f"; filename="../../etc/passwd"', ['f', { file: '../../etc/passwd' }]],
  ['…name="f"; filename="C:\\dir\\x.txt"', ['f', { file: 'C:dirx.txt' }]],
  ['…name="f"; filename="a\\"b.txt"', ['f', { file: 'a"b.txt' }]],
  ['…name="f"; filename="a%22b%0A.txt"', ['f', { file: 'a%22b%0A.txt' }]],
  ['…name="f"; filename="\xc3\xa9\xf0\x9f\x98\x80.txt"', ['f', { file: 'é😀.txt' }]],
  ['…name="f"; filename="\xe9\xff.txt"', ['f', { file: '��.txt' }]],
  ['…name="f"; filename*=UTF-8\'\'%C3%A9.txt', ['f', 'v']],
  ['…name="f"; filename="a.txt"; filename*=UTF-8\'\'%C3%A9.txt', ['f', { file: 'a.txt' }]],
  ['…name="f"; filename*=UTF-8\'\'%C3%A9.txt; filename="a.txt"', ['f', { file: 'a.txt' }]],
  ['…name="f"; filename*=ISO-8859-1\'\'%E9.txt', ['f', 'v']],
  ['…name="f"; filename*=UTF-8\'en\'%C3%A9.txt', ['f', 'v']],
  ['…name="f"; filename*="UTF-8\'\'%C3%A9.txt"', ['f', 'v']],
  ['…name="f"; filename*=x', ['f', 'v']],
  ['…name="f"; filename*=UTF-8\'\'%C3%.txt', ['f', 'v']],
  ['…name="f"; filename*=UTF-8\'\'', ['f', 'v']],
  ['…name="f"; filename*=foo\'\'bar', ['f', 'v']],
  ['…filename="x"; name="f"', ['f', { file: 'x' }]],
  ['…name="f"; FILENAME="x"', ['f', { file: 'x' }]],
  ['…name="f"; filename="x"; filename="y"', 'duplicate filename parameter'],
  ['…name="f"; filename="a;b"', ['f', { file: 'a;b' }]],
  ['…filename="x"', 'multipart field name is required'],
  ['…name="f"; filename*0="x"; filename*1="y"', ['f', 'v']],
  ['…name="f"; filename = "x"', ['f', { file: 'x' }]],
  ['…name="f"; filename="x"⏎Content-Type: text/html', ['f', { file: 'x' }]],
  ['…name="f"; filename="x', 'unterminated quoted parameter'],
  ['…name="f"; filename', 'malformed parameter'],
  ['…name="f"; filename="a\x00b"', ['f', { file: 'a\x00b' }]],
  ['…name="f"; filename*=utf-8\'\'a%20b+c', ['f', 'v']],
  ['…name="f"; xfilename="x"', ['f', 'v']],
  ['…name="a"⏎Content-Type: application/octet-stream', ['a', 'v']],
  ['…name="a"⏎Content-Type: text/plain; charset=utf-8', ['a', 'v']],
  ["…filename*=UTF-8''x", 'multipart field name is required'],
  ['…name="f"; filename="\\x\\y\\\\z"', ['f', { file: 'xy\\z' }]],
  ['…name="f"; filename="x"y', 'malformed Content-Disposition'],
  ['…name="f"; filename*=UTF-8\'\'%ED%A0%80', ['f', 'v']],
  ['…name="f"; filename*=UTF-8\'\'%FF', ['f', 'v']],
  ['…name="f"; filename*=UTF-8\'\'\xc3\xa9', ['f', 'v']],
  ['…name="f"; filename*=us-ascii\'\'abc', ['f', 'v']],
  ['…name="f"; filename*=UTF-8\'abc', ['f', 'v']],
  ['Content-Disposition: form-data;⏎ name="a"', 'malformed parameter'],
  ['Content-Disposition: form-data;⏎\tname="a"', 'malformed parameter'],
  ['Content-Disposition:⏎ form-data; name="a"', 'unsupported disposition type'],
  ['…name="a⏎ b"', 'unterminated quoted parameter'],
  ['…name="a"⏎X: y⏎ z', 'malformed multipart header'],
  [' …name="a"', 'missing Content-Disposition header'],
  ['…name="f";⏎ filename="x"', 'malformed parameter'],
  ['Content-Type: text/plain;⏎ charset=utf-8⏎…name="a"', 'malformed multipart header'],
  ['…name="a"⏎…name="b"', 'duplicate Content-Disposition header'],
  ['…name="a"⏎garbage', 'malformed multipart header'],
  ['garbage⏎…name="a"', 'malformed multipart header'],
  ['…name="a"⏎:', ['a', 'v']],
  ['…name="a"⏎: v', ['a', 'v']],
  ['Content-Type: text/plain⏎…name="a"', ['a', 'v']],
  ['…name="a"⏎X: \x00', ['a', 'v']],
  ['…name="a"⏎X: \xff\xfe', ['a', 'v']],
  ['Content-Disposition X: y⏎…name="a"', ['a', 'v']],
  ['Content-Disposition: form-data;\r name="a"', 'malformed parameter'],
  ['…name="a"⏎\x01: y', ['a', 'v']],
  ['…name="a"⏎X(y): z', ['a', 'v']],
  ['Content-Disposition:   form-data; name="a"', ['a', 'v']],
  ['Content-Disposition: form-data ; name="a"', 'unsupported disposition type'],
  ['Content-Disposition: form-data\t; name="a"', 'unsupported disposition type'],
  ['…name="a"  ', ['a', 'v']],
  ['…name="a"\t', ['a', 'v']],
  ['…  name="a"', ['a', 'v']],
  ['…name  = "a"', ['a', 'v']],
  ['Content-Disposition: form-data ', 'multipart field name is required'],
  ['Content-Disposition:', 'unsupported disposition type'],
  ['Content-Disposition: ', 'unsupported disposition type'],
  ['…name="a"  ;  filename="x"', ['a', { file: 'x' }]],
  ['…name="a"\t;\tfilename="x"', ['a', { file: 'x' }]],
  ['…name="a";\nfilename="x"', ['a', 'v']],
  ['…name="a\nb"', ['a\nb', 'v']],
  ['…name="a\rb"', ['a\rb', 'v']],
  ['…\x0bname="a"', 'multipart field name is required'],
  ['…\xa0name="a"', 'multipart field name is required'],
  ['…name=a\\', ['a\\', 'v']],
  ['…name="a\\\\"', ['a\\', 'v']],
  ['…name="\\"', 'unterminated quoted parameter'],
  ['…name=""x', 'malformed Content-Disposition'],
  ['…name="a"; filename= ', 'empty parameter value'],
  ['…name="a"; filename=; x=y', 'empty parameter value'],
  ['…name="a";filename="x"', ['a', { file: 'x' }]],
  ['…name=a;b=c', ['a', 'v']],
  ['…name="a"; NAME="b"', 'duplicate name parameter'],
  ['…x=1; x=2; name="a"', ['a', 'v']],
  ['Content-Disposition: ;form-data; name="a"', 'unsupported disposition type'],
  ['…name="a";; filename="x"', 'malformed parameter'],
  ['⏎…name="a"', 'malformed multipart header'],
  ['…name="a"⏎', ['a', '\r\nv']],
  ['…x y=1; name="a"', 'malformed parameter'],
  ['', 'missing Content-Disposition header'],
  ['…name⏎garbage', 'malformed parameter'],
  ['garbage⏎…name', 'malformed multipart header'],
  ['…name⏎…name="a"', 'malformed parameter'],
  ['…name="\xef\xbb\xbfa"; filename="\xef\xbb\xbfb"', ['\ufeffa', { file: '\ufeffb' }]],
  [': form-data; name="a"', 'missing Content-Disposition header'],
  ['…name="a"\r', 'malformed Content-Disposition'],
];

test('heads of parts are read as by nginx', (t) => {
  for (const [head, expected] of heads) t.deepEqual(readHead(head), expected, JSON.stringify(head));
  t.end();
});

test('a name or a value may contain any byte except those that end it', (t) => {
  for (let code = 0; code < 0x80; code += 1) {
    const byte = String.fromCharCode(code);
    if (/[\t\n\r ;=\\"]/.test(byte)) continue;
    const named = [`a${byte}b`, 'v'];
    t.deepEqual(readHead(`…name=a${byte}b`), named, `bare ${code}`);
    t.deepEqual(readHead(`…name="a${byte}b"`), named, `quoted ${code}`);
    t.deepEqual(readHead(`…x${byte}y=1; name="a"`), ['a', 'v'], `name ${code}`);
    t.deepEqual(readHead(`X${byte}Y: v⏎…name="a"`), ['a', 'v'], `header ${code}`);
  }
  t.end();
});

test('a head has 32 lines, of 4,096 bytes each, and 16,384 bytes at most', (t) => {
  const disposition = 'Content-Disposition: form-data; name="a"';
  const taken: SeenBody[1] = ['a', 'v'];
  const lines = (count: number) => disposition + '⏎X: v'.repeat(count - 1);
  t.deepEqual(readHead(lines(32)), taken);
  t.equal(readHead(lines(33)), 'too many multipart headers');
  const long = (length: number) => `${disposition}⏎X: ${'x'.repeat(length - 3)}`;
  t.deepEqual(readHead(long(4096)), taken);
  t.equal(readHead(long(4097)), 'multipart header line is too long');
  t.equal(readHead('g'.repeat(4097)), 'multipart header line is too long');
  const full = (length: number) => {
    const most = `${disposition}${`⏎X: ${'x'.repeat(4000)}`.repeat(4)}`;
    return `${most}⏎X: ${'x'.repeat(length - most.replaceAll('⏎', '--').length - 5)}`;
  };
  t.deepEqual(readHead(full(16_384)), taken);
  t.equal(readHead(full(16_385)), 'multipart headers are too large');
  t.equal(readHead('garbage⏎'.repeat(33)), 'malformed multipart header');
  t.equal(readHead(`${'X: v⏎'.repeat(32)}X: v`), 'too many multipart headers');
  t.end();
});

function readHead(head: string): SeenBody[1] {
  return readParts(`--B⏎${head}⏎⏎v⏎--B--⏎`);
}
