import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Configuration, HttpConfiguration, Location, ServerConfiguration, Settings } from './configuration.js';
import { type DirectiveRule, directives } from './directives.js';
import { type BlockDraft, ConfigurationDraft, type Context, emptyBlock } from './draft.js';
import { ConfigurationError, type Place } from './error.js';
import { defaultSettings, inherit } from './settings.js';
import { type Directive, readTree } from './tree.js';

/**
 * Reads an nginx-style configuration file. `file` is relative to `prefix`, as on a host's command line. Throws
 * {@link ConfigurationError} with file and line; nothing has been started then.
 */
export function readConfiguration(options: { readonly file: string; readonly prefix: string }): Configuration {
  const prefix = join(resolve(options.prefix), '/');
  const file = isAbsolute(options.file) ? options.file : join(prefix, options.file);
  const configurationPrefix = join(dirname(file), '/');
  const draft = new ConfigurationDraft(prefix, configurationPrefix);
  const tree = readTree(file, configurationPrefix);
  const settings = new Reader(draft).main(tree);
  requireEvents(tree, file);
  const { pidFile, environment, workerProcesses, http } = draft;
  return { file, prefix, configurationPrefix, settings, pidFile, environment, workerProcesses, http };
}

function requireEvents(tree: readonly Directive[], file: string): void {
  if (tree.some((directive) => directive.name === 'events')) return;
  throw new ConfigurationError('no "events" section in configuration', { file, line: 0 });
}

class Reader {
  readonly #draft: ConfigurationDraft;

  constructor(draft: ConfigurationDraft) {
    this.#draft = draft;
  }

  main(tree: readonly Directive[]): Settings {
    const { block, inner } = this.#read(tree, emptyBlock('main'));
    const settings = inherit(block.settings, defaultSettings);
    for (const directive of inner) {
      if (directive.name === 'http') this.#draft.http = this.#http(directive, settings);
      else this.#read(directive.block ?? [], emptyBlock('events'));
    }
    return settings;
  }

  #http(directive: Directive, outer: Settings): HttpConfiguration {
    const { block, inner } = this.#read(directive.block ?? [], emptyBlock('http'));
    const settings = inherit(block.settings, outer);
    const servers = inner.map((server) => this.#server(server, settings));
    const { variables, zones } = this.#draft;
    return {
      servers,
      variables,
      zones,
      referenced: this.#draft.checkedReferences(),
    };
  }

  #server(directive: Directive, outer: Settings): ServerConfiguration {
    const { block, inner } = this.#read(directive.block ?? [], emptyBlock('server'));
    const settings = inherit(block.settings, outer);
    const locations = inner.map((location) => this.#location(location, settings, undefined));
    const everywhere = { kind: 'tcp', host: '0.0.0.0', port: 80, defaultServer: false } as const;
    const listens = block.listens.length > 0 ? block.listens : [everywhere];
    return { listens, names: block.names, settings, rewrite: block.rewrite, locations };
  }

  #location(directive: Directive, outer: Settings, parent: BlockDraft | undefined): Location {
    const opened = emptyBlock('location');
    ruleOf(directive).read?.({ words: directive.arguments, place: directive, block: opened, draft: this.#draft });
    checkNesting(directive, opened, parent);
    const { block, inner } = this.#read(directive.block ?? [], opened);
    if (block.pattern === undefined) throw new Error('a location was read without its pattern');
    const settings = inherit(block.settings, outer);
    const locations = inner.map((location) => this.#location(location, settings, block));
    const { pattern, internal, rewrite, content } = block;
    return { pattern, internal: internal || pattern.kind === 'named', settings, rewrite, content, locations };
  }

  /** Applies the simple directives of a block. Inner blocks are handed back: they inherit also from what stands behind them. */
  #read(tree: readonly Directive[], block: BlockDraft): { readonly block: BlockDraft; readonly inner: Directive[] } {
    const inner: Directive[] = [];
    const seen = new Set<string>();
    for (const directive of tree) {
      const rule = checked(directive, block.context);
      if (rule.once === true && seen.has(directive.name)) {
        throw new ConfigurationError(`"${directive.name}" directive is duplicate`, directive);
      }
      seen.add(directive.name);
      if (rule.opens === 'list') readTypes(directive, block);
      else if (rule.opens !== undefined) inner.push(directive);
      else rule.read?.({ words: directive.arguments, place: directive, block, draft: this.#draft });
    }
    return { block, inner };
  }
}

function ruleOf(directive: Directive): DirectiveRule {
  const rule = directives.get(directive.name);
  if (rule === undefined) throw new ConfigurationError(`unknown directive "${directive.name}"`, directive);
  return rule;
}

function checked(directive: Directive, context: Context): DirectiveRule {
  const rule = ruleOf(directive);
  const { name } = directive;
  if (!rule.contexts.includes(context)) {
    throw new ConfigurationError(`"${name}" directive is not allowed here`, directive);
  }
  if (rule.opens === undefined && directive.block !== undefined) {
    throw new ConfigurationError(`directive "${name}" is not terminated by ";"`, directive);
  }
  if (rule.opens !== undefined && directive.block === undefined) {
    throw new ConfigurationError(`directive "${name}" has no opening "{"`, directive);
  }
  const count = directive.arguments.length;
  if (count < rule.arity[0] || count > rule.arity[1]) {
    throw new ConfigurationError(`invalid number of arguments in "${name}" directive`, directive);
  }
  return rule;
}

function checkNesting(place: Place, inner: BlockDraft, outer: BlockDraft | undefined): void {
  if (outer?.pattern === undefined || inner.pattern === undefined) return;
  if (outer.pattern.kind === 'exact' || outer.pattern.kind === 'named') {
    throw new ConfigurationError('a location cannot be inside an exact or named location', place);
  }
  if (inner.pattern.kind === 'named') {
    throw new ConfigurationError('a named location can be on the server level only', place);
  }
}

function readTypes(directive: Directive, block: BlockDraft): void {
  const types = new Map<string, string>();
  for (const { name, arguments: extensions } of directive.block ?? []) {
    for (const extension of extensions) types.set(extension.toLowerCase(), name);
  }
  block.settings.types = types;
}
