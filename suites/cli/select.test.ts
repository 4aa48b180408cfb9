import test from 'tape';
import { UsageError } from '../../spec/reading/user-error.js';
import { select } from './select.js';

test('globs that take too long, or that no regular expression can hold, are refused', async (t) => {
  const refusal = (only: string): Promise<unknown> =>
    select({ only }, undefined, 200).then(
      () => undefined,
      (error: unknown) => error,
    );
  const late = await refusal('**(**(**(**(x))))');
  t.ok(late instanceof UsageError, String(late));
  t.match(
    String(late),
    /--only \*\*\(\*\*\(.*: it was not matched within 0\.2 s; name fewer cases, or a simpler glob$/,
  );
  const long = await refusal(`{${'a,'.repeat(2_000_000)}b}`);
  t.ok(long instanceof UsageError && String(long).length < 300, String(long).slice(0, 300));
});
