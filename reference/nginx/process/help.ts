import type { Manners } from './manners.js';

/** What the options mean, for `-h`. */
export function helpText({ prefix, errorLog, configuration }: Manners): string {
  const lines = [
    '-?, -h        this text',
    '-v            the version',
    '-V            the version, and what is built in',
    '-t            tests the configuration and exits',
    '-T            tests the configuration, prints it and exits',
    '-q            prints only errors while testing',
    '-s SIGNAL     sends a command to the running host: stop, quit, reopen or reload',
    `-p PREFIX     folder that relative paths start from (default: ${prefix})`,
    `-e FILE       error log until the configuration is read (default: ${errorLog ?? 'stderr'})`,
    `-c FILE       configuration file (default: ${configuration ?? 'none'})`,
    '-g TEXT       directives to put before those of the configuration',
    '--watch       reloads changed files',
    '--skip-unsupported  skips directives of nginx that are not built in and have no visible effect',
    '--srv NAME, --rt NAME, --runtime-version V: see `srvspec help serve`',
  ];
  return `${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
