/** Creates targets from `--target` texts. Each kind is loaded on demand. */
import type { parseArgs } from 'node:util';
import { Script } from 'node:vm';
import { didYouMean, knownValue, orList } from '../../spec/reading/nearest.js';
import { UsageError } from '../../spec/reading/user-error.js';
import type { Version } from '../../spec/types/requirement.js';
import type { Target } from '../executor/target.js';
import type { GeneratedObject } from '../language/case.js';
import { parseVersion } from '../language/versions.js';
import { TARGET_KINDS, TARGET_OPTIONS } from './declared/target.js';

/** Options of targets as on a command line. */
export type TargetOptions = ReturnType<typeof parseArgs<{ options: typeof TARGET_OPTIONS }>>['values'];

/**
 * Refuses options that none of the targets takes, since an ignored option would mean another target than requested.
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

/** The target that a text names. Rejects with `UsageError` for an unknown kind. */
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
      return (await import('../targets/cli/cli.js')).cliTarget({
        command: commandIn(kind, rest, 'cli:njs'),
        bindings,
        engine,
        version: statedVersion(options['runtime-version']),
      });
    case 'adapter':
      return (await import('../targets/adapter/adapter.js')).adapterTarget({
        command: commandIn(kind, rest, "'adapter:node my-adapter.mjs'"),
      });
    case 'endpoint':
      return endpointFor(rest ?? '', options);
    case 'api': {
      const { apiTarget } = await import('../targets/api/api.js');
      const { readApiOptions } = await import('../targets/api/options.js');
      return apiTarget(readApiOptions(rest ?? '', options, process.env));
    }
    case 'client':
      return (await import('../targets/client/client.js')).clientTarget({
        command: commandIn(kind, rest, "'client:srvspec api --json'"),
      });
    default:
      throw new UsageError(
        `there is no target ${text}; known are reference, nginx[:BINARY], cli:COMMAND, adapter:COMMAND, endpoint:URL, api:URL and client:COMMAND${didYouMean(kind, TARGET_KINDS)}`,
      );
  }
}

function commandIn(kind: string, rest: string | undefined, example: string): string {
  if (rest !== undefined && rest.trim() !== '') return rest;
  throw new UsageError(`--target ${kind}:COMMAND needs a command, for example ${example}`);
}

async function endpointFor(url: string, options: TargetOptions): Promise<Target> {
  if (options.bundle === undefined)
    throw new UsageError('--target endpoint:URL needs --bundle DIR, the folder that `srvspec bundle DIR` wrote');
  const timeout = options['request-timeout'];
  const { millisecondsOf } = await import('../targets/api/options.js');
  const { endpointTarget } = await import('../targets/endpoint/endpoint.js');
  return endpointTarget({
    url,
    folder: options.bundle,
    allowInsecure: options['allow-insecure'] ?? false,
    timeoutMs: timeout === undefined ? undefined : millisecondsOf(timeout),
    objects: await deployable(),
  });
}

/** The objects whose cases a bundle may have. */
export const deployable = async (): Promise<readonly GeneratedObject[]> =>
  (await import('./select.js')).select({ depth: 'full' }, new Set(['runtime']));

async function referenceOf(runtimeVersion: string | undefined): Promise<Target> {
  const { complaintOfVersion, referenceTarget } = await import('../targets/reference/reference.js');
  const complaint = runtimeVersion === undefined ? undefined : complaintOfVersion(runtimeVersion);
  if (complaint !== undefined) throw new UsageError(`--runtime-version: ${complaint}`);
  return referenceTarget({ runtimeVersion });
}

/** @throws UsageError */
function statedVersion(text: string | undefined): Version | undefined {
  const version = parseVersion(text ?? '');
  if (text !== undefined && version === undefined)
    throw new UsageError(`--runtime-version: a runtime version has the form 0.8.4, not ${text}`);
  return version;
}

/**
 * `srv=NAME,rt=NAME`; a missing one has the name of the best-known host.
 * @throws UsageError
 */
export function readBindings(text: string): { srv: string; rt: string } {
  const given = new Map<string, string>();
  for (const pair of text.split(',')) {
    const [, of = '', name = ''] = /^([^=]*)=(.*)$/.exec(pair) ?? [];
    const wrong = !['srv', 'rt'].includes(of)
      ? `it takes srv=NAME and rt=NAME, not ${pair}`
      : given.has(of)
        ? `${of} is named twice`
        : isIdentifier(name)
          ? undefined
          : `${name === '' ? 'an empty name' : name} is no identifier of JavaScript`;
    if (wrong !== undefined) throw new UsageError(`--bind ${text}: ${wrong}`);
    given.set(of, name);
  }
  return { srv: given.get('srv') ?? 'ngx', rt: given.get('rt') ?? 'njs' };
}

/** Whether a script can declare the name, which no keyword is. */
function isIdentifier(name: string): boolean {
  try {
    new Script(`'use strict'; let ${name};`);
    return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
  } catch {
    return false;
  }
}
