/**
 * The real hosts of this machine: nginx with its njs modules, the installed one and those unpacked from Debian's releases into
 * `.hosts/RELEASE` (`npm run hosts`). A binary of another release runs through that release's own loader and libraries.
 */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ProcessResult, ProcessTimedOut, runProcess } from '../support/process.js';

/** Debian releases, oldest first. */
export const RELEASES = ['bookworm', 'trixie', 'sid'] as const;
export type Release = (typeof RELEASES)[number];

export interface AvailableHost {
  readonly name: Release | 'installed';
  /** Start of the command line that runs its nginx. */
  readonly nginx: readonly string[];
  /** Start of the command line that runs its command-line runtime, if it has one. */
  readonly njs?: readonly string[];
  /** Folder of its module files. */
  readonly modules: string;
  /** Root of the release whose loader and libraries it needs; absent for the installed one. */
  readonly libraryRoot?: string;
}

/** A host lacks something that it needs to run. */
export class HostUnusable extends Error {
  override readonly name = 'HostUnusable';
}

const HTTP_JS = 'ngx_http_js_module.so';
const STREAM = 'ngx_stream_module.so';
const STREAM_JS = 'ngx_stream_js_module.so';
const MODULE_FOLDERS = ['usr/lib/nginx/modules', 'usr/lib64/nginx/modules'];
const NGINX = 'usr/sbin/nginx';
const NJS = 'usr/bin/njs';
const DEADLINE_MS = 30_000;

/** Folder under a package's root with the unpacked releases. */
export function hostsFolder(packageRoot: string): string {
  return join(packageRoot, '.hosts');
}

/** The hosts that are present, the installed one first; they are not run here. */
export function discoverHosts(packageRoot: string, systemRoot = '/'): AvailableHost[] {
  const unpacked = RELEASES.map((release) => unpackedHost(release, join(hostsFolder(packageRoot), release)));
  return [installedHost(systemRoot), ...unpacked].filter((host) => host !== undefined);
}

/** The host unpacked in `libraryRoot`, if its nginx, its loader and its HTTP module are there. */
export function unpackedHost(name: Release, libraryRoot: string): AvailableHost | undefined {
  const modules = moduleFolder(libraryRoot);
  if (modules === undefined || !existsSync(join(libraryRoot, NGINX)) || findLoader(libraryRoot) === undefined) {
    return undefined;
  }
  const njs = existsSync(join(libraryRoot, NJS)) ? { njs: loaderArgv(libraryRoot, join(libraryRoot, NJS)) } : {};
  return { name, nginx: loaderArgv(libraryRoot, join(libraryRoot, NGINX)), ...njs, modules, libraryRoot };
}

function installedHost(systemRoot: string): AvailableHost | undefined {
  const modules = moduleFolder(systemRoot);
  if (modules === undefined || !existsSync(join(systemRoot, NGINX))) return undefined;
  const njs = existsSync(join(systemRoot, NJS)) ? { njs: [join(systemRoot, NJS)] } : {};
  return { name: 'installed', nginx: [join(systemRoot, NGINX)], ...njs, modules };
}

function moduleFolder(root: string): string | undefined {
  return MODULE_FOLDERS.map((folder) => join(root, folder)).find((folder) => existsSync(join(folder, HTTP_JS)));
}

/**
 * Start of a command line that runs `binary` with the loader and libraries found under `libraryRoot`, on any architecture. It has absolute
 * paths, so that it works in any folder.
 * @throws HostUnusable if there is no loader
 */
export function loaderArgv(libraryRoot: string, binary: string): string[] {
  const root = resolve(libraryRoot);
  const loader = findLoader(root);
  if (loader === undefined) throw new HostUnusable(`--library-root: there is no dynamic loader under ${root}`);
  return [loader, '--library-path', libraryFolders(root).join(':'), resolve(binary)];
}

/**
 * The loader is taken from the library folders. The usual link to it (`/lib64/…`, `/lib/…`) is absolute in some releases, and would lead to
 * this machine's own loader.
 */
function findLoader(libraryRoot: string): string | undefined {
  for (const folder of libraryFolders(libraryRoot)) {
    const name = readdirSync(folder).find((file) => /^ld-linux.*\.so\.\d+$/.test(file));
    if (name !== undefined) return join(folder, name);
  }
  return undefined;
}

/** Every folder of a Debian tree with libraries: `usr/lib/MULTIARCH`, and `lib/MULTIARCH` if it is another. */
function libraryFolders(libraryRoot: string): string[] {
  const folders = ['usr/lib', 'lib'].flatMap((folder) => multiarchFolders(join(libraryRoot, folder)));
  const distinct = new Map(folders.map((folder): [string, string] => [realpathSync(folder), folder]).reverse());
  return [...distinct.values()].reverse();
}

function multiarchFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => /^\w+-linux-gnu\w*$/.test(name));
  return names.map((name) => join(folder, name)).filter((path) => statSync(path).isDirectory());
}

/** Characters that are shown of what a program printed. */
const SHOWN = 300;

/** The build of an nginx binary, from its `-V`. */
export interface NginxBuild {
  /** Its name before its version: `nginx`, or the name of its replacement. */
  readonly program: string;
  /** For example `1.22.1`. */
  readonly version: string;
  /** Default folder of modules; of an unpacked release, below its root. */
  readonly modulesPath: string;
  /** Whether stream proxying is built in, in a module file, or missing. */
  readonly stream: 'static' | 'dynamic' | 'none';
  /** Whether the njs modules are built in. */
  readonly staticJs: boolean;
}

/**
 * Reads the build of the nginx that `argv` runs.
 * @throws HostUnusable if it does not answer as nginx does
 * @throws ProcessNotStarted if there is no such program
 */
export async function readBuild(argv: readonly string[], deadlineMs = DEADLINE_MS): Promise<NginxBuild> {
  const { exit, stdout, stderr } = await ended([...argv, '-V'], deadlineMs);
  const build = exit.kind === 'status' && exit.status === 0 ? parseBuild(stderr.text()) : undefined;
  if (build !== undefined) return build;
  const [printed] = `${stdout.text()}${stderr.text()}`.trim().slice(0, SHOWN).split('\n', 1);
  throw new HostUnusable(`${argv.at(-1)} is no nginx: with -V it printed ${printed || 'nothing'}`);
}

/**
 * Runs one of the host's programs to its end.
 * @throws HostUnusable if it does not end in so many milliseconds
 */
export async function ended(argv: readonly string[], deadlineMs = DEADLINE_MS): Promise<ProcessResult> {
  try {
    return await runProcess(argv, { deadlineMs });
  } catch (error) {
    if (error instanceof ProcessTimedOut) throw new HostUnusable(error.message);
    throw error;
  }
}

/** Reads the output of `nginx -V`; undefined for other output. */
export function parseBuild(output: string): NginxBuild | undefined {
  const [, program, version] = /^nginx version: (\S+)\/(\d+\.\d+\.\d+)/m.exec(output) ?? [];
  if (program === undefined || version === undefined) return undefined;
  const option = (name: string) => new RegExp(`\\s--${name}(?:=(\\S*))?(?=\\s|$)`).exec(output);
  const stream = option('with-stream');
  return {
    program,
    version,
    modulesPath: option('modules-path')?.[1] ?? join(option('prefix')?.[1] ?? '/usr/local/nginx', 'modules'),
    stream: stream === null ? 'none' : stream[1] === 'dynamic' ? 'dynamic' : 'static',
    staticJs: /\s--add-module=\S*njs/.test(output),
  };
}

interface ModulePlaces {
  readonly libraryRoot?: string;
  /** The folder to search, instead of the default one. */
  readonly directory?: string;
  readonly deadlineMs?: number;
}

/**
 * The program's name and version, and its modules, see `modulesToLoad`.
 * @throws HostUnusable
 */
export async function readHost(
  nginx: readonly string[],
  { libraryRoot = '/', directory, deadlineMs }: ModulePlaces,
): Promise<{ readonly program: string; readonly version: string; readonly modules: string[] }> {
  const build = await readBuild(nginx, deadlineMs);
  const { program, version } = build;
  return { program, version, modules: modulesToLoad(build, directory ?? join(libraryRoot, build.modulesPath)) };
}

/**
 * Absolute paths of the module files that a configuration must load for njs, in the order of loading. Those of stream are left out if the
 * host has none.
 * @throws HostUnusable if the HTTP module is neither built in nor in the folder
 */
export function modulesToLoad(build: NginxBuild, directory: string): string[] {
  const has = (file: string) => existsSync(join(directory, file));
  if (build.staticJs) return build.stream === 'dynamic' && has(STREAM) ? [resolve(directory, STREAM)] : [];
  if (!has(HTTP_JS))
    throw new HostUnusable(`there is no ${HTTP_JS} in ${directory}; install it, or name its folder with --modules`);
  const stream = build.stream === 'dynamic' && has(STREAM) ? [STREAM] : [];
  const streamJs = (build.stream === 'static' || stream.length > 0) && has(STREAM_JS) ? [STREAM_JS] : [];
  return [HTTP_JS, ...stream, ...streamJs].map((file) => resolve(directory, file));
}
