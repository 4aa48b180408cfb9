import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'tape';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { canonicalRoot, conformanceVectors } from './xml-conformance.js';

test('canonical forms of the suite become those of Canonical XML', (t) => {
  const forms = [
    ['<doc></doc>', '<doc></doc>'],
    ['<?a b?><doc><?c ?><?d e ?></doc><?f ?>', '<doc><?c?><?d e ?></doc>'],
    ['<!DOCTYPE doc [\n<!NOTATION n PUBLIC "p">\n]>\n<doc></doc>', '<doc></doc>'],
    [
      '<doc a="&#9;&#10;&#13;&quot;&gt;">&#9;&#10;&#13;&quot;&gt;</doc>',
      '<doc a="&#x9;&#xA;&#xD;&quot;>">\t\n&#xD;"&gt;</doc>',
    ],
  ] as const;
  for (const [given, form] of forms) t.equal(canonicalRoot(given), form);
  t.equal(canonicalRoot('<doc xmlns:p="u"></doc>'), undefined, 'namespaces');
  t.equal(canonicalRoot('<p:doc></p:doc>'), undefined, 'prefixes');
  t.end();
});

test('the vectors are what the package gives', (t) => {
  const committed = readFileSync(
    join(PACKAGE_ROOT, 'spec/3-built-ins-and-modules/xml/vectors/conformance.txt'),
    'utf8',
  );
  t.ok(committed === conformanceVectors(), 'run `npm run vectors`');
  t.ok(committed.length < 1_000_000);
  t.end();
});
