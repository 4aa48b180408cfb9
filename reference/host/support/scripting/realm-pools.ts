import { readFileSync } from 'node:fs';
import type { GlobalNames } from '../../../port/runtime.js';
import { parsedJson } from '../json.js';
import type { PreloadedText } from '../realms/evaluation.js';
import type { SharedPort } from '../realms/hosted.js';
import { RealmPool } from '../realms/pool.js';
import { RestingRealms } from '../realms/resting.js';
import { ScriptFiles, type ScriptImport } from '../realms/scripts.js';
import { type Block, blocksWithin } from '../settings/block.js';
import type { Configuration } from '../settings/configuration.js';
import { ConfigurationError, type ConfigurationPosition } from '../settings/error.js';
import type { ScriptErrors } from '../showing/script-errors.js';
import { systemFailure } from '../system-errors.js';
import { preloadedFiles, scriptImports, scriptPaths } from './directives.js';
import type { SendFetch } from './fetching.js';
import type { GlobalFile } from './named-file.js';
import { contextReuse, engine } from './settings.js';

/** Options of the realms of all pools. */
interface PoolsOptions {
  readonly shared: SharedPort;
  /** See `ScriptFiles`. */
  readonly trusted: boolean;
  readonly errors: ScriptErrors | undefined;
  /** How requests of `srv.fetch()` are sent. */
  readonly fetching: SendFetch;
}

/** The pools of realms of one protocol: one for each set of scripts that some block imports. */
export class RealmPools {
  readonly #configuration: Configuration;
  readonly #protocol: Block;
  readonly #shared: SharedPort;
  readonly #trusted: boolean;
  /** Shows failures to authors of scripts, if there is a viewer. */
  readonly errors: ScriptErrors | undefined;
  readonly fetching: SendFetch;
  readonly #pools = new Map<string, RealmPool>();
  readonly #poolsOfBlocks = new WeakMap<Block, RealmPool>();
  readonly #preloadedFiles = new Set<string>();
  readonly #resting = new WeakMap<Block, RestingRealms>();

  /** `protocol` is the block whose servers' scripts these are. */
  constructor(configuration: Configuration, protocol: Block, { shared, trusted, errors, fetching }: PoolsOptions) {
    this.#configuration = configuration;
    this.#protocol = protocol;
    this.#shared = errors === undefined ? shared : { ...shared, placeOf: errors.placeOf };
    this.#trusted = trusted;
    this.errors = errors;
    this.fetching = fetching;
  }

  /** The names of the globals in scripts. */
  get bindings(): GlobalNames {
    return this.#shared.bindings;
  }

  /** The pool of the scripts that are imported in a block; `undefined` without imports. */
  of(block: Block): RealmPool | undefined {
    const known = this.#poolsOfBlocks.get(block);
    if (known !== undefined) return known;
    const pool = this.#find(block);
    if (pool !== undefined) this.#poolsOfBlocks.set(block, pool);
    return pool;
  }

  /** The files of all scripts that were read so far, and the preloaded files. */
  get files(): readonly string[] {
    const scripts = [...this.#pools.values()].flatMap((pool) => pool.files);
    return [...scripts, ...this.#preloadedFiles];
  }

  /** The realms that serve again in a block; `undefined` if each request has its own realm. */
  resting(block: Block): RestingRealms | undefined {
    if (engine.of(block) === 'njs') return undefined;
    const resting = this.#resting.get(block) ?? new RestingRealms(contextReuse.of(block));
    this.#resting.set(block, resting);
    return resting;
  }

  /**
   * Compiles and links all scripts that handlers use. Throws ConfigurationError if that fails. An outer block that calls no handler may
   * lack a module that is only in a folder of inner blocks.
   */
  async check(callsHandlers: (block: Block) => boolean): Promise<void> {
    for (const block of this.#protocol.children.flatMap(blocksWithin)) {
      const isOuter = block.children.some((inner) => this.of(inner) !== this.of(block));
      if (!isOuter || callsHandlers(block)) await this.of(block)?.check();
    }
  }

  #find(block: Block): RealmPool | undefined {
    const imports = scriptImports.of(block);
    if (imports.length === 0) return undefined;
    checkNames(imports);
    const asked = engine.of(block);
    // As on real hosts, where only one engine has them.
    const files = asked === 'njs' ? lastOfEachName(preloadedFiles.of(block)) : [];
    const key = JSON.stringify([imports, scriptPaths.of(block), asked, files]);
    const pool = this.#pools.get(key) ?? this.#make(block, imports, files);
    this.#pools.set(key, pool);
    return pool;
  }

  #make(block: Block, roots: readonly ScriptImport[], files: readonly GlobalFile[]): RealmPool {
    const folders = [this.#configuration.configurationPrefix, ...scriptPaths.of(block)];
    const preloaded = files.map((file) => this.#preloaded(file));
    const scripts = new ScriptFiles({ roots, folders, preloaded, trusted: this.#trusted, errors: this.errors });
    const runtime = { ...this.#shared.runtime, engine: engine.of(block) };
    return new RealmPool(scripts, { ...this.#shared, runtime });
  }

  /** Throws ConfigurationError if the file cannot be read or is not JSON. */
  #preloaded({ name, path, file, line }: GlobalFile): PreloadedText {
    const json = contentOf(path, { file, line });
    this.#preloadedFiles.add(path);
    try {
      parsedJson(json);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ConfigurationError(`"${path}" cannot be preloaded: ${reason}`, { file, line });
    }
    return { name, json };
  }
}

function lastOfEachName(files: readonly GlobalFile[]): readonly GlobalFile[] {
  return [...new Map(files.map((file) => [file.name, file])).values()];
}

function contentOf(path: string, place: ConfigurationPosition): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigurationError(systemFailure('open', `"${path}"`, error), place);
  }
}

/** Names of outer blocks also apply to inner ones. Throws ConfigurationError. */
function checkNames(imports: readonly ScriptImport[]): void {
  const twice = imports.find(({ name }, at) => imports.slice(0, at).some((earlier) => earlier.name === name));
  if (twice !== undefined) throw new ConfigurationError(`the duplicate "${twice.name}" import`, twice);
}
