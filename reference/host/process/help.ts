import type { Manners } from './manners.js';

/** What the options mean, for `-h`. */
export function helpText({ prefix, errorLog, configuration }: Manners): string {
  const lines = [
    '-?, -h        this text',
    '-v            the version',
    '-V            the version, and what is built in',
    '-t            tests the configuration and ends',
    '-T            tests the configuration, prints it and ends',
    '-q            only tells of errors while testing',
    '-s SIGNAL     tells the host that runs: stop, quit, reopen, reload',
    `-p PREFIX     the folder of relative paths (otherwise ${prefix})`,
    `-e FILE       the log of errors before the configuration is read (otherwise ${errorLog ?? 'stderr'})`,
    `-c FILE       the configuration (otherwise ${configuration ?? 'none'})`,
    '-g TEXT       directives in front of those of the configuration',
    '--watch       reads changed files again',
    '--skip-unsupported  leaves out directives of nginx that are not built in and that no script can see',
    '--srv NAME, --rt NAME, --runtime-version V: see `srvspec help serve`',
  ];
  return `${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
