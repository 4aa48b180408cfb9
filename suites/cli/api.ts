/** `srvspec api …`: the reference client and server of the management API, and the API's description. */
import { UsageError } from '../../spec/reading/user-error.js';

type Subcommand = (args: readonly string[]) => Promise<number>;

/** Subcommands with a module of their own; everything else is an operation of the client. */
const SUBCOMMANDS: { readonly [name: string]: () => Promise<Subcommand> } = {
  serve: async () => (await import('../targets/reference/api-programs.js')).serveApi,
  'new-key': async () => (await import('../targets/reference/api-programs.js')).newApiKeyCommand,
  openapi: async () => (await import('./openapi.js')).openapi,
};

export async function api(args: readonly string[]): Promise<number> {
  const [name = ''] = args;
  if (name === '') throw new UsageError('api takes an operation; `srvspec api --help` lists them');
  const load = SUBCOMMANDS[name];
  if (load !== undefined) return (await load())(args.slice(1));
  const { apiCommand } = await import('../targets/reference/api-programs.js');
  return apiCommand(args, {
    env: process.env,
    stdout: (text) => process.stdout.write(text),
    stderr: (text) => process.stderr.write(text),
    stderrIsTerminal: process.stderr.isTTY === true,
    signal: interruption(),
  });
}

/** Aborts at SIGINT or SIGTERM. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
