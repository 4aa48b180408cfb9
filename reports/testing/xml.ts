/** Checks the text of JUnit reports. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const SCHEMA = fileURLToPath(new URL('../../../reports/testing/junit.xsd', import.meta.url));
/** Characters that XML does not allow. */
export const NO_XML = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Skips a test that needs a program if it is not installed. */
export const unless = (command: string): { readonly skip: string | false } => ({
  skip: spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0 ? false : `${command} is not installed`,
});

/** Validates a text by the schema of JUnit. */
export const validated = (input: string) =>
  spawnSync('xmllint', ['--noout', '--schema', SCHEMA, '-'], { input, encoding: 'utf8' });
