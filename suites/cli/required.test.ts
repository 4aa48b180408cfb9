import test from 'tape';
import { UsageError } from '../../spec/reading/user-error.js';
import { requiredBy } from './required.js';

test('the required observations are a number of cases, or a percentage', (t) => {
  t.deepEqual(
    [requiredBy(undefined), requiredBy('90%'), requiredBy('400')],
    [{}, { required: '90%' }, { required: '400' }],
  );
  for (const text of ['', '0', '101%', '-3', 'many', '1.5', '50 %'])
    t.throws(() => requiredBy(text), UsageError, `'${text}' is none`);
  t.end();
});
