import test from 'tape';
import { XmlRealm, xmlGives, xmlThrows } from '../../../testing/xml-realm.js';

/** A document after work on its root. */
const after = (text: string, work: string): string => `after(root('${text}'), (a) => { ${work}; })`;

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
