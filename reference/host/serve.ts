import { parseArgs } from 'node:util';
import { ConfigurationError } from './configuration/error.js';
import type { StartOptions } from './messages.js';
import { versionText } from './nginx-like/version-text.js';
import { withHint } from './script/hint.js';
import { bindingsOf, nameComplaint } from './script/runtime-port.js';
import { SERVE_OPTIONS } from './serve-options.js';
import { type RunningHost, startHost } from './start.js';
import { serverName, versionComplaint } from './version.js';

/** Exit status for words on the command line that make no sense. */
const usageStatus = 2;

/**
 * Serves until a signal ends it, as a real host does in the foreground: `-c FILE [-p PREFIX]`; `--srv NAME` and `--rt NAME`
 * give the two globals other names, see `bindingsOf`, `--runtime-version V` makes the runtime an older one. SIGTERM and SIGINT end it at once,
 * SIGQUIT when the requests under way are answered. Returns the exit status.
 */
export async function serve(words: readonly string[]): Promise<number> {
  const options = readOptions(words);
  if (typeof options === 'string') return complain(options, usageStatus);
  if (options === undefined) return describeHost();
  const starting = startHost(options);
  try {
    const whenStarted = (end: (host: RunningHost) => Promise<void>) => () => void starting.then(end, () => undefined);
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(
        signal,
        whenStarted((host) => host.stop()),
      );
    process.once(
      'SIGQUIT',
      whenStarted((host) => host.quit()),
    );
    await (await starting).ended;
    return 0;
  } catch (error) {
    return complain(`[emerg] ${withHint(describe(error), options.bindings ?? bindingsOf({}), true)}`, 1);
  }
}

function readOptions(words: readonly string[]): StartOptions | string | undefined {
  try {
    const { values } = parseArgs({ args: [...words], options: SERVE_OPTIONS });
    if (values.V === true) return undefined;
    if (values.c === undefined)
      return 'usage: serve -c FILE [-p PREFIX] [--srv NAME] [--rt NAME] [--runtime-version V]';
    const { srv, rt } = values;
    const version = values['runtime-version'];
    const complaint =
      nameComplaint('srv', srv) ??
      nameComplaint('rt', rt) ??
      (version === undefined ? undefined : versionComplaint(version));
    if (complaint !== undefined) return complaint;
    const commandLine = ['srvspec', 'serve', ...words];
    return {
      configuration: values.c,
      prefix: values.p ?? '.',
      bindings: bindingsOf({ srv, rt }),
      arguments: commandLine,
      ...(version === undefined ? {} : { runtimeVersion: version }),
    };
  } catch (error) {
    return describe(error);
  }
}

/** Answers `-V` in the real hosts' form, by which tools find out what is compiled in. */
function describeHost(): number {
  return complain(versionText(serverName), 0);
}

function describe(error: unknown): string {
  if (error instanceof ConfigurationError) return `${error.message} in ${error.file}:${error.line}`;
  return error instanceof Error ? error.message : String(error);
}

function complain(message: string, status: number): number {
  process.stderr.write(`${message}\n`);
  return status;
}
