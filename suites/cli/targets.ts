/** From `--target` texts to targets. Each kind is loaded only when it is asked for. */

import { didYouMean, oneOf } from '../../spec/reading/nearest.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { Target } from '../executor/target.js';
import { TARGET_KINDS, TARGET_OPTIONS } from './declared/target.js';

/** Options that several kinds of target take. */
export interface TargetOptions {
  readonly modules?: string | undefined;
  readonly engine?: string | undefined;
  readonly 'library-root'?: string | undefined;
  readonly 'runtime-version'?: string | undefined;
  readonly bind?: string | undefined;
  readonly 'allow-writes'?: boolean | undefined;
  readonly 'allow-insecure'?: boolean | undefined;
  readonly map?: string[] | undefined;
  readonly 'new-key'?: string | undefined;
  readonly 'request-timeout'?: string | undefined;
  readonly app?: string | undefined;
}

/** The target that a text names. Rejects with `UsageError` for a kind that is not known. */
export async function targetFor(text: string, options: TargetOptions): Promise<Target> {
  const engine =
    options.engine === undefined ? undefined : oneOf('--engine', options.engine, TARGET_OPTIONS.engine.values);
  const bindings = options.bind === undefined ? undefined : bindingsOf(options.bind);
  const given = { modules: options.modules, engine, libraryRoot: options['library-root'], bindings } as const;
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  const rest = colon < 0 ? undefined : text.slice(colon + 1);
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

/** `srv=ngx,rt=njs`. */
export function bindingsOf(text: string): { srv: string; rt: string } {
  const given = new Map(
    text.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
  const srv = given.get('srv') ?? 'srv';
  const rt = given.get('rt') ?? 'rt';
  if (/^[\w$]+$/.test(srv) && /^[\w$]+$/.test(rt)) return { srv, rt };
  throw new UsageError(`--bind takes srv=NAME,rt=NAME, not ${text}`);
}
