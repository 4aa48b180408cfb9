/** Fills with nothing: 3/buffer-module/buffer-alloc and buf-fill. */
import type { Plain } from '../../../../spec/types/requirement.js';
import { decode } from '../../../language/encoding.js';
import { either, equal, throws } from '../../../language/expectation.js';
import { example } from '../../../language/law.js';

/** Ends: by an exception, or with the length of the Buffer, which stays what was asked for. */
export const endsWithEmptyBytes = example({
  input: ({ call, value }: { call: 'alloc' | 'fill'; value: Plain }) => ({ call, value: decode(value) }),
  probe: (input, t) => {
    const buf = input.call === 'alloc' ? t.invoke(Buffer, 'alloc', [5, input.value]) : Buffer.alloc(5);
    if (input.call === 'fill') t.invoke(buf, 'fill', [input.value]);
    return Buffer.isBuffer(buf) && buf.length;
  },
  expect: () => either(throws(), equal(5)),
});
