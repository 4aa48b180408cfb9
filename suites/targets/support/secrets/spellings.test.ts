import { randomBytes } from 'node:crypto';
import test from 'tape';
import { redacted } from './hits.js';
import { Spellings } from './spellings.js';

const KEY = 'a+Key/of some-é€kind';

function spellingsOf(...texts: readonly string[]): Spellings<string> {
  const spellings = new Spellings<string>();
  for (const [i, text] of texts.entries()) spellings.add(`[${i}]`, text);
  return spellings;
}

const reported = (spellings: Spellings<string>, text: string): string =>
  redacted(text, spellings.in(text), (label) => label);

const ODD_KEY = 'k/Ey+"\\ 7Zq9§€';
const each = (text: string, write: (code: number) => string): string =>
  Array.from(text, (character) => write(character.charCodeAt(0))).join('');
const hex = (n: number, digits: number): string => n.toString(16).padStart(digits, '0');
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Ways in which a program can write a text. */
const WAYS: { readonly [name: string]: (text: string) => string } = {
  'as it is': (text) => text,
  'in lower case': (text) => text.toLowerCase(),
  'in capitals': (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  JSON: (text) => JSON.stringify(text).slice(1, -1),
  'JSON with \\/': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JSON, all characters escaped': (text) => each(text, (code) => `\\u${hex(code, 4).toUpperCase()}`),
  'JSON in JSON': (text) => JSON.stringify(JSON.stringify(text)),
  'escaped JSON in JSON': (text) => JSON.stringify(each(text, (code) => `\\u${hex(code, 4)}`)),
  'percent-encoded': encodeURIComponent,
  'percent-encoded in lower case': (text) => encodeURIComponent(text).replace(/%../g, (code) => code.toLowerCase()),
  'percent-encoded through and through': (text) => Array.from(Buffer.from(text), (byte) => `%${hex(byte, 2)}`).join(''),
  'percent-encoded twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  'as a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
  HTML: (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'HTML, decimal': (text) => each(text, (code) => `&#${code};`),
  'HTML, hexadecimal': (text) => each(text, (code) => `&#x${hex(code, 2)};`),
  base64,
  'base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64, percent-encoded': (text) => encodeURIComponent(base64(text)),
  'base64 in JSON with \\/': (text) => base64(text).replaceAll('/', '\\/'),
  'hexadecimal digits': (text) => Buffer.from(text).toString('hex'),
  'hexadecimal digits in capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};

test('spellings: a text in each way in which programs write it', (t) => {
  const spellings = spellingsOf(ODD_KEY);
  for (const [name, write] of Object.entries(WAYS)) {
    const text = `<<${write(ODD_KEY)}>>`;
    t.match(reported(spellings, text), /^<<"?(?:\\")?\[0\](?:\\")?"?>>$/, name);
    t.ok(spellings.isAnyIn(Buffer.concat([Buffer.of(0, 255, 128), Buffer.from(text)])), `${name}, in bytes of no text`);
  }
  t.end();
});

test('spellings: in the middle of encoded text, at each place within a group of bytes', (t) => {
  const spellings = spellingsOf(KEY);
  for (const before of ['', '1', '12', '123'])
    for (const after of ['', '1', '12', '123']) {
      const bytes = Buffer.from(`${before}${KEY}${after}`);
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        const text = reported(spellings, bytes.toString(encoding));
        t.match(text, /^[\w+/-]{0,6}\[0\][\w+/-]{0,6}={0,2}$/, `${encoding} of ${before}KEY${after}: ${text}`);
      }
    }
  t.end();
});

test('spellings: the result for a text is the same as for its bytes', (t) => {
  const spellings = spellingsOf(KEY, 'another');
  const noText = Buffer.of(0x80, 0xff, 0x25);
  for (const text of [KEY, encodeURIComponent(KEY), JSON.stringify(KEY), 'ANOTHER', 'an&#111;ther']) {
    t.ok(spellings.isAnyIn(`<${text}>`), text);
    t.ok(spellings.isAnyIn(Buffer.from(`<${text}>`)), `${text} in bytes`);
    t.ok(spellings.isAnyIn(Buffer.concat([noText, Buffer.from(text), noText])), `${text} in bytes of no text`);
  }
  t.ok(spellings.isAnyIn(Buffer.from(KEY.replace('é', '&#233;'))), 'escaped in part, in bytes of UTF-8');
  const latin1 = Buffer.from('naïve-secret', 'latin1');
  t.ok(spellingsOf('naïve-secret').isAnyIn(latin1), 'Latin-1');
  for (const text of ['', 'anothe', 'a+Key', '%61nothe']) {
    t.notOk(spellings.isAnyIn(text), `not in ${JSON.stringify(text)}`);
    t.notOk(spellings.isAnyIn(Buffer.from(text)));
  }
  t.notOk(new Spellings().isAnyIn(KEY), 'nothing is searched for');
  t.end();
});

test('spellings: one text is found among many, whatever their length', (t) => {
  const texts = Array.from({ length: 60 }, (_, i) => randomBytes(4 + i).toString('base64url'));
  const spellings = spellingsOf(...texts);
  for (const [i, text] of texts.entries()) t.equal(reported(spellings, `<${text}>`), `<[${i}]>`);
  t.end();
});

const MB = 1 << 20;

test('spellings: found across the borders of windows', (t) => {
  const spellings = spellingsOf('a-key-of-some-length');
  for (const at of [MB - 30, MB - 10, MB, MB + 65_530, 2 * MB - 5]) {
    t.ok(spellings.isAnyIn(`${'x'.repeat(at)}a-key-of-some-length and more`), `${at}`);
    t.notOk(spellings.isAnyIn(`${'x'.repeat(at)}-key-of-some-length and more`));
  }
  t.end();
});
