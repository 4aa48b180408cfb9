/**
 * `npm run runtimes`: unpacks the runtimes that npm brings and are not there yet, and prints the version of each. Exit status 0
 * when all run, 3 otherwise.
 */
import { runProcess } from '../support/process.js';
import { packageOf, programOf, RUNTIME_NAMES, type RuntimeName, runtimesFolder, versionOf } from './runtimes.js';

const INSTALL_MS = 10 * 60_000;

async function main(): Promise<number> {
  let status = 0;
  for (const name of RUNTIME_NAMES) {
    try {
      if (packageOf(name) !== undefined && programOf(name) === name) await unpack(name);
      process.stdout.write(`${await versionOf(name)}  ${programOf(name)}\n`);
    } catch (error) {
      process.stdout.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`);
      status = 3;
    }
  }
  return status;
}

async function unpack(name: RuntimeName): Promise<void> {
  const platform = `${process.platform}-${process.arch}`;
  const { version = '', program = {} } = packageOf(name) ?? {};
  const [scope, folder] = program[platform]?.split('/') ?? [];
  if (scope === undefined) throw new Error(`npm has no package for ${platform}`);
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const command = ['npm', 'install', '--prefix', runtimesFolder(name), ...options, `${scope}/${folder}@${version}`];
  const { exit, stderr } = await runProcess(command, { deadlineMs: INSTALL_MS });
  if (exit.kind !== 'status' || exit.status !== 0) throw new Error(`npm could not install it: ${stderr.text().trim()}`);
}

process.exitCode = await main();
