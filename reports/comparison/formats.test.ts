import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import test from 'tape';
import { htmlComparison } from '../html/comparison/page.js';
import { printableText } from '../printable.js';
import { annotationsIn } from '../testing/annotation.js';
import { nastyComparisons, sampleComparison, sampleDifferential } from '../testing/comparisons.js';
import { nodesOf, textOf } from '../testing/markdown.js';
import { NASTY } from '../testing/sample.js';
import { NO_XML, unless, validated } from '../testing/xml.js';
import { comparisonWriters } from '../writers/comparison-writers.js';
import { annotationsComparison } from './annotations.js';
import type { Gate } from './gate.js';
import { jsonComparison } from './json.js';
import { junitComparison } from './junit.js';
import { markdownComparison } from './markdown.js';
import { CHANGES, type Change, type Comparison, UNCHANGED, UNDECIDED, WORSE } from './model.js';
import { comparisonText } from './text.js';
import { differentialSentence, sentence } from './wording.js';

const ALL: readonly Comparison[] = [
  sampleComparison(),
  sampleDifferential(),
  sampleDifferential('', false),
  ...nastyComparisons(),
];

test('comparisons: the same model gives the same text in each format', async (t) => {
  for (const load of Object.values(comparisonWriters('worse'))) {
    const writer = await load();
    for (const one of ALL.slice(0, 3)) t.equal(writer(one), writer(structuredClone(one)));
  }
});

test('comparison as JSON: the model, accepted by the published schema', (t) => {
  const schema = JSON.parse(readFileSync(new URL('../../../reports/comparison.schema.json', import.meta.url), 'utf8'));
  const accepts = new Ajv().compile(schema);
  for (const one of ALL) t.ok(accepts(JSON.parse(jsonComparison(one))), JSON.stringify(accepts.errors));
  const plain = sampleDifferential();
  t.deepEqual(JSON.parse(jsonComparison(plain)), plain, 'nothing is lost');
  t.equal(JSON.parse(jsonComparison(plain)).verdict, 'worse');
  t.notOk(accepts({ ...plain, verdict: 'better' }), 'it does look');
  t.notOk(accepts({ ...plain, totals: { ...plain.totals, same: undefined } }));
  t.end();
});

/** The possible outcomes in a CI system for each class of change. Exactly the changes that fail the gate fail there. */
function shownAs(change: Change): readonly string[] {
  if (change === 'crashes') return ['error'];
  if (WORSE.some((one) => one === change)) return ['failure'];
  return UNDECIDED.some((one) => one === change) ? ['error'] : ['passed', 'skipped'];
}

test('comparison as JUnit: worse fails, undecided is an error', (t) => {
  const one = sampleComparison();
  const text = junitComparison(one);
  for (const { change, cases } of one.groups) {
    const id = cases[0]?.id ?? '';
    const [, rest = ''] = new RegExp(`<testcase name="${id}" [^>]*?(/>|>\\s*<\\w+)`).exec(text) ?? [];
    const shown = rest === '/>' ? 'passed' : rest.replace(/\W/g, '');
    t.ok(shownAs(change).includes(shown), `${change}: ${shown}`);
  }
  t.match(text, /<testsuites name="WORSE: .*0\.8\.4 → 0\.9\.1\)" tests="16" failures="3" errors="3"/);
  t.match(text, /<testcase name="cases that did not change" classname="comparison" time="0\.000"\/>/);
  t.match(text, /<error message="undecided: ✓ conforms → \? inconclusive" type="undecided">It changes/);
  t.match(
    junitComparison(sampleDifferential('', false)),
    /<error message="it was not found: others may be missing, too" type="planted"\/>/,
  );
  t.doesNotMatch(junitComparison(sampleDifferential()), /type="planted"/);
  t.end();
});

test('comparison as JUnit: --fail-on decides what fails', (t) => {
  const failing = (gate: Gate, one = sampleDifferential()): readonly string[] =>
    [...junitComparison(one, gate).matchAll(/ type="([a-z-]+)"/g)].map(([, type = '']) => type);
  const undecided = ['undecided', 'unstable'];
  t.deepEqual(failing('worse'), ['crashes', 'regressed', 'lost', 'removed', ...undecided]);
  t.deepEqual(failing('crash'), ['crashes', ...undecided]);
  t.match(junitComparison(sampleDifferential(), 'crash'), /<testsuites [^>]* failures="0" errors="3"/);
  t.deepEqual(failing('any'), [
    ...CHANGES.filter((change) => !UNCHANGED.some((one) => one === change)),
    ...Array.from({ length: 5 }, () => 'difference'),
  ]);
  t.match(
    junitComparison(sampleComparison(), 'crash'),
    /<skipped message="regressed: ✓ conforms → ✗ violates: as expected → returns 1"\/>/,
  );
  t.end();
});

test('quirks are distinguished in each format, and unused ones too', (t) => {
  const one = sampleDifferential();
  const [used = '', unused = ''] = ['1 case ignored', 'unused: no difference was as it says'];
  const texts = {
    text: comparisonText(one, { colour: false }),
    markdown: markdownComparison(one),
    junit: junitComparison(one),
    html: htmlComparison(one),
  };
  for (const [format, text] of Object.entries(texts)) {
    t.ok(text.includes('2 quirks, 1 unused: 1 case ignored'), `${format}: the counts`);
    for (const part of [used, unused, 'It harms nobody.']) t.ok(text.includes(part), `${format}: ${part}`);
    t.match(text, /https:\\?\/\/example\.com\/1|https:&#x2F;/, `${format}: the source`);
  }
  const lines = texts.text.trimEnd().split('\n');
  t.match(
    lines.at(-1) ?? '',
    /^5 cases differ; 100 inputs drawn for both: .* 1 ignored per quirk, /,
    'the counts come last',
  );
  const { quirks, totals } = JSON.parse(jsonComparison(one));
  t.deepEqual(
    [quirks.map(({ cases }: { readonly cases: unknown }) => cases), totals.ignored],
    [[['it.changes/9'], []], 1],
  );
  for (const writer of [markdownComparison, htmlComparison, junitComparison])
    t.doesNotMatch(writer({ ...one, quirks: [] }), /2 quirks|Ignored per quirk/);
  t.end();
});

test('comparison as JUnit: it has only characters that XML allows', (t) => {
  for (const one of nastyComparisons()) t.doesNotMatch(junitComparison(one), NO_XML);
  t.end();
});

test('comparison as JUnit: valid by the schema', unless('xmllint'), (t) => {
  for (const one of ALL) {
    const { status, stderr } = validated(junitComparison(one));
    t.equal(status, 0, stderr);
  }
  t.end();
});

test('comparison as Markdown: classes are in order, and those that are not worse are folded', (t) => {
  const text = markdownComparison(sampleDifferential());
  t.match(text, /^# WORSE: 1 crashing, 1 regressed, .* \(0\.8\.4 → 0\.9\.1\)\n/);
  const titles = [...text.matchAll(/^## 1 (.*)$/gm)].map(([, label]) => label);
  t.equal(titles.length, CHANGES.length - 4, 'all changes');
  t.deepEqual(titles.slice(0, 4), ['crashing', 'regressed', 'lost', 'removed']);
  const open = text.slice(text.indexOf('## 1 crashing'), text.indexOf('## 1 new and failing'));
  t.notOk(open.includes('<details>'), 'worse and undecided are seen at once');
  t.equal(text.slice(text.indexOf('## 1 new and failing')).match(/<details>/g)?.length, 7 + 5 + 1);
  t.match(text, /After:\n\n```\nreturns 1\n```\n\nReplay:\n\n```\nsrvspec replay it\.changes\/1\n```/);
  t.end();
});

test('comparison as Markdown: observed text never becomes markup', (t) => {
  for (const [at, one] of nastyComparisons().entries()) {
    const nodes = nodesOf(markdownComparison(one));
    const html = nodes.filter(({ type }) => type === 'html').map(textOf);
    t.ok(
      html.every((value) => /^(<details>\n<summary>[a-z0-9 ,;']+<\/summary>|<\/details>)$/i.test(value)),
      html.find((value) => !/details/.test(value)) ?? 'folds alone',
    );
    for (const type of ['link', 'emphasis', 'image', 'thematicBreak', 'blockquote'])
      t.notOk(
        nodes.some((node) => node.type === type),
        `no ${type}`,
      );
    const blocks = nodes.filter(({ type }) => type === 'code').map(textOf);
    t.ok(blocks.includes(printableText(`returns 1${NASTY[at]}`)), 'the observation is shown in full');
  }
  t.end();
});

test('comparison as Markdown: a page of limited length leaves causes out and counts them', (t) => {
  const one = sampleComparison();
  const groups = one.groups.flatMap((group) =>
    group.change === 'regressed' ? Array.from({ length: 50 }, (_, i) => ({ ...group, cause: `cause ${i}` })) : [group],
  );
  const text = markdownComparison({ ...one, groups }, 10_000);
  t.ok(Buffer.byteLength(text) <= 10_000, `${Buffer.byteLength(text)} bytes`);
  const shown = text.match(/: cause \d+$/gm)?.length ?? 0;
  t.ok(shown > 0);
  t.match(text, new RegExp(`\\n… and ${50 - shown} more causes\\n`));
  t.end();
});

test('comparison as Markdown: a page of limited length keeps the cause with the most cases', (t) => {
  const one = sampleComparison();
  const groups = one.groups.map((group) => {
    const [first] = group.cases;
    if (group.change !== 'regressed' || first === undefined) return group;
    return { ...group, cases: Array.from({ length: 5000 }, (_, i) => ({ ...first, id: `it.changes/${i}` })) };
  });
  const text = markdownComparison({ ...one, groups }, 100_000);
  t.match(text, /### It, 5,000 cases: /);
  t.match(text, /… and 4,979 more cases\n/);
  t.equal(
    markdownComparison({ ...one, groups }).match(/^- `it\.changes\/\d+`: /gm)?.length,
    4999,
    'a file has all cases',
  );
  t.end();
});

test('comparison of two targets: every case that differs is named', (t) => {
  const one = sampleDifferential();
  const { differential } = one;
  const ids = Array.from({ length: 40 }, (_, i) => `it.differs/${i}`);
  const groups = (differential?.groups ?? []).map((group) => ({ ...group, cases: [...group.cases, ...ids] }));
  const many = { ...one, ...(differential !== undefined && { differential: { ...differential, groups } }) };
  for (const [name, text] of [
    ['markdown', markdownComparison(many)],
    ['html', htmlComparison(many)],
    ['json', jsonComparison(many)],
  ] as const)
    t.ok(
      ids.every((id) => text.includes(id)),
      name,
    );
  t.end();
});

test('comparison as text: it fits into a terminal, and is not broken in a pipe', (t) => {
  const text = comparisonText(sampleDifferential(' and so on'), { colour: false, columns: 60 });
  const wide = text.split('\n').filter((line) => line.length > 60 && !/^ {2}replay|^ {12}srvspec replay/.test(line));
  t.deepEqual(wide, []);
  const [first = ''] = comparisonText(sampleDifferential(), { colour: false }).split('\n');
  t.equal(first, sentence(sampleDifferential()));
  t.end();
});

test('a comparison that could not find anything is clean in no format', (t) => {
  const one: Comparison = { ...sampleDifferential('', false), groups: [], verdict: 'not-compared' };
  t.equal(JSON.parse(jsonComparison(one)).verdict, 'not-compared');
  t.match(sentence(one), /^NOT COMPARED: /);
  t.match(markdownComparison(one), /^# NOT COMPARED: /);
  t.match(comparisonText(one, { colour: false }), /^NOT COMPARED: /);
  t.match(htmlComparison(one), /class="headline violates">NOT COMPARED: /);
  const [annotation] = annotationsIn(annotationsComparison(one));
  t.equal(annotation?.level, 'error');
  t.match(annotation?.message ?? '', /NOT COMPARED.*\n.*nothing was compared/);
  t.match(junitComparison(one), /errors="1"/);
  t.end();
});

test('comparison of two targets: the inputs add up', (t) => {
  t.equal(
    differentialSentence({
      ...NO_DIFFERENCE,
      inputs: 15,
      agreed: 5,
      differed: 4,
      ignored: 3,
      dropped: 2,
      unobserved: 1,
      differing: 1,
    }),
    '1 case differs; 15 inputs drawn for both: 5 answered alike, 4 otherwise (0 groups), 3 ignored per quirk, 2 dropped, since an answer varies by itself, 1 not observed on both',
  );
  t.equal(
    differentialSentence({ ...NO_DIFFERENCE, inputs: 1, agreed: 1 }),
    '0 cases differ; 1 input drawn for both: 1 answered alike',
  );
  t.end();
});

const NO_DIFFERENCE = {
  inputs: 0,
  agreed: 0,
  differed: 0,
  ignored: 0,
  dropped: 0,
  unobserved: 0,
  differing: 0,
  plantedFound: true,
  groups: [],
} as const;

test('comparison as annotations: worse changes are errors, undecided ones are warnings', (t) => {
  const found = annotationsIn(annotationsComparison(sampleComparison()));
  t.deepEqual(
    found.map(({ level, title }) => `${level} ${title}`),
    [
      'error It: 1 case crashing',
      'error It: 1 case regressed',
      'error It: 1 case lost',
      'error It: 1 case removed',
      'warning It: 1 case undecided',
      'warning It: 1 case unstable',
    ],
  );
  t.match(found[1]?.message ?? '', /\nbefore: as expected\nafter: returns 1\nreplay: srvspec replay it\.changes\/1$/);
  const quiet = { ...sampleComparison(), groups: [] };
  t.deepEqual(
    annotationsIn(annotationsComparison(quiet)).map(({ level }) => level),
    ['notice'],
  );
  for (const one of nastyComparisons()) t.equal(annotationsIn(annotationsComparison(one)).length, 6);
  t.end();
});
