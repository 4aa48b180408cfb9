import test from 'tape';
import { XmlRealm, xmlGives, xmlThrows } from '../../../testing/xml-realm.js';

/** A document after work on its root. */
const after = (text: string, work: string): string => `after(root('${text}'), (a) => { ${work}; })`;

test('attributes are set and removed', (t) => {
  const given = '<a xmlns:p="u:u" k="1" p:z="2"/>';
  const form = (attributes: string, declared = ' xmlns:p="u:u"') => `<a${declared}${attributes}></a>`;
  xmlGives(t, [
    [after(given, `a.setAttribute('k', '9')`), form(' k="9" p:z="2"')],
    [after(given, `a.$attr$k = '<&"'`), form(' k="&lt;&amp;&quot;" p:z="2"')],
    [after(given, `a.setAttribute('p:z', '9')`), form(' k="1" p:z="9"')],
    [after(given, `a.setAttribute('z', '9')`), form(' k="1" z="9" p:z="2"')],
    [after(given, `a.setAttribute('q:z', '9')`), form(' k="1" q:z="9" p:z="2"')],
    [after(given, `a.setAttribute('xml:lang', 'de')`), form(' k="1" xml:lang="de" p:z="2"')],
    [after(given, `a.setAttribute('k', null)`), form(' p:z="2"')],
    [after(given, `a.$attr$k = undefined`), form(' p:z="2"')],
    [after(given, `delete a.$attr$k`), form(' p:z="2"')],
    [after(given, `a.setAttribute('none', null)`), form(' k="1" p:z="2"')],
    [after(given, `a.removeAttribute('z')`), form(' k="1"', '')],
    [after(given, `a.removeAttribute('p:z')`), form(' k="1"', '')],
    [after(given, `a.removeAllAttributes()`), form('', '')],
    [`((a) => { const { $attrs } = a; a.setAttribute('k', '2'); return $attrs.k; })(root('<a k="1"/>'))`, '2'],
    [`typeof root('<a/>').setAttribute('k', '1')`, 'undefined'],
  ]);
  xmlThrows(t, 'TypeError', [
    ...['', '1a', 'a b', 'a:b:c', ':a', 'a:', '<', 'a\u0000'].map(
      (name) => `root('<a/>').setAttribute(${JSON.stringify(name)}, 'x')`,
    ),
    ...['1', '{}', 'true', 'Symbol()', `'a\\0b'`].map((value) => `root('<a/>').setAttribute('k', ${value})`),
    `root('<a/>').setAttribute()`,
    `root('<a/>').removeAttribute()`,
    `root('<a k="1"/>').$attrs.k = '2'`,
    `delete root('<a k="1"/>').$attrs.k`,
    `root('<a/>').setAttribute.call({}, 'k', 'v')`,
  ]);
  t.end();
});

test('text is set and removed', (t) => {
  const given = '<a>x<b>y</b><!--c-->z</a>';
  xmlGives(t, [
    [after(given, `a.setText('<&>\\r"')`), '<a>&lt;&amp;&gt;&#xD;"</a>'],
    [after(given, `a.b.$text = 'n'`), '<a>x<b>n</b><!--c-->z</a>'],
    [after(given, `a.setText(null)`), '<a></a>'],
    [after(given, `a.$text = undefined`), '<a></a>'],
    [after(given, `a.removeText()`), '<a></a>'],
    [after(given, `delete a.$text`), '<a></a>'],
    [after(given, `a.setText('')`), '<a></a>'],
  ]);
  xmlThrows(t, 'TypeError', [`root('<a/>').setText(1)`, `root('<a/>').setText('a\\0b')`, `root('<a/>').$text = {}`]);
  t.end();
});

test('children are added as copies, and removed', (t) => {
  const given = '<a>x<b>1</b>y<c/><b>2</b></a>';
  xmlGives(t, [
    [after(given, `a.addChild(a.b)`), '<a>x<b>1</b>y<c></c><b>2</b><b>1</b></a>'],
    [after(given, `a.addChild(a.b); a.b.setText('n')`), '<a>x<b>n</b>y<c></c><b>2</b><b>1</b></a>'],
    [after('<a><b/></a>', `a.b.addChild(a)`), '<a><b><a><b></b></a></b></a>'],
    [after('<a/>', `a.addChild(xml.parse('<?p?><n/>'))`), '<a><n></n></a>'],
    [after('<a/>', `a.addChild(root('<n k="1">t<!--c--><?p q?></n>'))`), '<a><n k="1">t<!--c--><?p q?></n></a>'],
    [after(given, `a.removeChildren()`), '<a></a>'],
    [after(given, `a.removeChildren('b')`), '<a>xy<c></c></a>'],
    [after(given, `a.removeChildren('none')`), '<a>x<b>1</b>y<c></c><b>2</b></a>'],
    [after(given, `delete a.b`), '<a>xy<c></c></a>'],
    [after(given, `a.$tags = []`), '<a></a>'],
    [after(given, `a.$tags = [a.c, a.b, a.b]`), '<a><c></c><b>1</b><b>1</b></a>'],
    [after(given, `a.$tags$b = [a.c]`), '<a>xy<c></c><c></c></a>'],
    [after(given, `a.$tag$b = a.c`), '<a>x<c></c>y<c></c><b>2</b></a>'],
    [after(given, `a.b = root('<b>n</b>')`), '<a>x<b>n</b>y<c></c><b>2</b></a>'],
    [after(given, `a.none = root('<d/>')`), '<a>x<b>1</b>y<c></c><b>2</b><d></d></a>'],
    [after(given, `try { a.$tags = [a.c, 'x']; } catch {}`), '<a>x<b>1</b>y<c></c><b>2</b></a>'],
  ]);
  xmlThrows(t, 'TypeError', [
    ...['', `'b'`, 'null', '{}', '[]'].map((value) => `root('<a/>').addChild(${value})`),
    ...[`'x'`, '{ length: 0 }', `root('<b/>')`, '[,]'].map((value) => `root('<a/>').$tags = ${value}`),
    ...['$name', '$ns', '$parent', '$attrs', '$foo'].map((name) => `root('<a/>').${name} = null`),
    ...['a.b = null', 'a.$tags$b = null', 'delete a.$tags$b'].map(
      (what) => `((a) => { ${what}; })(root('<a><b/></a>'))`,
    ),
    `root('<a/>').removeChildren(1)`,
  ]);
  t.end();
});

test('a copy keeps its names, wherever it is inserted', (t) => {
  const into = '<r xmlns="u:u" xmlns:p="v:v"><p:c/></r>';
  const all = (child: string) => `<r xmlns="u:u"><p:c xmlns:p="v:v"></p:c>${child}</r>`;
  xmlGives(t, [
    [after(into, `a.addChild(root('<x/>'))`), all('<x xmlns=""></x>')],
    [after(into, `a.addChild(root('<x xmlns="u:u"/>'))`), all('<x></x>')],
    [
      after(into, `a.addChild(root('<o xmlns:q="q:q"><q:y q:k="1"/></o>').y)`),
      all('<q:y xmlns:q="q:q" q:k="1"></q:y>'),
    ],
    [after(into, `a.addChild(root('<o xmlns:p="o:o"><p:y/></o>').y)`), all('<p:y xmlns:p="o:o"></p:y>')],
    [
      after(into, `a.c.addChild(root('<o xmlns="o:o"><y/></o>').y)`),
      '<r xmlns="u:u"><p:c xmlns:p="v:v"><y xmlns="o:o"></y></p:c></r>',
    ],
    [
      `c14n(((a) => { a.addChild(root('<o xmlns:q="q:q" xmlns:un="n:n"><y q:k="1"><z xmlns:q="z:z"><q:w/></z></y></o>').y); return a; })(root('<a/>')))`,
      '<a><y xmlns:q="q:q" q:k="1"><z xmlns:q="z:z"><q:w></q:w></z></y></a>',
    ],
    [`((a) => { a.addChild(root('<x/>')); return root(c14n(a)).x.$ns === undefined; })(root('${into}'))`, true],
  ]);
  t.end();
});

test('a removed node can only be read and copied', (t) => {
  const removed = (work: string) =>
    `((a) => { const { b } = a; a.removeChildren(); return (${work}); })(root('<a><b k="1"><c/>t</b></a>'))`;
  xmlGives(t, [
    [removed('[b.$name, b.$text, b.$attr$k, typeof b.$parent, b.c.$parent.$name]'), ['b', 't', '1', 'undefined', 'b']],
    [removed('(a.addChild(b), c14n(a))'), '<a><b k="1"><c></c>t</b></a>'],
  ]);
  for (const work of [`b.setText('x')`, `b.c.setAttribute('k', 'v')`, 'c14n(b)', 'c14n(a, b)', `b.$text = 'x'`])
    xmlThrows(t, 'TypeError', [removed(work)]);
  t.end();
});

test('trees of any depth and size are copied and canonicalized', async (t) => {
  const realm = await XmlRealm.make();
  const deep = `((doc) => { let last = doc.a; for (let i = 0; i < 17; i += 1) { last.addChild(doc.a); while (last.a) last = last.a; } return doc; })(xml.parse('<a>t</a>'))`;
  const measured = `((doc) => [c14n(doc).length, doc.a.$text.length])(${deep})`;
  t.deepEqual(realm.of(measured), { value: [2 ** 17 * 8, 2 ** 17] });
  t.deepEqual(realm.of(`((a) => { a.setText('x'.repeat(5e7)); return xml.c14n(a).length; })(root('<a/>'))`), {
    value: 5e7 + 7,
  });
});
