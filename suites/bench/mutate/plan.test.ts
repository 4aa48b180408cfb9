import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { folderFor } from '../../../generators/build/testing/folder.js';
import type { GeneratedObject } from '../../language/case.js';
import { Planner } from './plan.js';
import { START } from './reach.js';

const FILES = {
  'a.ts': '/** 3/a/one */\nconst x = 1;\n/** 3/a/two; 3/none/here */\nconst y = isSince(x);\n',
  'support.ts': 'const z = 1;\n',
  'inner.ts': 'const z = 1;\n',
};

const GRAPH = new Map([
  ['reference/realm/a.ts', ['reference/realm/support.ts']],
  ['reference/realm/support.ts', ['reference/realm/inner.ts']],
  ['reference/realm/inner.ts', []],
]);

const refuses = () => {
  throw new Error('cases are only chosen here');
};

const requirement = (id: string, rows: readonly string[], count: number) => ({
  id,
  says: '',
  strength: 'must' as const,
  rows,
  cases: Array.from({ length: count }, (_, i) => ({
    id: `${id}/${i}`,
    body: refuses,
    ...(i > 0 && { depth: 'full' as const }),
  })),
});

const FORMER = {
  ...requirement('a.four', ['3/a/two'], 0),
  cases: [{ id: 'a.four/0', body: refuses, until: '0.5.0' as const }],
};

const OBJECT: GeneratedObject = {
  object: 'a',
  title: 'A',
  document: 3,
  subject: 'runtime',
  requirements: [
    requirement('a.one', ['3/a/one'], 4),
    requirement('a.two', ['3/a/two'], 30),
    requirement('a.three', ['3/a/one'], 2),
    FORMER,
  ],
};

/** Nothing in `a.three` reaches a mutant. */
const REACHING = ['a.one/0', 'a.two/0'];

function planner(t: Test, reaching: readonly string[] = REACHING, beside: readonly string[] = []): Planner {
  const root = folderFor(t);
  mkdirSync(join(root, 'reference/realm'), { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, 'reference/realm', name), text);
  const reach = { casesOf: () => new Set(reaching), casesOfFile: () => new Set([...reaching, ...beside]) };
  return new Planner(root, GRAPH, [OBJECT], reach);
}

const change = (file: string, line: number) =>
  ({
    id: '',
    source: 'mutant',
    file: `reference/realm/${file}`,
    from: 0,
    to: 1,
    replacement: '',
    says: '',
    line,
  }) as const;

test('Planner: the rows of a file, or of the nearest that import it', (t) => {
  const plan = planner(t);
  t.deepEqual(plan.rowsOf('reference/realm/a.ts'), ['3/a/one', '3/a/two'], 'a row without requirements does not count');
  t.deepEqual(plan.rowsOf('reference/realm/inner.ts'), ['3/a/one', '3/a/two']);
  t.deepEqual(plan.rowsNear('reference/realm/a.ts', 2), ['3/a/one']);
  t.deepEqual(plan.rowsNear('reference/realm/a.ts', 9), ['3/a/two']);
  t.deepEqual(plan.documentsOf('reference/realm/support.ts'), ['3']);
  t.ok(plan.isUsed('reference/realm/inner.ts'));
  t.end();
});

test('Planner: cases that reach it, nearest first, standard before full, each once', (t) => {
  const stages = planner(t).stagesOf(change('a.ts', 2));
  const all = stages.flatMap(({ cases }) => cases);
  t.equal(all.length, 34, 'with cases of full depth of requirements that reach it');
  t.equal(new Set(all).size, 34);
  t.ok(stages[0]?.cases.every((id) => id.startsWith('a.one/')));
  t.ok(stages[0]?.cases.includes('a.one/0'), 'the first case of a requirement is of standard depth');
  t.deepEqual([...new Set(stages.map(({ depth }) => depth))], ['standard', 'full']);
  t.end();
});

test('Planner: code that runs at the start is tried with all cases of its rows', (t) => {
  for (const reaching of [[START], []]) {
    const cases = planner(t, reaching)
      .stagesOf(change('a.ts', 2))
      .flatMap((stage) => stage.cases);
    t.equal(cases.length, 36, `reached by ${reaching.length === 0 ? 'nothing' : 'the start'}`);
  }
  t.end();
});

test('Planner: cases of standard depth that reach another place of the file come before those of full depth', (t) => {
  const stages = planner(t, REACHING, ['a.three/0', 'a.three/1']).stagesOf(change('a.ts', 2));
  const at = stages.findIndex(({ cases }) => cases.includes('a.three/0'));
  t.deepEqual(stages[at], { depth: 'standard', cases: ['a.three/0'] }, 'the other one is of full depth');
  t.equal(stages[at + 1]?.depth, 'full');
  t.end();
});

test('Planner: if a line decides by a version, cases of older versions are tried with these', (t) => {
  const stages = planner(t).stagesOf(change('a.ts', 4));
  t.deepEqual(
    stages.filter(({ version }) => version !== undefined),
    [{ depth: 'standard', cases: ['a.four/0'], version: '0.4.255' }],
  );
  const others = planner(t).stagesOf(change('a.ts', 2));
  t.ok(others.every(({ version }) => version === undefined));
  t.end();
});

test('Planner: where no row is cited, older versions are tried by the rows of the files that import it', (t) => {
  const stages = planner(t).stagesOf(change('support.ts', 1));
  t.ok(stages.some(({ version, cases }) => version === '0.4.255' && cases.includes('a.four/0')));
  t.end();
});

test('Planner: a fault names its cases', (t) => {
  const stages = planner(t).stagesOf({ ...change('a.ts', 2), seen: '{a.one,a.two/3}' });
  t.deepEqual(stages.flatMap(({ cases }) => cases).sort(), ['a.one/0', 'a.one/1', 'a.one/2', 'a.one/3', 'a.two/3']);
  t.end();
});
