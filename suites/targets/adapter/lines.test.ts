import test from 'tape';
import { LineCutter } from './lines.js';

const cut = (pieces: readonly string[], most?: number): string[] => {
  const cutter = new LineCutter(most);
  return pieces.flatMap((piece) => [...cutter.add(Buffer.from(piece))].map(String));
};

test('lines are cut wherever pieces end', (t) => {
  t.deepEqual(cut(['a', 'b\nc', '\n', '\nd\ne']), ['ab', 'c', '', 'd']);
  t.deepEqual(cut(['é'.repeat(3), '\n']), ['ééé']);
  t.end();
});

test('a line that is too long is refused, also before it ends', (t) => {
  t.deepEqual(cut(['abc\nab', 'c\n'], 3), ['abc', 'abc']);
  t.throws(() => cut(['abc\nab', 'cd'], 3), /more than 3 bytes/);
  t.end();
});
