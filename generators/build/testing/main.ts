/**
 * Runs test files, two at one time: those that are named, or all that were built. Most have a process of their own. Those of some
 * folders share one, since to start Node and load tape for each takes longer than what they test.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { processesOf } from './processes.js';
import report from './reporter.js';

/** What is built. */
const BUILT = 'dist';

const built = (): readonly string[] =>
  readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.js'));

async function main(named: readonly string[]): Promise<void> {
  const files = named.length > 0 ? named.map((name) => relative(BUILT, name)) : built();
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  const sharing = (some: readonly string[]): string => {
    const file = join(folder, `${some[0]?.replaceAll('/', '-')}-and-${some.length - 1}-more.mjs`);
    writeFileSync(file, some.map((one) => `import '${pathToFileURL(resolve(BUILT, one))}';\n`).join(''));
    return file;
  };
  const started = processesOf(files.toSorted()).map((some) =>
    some.length === 1 ? resolve(BUILT, some[0] ?? '') : sharing(some),
  );
  const running = run({ files: started, concurrency: 2 });
  running.on('test:fail', () => {
    process.exitCode = 1;
  });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for await (const text of report(running)) process.stdout.write(text);
}

await main(process.argv.slice(2));
