import { inspect } from 'node:util';
import fc from 'fast-check';
import test from 'tape';
import { printable, printableJson } from '../support/printable.js';
import { excerptOf } from './excerpt.js';
import { Redactor, Secret } from './secret.js';

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
      // A secret may be part of the text that replaces it.
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

test('excerpts of any text are short and show no secret', (t) => {
  const key = 'account-key-0123456789';
  const redactor = new Redactor([new Secret(key)]);
  const pieces = fc.array(fc.oneof(fc.string(), fc.constant(key), fc.constant(`{"odd":{"token":"${key}-2"}}`)));
  const law = fc.property(pieces, fc.nat(600), (texts, padding) => {
    const excerpt = excerptOf('x'.repeat(padding) + texts.join(''), redactor);
    return excerpt.length <= 500 && !excerpt.includes(key.slice(0, 12)) && !excerpt.includes('\n');
  });
  t.doesNotThrow(() => fc.assert(law));
  t.equal(
    excerptOf(`{"odd":{"apikey":"server-key"},"text":"is server-key"}`, redactor),
    `{"odd":{"apikey":"[secret]"},"text":"is [secret]"}`,
  );
  const deep = `${'['.repeat(100_000)}"${key}"${']'.repeat(100_000)}`;
  t.ok(excerptOf(deep, redactor).startsWith('[[[['), 'at any depth');
  t.end();
});

const text = 'do-not-tell-1234567890';

test('a secret is shown only where it is revealed', (t) => {
  const secret = new Secret(text);
  t.equal(secret.reveal(), text);
  const ways: { readonly [way: string]: () => unknown } = {
    toString: () => String(secret),
    template: () => `${secret}`,
    concatenation: () => `a${secret}`.concat(String(secret)),
    JSON: () => JSON.stringify({ nested: [secret] }),
    inspect: () => inspect(secret),
    'inspect, all of it': () => inspect({ nested: [{ secret }] }, { depth: 10, showHidden: true }),
    'inspect without its custom inspector': () =>
      inspect({ secret }, { depth: 10, showHidden: true, customInspect: false }),
    'cause of an error': () => inspect(new Error('x', { cause: secret }), { depth: 10, showHidden: true }),
    'a structured clone': () => inspect(structuredClone({ secret }), { depth: 10, showHidden: true }),
    'own properties': () => [...Reflect.ownKeys(secret), ...Object.values({ ...secret })].join(),
    'conversion to a number': () => String(Number(secret)),
  };
  for (const [way, show] of Object.entries(ways)) t.notOk(String(show()).includes(text), way);
  t.equal(`${secret}`, '[secret]', 'shows that it is a secret');
  t.end();
});
