import { spawnSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { type Test } from 'tape';
import { UsageError } from '../../spec/reading/user-error.js';
import { jsonReport } from '../json.js';
import { sampleReport } from '../testing/sample.js';
import { parseReportOption, parseReportOptions, type ReportFormat, WRITERS, writeReports } from './write.js';

async function folderFor(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-reports-'));
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

/** The complaints. */
const written = async (path: string, format: ReportFormat = 'json'): Promise<readonly string[]> =>
  (await writeReports(sampleReport(), WRITERS, [{ format, path }])).filter((complaint) => complaint !== undefined);

test('report options', (t) => {
  t.deepEqual(parseReportOption('json=x.json', WRITERS), { format: 'json', path: 'x.json' });
  t.deepEqual(parseReportOption('html=a=b.html', WRITERS), { format: 'html', path: 'a=b.html' });
  t.deepEqual(parseReportOption('tap=-', WRITERS), { format: 'tap', path: '-' });
  t.deepEqual(parseReportOption('markdown', WRITERS), { format: 'markdown', path: '-' });
  for (const text of ['pdf=x', 'JSON=x', 'toString=x', '=x', '']) {
    t.throws(() => parseReportOption(text, WRITERS), UsageError, text);
    t.throws(
      () => parseReportOption(text, WRITERS),
      /tap, json, junit, ctrf, markdown, html, badge, annotations(; did you mean json\?)?$/,
      'the message names the known formats',
    );
  }
  t.throws(() => parseReportOption('json=', WRITERS), UsageError, 'a file is missing');
  const several = ['json=x', 'html=a/../y', 'tap=-'];
  t.equal(parseReportOptions(several, WRITERS).length, 3);
  for (const [text, place] of [
    ['tap=./x', './x'],
    ['badge=y', 'y'],
    ['json', 'standard output'],
  ])
    t.throws(
      () => parseReportOptions([...several, `${text}`], WRITERS),
      new RegExp(`^Error: the \\w+ report and the \\w+ report both go to ${place}: give each a file of its own$`),
    );
  t.end();
});

test('every format is written whole, and no other file stays in the folder', async (t) => {
  const folder = await folderFor(t);
  const starts: { readonly [Format in ReportFormat]: string } = {
    tap: 'TAP version 13',
    json: '{',
    junit: '<?xml',
    ctrf: '{',
    markdown: '# example host',
    html: '<!doctype html>',
    badge: '{',
    annotations: '::error',
  };
  for (const [name, start] of Object.entries(starts)) {
    const { format } = parseReportOption(name, WRITERS);
    t.deepEqual(await written(join(folder, name), format), []);
    t.ok((await readFile(join(folder, name), 'utf8')).startsWith(start), name);
  }
  t.deepEqual((await readdir(folder)).sort(), Object.keys(starts).sort());
});

test('a report that cannot be written does not prevent the others', async (t) => {
  const folder = await folderFor(t);
  const path = join(folder, 'x.json');
  const options = [
    { format: 'tap', path: folder },
    { format: 'json', path },
  ] as const;
  t.deepEqual(await writeReports(sampleReport(), WRITERS, options), [
    `the tap report cannot be written to ${folder}: it is a folder`,
    undefined,
  ]);
  t.equal(await readFile(path, 'utf8'), jsonReport(sampleReport()));
});

test('an older report is replaced, through a link too', async (t) => {
  const folder = await folderFor(t);
  const [path, link] = [join(folder, 'x.json'), join(folder, 'latest.json')];
  await writeFile(path, 'old');
  await symlink(path, link);
  await written(link);
  t.equal(await readFile(path, 'utf8'), jsonReport(sampleReport()));
  t.ok((await lstat(link)).isSymbolicLink());
});

test('a failure names the file and leaves nothing behind', async (t) => {
  const folder = await folderFor(t);
  const missing = join(folder, 'none', 'x.json');
  t.deepEqual(await written(missing), [
    `the json report cannot be written to ${missing}: there is no folder ${join(folder, 'none')}`,
  ]);
  await mkdir(join(folder, 'taken'));
  t.match((await written(join(folder, 'taken'))).join(), /taken: it is a folder$/);
  const late = await written(`${join(folder, 'x.json')}/`);
  t.equal(late.length, 1, 'the failure occurs only when the file is replaced');
  t.deepEqual(await readdir(folder), ['taken']);
});

test('a pipe is written to, not replaced', {
  skip: spawnSync('mkfifo', ['--version']).error ? 'no mkfifo' : false,
}, async (t) => {
  const folder = await folderFor(t);
  const pipe = join(folder, 'pipe');
  t.equal(spawnSync('mkfifo', [pipe]).status, 0);
  const [text] = await Promise.all([readFile(pipe, 'utf8'), written(pipe)]);
  t.equal(text, jsonReport(sampleReport()));
  t.ok((await stat(pipe)).isFIFO());
});

test('standard output gets the whole report', (t) => {
  const script = `
    import { WRITERS, writeReports } from ${JSON.stringify(new URL('./write.js', import.meta.url).href)};
    import { sampleReport } from ${JSON.stringify(new URL('../testing/sample.js', import.meta.url).href)};
    await writeReports(sampleReport(61), WRITERS, [{ format: 'json', path: '-' }]);
    process.exit(0);
  `;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { maxBuffer: 1e8 });
  t.equal(status, 0);
  t.ok(stdout.equals(Buffer.from(jsonReport(sampleReport(61)))), `${stdout.length} bytes`);
  t.end();
});
