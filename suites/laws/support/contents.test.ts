import test from 'tape';
import { contentOf } from './contents.js';

test('contents: contents have the requested number of bytes, and are well-formed', (t) => {
  for (const size of [0, 1, 9, 10, 11, 1023, 1024, 4097]) {
    for (const kind of ['ascii', 'characters', 'bytes'] as const)
      t.equal(Buffer.byteLength(contentOf(kind, size)), size, `${size} bytes of ${kind}`);
  }
  t.equal(`${contentOf('characters', 11)}`, 'aé€😀0');
  t.end();
});

test('contents: a lost or repeated block changes the content', (t) => {
  for (const kind of ['ascii', 'characters', 'bytes'] as const) {
    const whole = Buffer.from(contentOf(kind, 16384));
    const blocks = [0, 1, 2, 3].map((i) => whole.toString('latin1', i * 4096, i * 4096 + 4096));
    t.equal(new Set(blocks).size, 4, kind);
  }
  t.end();
});
