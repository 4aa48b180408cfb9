import type { Block } from './block.js';

/** How a block inherits: the outer value if it has none, no value, or its own values after the outer ones. */
export type Inheritance<T> = 'outer' | 'nothing' | ((own: T, outer: T) => T);

/** The number of derived settings, and how often a setting was given a value so far. */
let [derived, changes] = [0, 0];

/** The value of a setting in a block. */
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

/** A value derived from settings for each block. It is computed again only after a directive was read. */
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

/** A value of every block, with its default and the rule by which inner blocks inherit it. */
export class Setting<T> {
  readonly #initial: T;
  readonly #inheritance: Inheritance<T>;
  readonly #own = new WeakMap<Block, { readonly value: T }>();
  readonly #holding = new DerivedSetting((block) => this.#find(block));

  constructor(initial: T, inheritance: Inheritance<T> = 'outer') {
    this.#initial = initial;
    this.#inheritance = inheritance;
  }

  /** The value in a block. It is final once the whole configuration is read. */
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

  /** The block's own value; `undefined` without one. */
  own(block: Block): T | undefined {
    return this.#own.get(block)?.value;
  }

  set(block: Block, value: T): void {
    changes += 1;
    this.#own.set(block, { value });
  }
}

/** A conditional block has the values of its parent, unless it sets its own. */
function isConditional(block: Block): boolean {
  return block.context.endsWith(' if');
}

/** A setting with a list of values, to which directives add. */
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

/** The values of several settings, for a block that is often asked for many of them. */
export function derivedValues<S extends NamedSettings>(settings: S): DerivedSetting<ValuesOf<S>> {
  const names = Object.keys(settings);
  const areAll = (values: object): values is ValuesOf<S> => names.every((name) => name in values);
  return new DerivedSetting((block) => {
    const values = Object.fromEntries(names.map((name) => [name, settings[name]?.of(block)]));
    if (!areAll(values)) throw new Error('a setting has no value');
    return values;
  });
}
