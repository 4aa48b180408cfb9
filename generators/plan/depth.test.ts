import test from 'tape';
import { casesOf } from '../../spec/reading/case-names.js';
import type { Application, Requirement, RequirementFile } from '../../spec/types/requirement.js';
import { type Covering, coveredBy, coveredByLine, depthsOf } from './depth.js';

const requirementOf = (id: string, ...cases: Application[]): Requirement => ({
  id,
  says: 'A is so.',
  rows: ['3/d/a'],
  cases,
});

const file = (application: Application): RequirementFile => ({
  title: 'D',
  tables: {
    sizes: [
      { name: 'none', size: 0 },
      { name: 'one', size: 1 },
      { name: 'block', size: 64 },
    ],
    parts: [
      { name: 'short' },
      { name: 'long-1', part: 1, parts: 3 },
      { name: 'long-2', part: 2, parts: 3 },
      { name: 'long-3', part: 3, parts: 3 },
    ],
  },
  requirements: [requirementOf('d.a', application)],
});

const covering = (application: Application, requirement = requirementOf('d.a', application)): Covering[] =>
  casesOf(application, file(application)).map((one) => ({
    id: [requirement.id, ...one.name].join('/'),
    strength: 'must',
    covers: coveredBy(one, requirement),
  }));

test('cases: rows of several tables; a row may narrow the version', (t) => {
  const rows = [{ name: 'later', size: 2, since: '0.8.0' }] as const;
  const application = { law: 'keeps', table: ['sizes', 'later'], since: '0.7.0' } as const;
  const { tables } = file(application);
  const cases = casesOf(application, { tables: { ...tables, later: rows } });
  t.deepEqual(
    cases.map(({ name: [name], table, index, scope: { since } }) => [name, table, index, since]),
    [
      ['none', 'sizes', 0, '0.7.0'],
      ['one', 'sizes', 1, '0.7.0'],
      ['block', 'sizes', 2, '0.7.0'],
      ['later', 'later', 0, '0.8.0'],
    ],
  );
  t.deepEqual(cases.at(-1)?.data, { name: 'later', size: 2 });
  t.end();
});

/** Ids of the cases that are not only of depth `full`. */
const kept = (cases: readonly Covering[]): string[] =>
  [...depthsOf(cases)].flatMap(([id, depth]) => (depth === 'full' ? [] : [id]));

const AXES = { member: ['a', 'b', 'c'], type: ['x', 'y', 'z'], offset: [false, true] };

test('depth: standard has each pair of values of two axes, and fewer cases than their product', (t) => {
  const cases = covering({ law: 'finds', over: AXES });
  const chosen = kept(cases).map((id) => id.split('/').slice(1));
  t.equal(cases.length, 18);
  t.ok(chosen.length >= 9 && chosen.length < 14, `${chosen.length} of 18`);
  const pairs = (of: readonly (readonly string[])[]): Set<string> =>
    new Set(of.flatMap(([a, b, c]) => [`${a} ${b} -`, `${a} - ${c}`, `- ${b} ${c}`]));
  t.deepEqual([...pairs(chosen)].sort(), [...pairs(cases.map(({ id }) => id.split('/').slice(1)))].sort());
  t.end();
});

test('depth: standard has each row of a table, and each value of an axis that it is crossed with', (t) => {
  const chosen = kept(covering({ law: 'keeps', table: 'sizes', over: { how: ['a', 'b'] } }));
  t.equal(chosen.length, 3);
  for (const part of ['none', 'one', 'block', 'a', 'b'])
    t.ok(
      chosen.some((id) => id.split('/').includes(part)),
      part,
    );
  t.end();
});

test('depth: standard has one part of a row that is written in parts', (t) => {
  const chosen = kept(covering({ law: 'keeps', table: 'parts' }));
  t.equal(chosen.length, 2);
  t.ok(chosen.includes('d.a/short'));
  t.end();
});

test('depth: standard has a case that alone saw a change', (t) => {
  const cases = covering({ law: 'finds', over: AXES });
  const other = cases.find(({ id }) => !kept(cases).includes(id));
  if (other === undefined) throw new Error('standard is less than all');
  const chosen = kept(cases.map((one) => (one === other ? { ...one, covers: [...one.covers, 'a change'] } : one)));
  t.ok(chosen.includes(other.id), other.id);
  t.end();
});

test('depth: standard has each requirement, even if another covers the same', (t) => {
  const application: Application = { law: 'finds', over: { type: ['x', 'y'] } };
  const open = (id: string) => ({ ...requirementOf(id, application), strength: 'open' as const });
  const chosen = kept(['d.a', 'd.b'].flatMap((id) => covering(application, open(id))));
  for (const id of ['d.a', 'd.b'])
    t.ok(
      chosen.some((one) => one.startsWith(`${id}/`)),
      id,
    );
  t.equal(chosen.length, 2);
  t.end();
});

test('depth: standard has each line of each application of a requirement that is judged', (t) => {
  const applications: Application[] = [
    { each: [{ name: 'short' }, { name: 'shorter' }] },
    { name: 'long', with: { size: 4097 } },
  ];
  const all = (strength: 'must' | 'open') => {
    const requirement = { ...requirementOf('d.a', ...applications), strength };
    return kept(applications.flatMap((one) => covering(one, requirement)));
  };
  t.deepEqual(all('must'), ['d.a/short', 'd.a/shorter', 'd.a/long']);
  t.equal(all('open').length, 1);
  t.end();
});

test('depth: standard has each value of the axes of each judged application', (t) => {
  const application: Application = { law: 'finds', over: { type: ['x', 'y'] } };
  const both = ['d.a', 'd.b'].flatMap((id) => covering(application, requirementOf(id, application)));
  t.equal(kept(both).length, 4);
  t.end();
});

test('depth: a case of older versions covers nothing of later ones', (t) => {
  const [one] = casesOf({ law: 'keeps', table: 'sizes', over: AXES }, file({}));
  if (one === undefined) throw new Error('there is a case');
  const former = coveredBy(one, requirementOf('d.b'), '0.8.0');
  t.deepEqual(
    coveredBy(one, requirementOf('d.a')).filter((covered) => former.includes(covered)),
    [],
  );
  t.end();
});

test('depth: each law of a member; one case of what is left open', (t) => {
  const line = (law: string, holder: string) => ({ law, name: [law], data: { holder } });
  t.deepEqual(coveredByLine(line('present', 'dict'), 'd.a', 'incr', 'must'), ['d.a', 'incr present']);
  t.deepEqual(coveredByLine(line('recorded', 'dict'), 'd.a', 'incr', 'open'), ['d.a', 'incr']);
  t.end();
});

test('depth: quick has one judged case of a file, and the order of cases changes nothing', (t) => {
  const cases = covering({ law: 'finds', over: AXES });
  const depths = depthsOf(cases);
  t.equal([...depths.values()].filter((depth) => depth === 'quick').length, 1);
  const reversed = depthsOf(cases.toReversed());
  t.deepEqual([...depths].sort(), [...reversed].sort());
  const open = cases.map((one): Covering => ({ ...one, strength: 'open' }));
  t.notOk([...depthsOf(open).values()].includes('quick'), 'none if no case is judged');
  t.end();
});
