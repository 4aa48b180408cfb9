import test from 'tape';
import { xmlGives, xmlResult, xmlThrows } from '../../../testing/xml-realm.js';

/** The recommendations' examples of whole documents or one element: the input, and its form without comments. */
const examples: readonly (readonly [name: string, document: string, form: string])[] = [
  [
    'Canonical XML 1.1, 3.1',
    `<?xml version="1.0"?>

<?xml-stylesheet   href="doc.xsl"
   type="text/xsl"   ?>

<!DOCTYPE doc SYSTEM "doc.dtd">

<doc>Hello, world!<!-- Comment 1 --></doc>

<?pi-without-data     ?>

<!-- Comment 2 -->

<!-- Comment 3 -->
`,
    `<?xml-stylesheet href="doc.xsl"
   type="text/xsl"   ?>
<doc>Hello, world!</doc>
<?pi-without-data?>`,
  ],
  [
    'Canonical XML 1.1, 3.3',
    `<!DOCTYPE doc [<!ATTLIST e9 attr CDATA "default">]>
<doc>
   <e1   />
   <e2   ></e2>
   <e3   name = "elem3"   id="elem3"   />
   <e5 a:attr="out" b:attr="sorted" attr2="all" attr="I'm"
      xmlns:b="http://www.ietf.org"
      xmlns:a="http://www.w3.org"
      xmlns="http://example.org"/>
   <e6 xmlns="" xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="" xmlns:a="http://www.w3.org">
            <e9 xmlns="" xmlns:a="http://www.ietf.org"/>
         </e8>
      </e7>
   </e6>
</doc>`,
    `<doc>
   <e1></e1>
   <e2></e2>
   <e3 id="elem3" name="elem3"></e3>
   <e5 xmlns="http://example.org" xmlns:a="http://www.w3.org" xmlns:b="http://www.ietf.org" attr="I'm" attr2="all" b:attr="sorted" a:attr="out"></e5>
   <e6 xmlns:a="http://www.w3.org">
      <e7 xmlns="http://www.ietf.org">
         <e8 xmlns="">
            <e9 xmlns:a="http://www.ietf.org" attr="default"></e9>
         </e8>
      </e7>
   </e6>
</doc>`,
  ],
  [
    'Canonical XML 1.1, 3.4',
    `<!DOCTYPE doc [
<!ATTLIST normId id ID #IMPLIED>
<!ATTLIST normNames attr NMTOKENS #IMPLIED>
]>
<doc>
   <text>First line&#x0d;&#10;Second line</text>
   <value>&#x32;</value>
   <compute><![CDATA[value>"0" && value<"10" ?"valid":"error"]]></compute>
   <compute expr='value>"0" &amp;&amp; value&lt;"10" ?"valid":"error"'>valid</compute>
   <norm attr=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>
   <normNames attr='   A   &#x20;&#13;&#xa;&#9;   B   '/>
   <normId id=' &apos;   &#x20;&#13;&#xa;&#9;   &apos; '/>
</doc>`,
    `<doc>
   <text>First line&#xD;
Second line</text>
   <value>2</value>
   <compute>value&gt;"0" &amp;&amp; value&lt;"10" ?"valid":"error"</compute>
   <compute expr="value>&quot;0&quot; &amp;&amp; value&lt;&quot;10&quot; ?&quot;valid&quot;:&quot;error&quot;">valid</compute>
   <norm attr=" '    &#xD;&#xA;&#x9;   ' "></norm>
   <normNames attr="A &#xD;&#xA;&#x9; B"></normNames>
   <normId id="' &#xD;&#xA;&#x9; '"></normId>
</doc>`,
  ],
  ['Canonical XML 1.1, 3.6', '<?xml version="1.0" encoding="ISO-8859-1"?><doc>&#169;</doc>', '<doc>©</doc>'],
];

test('canonical forms: the examples of the recommendation', (t) => {
  for (const [name, document, form] of examples) t.equal(xmlResult('c14n(xml.parse(given))', document), form, name);
  t.equal(
    xmlResult('exclusive(xml.parse(given), null, true)', examples[0]?.[1]),
    `<?xml-stylesheet href="doc.xsl"
   type="text/xsl"   ?>
<doc>Hello, world!<!-- Comment 1 --></doc>
<?pi-without-data?>
<!-- Comment 2 -->
<!-- Comment 3 -->`,
  );
  t.end();
});

test('canonical forms: an element inherits from its ancestors', (t) => {
  const based = (outer: string, inner: string) =>
    `root('<a xml:base="${outer}"><b xml:base="${inner}"><c/></b></a>').b`;
  xmlGives(t, [
    [
      `c14n(root('<a xml:lang="de" xml:space="preserve" xml:id="i" k="1"><b/></a>').b)`,
      '<b xml:lang="de" xml:space="preserve"></b>',
    ],
    [`c14n(root('<a xml:lang="de"><b xml:lang="en"><c/></b></a>').b.c)`, '<c xml:lang="en"></c>'],
    [`c14n(root('<a xml:lang="de"><b xml:lang=""><c/></b></a>').b.c)`, '<c xml:lang=""></c>'],
    [`exclusive(root('<a xml:lang="de"><b/></a>').b)`, '<b></b>'],
    [`c14n(${based('http://h/x/y', '../z')})`, '<b xml:base="http://h/z"><c></c></b>'],
    [`c14n(${based('http://h/x/y', '../z')}.c)`, '<c xml:base="http://h/z"></c>'],
    [`c14n(${based('something/else', '../bar/')})`, '<b xml:base="bar/"><c></c></b>'],
    [`c14n(${based('../bar/', 'foo')})`, '<b xml:base="../bar/foo"><c></c></b>'],
    [`c14n(${based('http://h', 'x')})`, '<b xml:base="http://h/x"><c></c></b>'],
    [`c14n(${based('http://h/a/b?q', '')})`, '<b xml:base="http://h/a/b?q"><c></c></b>'],
    [`c14n(${based('http://h/a/b?q', '?r')})`, '<b xml:base="http://h/a/b?r"><c></c></b>'],
    [`c14n(${based('http://h/a/', '//i/../c')})`, '<b xml:base="http://i/c"><c></c></b>'],
    [`c14n(${based('a', '..')})`, '<b xml:base="../"><c></c></b>'],
    [`c14n(${based('http://h/a/', '/b//./c/.')})`, '<b xml:base="http://h/b/c/"><c></c></b>'],
    [`c14n(root('<a><b xml:base="x/../y"/></a>').b)`, '<b xml:base="x/../y"></b>'],
  ]);
  t.end();
});

test('canonical forms: namespaces', (t) => {
  const given = `root('<a xmlns="d:d" xmlns:p="u:u" xmlns:q="v:v"><p:b q:k="1"><c/></p:b></a>')`;
  xmlGives(t, [
    [`c14n(${given}.b.c)`, '<c xmlns="d:d" xmlns:p="u:u" xmlns:q="v:v"></c>'],
    [`exclusive(${given}.b)`, '<p:b xmlns:p="u:u" xmlns:q="v:v" q:k="1"><c xmlns="d:d"></c></p:b>'],
    [`exclusive(${given}.b.c, null, false, 'q')`, '<c xmlns="d:d" xmlns:q="v:v"></c>'],
    [
      `exclusive(${given}.b, null, false, '#default\\t\\nq none')`,
      '<p:b xmlns="d:d" xmlns:p="u:u" xmlns:q="v:v" q:k="1"><c></c></p:b>',
    ],
    [
      `exclusive(root('<a xmlns="d:d"><b xmlns=""><p:c xmlns:p="u:u"><d/></p:c></b></a>').b)`,
      '<b><p:c xmlns:p="u:u"><d></d></p:c></b>',
    ],
    [`exclusive(root('<p:a xmlns="d:d" xmlns:p="u:u"><b xmlns=""/></p:a>'))`, '<p:a xmlns:p="u:u"><b></b></p:a>'],
    [`c14n(root('<a xmlns:p="u:u"><p:b xmlns:p="v:v"><c><p:d/></c></p:b></a>').b.c.d)`, '<p:d xmlns:p="v:v"></p:d>'],
    [`c14n(root('<a xmlns:xml="http://www.w3.org/XML/1998/namespace"/>'))`, '<a></a>'],
    [
      `c14n(xml.parse('<a xmlns:b="b:b" xmlns:\u{1f600}="e:e" xmlns:\uffdd="f:f"/>'))`,
      '<a xmlns:b="b:b" xmlns:\uffdd="f:f" xmlns:\u{1f600}="e:e"></a>',
    ],
  ]);
  xmlThrows(t, 'InternalError', [
    `c14n(root('<a xmlns="relative"/>'))`,
    `c14n(root('<a><b/><c xmlns:p="../x"/></a>').b)`,
  ]);
  t.end();
});

test('canonical forms: excluded parts', (t) => {
  const given = `root('<a xmlns:p="u:u" xml:lang="de">x<b k="1"><p:c/>y</b><!--d-->z</a>')`;
  xmlGives(t, [
    [`((a) => c14n(a, a.b))(${given})`, '<a xmlns:p="u:u" xml:lang="de">xz</a>'],
    [`((a) => exclusive(a, a.b.c, true))(${given})`, '<a xml:lang="de">x<b k="1">y</b><!--d-->z</a>'],
    [`((a) => c14n(a.b, a.b.c))(${given})`, '<b xmlns:p="u:u" k="1" xml:lang="de">y</b>'],
    [`((a) => [c14n(a, a), c14n(a.b, a), c14n(a.b, a.b)])(${given})`, ['', '', '']],
    [`((doc) => c14n(doc, doc.a))(xml.parse('<?p?><a/><?q?>'))`, '<?p?>\n\n<?q?>'],
    [`((a) => c14n(a.b, a.c))(root('<a><b/><c/></a>'))`, '<b></b>'],
    [`((a) => [c14n(a, null), c14n(a, undefined)])(root('<a><b/></a>'))`, ['<a><b></b></a>', '<a><b></b></a>']],
  ]);
  xmlThrows(t, 'TypeError', [
    ...['', '1', `'a'`, '{}', `root('<a b="1"/>').$attrs`].map((value) => `xml.c14n(${value})`),
    ...['1', `'a'`, `xml.parse('<a/>')`, `root('<a/>')`].map((value) => `xml.c14n(root('<a/>'), ${value})`),
    ...['1', '[]', '{}'].map((value) => `xml.exclusiveC14n(root('<a/>'), null, false, ${value})`),
  ]);
  t.end();
});

test('canonical forms: bytes and text', (t) => {
  xmlGives(t, [
    [
      `['c14n', 'exclusiveC14n', 'serialize'].map((name) => Buffer.isBuffer(xml[name](root('<a>é</a>'))) && xml[name](root('<a>é</a>')).length)`,
      [9, 9, 9],
    ],
    [`xml.serializeToString(root('<a>é<b/></a>'))`, '<a>é<b></b></a>'],
    [`((a) => xml.serializeToString(a, a.b) + xml.serialize(a, a.b))(root('<a>é<b/></a>'))`, '<a>é</a><a>é</a>'],
  ]);
  t.end();
});
