import test from 'tape';
import { urlencodedEntries } from './urlencoded.js';

/** Bodies, whose characters are bytes, and how nginx with njs 1.0.2 reads them: entries, or an error. */
const seen: readonly (readonly [body: string, entries: readonly (readonly [name: string, text: string])[] | string])[] =
  [
    [
      'a=1&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['', []],
    ['&', []],
    ['&&&', []],
    ['&a=1', [['a', '1']]],
    ['a=1&', [['a', '1']]],
    [
      'a=1&&b=2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    ['=', [['', '']]],
    ['==', [['', '=']]],
    [
      '=&=',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['a', [['a', '']]],
    [
      'a&b',
      [
        ['a', ''],
        ['b', ''],
      ],
    ],
    ['a=', [['a', '']]],
    ['=v', [['', 'v']]],
    ['a=b=c', [['a', 'b=c']]],
    ['=a=b', [['', 'a=b']]],
    ['a=1;b=2', [['a', '1;b=2']]],
    ['a+b=c+d', [['a b', 'c d']]],
    ['+=+', [[' ', ' ']]],
    ['++a+=+1++2', [['  a ', ' 1  2']]],
    ['a=%2b+%2B+', [['a', '+ + ']]],
    ['a=%41%42+%43x%44', [['a', 'AB CxD']]],
    ['a=%2B', [['a', '+']]],
    ['a%20=%20', [['a ', ' ']]],
    ['a=%2b%c3%a9', [['a', '+é']]],
    ['a=%C3%A9', [['a', 'é']]],
    ['a=%C3=%A9', [['a', '�=�']]],
    ['a%3Db=c%26d', [['a=b', 'c&d']]],
    ['a=%25', [['a', '%']]],
    ['a=%2541', [['a', '%41']]],
    ['a=%', 'malformed percent escape'],
    ['a=%4', 'malformed percent escape'],
    ['a=%zz', 'malformed percent escape'],
    ['a=%4x', 'malformed percent escape'],
    ['a=%x4', 'malformed percent escape'],
    ['%=a', 'malformed percent escape'],
    ['a=%&b=1', 'malformed percent escape'],
    ['a%=1', 'malformed percent escape'],
    ['a=%%41', 'malformed percent escape'],
    ['a=%u0041', 'malformed percent escape'],
    ['a=%00b', [['a', '\x00b']]],
    ['a%00b=1', [['a\x00b', '1']]],
    ['a=% 41', 'malformed percent escape'],
    ['a=%+1', 'malformed percent escape'],
    ['a=%-1', 'malformed percent escape'],
    ['\xc3\xa9=\xe6\x97\xa5\xe6\x9c\xac', [['é', '日本']]],
    ['a=\xf0\x9f\x98\x80', [['a', '😀']]],
    ['a=%F0%9F%98%80', [['a', '😀']]],
    ['a=%FF', [['a', '�']]],
    ['a=%C3', [['a', '�']]],
    ['a=%E2%82z', [['a', '�z']]],
    ['a=%F0%9F%98', [['a', '�']]],
    ['a=%ED%A0%80', [['a', '���']]],
    ['a=%F4%90%80%80', [['a', '����']]],
    ['a=%F8%88%80%80%80', [['a', '�����']]],
    ['a=%80%80', [['a', '��']]],
    [
      'a=\xff&\xfe=1',
      [
        ['a', '�'],
        ['�', '1'],
      ],
    ],
    ['a=\xe2\x82', [['a', '�']]],
    ['a=%EF%BB%BFx', [['a', '\ufeffx']]],
    ['\xef\xbb\xbfa=1', [['\ufeffa', '1']]],
    ['%EF%BB%BFa=1', [['\ufeffa', '1']]],
    ['a=%C3\xc2\xa9', [['a', '�\xa9']]],
    [
      'a=%C3\xa9&b=\xc3%A9',
      [
        ['a', 'é'],
        ['b', 'é'],
      ],
    ],
    ['a=1\r\n', [['a', '1\r\n']]],
    [
      'a=1\r\n&b=2',
      [
        ['a', '1\r\n'],
        ['b', '2'],
      ],
    ],
    ['a=1\nb=2', [['a', '1\nb=2']]],
    ['a=\t', [['a', '\t']]],
    [' a = b ', [[' a ', ' b ']]],
    [
      'a=\x00b&c\x00=1',
      [
        ['a', '\x00b'],
        ['c\x00', '1'],
      ],
    ],
    ['?a=1', [['?a', '1']]],
    ['a=1#b', [['a', '1#b']]],
    [
      'a[]=1&a[]=2&a[b]=3',
      [
        ['a[]', '1'],
        ['a[]', '2'],
        ['a[b]', '3'],
      ],
    ],
    [
      'a=1&a=2&b=x&a=3',
      [
        ['a', '1'],
        ['a', '2'],
        ['b', 'x'],
        ['a', '3'],
      ],
    ],
    [
      'a=1&A=2',
      [
        ['a', '1'],
        ['A', '2'],
      ],
    ],
    [
      '__proto__=1&constructor=2&toString=3',
      [
        ['__proto__', '1'],
        ['constructor', '2'],
        ['toString', '3'],
      ],
    ],
    [
      '_charset_=iso-8859-1&a=%E9',
      [
        ['_charset_', 'iso-8859-1'],
        ['a', '�'],
      ],
    ],
    [
      '2=b&1=a&0=z',
      [
        ['2', 'b'],
        ['1', 'a'],
        ['0', 'z'],
      ],
    ],
    [
      'a.b=1&c d=2&e f',
      [
        ['a.b', '1'],
        ['c d', '2'],
        ['e f', ''],
      ],
    ],
    ['a=%7F%1f%01', [['a', '\x7f\x1f\x01']]],
  ];

test('urlencoded bodies are read as by nginx', (t) => {
  for (const [body, expected] of seen) {
    const read = () => [...urlencodedEntries(Buffer.from(body, 'latin1'))];
    if (typeof expected === 'string') t.throws(read, { message: expected }, body);
    else
      t.deepEqual(
        read(),
        expected.map(([name, text]) => ({ kind: 'text', name, text })),
        body,
      );
  }
  t.end();
});
