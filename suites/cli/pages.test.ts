import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { jsonReport } from '../../reports/json.js';
import { sampleOf } from '../../reports/testing/matrix.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { recordedDeviations } from '../executor/deviations/files.js';
import { writeReportSite } from './site.js';
import { Findings } from './site-findings.js';
import { folderFor, srvspec } from './testing/program.js';

/** A folder with two reports. */
function folderOfReports(t: Test): { readonly folder: string; readonly files: readonly [string, string] } {
  const folder = folderFor(t);
  const files = [join(folder, 'old.json'), join(folder, 'new.json')] as const;
  writeFileSync(files[0], jsonReport(sampleOf('0.8.9', 'njs')));
  writeFileSync(files[1], jsonReport(sampleOf('1.0.2', 'njs')));
  return { folder, files };
}

test('matrix, compare and coverage write pages', async (t) => {
  const { folder, files } = folderOfReports(t);
  const page = join(folder, 'page.html');
  const title = (): string => /<title>(.*)<\/title>/.exec(readFileSync(page, 'utf8'))?.[1] ?? '';
  t.equal((await srvspec('matrix', ...files, '--report', `html=${page}`)).status, 0);
  t.equal(title(), 'srvspec: example host 1.0.2, example host 0.8.9');
  t.equal((await srvspec('compare', ...files, '--report', `html=${page}`)).status, 0);
  t.equal(title(), 'example host 0.8.9 njs → example host 1.0.2 njs: srvspec comparison');
  t.equal((await srvspec('coverage', '--from', files[0], '--report', `html=${page}`)).status, 0);
  t.equal(title(), 'example host, runtime 0.8.9, engine njs: srvspec coverage');
  for (const wrong of [
    ['matrix', files[0]],
    ['matrix', '--report', `html=${page}`],
    ['matrix', files[0], '--report', 'tap=x'],
  ]) {
    const { status, stderr } = await srvspec(...wrong);
    t.equal(status, 2);
    t.match(stderr, /html/);
  }
});

test('the pages of a site link to each other', async (t) => {
  const { folder } = folderOfReports(t);
  const runs = [
    { name: 'old', report: sampleOf('0.8.9', 'njs') },
    { name: 'new', report: sampleOf('1.0.2', 'njs') },
  ];
  const site = join(folder, 'site');
  const compared = [
    ['old', 'new'],
    ['old', 'missing'],
  ] as const;
  const names = await writeReportSite(site, runs, compared, '');
  t.deepEqual(names, ['index.html', 'old.html', 'new.html', 'old-to-new.html', 'coverage.html', 'findings.html']);
  t.deepEqual(readdirSync(site).sort(), [...names].sort());
  for (const name of names) {
    const page = readFileSync(join(site, name), 'utf8');
    const links = [...page.matchAll(/href="([^"#]+\.html)[^"]*"/g)].map(([, link]) => link ?? '');
    t.ok(links.length > 0, `${name} leads on`);
    t.deepEqual(
      links.filter((link) => !names.includes(link)),
      [],
      `${name} leads nowhere else`,
    );
  }
});

test('each recorded deviation of njs links to a finding that the page has', (t) => {
  const findings = new Findings(readFileSync(join(PACKAGE_ROOT, 'reports/FINDINGS.md'), 'utf8'), 'findings.html');
  const page = findings.page('index.html');
  const anchors = new Set([...page.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => `findings.html#${id}`));
  const report = sampleOf('1.0.2', 'njs');
  const linkOf = findings.linksOf({ ...report, target: { ...report.target, kind: 'nginx' } });
  const links = recordedDeviations('nginx').flatMap(({ of: [id = ''] }) => linkOf(id, id) ?? []);
  t.ok(links.length > 10, `${links.length} links`);
  t.deepEqual(
    links.filter((link) => !anchors.has(link)),
    [],
  );
  t.equal(findings.linksOf({ ...report, target: { ...report.target, engine: 'unknown' } })('a', 'a'), undefined);
  t.end();
});
