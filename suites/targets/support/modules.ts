/** Built-in modules that a target does not import: each costs its own requirements, and nothing else. */
import { MODULES } from '../../language/generated/names.js';

/** Starts that a target is given before it counts as one that does not start. */
export const START_TRIES = 3;

/** Whether a target starts when it has to import these modules. */
type Starts = (modules: readonly string[]) => Promise<boolean>;

/**
 * Names of the modules that a target starts without and not with, each tried by itself. None where it does not start
 * without any: then it is not they that keep it from starting.
 */
async function refusedModules(starts: Starts): Promise<ReadonlySet<string>> {
  const refused = new Set<string>();
  if (!(await startsAtAll(starts, []))) return refused;
  for (const { name } of MODULES) {
    if (!(await startsAtAll(starts, [name]))) refused.add(name);
  }
  return refused;
}

async function startsAtAll(starts: Starts, modules: readonly string[]): Promise<boolean> {
  for (let tries = 0; tries < START_TRIES; tries++) {
    if (await starts(modules)) return true;
  }
  return false;
}

/** What is known of the modules that one target imports; found out when it first does not start. */
export class Imports {
  #refused: Promise<ReadonlySet<string>> | undefined;

  /** The modules that are known to be refused; nothing is started to find out. */
  known(): Promise<ReadonlySet<string>> {
    return this.#refused ?? Promise.resolve(new Set());
  }

  /** Finds out which are refused, once; `tried` starts nothing but modules. */
  find(tried: Starts): Promise<ReadonlySet<string>> {
    this.#refused ??= refusedModules(tried);
    return this.#refused;
  }

  /**
   * What `attempt` gives with all modules or, where `failed` recognises its error, without those that are refused.
   * @throws the error of the first attempt when it is no module that makes it fail
   */
  async without<T>(
    attempt: (refused: ReadonlySet<string>) => Promise<T>,
    failed: (error: unknown) => boolean,
    tried: Starts,
  ): Promise<T> {
    const known = await this.known();
    try {
      return await attempt(known);
    } catch (error) {
      if (!failed(error)) throw error;
      const refused = await this.find(tried);
      if (refused.size === known.size) throw error;
      return attempt(refused);
    }
  }
}

/** A version that has every module: what is refused is asked before the target's own version is known. */
export const HAS_ALL = '999.0.0';

/** All modules but these. */
export const allBut = (names: readonly string[]): ReadonlySet<string> =>
  new Set(MODULES.flatMap(({ name }) => (names.includes(name) ? [] : [name])));
