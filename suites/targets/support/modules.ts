/** Built-in modules that a target does not import: each costs only the requirements about it. */
import { MODULES } from '../../language/generated/names.js';

/** The number of failed starts after which a target counts as one that does not start. */
export const START_TRIES = 3;

/** Whether a target starts if it must import these modules. */
type Starts = (modules: readonly string[]) => Promise<boolean>;

/**
 * Names of the modules that a target starts without and not with, each tried alone. Empty if it does not start without any of them, since
 * then they are not the cause.
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

/** The modules that one target is known to import; found out when it first does not start. */
export class Imports {
  #refused: Promise<ReadonlySet<string>> | undefined;

  /** The modules that are known to be refused; no start is tried. */
  known(): Promise<ReadonlySet<string>> {
    return this.#refused ?? Promise.resolve(new Set());
  }

  /** Finds out which modules are refused, once; `tried` starts a target with modules alone. */
  find(tried: Starts): Promise<ReadonlySet<string>> {
    this.#refused ??= refusedModules(tried);
    return this.#refused;
  }

  /**
   * The result of `attempt` with all modules or, if `failed` recognises its error, without the refused ones.
   * @throws the error of the first attempt if no module causes it
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

/** A version that has every module, since refused modules are needed before the target's own version is known. */
export const HAS_ALL = '999.0.0';

/** All modules except these. */
export const allBut = (names: readonly string[]): ReadonlySet<string> =>
  new Set(MODULES.flatMap(({ name }) => (names.includes(name) ? [] : [name])));
