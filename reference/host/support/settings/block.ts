import type { ConfigurationPosition } from './error.js';
import type { VariableScope } from './scope.js';

/** A block of the configuration, for example one `location`. Settings contain the values of its directives. */
export class Block implements ConfigurationPosition {
  /** The kind of the block; the outermost is `main`. */
  readonly context: string;
  readonly file: string;
  readonly line: number;
  readonly parent: Block | undefined;
  /** Blocks directly inside, in the order of the configuration. */
  readonly children: Block[] = [];
  /** Variables that can be used here; `undefined` in blocks without variables. */
  readonly scope: VariableScope | undefined;
  /** Values derived from settings, by number; only `DerivedSetting` uses them. */
  readonly found: unknown[] = [];

  constructor(
    context: string,
    place: ConfigurationPosition,
    parent: Block | undefined,
    scope: VariableScope | undefined,
  ) {
    this.context = context;
    this.file = place.file;
    this.line = place.line;
    this.parent = parent;
    this.scope = scope;
    parent?.children.push(this);
  }

  /** The block `main` around it. */
  get outermost(): Block {
    return this.parent?.outermost ?? this;
  }

  /** Blocks of a kind directly inside. */
  inner(context: string): readonly Block[] {
    return this.children.filter((child) => child.context === context);
  }
}

/** A block and all blocks inside it. */
export function blocksWithin(block: Block): readonly Block[] {
  return [block, ...block.children.flatMap(blocksWithin)];
}

/** The variables of a block whose directives may use variables. */
export function scopeOf(block: Block): VariableScope {
  if (block.scope === undefined) throw new Error(`the block "${block.context}" has no variables`);
  return block.scope;
}

/** Kinds of blocks within `http` that inherit from each other. */
export const withinHttp: readonly string[] = ['http', 'server', 'location'];

/** {@link withinHttp}, with conditions of locations. */
export const withinHttpIf: readonly string[] = [...withinHttp, 'location if'];

/** {@link withinHttpIf}, with blocks of locations for some methods. */
export const withinHttpAndMethods: readonly string[] = [...withinHttpIf, 'limit_except'];

/** Blocks that inherit from each other. */
export const withinStream: readonly string[] = ['stream', 'stream server'];

/** Blocks of requests, and those of sessions. */
export const withinBoth: readonly string[] = [...withinHttp, ...withinStream];
