import { isAbsolute, join } from 'node:path';
import type { Bindings } from '../../port/runtime.js';
import { type Block, blocksWithin } from '../configuration/block.js';
import type { Configuration } from '../configuration/read.js';
import type { SharedPort } from '../script/hosted.js';
import { RealmPool } from '../script/pool.js';
import { RestingRealms } from '../script/resting.js';
import { Scripts } from '../script/scripts.js';
import type { ScriptErrors } from '../script/showing/script-errors.js';
import { scriptImports, scriptPaths } from './directives.js';
import { contextReuse, engine } from './settings.js';

/** What holds for the realms of all pools. */
export interface PoolsOptions {
  readonly shared: SharedPort;
  /** See `Scripts`. */
  readonly trusted: boolean;
  readonly errors: ScriptErrors | undefined;
}

/** The pools of realms of one protocol: one for each set of scripts that some block imports. */
export class RealmPools {
  readonly #configuration: Configuration;
  readonly #protocol: Block;
  readonly #shared: SharedPort;
  readonly #trusted: boolean;
  /** Shows what fails to those who write the scripts, where somebody does. */
  readonly errors: ScriptErrors | undefined;
  readonly #pools = new Map<string, RealmPool>();
  readonly #poolsOfBlocks = new WeakMap<Block, RealmPool>();
  readonly #resting = new WeakMap<Block, RestingRealms>();

  /** `protocol` is the block whose servers' scripts these are. */
  constructor(configuration: Configuration, protocol: Block, { shared, trusted, errors }: PoolsOptions) {
    this.#configuration = configuration;
    this.#protocol = protocol;
    this.#shared = errors === undefined ? shared : { ...shared, placeOf: errors.placeOf };
    this.#trusted = trusted;
    this.errors = errors;
  }

  /** What scripts call their globals. */
  get bindings(): Bindings {
    return this.#shared.bindings;
  }

  /** The pool of the scripts that are imported in a block; `undefined` where there are none. */
  of(block: Block): RealmPool | undefined {
    const known = this.#poolsOfBlocks.get(block);
    if (known !== undefined) return known;
    const pool = this.#find(block);
    if (pool !== undefined) this.#poolsOfBlocks.set(block, pool);
    return pool;
  }

  /** The files of all scripts that were read so far. */
  get files(): readonly string[] {
    return [...this.#pools.values()].flatMap((pool) => pool.files);
  }

  /** The realms that serve again in a block; `undefined` where each request has one of its own. */
  resting(block: Block): RestingRealms | undefined {
    if (engine.of(block) === 'njs') return undefined;
    const resting = this.#resting.get(block) ?? new RestingRealms(contextReuse.of(block));
    this.#resting.set(block, resting);
    return resting;
  }

  /** Compiles and links all scripts that servers use. Throws ConfigurationError where that is impossible. */
  async check(): Promise<void> {
    for (const block of this.#protocol.children.flatMap(blocksWithin)) await this.of(block)?.check();
  }

  #find(block: Block): RealmPool | undefined {
    const imports = scriptImports.of(block);
    if (imports.length === 0) return undefined;
    const key = JSON.stringify([imports, scriptPaths.of(block)]);
    const scripts = () => new Scripts(imports, this.#folders(block), this.#trusted, this.errors);
    const pool = this.#pools.get(key) ?? new RealmPool(scripts(), this.#shared);
    this.#pools.set(key, pool);
    return pool;
  }

  #folders(block: Block): readonly string[] {
    const { prefix, configurationPrefix } = this.#configuration;
    const folders = scriptPaths.of(block).map((path) => (isAbsolute(path) ? path : join(prefix, path)));
    return [...folders, configurationPrefix];
  }
}
