import { spawnSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'tape';
import { UsageError } from '../spec/reading/user-error.js';
import { jsonReport } from './json.js';
import { sampleReport } from './testing/sample.js';
import { parseReportOption, ReportError, type ReportFormat, writeReport } from './write.js';

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'srvspec-reports-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('report options', (t) => {
  t.deepEqual(parseReportOption('json=x.json'), { format: 'json', path: 'x.json' });
  t.deepEqual(parseReportOption('html=a=b.html'), { format: 'html', path: 'a=b.html' });
  t.deepEqual(parseReportOption('tap=-'), { format: 'tap', path: '-' });
  t.deepEqual(parseReportOption('markdown'), { format: 'markdown', path: '-' });
  for (const text of ['pdf=x', 'JSON=x', 'toString=x', '=x', '']) {
    t.throws(() => parseReportOption(text), UsageError, text);
    t.throws(() => parseReportOption(text), /tap, json, junit, markdown, html/, 'names the known formats');
  }
  t.throws(() => parseReportOption('json='), UsageError, 'a file is missing');
  t.end();
});

test('every format is written whole, and nothing else stays in the folder', (t) =>
  inFolder(async (folder) => {
    const starts: { readonly [Format in ReportFormat]: string } = {
      tap: 'TAP version 13',
      json: '{',
      junit: '<?xml',
      markdown: '# example host',
      html: '<!doctype html>',
    };
    for (const [name, start] of Object.entries(starts)) {
      const { format } = parseReportOption(name);
      await writeReport(sampleReport(), format, join(folder, name));
      t.ok((await readFile(join(folder, name), 'utf8')).startsWith(start), name);
    }
    t.deepEqual((await readdir(folder)).sort(), Object.keys(starts).sort());
  }));

test('an older report is replaced, through a link too', (t) =>
  inFolder(async (folder) => {
    const [path, link] = [join(folder, 'x.json'), join(folder, 'latest.json')];
    await writeFile(path, 'old');
    await symlink(path, link);
    await writeReport(sampleReport(), 'json', link);
    t.equal(await readFile(path, 'utf8'), jsonReport(sampleReport()));
    t.ok((await lstat(link)).isSymbolicLink());
  }));

test('a failure names the file and leaves nothing behind', (t) =>
  inFolder(async (folder) => {
    const missing = join(folder, 'none', 'x.json');
    const first = await failureOf(writeReport(sampleReport(), 'json', missing));
    t.ok(first instanceof ReportError);
    t.equal(
      String(first),
      `Error: the json report cannot be written to ${missing}: there is no folder ${join(folder, 'none')}`,
    );
    await mkdir(join(folder, 'taken'));
    const second = await failureOf(writeReport(sampleReport(), 'json', join(folder, 'taken')));
    t.match(String(second), /taken: it is a folder$/);
    const third = await failureOf(writeReport(sampleReport(), 'json', `${join(folder, 'x.json')}/`));
    t.ok(third instanceof ReportError, 'found out only when the file is to take its place');
    t.deepEqual(await readdir(folder), ['taken']);
  }));

test(
  'a pipe is written to, not replaced',
  { skip: spawnSync('mkfifo', ['--version']).error ? 'no mkfifo' : false },
  (t) =>
    inFolder(async (folder) => {
      const pipe = join(folder, 'pipe');
      t.equal(spawnSync('mkfifo', [pipe]).status, 0);
      const [text] = await Promise.all([readFile(pipe, 'utf8'), writeReport(sampleReport(), 'json', pipe)]);
      t.equal(text, jsonReport(sampleReport()));
      t.ok((await stat(pipe)).isFIFO());
    }),
);

test('standard output gets the whole report', (t) => {
  const script = `
    import { writeReport } from ${JSON.stringify(new URL('./write.js', import.meta.url).href)};
    import { sampleReport } from ${JSON.stringify(new URL('./testing/sample.js', import.meta.url).href)};
    await writeReport(sampleReport(61), 'json', '-');
    process.exit(0);
  `;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { maxBuffer: 1e8 });
  t.equal(status, 0);
  t.ok(stdout.equals(Buffer.from(jsonReport(sampleReport(61)))), `${stdout.length} bytes`);
  t.end();
});
