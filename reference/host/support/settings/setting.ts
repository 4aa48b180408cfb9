import type { Block } from './block.js';

/** What a block inherits: the outer value where it has none, nothing, or its own values after the outer ones. */
export type Inheritance<T> = 'outer' | 'nothing' | ((own: T, outer: T) => T);

/** How many things are derived from settings, and how often a setting was given a value so far. */
let [derived, changes] = [0, 0];

/** What was found to hold in a block. */
class DerivedValue<T> {
  readonly by: DerivedSetting<T>;
  readonly value: T;
  readonly #changes = changes;

  constructor(by: DerivedSetting<T>, value: T) {
    this.by = by;
    this.value = value;
  }

  /** Whether no directive was read since then. */
  get isFinal(): boolean {
    return this.#changes === changes;
  }
}

/** What follows for each block from what settings say; it is found once for as long as no directive is read. */
export class DerivedSetting<T> {
  readonly #find: (block: Block) => T;
  readonly #number = derived++;

  constructor(find: (block: Block) => T) {
    this.#find = find;
  }

  of(block: Block): T {
    const known = block.found[this.#number];
    if (this.#isMine(known) && known.isFinal) return known.value;
    const value = this.#find(block);
    block.found[this.#number] = new DerivedValue(this, value);
    return value;
  }

  #isMine(known: unknown): known is DerivedValue<T> {
    return known instanceof DerivedValue && known.by === this;
  }
}

/** One value of every block, with its default and the rule by which inner blocks inherit it. */
export class Setting<T> {
  readonly #initial: T;
  readonly #inheritance: Inheritance<T>;
  readonly #own = new WeakMap<Block, { readonly value: T }>();
  readonly #holding = new DerivedSetting((block) => this.#find(block));

  constructor(initial: T, inheritance: Inheritance<T> = 'outer') {
    this.#initial = initial;
    this.#inheritance = inheritance;
  }

  /** The value that holds in a block. Final once the whole configuration is read. */
  of(block: Block): T {
    return this.#holding.of(block);
  }

  #find(block: Block): T {
    const own = this.#own.get(block);
    const inheritance = this.#inheritance;
    if (inheritance === 'nothing' && own === undefined && !isConditional(block)) return this.#initial;
    if (inheritance === 'nothing' && own !== undefined) return own.value;
    if (own !== undefined && inheritance === 'outer') return own.value;
    const outer = block.parent === undefined ? this.#initial : this.of(block.parent);
    return own === undefined || typeof inheritance === 'string' ? outer : inheritance(own.value, outer);
  }

  /** What the block itself says; `undefined` where it says nothing. */
  own(block: Block): T | undefined {
    return this.#own.get(block)?.value;
  }

  set(block: Block, value: T): void {
    changes += 1;
    this.#own.set(block, { value });
  }
}

/** A block with a condition holds what the block around it says, unless it says something else. */
function isConditional(block: Block): boolean {
  return block.context.endsWith(' if');
}

/** A setting of several values, which directives add one by one. */
export class ListSetting<T> extends Setting<readonly T[]> {
  add(block: Block, ...values: readonly T[]): void {
    this.set(block, [...(this.own(block) ?? []), ...values]);
  }
}

/** {@link Inheritance} of lists that grow from block to block. */
export function appended<T>(own: readonly T[], outer: readonly T[]): readonly T[] {
  return [...outer, ...own];
}

/** Settings by the names under which their values are looked up. */
type NamedSettings = Readonly<Record<string, { of(block: Block): unknown }>>;

type ValuesOf<S extends NamedSettings> = { readonly [Name in keyof S]: ReturnType<S[Name]['of']> };

/** The values of several settings, for a block that is asked for many of them again and again. */
export function derivedValues<S extends NamedSettings>(settings: S): DerivedSetting<ValuesOf<S>> {
  const names = Object.keys(settings);
  const areAll = (values: object): values is ValuesOf<S> => names.every((name) => name in values);
  return new DerivedSetting((block) => {
    const values = Object.fromEntries(names.map((name) => [name, settings[name]?.of(block)]));
    if (!areAll(values)) throw new Error('a setting has no value');
    return values;
  });
}
