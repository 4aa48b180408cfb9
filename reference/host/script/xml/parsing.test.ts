import test from 'tape';
import { valueRows } from '../../../testing/tables.js';
import { xmlGives, xmlResult, xmlThrows } from '../../../testing/xml-realm.js';

const latin = (text: string): string =>
  `Buffer.from([${[...text].map((character) => character.charCodeAt(0)).join()}])`;
const outer = 'SYSTEM "file:///etc/hostname"';
const formOf = (document: string): string => `c14n(xml.parse('${document}'))`;

test('parse: text and bytes of any kind', (t) => {
  const bytes = '[60, 97, 47, 62]';
  xmlGives(t, [
    [`xml.parse('<a/>').$root.$name`, 'a'],
    ...[
      `Buffer.from('<a/>')`,
      `new Uint8Array(${bytes})`,
      `new Uint8Array(${bytes}).buffer`,
      `new DataView(new Uint8Array(${bytes}).buffer)`,
      `Buffer.from('x<a/>y').subarray(1, 5)`,
    ].map((data): [string, string] => [`xml.parse(${data}).$root.$name`, 'a']),
    [`root('<a>é\u{1f600}</a>').$text`, 'é\u{1f600}'],
    [`root('\ufeff<a/>').$name`, 'a'],
    [`xml.parse({ toString: () => '<a/>' }).$root.$name`, 'a'],
    [
      `((bytes) => { const doc = xml.parse(bytes); bytes.fill(0); return doc.$root.$text; })(Buffer.from('<a>kept</a>'))`,
      'kept',
    ],
  ]);
  xmlThrows(t, 'TypeError', ['xml.parse(Symbol())', 'xml.parse(Object.create(null))']);
  t.end();
});

test('parse: documents that are not well-formed are rejected', (t) => {
  const malformed = [
    '',
    ' ',
    'a',
    '<a>',
    '<a></b>',
    '<a/><b/>',
    '<a/>x',
    ' <?xml version="1.0"?><a/>',
    '<a k="1" k="2"/>',
    '<a k=1/>',
    '<a k="<"/>',
    '<a>&</a>',
    '<a>&none;</a>',
    '<a>&#0;</a>',
    '<a>&#1;</a>',
    '<a>]]></a>',
    '<a><!-- -- --></a>',
    '<a><?xml?></a>',
    '<!DOCTYPE a>',
    '<a>\0</a>',
    '<a/>\0',
    '<a>\u0001</a>',
    '<a>\uffff</a>',
    '<?xml version="2.0"?><a/>',
  ];
  xmlThrows(t, 'SyntaxError', [
    ...malformed.map((text) => `xml.parse(${JSON.stringify(text)})`),
    'xml.parse()',
    'xml.parse(null)',
    'xml.parse(5)',
    'xml.parse({})',
  ]);
  t.end();
});

test('parse: encodings', (t) => {
  const declared = (encoding: string, text: string) =>
    latin(`<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`);
  xmlGives(t, [
    [`root(${declared('ISO-8859-1', '\xe9')}).$text`, 'é'],
    [`root(${declared('windows-1252', '\x80')}).$text`, '€'],
    [`root(${declared('Shift_JIS', '\x82\xa0')}).$text`, 'あ'],
    [`root(${latin('\xff\xfe<\0a\0/\0>\0')}).$name`, 'a'],
    [`root(${latin('\xfe\xff\0<\0a\0/\0>')}).$name`, 'a'],
  ]);
  xmlThrows(t, 'SyntaxError', [
    `root(${latin('<a>\xe9</a>')})`,
    `root(${latin('<a>\xed\xa0\x80</a>')})`,
    ...['US-ASCII', 'UTF-8', 'UTF-16', 'UCS-4', 'none'].map((encoding) => `root(${declared(encoding, '\xe9')})`),
  ]);
  t.end();
});

test('parse: internal entities are replaced, default attributes are added', (t) => {
  xmlGives(t, [
    [formOf('<!DOCTYPE a [<!ENTITY e "v<b>w</b>">]><a>1&e;2&e;</a>'), '<a>1v<b>w</b>2v<b>w</b></a>'],
    [formOf('<!DOCTYPE a [<!ENTITY e "&#60;b/>">]><a>&e;</a>'), '<a><b></b></a>'],
    [formOf('<!DOCTYPE a [<!ENTITY e "v&f;"><!ENTITY f "w">]><a k="&e;"/>'), '<a k="vw"></a>'],
    [
      formOf('<!DOCTYPE a [<!ATTLIST a k CDATA "d" n NMTOKENS " x   y " xmlns CDATA "u:u">]><a/>'),
      '<a xmlns="u:u" k="d" n="x y"></a>',
    ],
    [formOf('<a k="\\r\\n\\t&#13;&#10;">\\r\\n\\r&#13;</a>'), '<a k="  &#xD;&#xA;">\n\n&#xD;</a>'],
    [formOf('<!DOCTYPE a [<!ENTITY e "\\r\\n">]><a k="x&e;y\\r">z&e;\\r</a>'), '<a k="x y ">z\n\n</a>'],
    [formOf('<a><![CDATA[<&]]>x<![CDATA[]]></a>'), '<a>&lt;&amp;x</a>'],
  ]);
  t.end();
});

test('parse: nothing is read from disk or network, and incomplete documents have no canonical form', (t) => {
  const entities = [
    `<!ENTITY e ${outer}>`,
    '<!ENTITY e SYSTEM "http://127.0.0.1:1/">',
    '<!ENTITY e PUBLIC "p" "e.ent">',
    `<!ENTITY f ${outer}><!ENTITY e "&f;">`,
  ];
  for (const entity of entities) {
    xmlGives(t, [[`root('<!DOCTYPE a [${entity}]><a>&e;x</a>').$text`, 'x']]);
    xmlThrows(t, 'InternalError', [
      formOf(`<!DOCTYPE a [${entity}]><a>&e;x</a>`),
      formOf(`<!DOCTYPE a [${entity}]><a><b>&e;</b></a>`),
    ]);
  }
  xmlThrows(t, 'InternalError', [formOf(`<!DOCTYPE a ${outer}><a>&e;</a>`)]);
  xmlThrows(t, 'SyntaxError', [`xml.parse('<!DOCTYPE a [<!ENTITY e ${outer}>]><a k="&e;"/>')`]);
  xmlGives(t, [
    [formOf(`<!DOCTYPE a ${outer}><a>x</a>`), '<a>x</a>'],
    [formOf(`<!DOCTYPE a [<!ENTITY e ${outer}>]><a>x</a>`), '<a>x</a>'],
    [formOf(`<!DOCTYPE a [<!ENTITY % e ${outer}>%e;]><a>x</a>`), '<a>x</a>'],
    [
      formOf('<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/hostname"/></a>'),
      '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/hostname"></xi:include></a>',
    ],
  ]);
  t.end();
});

test('parse: a document that needs too much memory is rejected, and the next one is read', (t) => {
  const laughs = `'<!DOCTYPE a [<!ENTITY l0 "${'lol'.repeat(20)}">' + Array.from({ length: 9 }, (_, i) => '<!ENTITY l' + (i + 1) + ' "' + ('&l' + i + ';').repeat(10) + '">').join('') + ']>'`;
  xmlThrows(t, 'SyntaxError', [
    `xml.parse(${laughs} + '<a>&l9;</a>')`,
    `xml.parse(${laughs} + '<a k="&l9;"/>')`,
    `xml.parse('<!DOCTYPE a [<!ENTITY e "&f;"><!ENTITY f "&e;">]><a>&e;</a>')`,
    `xml.parse('<!DOCTYPE a [<!ENTITY q "' + 'x'.repeat(50000) + '">]><a>' + '&q;'.repeat(50000) + '</a>')`,
    `xml.parse('<a>'.repeat(100000) + '</a>'.repeat(100000))`,
    `xml.parse('<a>' + 'x'.repeat(5e7) + '</a>')`,
    `xml.parse('<a k="' + 'x'.repeat(2e7) + '"/>')`,
    `xml.parse('<!DOCTYPE a [<!ELEMENT a ' + '('.repeat(5000) + 'a' + ')'.repeat(5000) + '>]><a/>')`,
  ]);
  xmlGives(
    t,
    valueRows(`
    c14n(xml.parse('<a>'.repeat(256) + '</a>'.repeat(256))).length ⇒ 1792
    root('<a k="' + 'x'.repeat(9e6) + '"/>').$attr$k.length ⇒ 9000000
    root('<a>' + ('<![CDATA[' + 'x'.repeat(5e6) + ']]>').repeat(10) + '</a>').$text.length ⇒ 50000000
    Object.keys(root('<a ' + Array.from({ length: 20000 }, (_, i) => 'k' + i + '="1"').join(' ') + '/>').$attrs).length ⇒ 20000
    exclusive(xml.parse('<a ' + Array.from({ length: 5000 }, (_, i) => 'xmlns:k' + i + '="u:' + i + '"').join(' ') + '>' + '<k1:b/>'.repeat(5000) + '</a>')).length
      ⇒ 140007
  `),
  );
  t.end();
});

test('parse: near the end of the stack it is refused, and works again further up', async (t) => {
  const dive = `(() => {
    const names = {};
    const dive = () => { try { dive(); } catch {} try { const name = root('<a/>').$name; names[name] = true; } catch (error) { names[error.name] = true; } };
    dive();
    return Object.keys(names).sort();
  })()`;
  t.deepEqual(xmlResult(dive), ['RangeError', 'a']);
  await new Promise((resolve) => setTimeout(resolve, 100));
  t.equal(xmlResult(`c14n(xml.parse('<a/>'))`), '<a></a>');
});
