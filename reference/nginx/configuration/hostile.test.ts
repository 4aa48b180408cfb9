import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { ConfigurationError } from '../../host/support/settings/error.js';
import { matchesGlob } from './glob.js';
import { readTree } from './tree.js';

/** The complaint about `host.conf`, as `message at file:line`, or the number of its directives. */
function outcome(
  t: Test,
  files: { readonly [name: string]: string },
  links: readonly (readonly [string, string])[] = [],
) {
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  for (const [to, name] of links) symlinkSync(to, join(folder, name));
  try {
    const { directives, failure } = readTree(join(folder, 'host.conf'), folder);
    if (failure !== undefined) throw failure;
    return `${directives.length} directives`;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return `${error.message.replaceAll(folder, '')} at ${error.file.split('/').at(-1)}:${error.line}`;
  }
}

/** That many files; each includes the next one twice. */
const doubling = (count: number): { readonly [name: string]: string } =>
  Object.fromEntries([
    ['host.conf', 'include 0.conf;'],
    ...Array.from({ length: count }, (_, i) => [`${i}.conf`, `include ${i + 1}.conf;\ninclude ${i + 1}.conf;`]),
    [`${count}.conf`, 'a;'],
  ]);

/** That many files; each includes the next one. */
const chain = (count: number): { readonly [name: string]: string } =>
  Object.fromEntries([
    ['host.conf', 'include 0.conf;'],
    ...Array.from({ length: count }, (_, i) => [`${i}.conf`, `include ${i + 1}.conf;`]),
    [`${count}.conf`, 'a;'],
  ]);

test('a configuration that would exhaust its reader is rejected with file and line', (t) => {
  const loop = [['host.conf', 'link.conf']] as const;
  t.match(outcome(t, { 'host.conf': '\ninclude host.conf;' }), /^"\/host.conf" includes itself at host.conf:2$/);
  t.match(outcome(t, { 'host.conf': '\ninclude link.conf;' }, loop), /includes itself at link.conf:2$/, 'by a link');
  t.match(outcome(t, { 'host.conf': 'include d/d/host.conf;' }, [['.', 'd']]), /includes itself at host.conf:1$/);
  t.match(outcome(t, doubling(40)), /^more than 10000 inclusions, .* at \d+.conf:\d$/);
  t.match(outcome(t, chain(1000)), /^more than .* or 64 nested ones at \d+.conf:1$/);
  t.equal(
    outcome(t, { 'host.conf': '\n'.repeat(3) + 'a{\n'.repeat(100_000) }),
    'more than 64 nested blocks at host.conf:68',
  );
  t.equal(
    outcome(t, { 'host.conf': `\n${'x'.repeat(5_000_000)};` }),
    'too long parameter "xxxxxxxxxx..." started at host.conf:2',
  );
  t.match(
    outcome(t, { 'host.conf': 'x'.repeat(50_000_000) }),
    /^open\(\) .* more than 16777216 bytes\) at host.conf:0$/,
  );
  t.end();
});

test('a large configuration is read', (t) => {
  const many = { 'host.conf': 'include many.conf;', 'many.conf': 'a;'.repeat(300_000) };
  t.equal(outcome(t, many), '300000 directives', 'more directives than a call may have arguments');
  t.equal(outcome(t, { 'host.conf': `${'x'.repeat(4095)};` }), '1 directives', 'a long word');
  t.equal(outcome(t, { 'host.conf': 'a{'.repeat(64) + '}'.repeat(64) }), '1 directives', 'the deepest');
  t.equal(outcome(t, chain(60)), '1 directives');
  t.equal(outcome(t, doubling(8)), '256 directives');
  t.end();
});

test('patterns of included files', (t) => {
  const good = [
    ['a.conf', '*.conf'],
    ['a.conf', 'a?conf'],
    ['a.conf', '*'],
    ['a.conf', '*a*.c*f*'],
    ['aab', 'a*ab'],
    ['abab', '*ab'],
    ['a+(b)', 'a+(?)'],
    ['', '*'],
  ] as const;
  const bad = [
    ['a.conf', '*.con'],
    ['a.conf', '?.conf?'],
    ['axconf', 'a.conf'],
    ['abac', '*ab'],
    ['', '?'],
  ] as const;
  for (const [name, pattern] of good) t.ok(matchesGlob(name, pattern), `${name} is ${pattern}`);
  for (const [name, pattern] of bad) t.notOk(matchesGlob(name, pattern), `${name} is not ${pattern}`);
  t.notOk(matchesGlob('a'.repeat(255), `${'*a'.repeat(100)}*b`), 'many stars are matched quickly');
  t.end();
});
