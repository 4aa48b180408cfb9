import test from 'tape';
import { XmlRealm, xmlGives } from '../../../testing/xml-realm.js';

test('XMLNode: names that are also members of objects', (t) => {
  const odd = `root('<r><setText>1</setText><constructor>2</constructor><__proto__>3</__proto__><toString a="b"/><x toString="q"/></r>')`;
  xmlGives(t, [
    [`typeof ${odd}.setText`, 'function'],
    [`${odd}.$tag$setText.$text`, '1'],
    [`${odd}.constructor.$text`, '2'],
    [`${odd}.__proto__.$text`, '3'],
    [`${odd}.toString.$attr$a`, 'b'],
    [`${odd}.x.$attrs.toString`, 'q'],
    [`typeof ${odd}.x.$attrs.valueOf`, 'function'],
    [`root('<é ü="1"/>').$attr$ü`, '1'],
  ]);
  t.end();
});

test('XMLNode: $text is listed if the first child has content of its own, as on real hosts', (t) => {
  const listed = (content: string) => `Object.keys(root('<a>${content}</a>')).includes('$text')`;
  xmlGives(t, [
    ...['x', 'x<b/>', '<!--c--><b/>', '<?p q?>'].map((content): [string, boolean] => [listed(content), true]),
    ...['', '<b/>x', '<?p?>'].map((content): [string, boolean] => [listed(content), false]),
  ]);
  t.end();
});

test('XML before 0.7.11: documents are read-only', async (t) => {
  const realm = await XmlRealm.make('0.7.10');
  t.deepEqual(realm.of(`typeof xml.serialize + typeof xml.serializeToString + typeof xml.c14n`), {
    value: 'undefinedundefinedfunction',
  });
  t.deepEqual(realm.of(`typeof root('<a/>').setText`), { value: 'undefined' });
  t.deepEqual(realm.of(`root('<a><setText>1</setText></a>').setText.$text`), { value: '1' });
  for (const change of [`.$text = 'x'`, `.$attr$a = 'x'`, '.$tags = []'])
    t.deepEqual(realm.of(`root('<a/>')${change}`), { throws: 'TypeError' }, change);
  t.deepEqual(realm.of(`delete root('<a b="1"/>').$attr$b`), { throws: 'TypeError' });
});

test('XML before 0.8.0: byte strings are read as their bytes', async (t) => {
  const realm = await XmlRealm.make('0.7.12');
  const bytes = (text: string) => `String.bytesFrom([${[...Buffer.from(text)].join()}])`;
  t.deepEqual(realm.of(`xml.parse(${bytes('<a k="é">€</a>')}).a.$text`), { value: '€' });
  t.deepEqual(
    realm.of(`((a) => { a.setText(${bytes('é')}); a.$attr$k = ${bytes('€')}; return c14n(a); })(root('<a/>'))`),
    {
      value: Buffer.from('<a k="€">é</a>').toString('utf8'),
    },
  );
  const named = `root(${bytes('<é ü="1"><x xmlns:ж="urn:x"/><ö/></é>')})`;
  for (const [expression, value] of [
    [`((n) => [n.$name, n[${bytes('ö')}].$name, n.$attrs[${bytes('ü')}]])(${named})`, ['é', 'ö', '1']],
    [
      `((n) => { n.removeChildren(${bytes('ö')}); n.setAttribute(${bytes('ü')}, '2'); return c14n(n); })(${named})`,
      '<é ü="2"><x xmlns:ж="urn:x"></x></é>',
    ],
    [
      `((n) => { n.removeAttribute(${bytes('ü')}); return exclusive(n.x, null, false, ${bytes('ж')}); })(${named})`,
      '<x xmlns:ж="urn:x"></x>',
    ],
  ] as const)
    t.deepEqual(realm.of(expression), { value }, expression);
});
