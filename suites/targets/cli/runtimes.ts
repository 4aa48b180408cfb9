/**
 * Runtimes that people have: what `cli:NAME` starts, and the package of npm that brings the program. `npm run runtimes` unpacks
 * the packages into `.runtimes/NAME`.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PACKAGE_ROOT } from '../../../spec/reading/root.js';
import { type Implementation, TargetUnavailable } from '../../executor/target.js';
import type { Capability } from '../../language/trial.js';
import { startedIn } from '../support/environment.js';
import { runProcess } from '../support/process.js';

/** A program that npm brings. Deviations are recorded of this version. */
interface RuntimePackage {
  readonly version: string;
  /** The package for a platform of Node, such as `linux-x64`, and the program in it; nothing where there is none. */
  readonly program: { readonly [platform: string]: string };
}

interface Runtime {
  readonly package?: RuntimePackage;
  /** Its file in `shims`. */
  readonly shim?: string;
  /** What other command lines can do. */
  readonly lacks?: readonly Capability[];
  /** The words in front of a script's path. */
  words(program: string, shim: string): readonly string[];
}

const bun = (platform: string): string => `@oven/bun-${platform}/bin/bun`;
const deno = (platform: string): string => `@deno/${platform}/deno`;
const workerd = (platform: string): string => `@cloudflare/workerd-${platform}/bin/workerd`;

const RUNTIMES: { readonly [name in Exclude<Implementation, 'njs'>]: Runtime } = {
  node: { words: (_, shim) => [process.execPath, '--import', shim] },
  bun: {
    package: {
      version: '1.4.5',
      program: {
        'linux-x64': bun('linux-x64'),
        'linux-arm64': bun('linux-aarch64'),
        'darwin-x64': bun('darwin-x64'),
        'darwin-arm64': bun('darwin-aarch64'),
      },
    },
    // Bun would install the package `xml` of npm.
    words: (program, shim) => [program, '--no-install', '--preload', shim],
  },
  deno: {
    package: {
      version: '2.9.6',
      program: {
        'linux-x64': deno('linux-x64-glibc'),
        'linux-arm64': deno('linux-arm64-glibc'),
        'darwin-x64': deno('darwin-x64'),
        'darwin-arm64': deno('darwin-arm64'),
      },
    },
    words: (program, shim) => [program, 'run', '--allow-all', '--no-config', '--no-lock', '--preload', shim],
  },
  workerd: {
    package: {
      version: '1.20261117.1',
      program: {
        'linux-x64': workerd('linux-64'),
        'linux-arm64': workerd('linux-arm64'),
        'darwin-x64': workerd('darwin-64'),
        'darwin-arm64': workerd('darwin-arm64'),
      },
    },
    // It runs no script file by itself.
    shim: 'workerd.mjs',
    // Its files are in memory, and a worker is no process.
    lacks: ['file-system', 'machine', 'arguments', 'command-line'],
    words: (program, shim) => [process.execPath, shim, program],
  },
};

export type RuntimeName = keyof typeof RUNTIMES;

export const RUNTIME_NAMES: readonly RuntimeName[] = ['node', 'bun', 'deno', 'workerd'];

export const packageOf = (name: RuntimeName): RuntimePackage | undefined => RUNTIMES[name].package;

/** Where the packages are unpacked. */
export const runtimesFolder = (name: RuntimeName): string => join(PACKAGE_ROOT, '.runtimes', name);

/** The program of a runtime: the one that was unpacked, and otherwise the installed one of that name. */
export function programOf(name: RuntimeName): string {
  const program = packageOf(name)?.program[`${process.platform}-${process.arch}`];
  const unpacked = program === undefined ? '' : join(runtimesFolder(name), 'node_modules', program);
  return existsSync(unpacked) ? unpacked : name;
}

/** Node, and those that were unpacked. */
export const presentRuntimes = (): readonly RuntimeName[] =>
  RUNTIME_NAMES.filter((name) => name === 'node' || programOf(name) !== name);

const VERSION_MS = 30_000;

/**
 * `bun 1.4.5`: the name and the version that the program prints.
 * @throws ProcessNotStarted
 */
export async function versionOf(name: RuntimeName): Promise<string> {
  if (name === 'node') return `node ${process.versions.node}`;
  const { stdout } = await runProcess([programOf(name), '--version'], { deadlineMs: VERSION_MS, env: startedIn() });
  return `${name} ${/\d[\d.-]*/.exec(stdout.text())?.[0] ?? 'of an unknown version'}`;
}

/** @throws TargetUnavailable where the program is neither unpacked nor installed */
export function refuseMissing(name: RuntimeName): void {
  const program = programOf(name);
  const folders = (process.env.PATH ?? '').split(delimiter);
  if (name === 'node' || program !== name || folders.some((folder) => existsSync(join(folder, name)))) return;
  throw new TargetUnavailable(
    `${name} is neither unpacked nor installed; in a checkout \`npm run runtimes\` unpacks it`,
  );
}

interface NamedRuntime {
  readonly implementation: RuntimeName;
  readonly words: readonly string[];
  readonly lacks: readonly Capability[];
}

/** What the command `cli:NAME` means; nothing where it is no name of a known runtime. */
export function runtimeNamed(command: string): NamedRuntime | undefined {
  const name = RUNTIME_NAMES.find((one) => one === command.trim());
  if (name === undefined) return undefined;
  const { words, shim = 'runtime.mjs', lacks = [] } = RUNTIMES[name];
  const shimFile = join(PACKAGE_ROOT, 'suites/targets/cli/shims', shim);
  return { implementation: name, words: words(programOf(name), shimFile), lacks };
}
