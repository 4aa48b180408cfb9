/**
 * Runs test files in parallel: those that are named, or all that were built. Most have a process of their own. Those of some folders share
 * one, since starting Node and loading tape takes longer than their tests.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { run } from 'node:test';
import { pathToFileURL } from 'node:url';
import { processesOf } from './processes.js';
import report from './reporter.js';

/** Variables that colour or extend outputs. */
const OF_OUTPUTS = ['FORCE_COLOR', 'NO_COLOR', 'GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY'];

/** The built test files. */
const BUILT = 'dist';

/**
 * Milliseconds after which a file that does not end fails, so that it is named and the others go on. It is many times the slowest file's
 * time.
 */
const PATIENCE = 1_200_000;

/** The number of parallel processes. Many wait for limits to pass and for processes of their own, so one more than processors fits. */
const AT_ONCE = Math.min(3, availableParallelism() + 1);

const built = (): readonly string[] =>
  readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.js'));

async function main(named: readonly string[]): Promise<void> {
  const paths = named.length > 0 ? named.map((name) => relative(BUILT, name)) : built();
  const files = paths.map((path) => path.replaceAll(sep, '/'));
  const folder = mkdtempSync(join(tmpdir(), 'srvspec-test-'));
  // Tests must not depend on the machine's settings for outputs.
  for (const name of OF_OUTPUTS) delete process.env[name];
  // Tests speak with this machine alone. Otherwise each program that they start would first read all these certificates.
  delete process.env.NODE_EXTRA_CA_CERTS;
  // The last run that the user's runs remember is not for test runs.
  process.env.XDG_CACHE_HOME = join(folder, 'cache');
  const sharing = (some: readonly string[]): string => {
    const file = join(folder, `${some[0]?.replaceAll('/', '-')}-and-${some.length - 1}-more.mjs`);
    writeFileSync(file, some.map((one) => `import '${pathToFileURL(resolve(BUILT, one))}';\n`).join(''));
    return file;
  };
  const started = processesOf(files.toSorted()).map((some) =>
    some.length === 1 ? resolve(BUILT, some[0] ?? '') : sharing(some),
  );
  const running = run({ files: started, concurrency: AT_ONCE, timeout: PATIENCE });
  running.on('test:fail', () => {
    process.exitCode = 1;
  });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for await (const text of report(running)) process.stdout.write(text);
}

await main(process.argv.slice(2));
