import test from 'tape';
import { check, dictionaries, realmOf } from '../../testing/dictionary-bench.js';
import { bench, kilobyte } from '../../testing/zone-bench.js';

test('a dictionary describes itself', (t) => {
  check(t, dictionaries().realm, [
    ['s.name', 's'],
    ['s.type', 'string'],
    ['n.type', 'number'],
    ['s.capacity', '65536'],
    ['n.capacity', '32768'],
    ['s.freeSpace()', '53248'],
    ['String(s)', '[object SharedDict]'],
    ['"name" in s && delete s.name && s.name', 's'],
    ['(() => { "use strict"; s.capacity = 1; })()', 'throws TypeError'],
    ['s.constructor === Object', 'true'],
    ['Object.keys(s)', '[]'],
  ]);
  t.end();
});

test('operations return the documented values', (t) => {
  check(t, dictionaries().realm, [
    ['s.get("a")', 'undefined'],
    ['s.has("a")', 'false'],
    ['s.add("a", "1")', 'true'],
    ['s.add("a", "2")', 'false'],
    ['s.get("a")', '1'],
    ['s.has("a")', 'true'],
    ['s.set("a", "3") === s', 'true'],
    ['s.replace("b", "x")', 'false'],
    ['s.replace("a", "x")', 'true'],
    ['s.set("b", "y").set("c", "z").size()', '3'],
    ['s.items().sort()', '[["a","x"],["b","y"],["c","z"]]'],
    ['s.keys().sort()', '["a","b","c"]'],
    ['s.pop("a")', 'x'],
    ['s.pop("a")', 'undefined'],
    ['s.delete("b")', 'true'],
    ['s.delete("b")', 'false'],
    ['s.clear()', 'undefined'],
    ['s.size()', '0'],
  ]);
  t.end();
});

test('values must be of the type that the dictionary declares', (t) => {
  const { realm } = dictionaries();
  realm('s.set("k", "v")');
  const wrongForStrings = ['1', '', 'null', 'true', '{}', '[]', 'new String("x")', 'Symbol()'];
  const wrongForNumbers = ['"1"', '', 'null', 'true', '{}', 'new Number(1)', '1n'];
  for (const operation of ['set', 'add', 'replace']) {
    for (const key of ['k', 'missing']) {
      for (const value of wrongForStrings) {
        t.equal(realm(`s.${operation}("${key}", ${value})`), 'throws TypeError', `s.${operation}("${key}", ${value})`);
      }
      for (const value of wrongForNumbers) {
        t.equal(realm(`n.${operation}("${key}", ${value})`), 'throws TypeError', `n.${operation}("${key}", ${value})`);
      }
    }
  }
  check(t, realm, [
    ['s.items()', '[["k","v"]]'],
    ['n.size()', '0'],
  ]);
  t.end();
});

test('numbers are stored exactly', (t) => {
  const { realm } = dictionaries();
  for (const number of ['NaN', 'Infinity', '-Infinity', '-0', '1.5', '9007199254740992', '1e+308', '5e-324', '-1']) {
    t.equal(realm(`n.set("k", ${number}).get("k")`), number);
  }
  t.end();
});

test('keys become strings as scripts make them', (t) => {
  check(t, dictionaries().realm, [
    ['s.set(1, "one").get("1")', 'one'],
    ['s.set({ toString: () => "object" }, "o").get("object")', 'o'],
    ['s.set([1, 2], "array").get("1,2")', 'array'],
    ['s.set(null, "n").get("null")', 'n'],
    ['s.set(undefined, "u").get("undefined")', 'u'],
    ['s.get()', 'u'],
    ['s.set("", "empty").get("")', 'empty'],
    ['s.set("\\0a", "\\0").get("\\0a") === "\\0"', 'true'],
    ['s.set("α😀", "😀β").get("α😀")', '😀β'],
    ['s.set("\\ud800", "\\udfffx").get("\\ud800") === "\\udfffx"', 'true'],
    ['s.has("\\ufffd")', 'false'],
    ['s.get(Symbol("x"))', 'throws TypeError'],
    ['s.set(Symbol("x"), "v")', 'throws TypeError'],
    ['s.get({ toString() { throw new RangeError("mine"); } })', 'throws RangeError'],
  ]);
  t.end();
});

test('incr counts from its start', (t) => {
  check(t, dictionaries().realm, [
    ['n.incr("a", 1)', '1'],
    ['n.incr("a", 5)', '6'],
    ['n.incr("b", 2, 10)', '12'],
    ['n.incr("b", 2, 10)', '14'],
    ['n.incr("c", 1, undefined)', '1'],
    ['n.incr("d", 1.5, 1.25)', '2.75'],
    ['n.incr("e", 1, Number.MAX_SAFE_INTEGER)', '9007199254740992'],
    ['n.incr("f", NaN)', 'NaN'],
    ['n.incr("g", 1e308, 1e308)', 'Infinity'],
    ['n.keys().length', '7'],
  ]);
  t.end();
});

test('incr rejects values that are not numbers, and dictionaries of strings', (t) => {
  check(t, dictionaries().realm, [
    ['s.incr("a", 1)', 'throws TypeError'],
    ['s.incr()', 'throws TypeError'],
    ['n.incr("a")', 'throws TypeError'],
    ['n.incr("a", "1")', 'throws TypeError'],
    ['n.incr("a", null)', 'throws TypeError'],
    ['n.incr("a", 1n)', 'throws TypeError'],
    ['n.incr("a", 1, "5")', 'throws TypeError'],
    ['n.incr("a", 1, null)', 'throws TypeError'],
    ['n.has("a")', 'false'],
  ]);
  t.end();
});

test('timeouts are whole milliseconds from 1', (t) => {
  const { realm } = dictionaries();
  for (const timeout of [
    '0',
    '0.5',
    '-1',
    'NaN',
    'Infinity',
    '-Infinity',
    '1e300',
    '"100"',
    'null',
    'true',
    '{}',
    '5n',
  ]) {
    check(t, realm, [
      [`st.set("k", "v", ${timeout})`, 'throws TypeError'],
      [`st.add("k", "v", ${timeout})`, 'throws TypeError'],
      [`nt.incr("k", 1, 0, ${timeout})`, 'throws TypeError'],
    ]);
  }
  check(t, realm, [
    ['st.has("k") || nt.has("k")', 'false'],
    ['st.set("k", "v", 1).ttl("k")', '1'],
    ['st.set("k", "v", 1.9).ttl("k")', '1'],
    ['st.set("k", "v", 4294967295).ttl("k")', '4294967295'],
    ['st.set("k", "v", undefined).ttl("k")', '60000'],
    ['st.set("k", "v", 5).replace("k", "w") && st.ttl("k")', '60000'],
    ['st.replace("k", "w", 5) && st.ttl("k")', '60000'],
  ]);
  t.end();
});

test('a dictionary without a timeout rejects timeouts', (t) => {
  check(t, dictionaries().realm, [
    ['s.set("a", "v", 100)', 'throws TypeError'],
    ['s.add("a", "v", 100)', 'throws TypeError'],
    ['n.incr("a", 1, 0, 100)', 'throws TypeError'],
    ['s.ttl("a")', 'throws TypeError'],
    ['n.ttl()', 'throws TypeError'],
    ['s.size() + n.size()', '0'],
    ['s.set("a", "v", undefined).get("a")', 'v'],
    ['n.incr("a", 1, 0, undefined)', '1'],
  ]);
  t.end();
});

test('entries live until their timeout', (t) => {
  const { realm, pass } = dictionaries();
  check(t, realm, [
    ['nt.incr("a", 1, 0, 5000)', '1'],
    ['nt.incr("b", 1)', '1'],
    ['nt.ttl("a")', '5000'],
    ['nt.ttl("b")', '60000'],
    ['nt.ttl("none")', 'undefined'],
  ]);
  pass(1000);
  check(t, realm, [
    ['nt.incr("a", 1)', '2'],
    ['nt.ttl("a")', '4000'],
    ['nt.incr("a", 1, 0, undefined) && nt.ttl("a")', '4000'],
  ]);
  pass(4000);
  check(t, realm, [
    ['nt.get("a")', 'undefined'],
    ['nt.ttl("a")', 'undefined'],
    ['nt.keys()', '["b"]'],
    ['nt.size()', '1'],
    ['nt.incr("a", 1, 100)', '101'],
  ]);
  t.end();
});

test('items and keys list 1024 entries by default', (t) => {
  const { zone } = bench({ size: 1024 * kilobyte, type: 'number' });
  const realm = realmOf({ n: zone });
  for (let i = 0; i < 1100; i += 1) zone.set(`k${i}`, i, undefined);
  for (const operation of ['keys', 'items']) {
    check(t, realm, [
      [`n.${operation}().length`, '1024'],
      [`n.${operation}(undefined).length`, '1024'],
      [`n.${operation}(1050).length`, '1050'],
      [`n.${operation}(5000).length`, '1100'],
      [`n.${operation}(-1).length`, '1100'],
      [`n.${operation}(2.9).length`, '2'],
      [`n.${operation}(0).length`, '0'],
      [`n.${operation}(NaN)`, 'throws TypeError'],
      [`n.${operation}(Infinity)`, 'throws TypeError'],
      [`n.${operation}("2")`, 'throws TypeError'],
      [`n.${operation}(null)`, 'throws TypeError'],
    ]);
  }
  t.end();
});

test('a full dictionary throws SharedMemoryError', (t) => {
  check(t, dictionaries().realm, [
    ['n.clear(), (() => { for (let i = 0; ; i++) n.set("k" + i, i); })()', 'throws SharedMemoryError'],
    ['n.size()', '160'],
    ['n.freeSpace()', '0'],
    ['n.add("new", 1)', 'throws SharedMemoryError'],
    ['n.incr("new", 1)', 'throws SharedMemoryError'],
    ['n.incr("k1", 1)', '2'],
    ['s.set("a", "v") && s.replace("a", "x".repeat(70000))', 'throws SharedMemoryError'],
    ['s.get("a")', 'v'],
  ]);
  t.end();
});

test('SharedMemoryError is an Error', (t) => {
  check(t, dictionaries().realm, [
    ['new SharedMemoryError("m") instanceof Error', 'true'],
    ['String(new SharedMemoryError("m"))', 'SharedMemoryError: m'],
    ['Object.getOwnPropertyNames(new SharedMemoryError("m")).includes("name")', 'false'],
    ['SharedMemoryError.name', 'SharedMemoryError'],
  ]);
  t.end();
});

test('operations need a dictionary', (t) => {
  check(t, dictionaries().realm, [
    ['(0, s.get)("a")', 'throws TypeError'],
    ['s.get.call({}, "a")', 'throws TypeError'],
    ['s.size.call(1)', 'throws TypeError'],
    ['Object.create(s).get("a")', 'throws TypeError'],
  ]);
  t.end();
});

test('lists belong to the realm', (t) => {
  check(t, dictionaries().realm, [
    ['s.set("a", "v").keys() instanceof Array', 'true'],
    ['s.items() instanceof Array && s.items()[0] instanceof Array', 'true'],
    ['s.items().constructor === Array', 'true'],
  ]);
  t.end();
});

test('all realms see the same entries', (t) => {
  const { zone } = bench({ type: 'number' });
  const [first, second] = [realmOf({ n: zone }), realmOf({ n: zone })];
  t.equal(first('n.incr("hits", 1)'), '1');
  t.equal(second('n.incr("hits", 1)'), '2');
  t.equal(first('n.get("hits")'), '2');
  t.end();
});
