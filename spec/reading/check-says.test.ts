import test from 'tape';
import { sentenceFault } from './check-says.js';

test('says: a sentence that a stranger understands alone', (t) => {
  for (const says of [
    'r.args of a query without arguments is an empty object.',
    'a+ reads and appends, and creates a missing file.',
    'incr adds delta to a number; a missing key starts from init.',
    '#default in the list means the default namespace.',
  ])
    t.equal(sentenceFault(says), undefined, says);
  t.end();
});

test('says: sentences that need another one, or that are archaic', (t) => {
  const faults: readonly (readonly [says: string, found: RegExp])[] = [
    ['So it is with files of any size.', /begins with So/],
    ['Nor does items.', /begins with Nor/],
    ['It is there no more.', /begins with It/],
    ['They may be made twice.', /begins with They/],
    ['What a script assigns is sent.', /begins with What/],
    ['Of a Buffer its bytes count.', /begins with Of/],
    ['The first is kept. The others are not.', /not one sentence/],
    ['The first is kept', /not one sentence/],
    [`The value is ${'very '.repeat(30)}long.`, /words/],
    ['get returns whichever value exists.', /"whichever"/],
    ['The body will be sent.', /"will"/],
  ];
  for (const [says, found] of faults) t.match(sentenceFault(says)?.[0] ?? 'no fault', found, says);
  t.end();
});
