import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Block } from './block.js';
import type { ConfigurationModule, DirectiveRule } from './directive.js';
import { ConfigurationError } from './error.js';
import { DirectiveRegistry } from './registry.js';
import { VariableScope } from './scope.js';
import { type Directive, readTree } from './tree.js';

/** A configuration that was read. What its directives say, the settings of their modules know. */
export interface Configuration {
  readonly file: string;
  /** Folder of relative paths such as those of logs; ends in a slash, as the next one. */
  readonly prefix: string;
  /** Folder of the configuration file, of inclusions and scripts. */
  readonly configurationPrefix: string;
  readonly main: Block;
}

export interface ReadOptions {
  /** Relative to `prefix`, as on a host's command line. */
  readonly file: string;
  readonly prefix: string;
  readonly modules: readonly ConfigurationModule[];
  /** Whether the runtime has what came with a version; directives that it has not are unknown. */
  readonly knows?: (since: string) => boolean;
}

/** Reads an nginx-style configuration file. Throws {@link ConfigurationError} with file and line. */
export function readConfiguration(options: ReadOptions): Configuration {
  const prefix = join(resolve(options.prefix), '/');
  const file = isAbsolute(options.file) ? options.file : join(prefix, options.file);
  const configurationPrefix = join(dirname(file), '/');
  const tree = readTree(file, configurationPrefix);
  const main = new Block('main', { file, line: 0 }, undefined, undefined);
  const registry = new DirectiveRegistry(options.modules, options.knows ?? (() => true));
  new Reader(registry, prefix).read(tree, main);
  return { file, prefix, configurationPrefix, main };
}

class Reader {
  readonly #registry: DirectiveRegistry;
  readonly #prefix: string;

  constructor(registry: DirectiveRegistry, prefix: string) {
    this.#registry = registry;
    this.#prefix = prefix;
  }

  /** Applies the simple directives of a block, then reads the inner blocks: they inherit also from what stands behind them. */
  read(tree: readonly Directive[], block: Block): void {
    const inner: (readonly [Directive, DirectiveRule])[] = [];
    const seen = new Set<string>();
    for (const directive of tree) {
      const rule = this.#registry.ruleFor(directive, block.context);
      checkRepetition(directive, rule, seen);
      if (rule.opens === undefined || rule.opens === 'list') this.#apply(directive, rule, block);
      else inner.push([directive, rule]);
    }
    this.#checkRequired(block, seen);
    for (const [directive, rule] of inner) this.#open(directive, rule, block);
  }

  #apply(directive: Directive, rule: DirectiveRule, block: Block): void {
    const { arguments: words, block: entries = [] } = directive;
    rule.read?.({ words, place: directive, block, entries, prefix: this.#prefix });
  }

  #open(directive: Directive, rule: DirectiveRule, outer: Block): void {
    const scope = rule.variables === undefined ? outer.scope : new VariableScope(rule.variables);
    const block = new Block(rule.opens ?? '', directive, outer, scope);
    this.#apply(directive, rule, block);
    this.read(directive.block ?? [], block);
    if (rule.variables !== undefined) scope?.check();
  }

  #checkRequired(block: Block, seen: ReadonlySet<string>): void {
    for (const { name, complaint } of this.#registry.requiredIn(block.context)) {
      if (!seen.has(name)) throw new ConfigurationError(complaint, block);
    }
  }
}

function checkRepetition(directive: Directive, rule: DirectiveRule, seen: Set<string>): void {
  if (rule.once === true && seen.has(directive.name)) {
    throw new ConfigurationError(`"${directive.name}" directive is duplicate`, directive);
  }
  seen.add(directive.name);
}
