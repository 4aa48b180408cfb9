/** An independent reader finds the intended entries in the bodies that laws write. */
import fc from 'fast-check';
import test from 'tape';
import { Response } from 'undici';
import { unicodeText } from './arbitraries.js';
import { drawnForms, writtenByClient } from './drawn-forms.js';
import { entriesOf, type FormField, type FormPair, formBody, quoted, type SentForm, typeOf } from './forms.js';

async function readBy(form: SentForm): Promise<FormPair[]> {
  const headers = { 'content-type': typeOf(form) ?? '' };
  const read = await new Response(formBody(form), { headers }).formData();
  return [...read].map(([name, value]) => [name, typeof value === 'string' ? value : { name: value.name }]);
}

/** Without texts that this reader takes for escapes of browsers, and without characters that a header cannot contain. */
const word = unicodeText(8).map((text) => text.replace(/[\p{Cc}"%\\]/gu, '_'));

const field: fc.Arbitrary<FormField> = fc
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

/** As long as that reader requires. */
const boundary = 'boundary-of-twenty-seven-and-more';

test('undici reads the written parts', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(field, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('', 'preamble\r\n'),
      fc.constantFrom('--\r\n', '--', '--\r\nepilogue'),
      async (fields, before, end) => {
        const form = { fields, boundary, before, end };
        return JSON.stringify(await readBy(form)) === JSON.stringify(entriesOf(form));
      },
    ),
    { numRuns: 200 },
  );
  t.pass('200 forms');
  t.end();
});

test('undici reads the written form encoding', async (t) => {
  const fields = [
    { name: 'a b', value: 'é&=' },
    { name: '', value: '+%' },
  ];
  for (const as of ['urlencoded', 'percent'] as const)
    t.deepEqual(await readBy({ as, fields }), entriesOf({ fields }), as);
  t.deepEqual(await readBy({ body: 'a=%41&b' }), entriesOf({ body: 'a=%41&b' }), 'body');
  t.end();
});

test('undici reads drawn forms', async (t) => {
  for (const draw of ['urlencoded', 'client'] as const)
    await fc.assert(
      fc.asyncProperty(drawnForms[draw], async ({ form }) => {
        // That reader treats it as the beginning of a query.
        fc.pre(!String(form.body).startsWith('?'));
        const written = draw === 'client' ? await writtenByClient(form) : form;
        return JSON.stringify(await readBy(written)) === JSON.stringify(entriesOf(form));
      }),
      { numRuns: 100 },
    );
  t.pass('200 forms');
  t.end();
});

test('only quotation marks and backslashes are escaped', (t) => {
  t.equal(quoted('a"b\\c;d'), '"a\\"b\\\\c;d"');
  t.end();
});
