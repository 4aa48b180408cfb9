/** The reference as programs; each is loaded when it is called. */

/** `srvspec serve`: a host in the foreground. */
export const serve = async (args: readonly string[]): Promise<number> =>
  (await import('../../../reference/programs/serve.js')).serve(args);

/** `srvspec exec`: a command-line runtime. */
export const execProgram = async (args: readonly string[]): Promise<number> =>
  (await import('../../../reference/programs/bundles.js')).loadBundle('exec').exec(args);
