import { array, constantFrom, integer } from 'fast-check';
import test from 'tape';
import { agrees, examples, refuses } from '../../testing/realm-and-node.js';

/** RFC 4648, section 10: text, base64, base16. */
const rfc4648 = [
  ['', '', ''],
  ['f', 'Zg==', '66'],
  ['fo', 'Zm8=', '666F'],
  ['foo', 'Zm9v', '666F6F'],
  ['foob', 'Zm9vYg==', '666F6F62'],
  ['fooba', 'Zm9vYmE=', '666F6F6261'],
  ['foobar', 'Zm9vYmFy', '666F6F626172'],
] as const;

test('the vectors of RFC 4648', (t) => {
  examples(
    t,
    ([text, base64, base16]: readonly [string, string, string]) => [
      btoa(text),
      atob(base64),
      Buffer.from(text).toString('base64'),
      Buffer.from(base64, 'base64').toString(),
      Buffer.from(text).toString('hex'),
      Buffer.from(base16, 'hex').toString(),
    ],
    rfc4648.map(([text, base64, base16]) => [
      [text, base64, base16],
      [base64, text, base64, text, base16.toLowerCase(), text],
    ]),
  );
  // RFC 7515, appendix C.
  examples(
    t,
    (text: string) => [Buffer.from(text, 'base64url'), Buffer.from([3, 236, 255, 224, 193]).toString('base64url')],
    [['A-z_4ME', [[3, 236, 255, 224, 193], 'A-z_4ME']]],
  );
  t.end();
});

test('atob and btoa agree with Node where they succeed', (t) => {
  agrees(t, 'any bytes', array(integer({ min: 0, max: 255 })), (list) => {
    const binary = String.fromCharCode(...list);
    return [btoa(binary), atob(btoa(binary)) === binary];
  });
  agrees(t, 'any text', array(constantFrom('A', 'z', '+', '/', '=', ' ', '\n'), { maxLength: 8 }), (list) => {
    try {
      return atob(list.join(''));
    } catch {
      return 'refused';
    }
  });
  t.end();
});

test('atob and btoa convert to a string and reject invalid input with TypeError', (t) => {
  examples(t, (text: string | number | null) => Reflect.apply(atob, undefined, [text]), [
    [' Y\tW\nJ\fj\r', 'abc'],
    ['YWI', 'ab'],
    ['YR==', 'a'],
    ['/w==', '\xff'],
    [null, '\x9e\xe9e'],
    [12, '\xd7'],
  ]);
  examples(t, (text: string | number | undefined) => Reflect.apply(btoa, undefined, [text]), [
    ['\xff', '/w=='],
    [12, 'MTI='],
    [undefined, 'dW5kZWZpbmVk'],
  ]);
  const bad = ['Y', 'YQ=', 'YWI==', 'YWJj=', 'YW=I', '====', '-_-_', '\v', '\u00a0', 'YW\u0141J'];
  refuses(t, 'TypeError', (text: string) => atob(text), bad);
  refuses(t, 'TypeError', (text: string) => btoa(text), ['\u0100', 'a\u20ac', '\ud83d\ude00']);
  refuses(t, 'TypeError', (name: string) => Reflect.construct(Reflect.get(globalThis, name), ['YQ==']), [
    'atob',
    'btoa',
  ]);
  t.end();
});
