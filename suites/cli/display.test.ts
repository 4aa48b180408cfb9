import test from 'tape';
import { displayOf } from './display.js';

const terminal = { isTTY: true, columns: 72 };

test('a terminal has colours and columns, a pipe neither', (t) => {
  t.deepEqual(displayOf(terminal, {}), { colour: true, columns: 72 });
  t.deepEqual(displayOf({}, {}), { colour: false, columns: undefined });
  t.deepEqual(
    displayOf({ columns: 72 }, {}),
    { colour: false, columns: undefined },
    'an output that is no terminal has no columns',
  );
  t.deepEqual(displayOf({ isTTY: true, columns: 0 }, {}).columns, undefined, 'a terminal without a width');
  t.end();
});

test('NO_COLOR and FORCE_COLOR affect only colours', (t) => {
  const cases: readonly (readonly [{ readonly [name: string]: string }, boolean, boolean])[] = [
    [{ NO_COLOR: '1' }, false, false],
    [{ NO_COLOR: '' }, true, false],
    [{ FORCE_COLOR: '1' }, true, true],
    [{ FORCE_COLOR: '3' }, true, true],
    [{ FORCE_COLOR: '0' }, false, false],
    [{ FORCE_COLOR: 'false' }, false, false],
    [{ FORCE_COLOR: '' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, true, true],
    [{ TERM: 'dumb' }, false, false],
  ];
  for (const [env, onTerminal, elsewhere] of cases) {
    const text = JSON.stringify(env);
    t.equal(displayOf(terminal, env).colour, onTerminal, `${text} on a terminal`);
    t.equal(displayOf({}, env).colour, elsewhere, `${text} elsewhere`);
    t.equal(displayOf(terminal, env).columns, 72);
  }
  t.end();
});
