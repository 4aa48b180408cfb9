import type { Nodes } from 'mdast';
import test from 'tape';
import { markdownReport } from './markdown.js';
import type { ServiceFacts } from './model.js';
import { printableLine, printableText } from './printable.js';
import { nodesOf, textOf } from './testing/markdown.js';
import { NASTY, nastyReport, sampleReport, serviceReport } from './testing/sample.js';

const headings = (nodes: readonly Nodes[], depth: number): readonly string[] =>
  nodes.filter((node) => node.type === 'heading' && node.depth === depth).map(textOf);

test('Markdown: sections, tables and violations in full', (t) => {
  const text = markdownReport(sampleReport());
  const nodes = nodesOf(text);
  t.deepEqual(headings(nodes, 1), [
    'example host: 3 violations (2 crashes or hangs) in 261 observed cases; 2 known; 1 stale deviation; 1 inconclusive',
  ]);
  t.deepEqual(headings(nodes, 2), [
    'Summary',
    'Stale deviations',
    'Violations',
    'Deviations',
    'Not judged',
    'Recorded',
    'Coverage',
  ]);
  t.deepEqual(headings(nodes, 3).slice(0, 3), [
    'shared-dict.incr.missing-key',
    'buffer.read-int.bounds',
    'query-string.parse.max-keys',
  ]);
  const blocks = nodes.filter(({ type }) => type === 'code').map(textOf);
  t.deepEqual(blocks.slice(0, 4), [
    '{"key":"a","delta":1,"init":5}',
    '{"returned":6,"stored":6}',
    '{"returned":1,"stored":1}',
    "srvspec replay 'shared-dict.incr.missing-key/3' --target nginx:./example --seed 42",
  ]);
  const rows = nodes
    .filter(({ type }) => type === 'tableRow')
    .map((row) => ('children' in row ? row.children.map(textOf) : []));
  t.ok(rows.some((row) => row.join('|') === '3|Buffer|1||1|38|8|'));
  t.ok(
    rows.some((row) => row.join('|') === '3|endpoints/xml-module|14|14'),
    'the uncovered rows',
  );
  t.end();
});

test('Markdown: deviations are folded', (t) => {
  const text = markdownReport(sampleReport());
  t.match(
    text,
    /<details>\n<summary>2 known deviations<\/summary>\n\n[\s\S]*buffer\.swap\.odd\/1[\s\S]*\n\n<\/details>\n/,
  );
  t.end();
});

test('Markdown: the places of values and the leftovers of a service are listed', (t) => {
  const report = serviceReport();
  const nodes = nodesOf(markdownReport(report));
  t.ok(nodes.some((node) => node.type === 'paragraph' && textOf(node).startsWith('API v1 · srvspec 0.1.0')));
  const at = headings(nodes, 2);
  t.deepEqual(at.slice(at.indexOf('Not judged')), ['Not judged', 'Recorded', 'Service', 'Coverage']);
  const items = nodes.filter(({ type }) => type === 'listItem').map(textOf);
  const { mapping = [], leftovers = [] } = report.service ?? {};
  t.deepEqual(items.slice(-6), [
    'serverId found at /data/id',
    'serverApiKey set to /data/apikey',
    'server srvspec-7k2m-1-field',
    'app srvspec-7k2m-2-field',
    'app (no name)',
    'app srvspec-7k2m-4-order',
  ]);
  t.match(markdownReport(report), /\n<details>\n<summary>Left there: 1 server, 3 apps<\/summary>\n\n- server/);
  const service = (facts: ServiceFacts) => headings(nodesOf(markdownReport({ ...report, service: facts })), 2);
  t.notOk(service({ mapping: [], leftovers: [] }).includes('Service'), 'without facts there is no section');
  t.ok(service({ mapping, leftovers: [] }).includes('Service'));
  t.ok(service({ mapping: [], leftovers }).includes('Service'));
  t.notOk(headings(nodesOf(markdownReport(sampleReport())), 2).includes('Service'));
  t.end();
});

test('Markdown: observed text never becomes markup', (t) => {
  const nodes = nodesOf(markdownReport(nastyReport()));
  const folded = ['8 known deviations', '8 cases that the documents leave open', 'Left there: 8 apps'];
  const allowed = folded.flatMap((summary) => [`<details>\n<summary>${summary}</summary>`, '</details>']);
  t.deepEqual(nodes.filter(({ type }) => type === 'html').map(textOf), allowed);
  for (const type of ['link', 'emphasis', 'image', 'thematicBreak', 'blockquote']) {
    t.notOk(
      nodes.some((node) => node.type === type),
      `no ${type}`,
    );
  }
  t.equal(headings(nodes, 3).length, 2 * NASTY.length + 1);
  const blocks = nodes.filter(({ type }) => type === 'code').map(textOf);
  for (const text of NASTY) t.ok(blocks.includes(printableText(text + text)), JSON.stringify(text));
  const cells = nodes.filter(({ type }) => type === 'tableCell').map(textOf);
  for (const text of NASTY) t.ok(cells.includes(printableLine(text).trim()), JSON.stringify(text));
  t.end();
});

test('Markdown: a page of limited length leaves out the ends of its lists and counts them', (t) => {
  const whole = markdownReport(nastyReport());
  const bytes = Buffer.byteLength(whole);
  t.equal(markdownReport(nastyReport(), bytes + 1000), whole, 'a page that fits is complete');
  const lengths = [bytes - 1, 12_000, 8_000, 5_000];
  for (const most of lengths) {
    const text = markdownReport(nastyReport(), most);
    const nodes = nodesOf(text);
    t.ok(Buffer.byteLength(text) <= most, `${Buffer.byteLength(text)} of ${most} bytes`);
    t.deepEqual(headings(nodes, 2), headings(nodesOf(whole), 2), 'no section is lost');
    const left = [...text.matchAll(/^… and (\d+) more ([a-z ]+)$/gm)].map(([, count, noun]) => [noun, Number(count)]);
    t.ok(left.length > 0, JSON.stringify(left));
    const nastyTitles = headings(nodes, 3).filter((title) => title.startsWith('nasty'));
    const [, requirements = 0] = left.find(([noun]) => String(noun).startsWith('violated requirement')) ?? [];
    const [, deviating = 0] = left.find(([noun]) => /^requirements?$/.test(String(noun))) ?? [];
    t.equal(nastyTitles.length + Number(requirements) + Number(deviating), 2 * NASTY.length, 'shown or counted');
  }
  const small = markdownReport(nastyReport(), 9_000);
  t.ok(small.indexOf('… and') > small.indexOf('## Violations'), 'the most important parts come first');
  t.end();
});

test('Markdown: the same model gives the same bytes', (t) => {
  t.equal(markdownReport(nastyReport()), markdownReport(nastyReport()));
  t.end();
});
