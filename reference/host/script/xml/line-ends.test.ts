import test from 'tape';
import { withPlainLineEnds } from './line-ends.js';

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test('each line end becomes one new line, in bytes and in both orders of UTF-16', (t) => {
  const given = '<a>\u0d0d\u0a0a\u0d0a\r\n\r\r\n\n\r</a>\r';
  const plain = '<a>\u0d0d\u0a0a\u0d0a\n\n\n\n\n</a>\n';
  t.equal(Buffer.from(withPlainLineEnds(Buffer.from(given))).toString(), plain);
  for (const mark of ['', '\ufeff']) {
    const [little, big] = [Buffer.from(mark + given, 'utf16le'), swapped(mark + given)];
    t.deepEqual(Buffer.from(withPlainLineEnds(little)), Buffer.from(mark + plain, 'utf16le'), 'little first');
    t.deepEqual(Buffer.from(withPlainLineEnds(big)), swapped(mark + plain), 'big first');
    const odd = Buffer.concat([little, Buffer.from([13])]);
    t.equal(withPlainLineEnds(odd).length, Buffer.byteLength(mark + plain, 'utf16le') + 1, 'an odd byte is kept');
  }
  const none = Buffer.from('<a/>\n');
  t.equal(withPlainLineEnds(none), none, 'text without carriage returns is not copied');
  t.end();
});
