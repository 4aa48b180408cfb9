/** `srvspec api …`: the reference client of the management API. */
import { UsageError } from '../../spec/reading/user-error.js';

export async function api(args: readonly string[]): Promise<number> {
  if (args.length === 0) throw new UsageError('api takes an operation; `srvspec api --help` lists them');
  const { apiCommand } = await import('../targets/reference/programs.js');
  return apiCommand(args, {
    env: process.env,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    signal: interruption(),
  });
}

/** Aborts at SIGINT or SIGTERM. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
