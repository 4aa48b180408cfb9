import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Block } from '../../host/support/settings/block.js';
import type { Configuration } from '../../host/support/settings/configuration.js';
import type { ConfigurationModule, Directive, DirectiveRule, Warning } from '../../host/support/settings/directive.js';
import { ConfigurationError, type ConfigurationPosition, misused } from '../../host/support/settings/error.js';
import { VariableScope } from '../../host/support/settings/scope.js';
import type { LackingFeature, RealHost } from './real-host.js';
import { DirectiveRegistry, type UnknownDirective } from './registry.js';
import { readTree } from './tree.js';

export interface ReadOptions {
  /** Relative to `prefix`, as on a host's command line. */
  readonly file: string;
  readonly prefix: string;
  /** Directives that precede those of the file. */
  readonly globals?: string;
  readonly modules: readonly ConfigurationModule[];
  /** Whether the runtime has the features of a version; newer directives are unknown. */
  readonly knows?: (since: string) => boolean;
  /** The real host that this one replaces. */
  readonly real?: RealHost;
  /** Skips directives of the real host whose effects neither scripts nor clients see. */
  readonly skipsUnsupported?: boolean;
}

/** Reads an nginx-style configuration file. Throws {@link ConfigurationError} with file and line. */
export function readConfiguration(options: ReadOptions): Configuration {
  const prefix = join(resolve(options.prefix), '/');
  const file = isAbsolute(options.file) ? options.file : join(prefix, options.file);
  const configurationPrefix = join(dirname(file), '/');
  const { directives, failure, files } = readTree(file, configurationPrefix, options.globals);
  const main = new Block('main', { file, line: 0 }, undefined, undefined);
  const { real, skipsUnsupported = false } = options;
  const registry = new DirectiveRegistry(options.modules, options.knows ?? (() => true), real);
  const skips = (lacking: LackingFeature | undefined) => skipsUnsupported && lacking?.canSkip === true;
  const reader = new ConfigurationReader({ registry, real, skips, prefix, configurationPrefix }, directives);
  const seen = reader.read(directives, main);
  if (failure !== undefined) throw failure;
  reader.checkRequired(main, seen);
  return { file, prefix, configurationPrefix, main, files, warnings: reader.warnings };
}

interface ReaderOptions extends Pick<Configuration, 'prefix' | 'configurationPrefix'> {
  readonly registry: DirectiveRegistry;
  readonly real: RealHost | undefined;
  /** Whether a directive that the host lacks is skipped. */
  readonly skips: (lacking: LackingFeature | undefined) => boolean;
}

class ConfigurationReader {
  readonly #options: ReaderOptions;
  readonly #registry: DirectiveRegistry;
  /** All directives that were read. */
  readonly #whole: readonly Directive[];
  readonly warnings: Warning[] = [];

  constructor(options: ReaderOptions, whole: readonly Directive[]) {
    this.#options = options;
    this.#registry = options.registry;
    this.#whole = whole;
  }

  /** Applies directives in order, so that the complaint is about the first one that is wrong; returns their names. */
  read(tree: readonly Directive[], block: Block): ReadonlySet<string> {
    const seen = new Set<string>();
    for (const directive of tree) {
      const unknown = this.#registry.unknown(directive, block.context, tree);
      if (unknown !== undefined) {
        this.#skip(unknown);
        continue;
      }
      const rule = this.#registry.ruleFor(directive, block.context);
      checkRepetition(directive, rule, seen);
      if (rule.opens === undefined || rule.opens === 'list') this.#apply(directive, rule, block);
      else this.#open(directive, rule, block);
    }
    return seen;
  }

  /** Skips an unknown directive, if that is allowed. */
  #skip({ lacking, directive: { file, line } }: UnknownDirective): void {
    if (!this.#options.skips(lacking) || lacking === undefined) throw this.#refusal();
    this.warnings.push({ kind: 'skipped', feature: lacking.text, file, line });
  }

  /** One error for all unknown directives, the first one first. */
  #refusal(): ConfigurationError {
    const complaints = this.#registry
      .allUnknown(this.#whole, 'main')
      .filter(({ lacking }) => !this.#options.skips(lacking))
      .map(({ message, directive }) => new ConfigurationError(message, directive));
    const [first, ...others] = complaints;
    if (first === undefined) throw new Error('no directive is unknown');
    return new ConfigurationError(first.message, first, { others });
  }

  checkRequired(block: Block, seen: ReadonlySet<string>): void {
    for (const { name, complaint } of this.#registry.requiredIn(block.context)) {
      if (!seen.has(name)) throw new ConfigurationError(complaint, block);
    }
  }

  #apply(directive: Directive, rule: DirectiveRule, block: Block): void {
    const { name, arguments: words, block: entries = [] } = directive;
    for (const entry of rule.opens === 'list' ? entries : [])
      if (entry.block !== undefined) throw new ConfigurationError('unexpected "{"', entry);
    const warn = (message: string, { file, line }: ConfigurationPosition = directive) =>
      void this.warnings.push({ kind: 'note', message, file, line });
    const isInert = () =>
      void this.warnings.push({ kind: 'inert', directive: name, file: directive.file, line: directive.line });
    const end = endOf(directive);
    const { prefix, configurationPrefix } = this.#options;
    rule.read?.({ name, words, place: directive, end, block, entries, prefix, configurationPrefix, warn, isInert });
  }

  #open(directive: Directive, rule: DirectiveRule, outer: Block): void {
    const scope = rule.variables === undefined ? outer.scope : new VariableScope(rule.variables);
    const block = new Block(rule.opens ?? '', directive, outer, scope);
    this.#apply(directive, rule, block);
    const seen = this.read(directive.block ?? [], block);
    if (directive.unclosed === true) return;
    this.checkRequired(block, seen);
    rule.close?.(block, endOf(directive));
    if (rule.variables !== undefined)
      scope?.check((name) => this.#options.real?.hasVariable(block.context, name) === true);
  }
}

function endOf({ file, line, endLine = line }: Directive): ConfigurationPosition {
  return { file, line: endLine };
}

function checkRepetition(directive: Directive, rule: DirectiveRule, seen: Set<string>): void {
  if (rule.once === true && seen.has(directive.name)) {
    throw misused(directive.name, 'is duplicate', directive);
  }
  seen.add(directive.name);
}
