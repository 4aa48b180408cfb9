import test from 'tape';
import { Block } from './block.js';
import { appended, DerivedSetting, ListSetting, Setting } from './setting.js';

const place = { file: 'host.conf', line: 1 };

test('settings: a looked-up value is kept until a directive is read', async (t) => {
  const outer = new Block('http', place, undefined, undefined);
  const inner = new Block('server', place, outer, undefined);
  const [size, names] = [new Setting(1), new ListSetting<string>([], appended)];
  const seen = () => [size.of(inner), ...names.of(inner)];
  t.deepEqual(seen(), [1]);
  size.set(outer, 2);
  names.add(outer, 'a');
  t.deepEqual(seen(), [2, 'a']);
  names.add(inner, 'b');
  t.deepEqual(seen(), [2, 'a', 'b']);
  t.equal(names.of(inner), names.of(inner), 'it is computed once');
});

test('settings: a derived value is computed once for each block', async (t) => {
  const [outer, other] = [
    new Block('http', place, undefined, undefined),
    new Block('http', place, undefined, undefined),
  ];
  const size = new Setting<number | undefined>(undefined);
  let times = 0;
  const derived = new DerivedSetting((block) => {
    times += 1;
    return size.of(block);
  });
  t.deepEqual([derived.of(outer), derived.of(outer), derived.of(other), times], [undefined, undefined, undefined, 2]);
  size.set(outer, 5);
  t.deepEqual([derived.of(outer), derived.of(other), times], [5, undefined, 4]);
});
