import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import test from 'tape';
import { printable } from '../printable.js';
import { annotationsIn } from '../testing/annotation.js';
import { nastyComparisons, sampleComparison, sampleDifferential } from '../testing/comparisons.js';
import { nodesOf, textOf } from '../testing/markdown.js';
import { NASTY } from '../testing/sample.js';
import { annotationsComparison } from './annotations.js';
import { jsonComparison } from './json.js';
import { junitComparison } from './junit.js';
import { markdownComparison } from './markdown.js';
import { CHANGES, type Change, type Comparison, UNDECIDED, WORSE } from './model.js';
import { COMPARISON_WRITERS } from './write.js';

const ALL: readonly Comparison[] = [
  sampleComparison(),
  sampleDifferential(),
  sampleDifferential('', false),
  ...nastyComparisons(),
];

test('comparisons: the same model gives the same text in each format', async (t) => {
  for (const load of Object.values(COMPARISON_WRITERS)) {
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

/** What a CI system may make of a class of change: whatever fails the gate fails there, and nothing else does. */
function shownAs(change: Change): readonly string[] {
  if (change === 'crashes') return ['error'];
  if (WORSE.some((one) => one === change)) return ['failure'];
  return UNDECIDED.some((one) => one === change) ? ['error'] : ['passed', 'skipped'];
}

test('comparison as JUnit: worse fails, what could not be told is an error', (t) => {
  const one = sampleComparison();
  const text = junitComparison(one);
  for (const { change, cases } of one.groups) {
    const id = cases[0]?.id ?? '';
    const [, rest = ''] = new RegExp(`<testcase name="${id}" [^>]*?(/>|>\\s*<\\w+)`).exec(text) ?? [];
    const shown = rest === '/>' ? 'passed' : rest.replace(/\W/g, '');
    t.ok(shownAs(change).includes(shown), `${change}: ${shown}`);
  }
  t.match(text, /<testsuites name="WORSE: .*0\.8\.4 → 0\.9\.1\)" tests="13" failures="3" errors="3"/);
  t.match(text, /<testcase name="cases that did not change" classname="comparison" time="0\.000"\/>/);
  t.match(text, /<error message="undecided: ✓ conforms → \? inconclusive" type="undecided">It changes/);
  t.match(
    junitComparison(sampleDifferential('', false)),
    /<error message="it was not found: others may be missing, too" type="planted">/,
  );
  t.doesNotMatch(junitComparison(sampleDifferential()), /type="planted"/);
  t.end();
});

test('comparison as JUnit: only characters that XML allows', (t) => {
  for (const one of nastyComparisons())
    t.doesNotMatch(junitComparison(one), /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  t.end();
});

const noXmllint = spawnSync('xmllint', ['--version']).error === undefined ? false : 'xmllint is not installed';

test('comparison as JUnit: valid by the schema', { skip: noXmllint }, (t) => {
  const schema = fileURLToPath(new URL('../../../reports/testing/junit.xsd', import.meta.url));
  for (const one of ALL) {
    const { status, stderr } = spawnSync('xmllint', ['--noout', '--schema', schema, '-'], {
      input: junitComparison(one),
    });
    t.equal(status, 0, String(stderr));
  }
  t.end();
});

test('comparison as Markdown: the classes in their order, those that are not worse folded', (t) => {
  const text = markdownComparison(sampleDifferential());
  t.match(text, /^# WORSE: 1 crashing, 1 regressed, .* \(0\.8\.4 → 0\.9\.1\)\n/);
  const titles = [...text.matchAll(/^## 1 (.*)$/gm)].map(([, label]) => label);
  t.equal(titles.length, CHANGES.length - 3, 'all that changed');
  t.deepEqual(titles.slice(0, 4), ['crashing', 'regressed', 'new and failing', 'removed']);
  const open = text.slice(text.indexOf('## 1 crashing'), text.indexOf('## 1 failing differently'));
  t.notOk(open.includes('<details>'), 'worse and undecided are seen at once');
  t.equal(text.slice(text.indexOf('## 1 failing differently')).match(/<details>/g)?.length, 6 + 5);
  t.match(text, /After:\n\n```\nreturns 1\n```\n\nReplay:\n\n```\nsrvspec replay it\.changes\/1\n```/);
  t.end();
});

test('comparison as Markdown: nothing that was observed becomes markup', (t) => {
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
    t.ok(blocks.includes(printable(`returns 1${NASTY[at]}`)), 'what was observed is told whole');
  }
  t.end();
});

test('comparison as Markdown: of a page that must not be long, causes are left out and counted', (t) => {
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

test('comparison as annotations: errors for what is worse, warnings for what may be', (t) => {
  const found = annotationsIn(annotationsComparison(sampleComparison()));
  t.deepEqual(
    found.map(({ level, title }) => `${level} ${title}`),
    [
      'error It: 1 case crashing',
      'error It: 1 case regressed',
      'error It: 1 case new and failing',
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
