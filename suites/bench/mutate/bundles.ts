/** The bundles from which the reference starts, built from its sources as in the build, with one file changed. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild';
import type { ReferenceBuild, ReferenceSessions } from '../../targets/reference/reference.js';
import { applyChange, type SourceChange } from './change.js';

type Name = 'realm' | 'thread' | 'programs' | 'api';

const NAMES: readonly Name[] = ['realm', 'thread', 'programs', 'api'];

/** Addresses in bundles that `require` loads, as in the build. */
const BUNDLE_URL = '"use strict";const bundleUrl=require("node:url").pathToFileURL(__filename).href;';

/** How each is built; outputs are relative to a folder like `dist/reference`. */
const optionsOf = (root: string): { readonly [of in Name]: BuildOptions } => ({
  realm: {
    entryPoints: { 'realm/bundle': 'reference/realm/index.ts' },
    format: 'iife',
    target: 'es2022',
    tsconfig: join(root, 'reference/realm/tsconfig.json'),
  },
  thread: {
    entryPoints: { 'bundled/worker': 'reference/nginx/process/worker-main.ts' },
    platform: 'node',
    format: 'esm',
    external: ['libxml2-wasm'],
  },
  programs: {
    entryPoints: {
      'bundled/program': 'reference/nginx/process/program.ts',
      'bundled/exec': 'reference/exec/exec.ts',
      'bundled/script-worker': 'reference/exec/script-worker.ts',
      'bundled/script-thread': 'reference/programs/script-thread.ts',
    },
    platform: 'node',
    format: 'cjs',
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: BUNDLE_URL },
    outExtension: { '.js': '.cjs' },
  },
  api: {
    entryPoints: { api: 'suites/targets/reference/api.ts' },
    platform: 'node',
    format: 'esm',
    packages: 'external',
    plugins: [onlyApi(root)],
  },
});

/** The suite's own part of the file of the management API is shared with the suite, so that its classes are the same. */
const onlyApi = (root: string): Plugin => ({
  name: 'only-api',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
      const from = relative(root, join(resolveDir, path));
      if (kind === 'entry-point' || from.startsWith('reference/')) return undefined;
      return { external: true, path: pathToFileURL(join(root, 'dist', from)).href };
    });
  },
});

/** Texts of sources by their paths from the root. */
export type Texts = ReadonlyMap<string, string>;

/** Replaces the files' texts by these. */
const replacing = (root: string, texts: Texts): Plugin => ({
  name: 'change',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const contents = texts.get(relative(root, path));
      return contents === undefined ? undefined : { contents, loader: 'ts' };
    });
  },
});

interface BundleOutput {
  readonly outputs: readonly { readonly path: string; readonly text: string }[];
  readonly metafile: Metafile;
}

async function make(root: string, name: Name, plugins: readonly Plugin[] = []): Promise<BundleOutput> {
  const options = optionsOf(root)[name];
  const { outputFiles = [], metafile } = await build({
    ...options,
    absWorkingDir: root,
    outdir: '/',
    bundle: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [...(options.plugins ?? []), ...plugins],
  });
  if (metafile === undefined) throw new Error('esbuild lists what it read when a metafile is asked for');
  return { outputs: outputFiles.map(({ path, text }) => ({ path: path.slice(1), text })), metafile };
}

/** The bundled sources, each with the sources that it imports. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** The graph of all bundles. */
export async function graphOfBundles(root: string): Promise<Graph> {
  const all = await Promise.all(NAMES.map((name) => make(root, name)));
  const inputs = all.flatMap(({ metafile }) => Object.entries(metafile.inputs));
  return new Map(inputs.map(([file, { imports }]) => [file, imports.map(({ path }) => path)]));
}

/** A folder like `dist/reference` with changing bundles. */
export class Builds {
  readonly #root: string;
  readonly #folder: string;
  readonly #sound = new Map<Name, BundleOutput>();
  /** Bundles that differ from the sources. */
  #wrong: readonly Name[] = [];
  #count = 0;

  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /** Creates the folder, with unchanged bundles. It must be in the package, so that imported packages are found. */
  async open(): Promise<void> {
    rmSync(this.#folder, { recursive: true, force: true });
    const isNeeded = (path: string): boolean => !/\.(d\.ts|map|code)$|\.test\.js$/.test(path);
    cpSync(join(this.#root, 'dist/reference'), this.#folder, { recursive: true, filter: isNeeded });
    for (const name of NAMES) {
      const made = await make(this.#root, name);
      this.#sound.set(name, made);
      this.#write(made);
    }
  }

  /** Replaces the bundles by those with the change. Rejects if they cannot be built. */
  plant(change: SourceChange): Promise<ReferenceBuild> {
    const text = readFileSync(join(this.#root, change.file), 'utf8');
    return this.replace(new Map([[change.file, applyChange(text, change)]]));
  }

  /** Replaces the bundles by those with these texts. Rejects if they cannot be built. */
  async replace(texts: Texts): Promise<ReferenceBuild> {
    const has = (name: Name): boolean =>
      Object.keys(this.#sound.get(name)?.metafile.inputs ?? {}).some((file) => texts.has(file));
    const names = NAMES.filter(has);
    const made = await Promise.all(names.map((name) => make(this.#root, name, [replacing(this.#root, texts)])));
    for (const name of this.#wrong) this.#write(this.#sound.get(name));
    for (const one of made) this.#write(one);
    this.#wrong = names;
    const folder = pathToFileURL(`${this.#folder}/`).href;
    return names.includes('api') ? { folder, api: this.#api(folder) } : { folder };
  }

  #write(made: BundleOutput | undefined): void {
    for (const { path, text } of made?.outputs ?? []) {
      const file = join(this.#folder, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text);
    }
  }

  /** Loads the present management API under a new address, since a module is loaded only once. */
  #api(folder: string): () => Promise<ReferenceSessions> {
    this.#count += 1;
    const address = new URL(`api.js?${this.#count}`, folder).href;
    return () => import(address);
  }
}
