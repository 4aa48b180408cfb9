/** The reference as programs; each is loaded when it is called. */
import type { apiCommand as command } from '../../../reference/api/command/command.js';

/** `srvspec serve`: a host in the foreground. */
export const serve = async (args: readonly string[]): Promise<number> =>
  (await import('../../../reference/programs/serve.js')).serve(args);

/** `srvspec exec`: a command-line runtime. */
export const execProgram = async (args: readonly string[]): Promise<number> =>
  (await import('../../../reference/programs/bundles.js')).loadBundle('exec').exec(args);

/** The client's command line, see `srvspec api --help`. */
export const apiCommand: typeof command = async (...given) =>
  (await import('../../../reference/api/command/command.js')).apiCommand(...given);

/** `srvspec api serve`: the server in the foreground. */
export const serveApi = async (args: readonly string[]): Promise<number> =>
  (await import('../../../reference/api/server/main.js')).serveApi(args);

/** `srvspec api new-key`: gets a new API key from a running server's control panel. */
export const newApiKeyCommand = async (args: readonly string[]): Promise<number> =>
  (await import('../../../reference/api/server/main.js')).newApiKeyCommand(args);
