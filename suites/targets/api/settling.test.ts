import test from 'tape';
import { Settling } from './settling.js';

test('what never comes costs all the time once', (t) => {
  const settling = new Settling(5_000);
  settling.noteCame('/apps', 300);
  settling.noteCame('/apps', 20);
  t.equal(settling.msFor('/apps'), 5_000, 'nothing was waited for in vain');
  settling.noteVain('/apps');
  t.equal(settling.msFor('/apps'), 1_200, 'four times as long as the slowest that came');
  settling.noteCame('/apps', 4_000);
  t.equal(settling.msFor('/apps'), 5_000, 'never longer');
  t.equal(settling.msFor('/servers'), 5_000, 'another kind has all its time');
  settling.noteVain('/servers');
  t.equal(settling.msFor('/servers'), 250, 'at least so long');
  t.end();
});
