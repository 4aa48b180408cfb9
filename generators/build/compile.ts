/**
 * Runs `tsc -b` and reports errors in generated cases at the YAML line of the datum. It runs from a bundle, since nothing of ours is
 * compiled yet.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkedSpec } from '../../spec/reading/check.js';
import { PACKAGE_ROOT } from '../../spec/reading/root.js';
import { isAboutCases, withDataErrors } from './data-errors.js';

const { status, stdout } = spawnSync('npx', ['--no-install', 'tsc', '-b', '--pretty', 'false'], {
  cwd: PACKAGE_ROOT,
  encoding: 'utf8',
  stdio: ['inherit', 'pipe', 'inherit'],
});
const read = (file: string): string => readFileSync(join(PACKAGE_ROOT, file), 'utf8');
process.stdout.write(
  isAboutCases(stdout) ? `${withDataErrors(stdout.trim(), checkedSpec(PACKAGE_ROOT), read)}\n` : stdout,
);
process.exitCode = status ?? 1;
