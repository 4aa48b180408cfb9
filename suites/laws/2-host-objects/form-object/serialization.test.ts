/** Bodies that laws write mean to an independent reader what they are said to hold. */
import fc from 'fast-check';
import test from 'tape';
import { Response } from 'undici';
import { unicodeText } from '../../support/arbitraries.js';
import { brief } from './handlers.js';
import { type Entry, entriesOf, multipart, multipartType, type Part, quoted, urlencoded } from './serialization.js';

/** As long as that reader wants it. */
const BOUNDARY = 'boundary-of-twenty-seven-and-more';

async function readBy(type: string, body: Buffer): Promise<Entry[]> {
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : { file: value.name }]);
}

/** Without what that reader takes for escapes of browsers, and what no header can hold. */
const word = unicodeText(8).map((text) => text.replace(/[\p{Cc}"%\\]/gu, '_'));

const part: fc.Arbitrary<Part> = fc
  .record({
    name: word,
    value: unicodeText(20),
    filename: fc.option(word, { nil: undefined }),
    type: fc.option(fc.constant('text/plain'), { nil: undefined }),
  })
  .map(({ filename, type, ...rest }) => ({
    ...rest,
    ...(filename === undefined ? {} : { filename }),
    ...(type === undefined ? {} : { type }),
  }));

test('parts are read by undici as they are written', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('', 'preamble\r\n'),
      fc.constantFrom('--\r\n', '--', '--\r\nepilogue'),
      async (parts, before, end) => {
        const body = multipart({ parts, boundary: BOUNDARY, before, end });
        const read = await readBy(multipartType(BOUNDARY), body);
        return JSON.stringify(read) === JSON.stringify(entriesOf(parts));
      },
    ),
    { numRuns: 200 },
  );
  t.pass('200 forms');
  t.end();
});

test('form encoding is read by undici as it is written', async (t) => {
  const body = urlencoded([
    ['a b', 'é&='],
    ['', '+%'],
  ]);
  t.deepEqual(await readBy('application/x-www-form-urlencoded', body), [
    ['a b', 'é&='],
    ['', '+%'],
  ]);
  t.end();
});

test('quotation marks and backslashes are escaped alone', (t) => {
  t.equal(quoted('a"b\\c;d'), '"a\\"b\\\\c;d"');
  t.end();
});

test('what is long is told by places that tell of what is lost and moved', (t) => {
  const text = Array.from({ length: 3000 }, (_, i) => i.toString(36)).join('');
  t.equal(brief('é'.repeat(60)), 'é'.repeat(60), 'short');
  const told = JSON.stringify(brief(text));
  t.notEqual(JSON.stringify(brief(text.slice(0, 4000) + text.slice(4001))), told, 'one is lost');
  t.notEqual(JSON.stringify(brief(`${text.slice(100)}${text.slice(0, 100)}`)), told, 'they are moved');
  t.equal(JSON.stringify(brief(`${text}`)), told);
  t.notEqual(JSON.stringify(brief([...text].slice(1))), JSON.stringify(brief([...text])), 'lists');
  t.end();
});
