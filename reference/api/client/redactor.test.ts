import fc from 'fast-check';
import test from 'tape';
import { printable, printableJson } from '../support/printable.js';
import { excerptOf } from './excerpt.js';
import { Redactor } from './redactor.js';
import { Secret } from './secret.js';

const secretText = fc.string({ minLength: 6, maxLength: 60, unit: 'grapheme' });

test('redaction: no spelling of a secret is left', (t) => {
  const spellings: { readonly [name: string]: (text: string) => string } = {
    itself: (text) => text,
    'lower case': (text) => text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()),
    'percent encoding': encodeURIComponent,
    'lower case of it': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
    JSON: (text) => JSON.stringify(text).slice(1, -1),
    base64: (text) => Buffer.from(text).toString('base64'),
    base64url: (text) => Buffer.from(text).toString('base64url'),
  };
  for (const [name, spell] of Object.entries(spellings)) {
    const law = fc.property(secretText, fc.string(), fc.string(), (text, before, after) => {
      const left = new Redactor([new Secret(text)]).text(`${before} ${spell(text)} ${after}`);
      const bare = spell(text).replace(/=+$/, '');
      // A secret may be a part of what stands in its place.
      return !left.replaceAll('[secret]', '').includes(bare);
    });
    t.doesNotThrow(() => fc.assert(law), name);
  }
  t.equal(new Redactor([]).text('nothing to hide'), 'nothing to hide');
  t.equal(new Redactor([new Secret('')]).text('nothing'), 'nothing', 'an empty secret is in no text');
  t.end();
});

test('printable JSON is the same value', (t) => {
  const law = fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t', '\r\n'), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    const shown = printableJson(text);
    return (
      JSON.stringify(JSON.parse(shown)) === JSON.stringify(value) &&
      !/[\p{Cf}\u007f-\u009f\r]/u.test(shown.replace(/[\u200c\u200d]/gu, ''))
    );
  });
  t.doesNotThrow(() => fc.assert(law));
  t.equal(
    printableJson('{"a": 1.0, "b": 1e999, "\u{e0041}\u009b": "\u202e"}'),
    '{"a": 1.0, "b": 1e999, "\\udb40\\udc41\\u009b": "\\u202e"}',
  );
  t.equal(printable('\u001b[0m\u200f\u{e0041}é👩‍🚀\n'), '\\u{1b}[0m\\u{200f}\\u{e0041}é👩‍🚀\\u{a}');
  t.end();
});

test('excerpts of any text are short and tell no secret', (t) => {
  const key = 'account-key-0123456789';
  const redactor = new Redactor([new Secret(key)]);
  const names = new Set(['place']);
  const pieces = fc.array(fc.oneof(fc.string(), fc.constant(key), fc.constant(`{"odd":{"place":"${key}-2"}}`)));
  const law = fc.property(pieces, fc.nat(600), (texts, padding) => {
    const excerpt = excerptOf('x'.repeat(padding) + texts.join(''), redactor, names);
    return excerpt.length <= 500 && !excerpt.includes(key.slice(0, 12)) && !excerpt.includes('\n');
  });
  t.doesNotThrow(() => fc.assert(law));
  for (const name of ['apikey', 'place'])
    t.equal(
      excerptOf(`{"odd":{"${name}":"server-key"},"text":"is server-key"}`, redactor, names),
      `{"odd":{"${name}":"[secret]"},"text":"is [secret]"}`,
    );
  const deep = `${'['.repeat(100_000)}"${key}"${']'.repeat(100_000)}`;
  t.ok(excerptOf(deep, redactor, names).startsWith('[[[['), 'however deep it is');
  t.end();
});
