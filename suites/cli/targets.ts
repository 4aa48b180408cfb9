/** From `--target` texts to targets. Each kind is loaded only when it is asked for. */
import type { parseArgs } from 'node:util';
import { didYouMean, knownValue, orList } from '../../spec/reading/nearest.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { Target } from '../executor/target.js';
import { TARGET_KINDS, TARGET_OPTIONS } from './declared/target.js';

/** Options of targets as a command line has them. */
export type TargetOptions = ReturnType<typeof parseArgs<{ options: typeof TARGET_OPTIONS }>>['values'];

/**
 * Refuses options that none of the targets takes: a run that passed over one would be of another target than was asked for.
 * @throws UsageError
 */
export function refuseIdle(targets: readonly string[], options: TargetOptions): void {
  const kinds = new Set<string>(targets.map(kindOf));
  for (const [name, { of }] of Object.entries(TARGET_OPTIONS)) {
    const isGiven = Object.entries(options).some(([option, value]) => option === name && value !== undefined);
    if (isGiven && !of.some((kind) => kinds.has(kind)))
      throw new UsageError(`--${name} is an option of --target ${orList(of)}; the target here is ${orList(targets)}`);
  }
}

const kindOf = (target: string): string => target.split(':', 1)[0] ?? '';

/** The target that a text names. Rejects with `UsageError` for a kind that is not known. */
export async function targetFor(text: string, options: TargetOptions): Promise<Target> {
  const engine =
    options.engine === undefined ? undefined : knownValue('--engine', options.engine, TARGET_OPTIONS.engine.values);
  const bindings = options.bind === undefined ? undefined : readBindings(options.bind);
  const given = { modules: options.modules, engine, libraryRoot: options['library-root'], bindings } as const;
  const kind = kindOf(text);
  const rest = kind === text ? undefined : text.slice(kind.length + 1);
  switch (kind) {
    case 'reference':
      return referenceOf(options['runtime-version']);
    case 'nginx':
      return (await import('../targets/nginx/nginx.js')).nginxTarget({ ...given, binary: rest });
    case 'cli':
      if (rest === undefined || rest.trim() === '')
        throw new UsageError('--target cli:COMMAND needs a command, for example cli:njs');
      return (await import('../targets/cli/cli.js')).cliTarget({ ...given, command: rest });
    case 'api': {
      const { apiTarget } = await import('../targets/api/api.js');
      const { readApiOptions } = await import('../targets/api/options.js');
      return apiTarget(readApiOptions(rest ?? '', options, process.env));
    }
    case 'client':
      if (rest === undefined || rest.trim() === '')
        throw new UsageError("--target client:COMMAND needs a command, for example 'client:srvspec api --json'");
      return (await import('../targets/client/client.js')).clientTarget({ command: rest });
    default:
      throw new UsageError(
        `there is no target ${text}; known are reference, nginx[:BINARY], cli:COMMAND, api:URL and client:COMMAND${didYouMean(kind, TARGET_KINDS)}`,
      );
  }
}

async function referenceOf(runtimeVersion: string | undefined): Promise<Target> {
  const { complaintOfVersion, referenceTarget } = await import('../targets/reference/reference.js');
  const complaint = runtimeVersion === undefined ? undefined : complaintOfVersion(runtimeVersion);
  if (complaint !== undefined) throw new UsageError(`--runtime-version: ${complaint}`);
  return referenceTarget({ runtimeVersion });
}

/** `srv=NAME,rt=NAME`; one that is not named is called as on the best-known host. */
export function readBindings(text: string): { srv: string; rt: string } {
  const pairs = text.split(',').map((pair) => /^(srv|rt)=([A-Za-z_$][\w$]*)$/.exec(pair));
  const given = new Map(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1], pair[2]]])));
  if (given.size < pairs.length)
    throw new UsageError(`--bind takes srv=NAME,rt=NAME with names of script variables, not ${text}`);
  return { srv: given.get('srv') ?? 'ngx', rt: given.get('rt') ?? 'njs' };
}
