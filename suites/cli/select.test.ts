import test from 'tape';
import { UsageError } from '../../spec/reading/user-error.js';
import { DEPTHS } from '../../spec/types/depth.js';
import { type Selection, select, selectedBy } from './select.js';

const idsOf = async (selection: Selection): Promise<ReadonlySet<string>> =>
  new Set(
    (await select(selection)).flatMap(({ requirements }) =>
      requirements.flatMap(({ cases }) => cases.map(({ id }) => id)),
    ),
  );

test('each depth contains the one before, and standard has every requirement', async (t) => {
  const [quick, standard, full] = await Promise.all(DEPTHS.map((depth) => idsOf({ depth })));
  if (quick === undefined || standard === undefined || full === undefined) throw new Error('there are three depths');
  t.ok(quick.size > 50 && quick.size * 10 < standard.size, `quick has ${quick.size} cases`);
  t.ok(standard.size * 3 < full.size * 2, `standard has ${standard.size} cases of ${full.size}`);
  t.ok([...quick].every((id) => standard.has(id)) && [...standard].every((id) => full.has(id)));
  const requirementsOf = async (depth: string): Promise<readonly string[]> =>
    (await select({ depth })).flatMap(({ requirements }) => requirements.map(({ id }) => id));
  t.deepEqual(await requirementsOf('standard'), await requirementsOf('full'));
});

test('the depth is standard, or full if cases are named; a report has it', async (t) => {
  t.deepEqual(await idsOf({}), await idsOf({ depth: 'standard' }));
  const only = 'file-system-whole.*';
  t.deepEqual(await idsOf({ only }), await idsOf({ only, depth: 'full' }));
  t.ok((await idsOf({ only, depth: 'standard' })).size < (await idsOf({ only })).size);
  t.deepEqual(selectedBy({}), { depth: 'standard' });
  t.deepEqual(selectedBy({ depth: 'full' }), {});
  t.deepEqual(selectedBy({ only }), { only });
  t.deepEqual(selectedBy({ only, depth: 'quick' }), { only, depth: 'quick' });
});

test('excluded cases are left out, and a report has the option', async (t) => {
  const only = 'base64';
  const [all, some, left] = await Promise.all([
    idsOf({ only }),
    idsOf({ only: 'base64.atob' }),
    idsOf({ only, exclude: 'base64.atob' }),
  ]);
  t.ok(some.size > 0 && left.size > 0);
  t.deepEqual(
    [...left],
    [...all].filter((id) => !some.has(id)),
  );
  t.deepEqual(selectedBy({ only, exclude: 'base64.atob' }), { only, exclude: 'base64.atob' });
  const refusal = (exclude: string): Promise<unknown> => select({ only, exclude }).then(() => 'selected', String);
  t.match(String(await refusal('base64')), /--exclude base64 leaves no case/);
  t.match(String(await refusal('{base64.atob,base46.btoa}')), /base46/, 'a mistyped word');
});

test('an unknown depth, or one without cases, is refused', async (t) => {
  const refusal = (selection: Selection): Promise<string> => select(selection).then(() => '', String);
  t.match(await refusal({ depth: 'ful' }), /--depth takes quick, standard or full, not ful; did you mean full\?$/);
  const standard = await idsOf({ depth: 'standard' });
  const [beyond] = [...(await idsOf({ only: 'file-system-whole.*' }))].filter((id) => !standard.has(id));
  t.match(
    await refusal({ only: beyond, depth: 'standard' }),
    /no case that matches is of depth standard; --depth full runs 1 case$/,
  );
});

test('globs that take too long, or that are too large for a regular expression, are refused', async (t) => {
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
