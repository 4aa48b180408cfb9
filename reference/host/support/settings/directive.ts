import type { Block } from './block.js';
import type { ConfigurationPosition } from './error.js';
import type { KnownVariables } from './scope.js';
import { type Inheritance, ListSetting, Setting } from './setting.js';

/** A directive that is being read. */
export interface Statement {
  /** Its name. */
  readonly name: string;
  /** Its arguments, as many as its rule allows. */
  readonly words: readonly string[];
  readonly place: ConfigurationPosition;
  /** The end of its block; `place` for a directive without one. */
  readonly end: ConfigurationPosition;
  /** The block that contains it; for a directive that opens a block, that block. */
  readonly block: Block;
  /** The entries between its braces, for a directive with a list. */
  readonly entries: readonly Directive[];
  /** The folder of relative paths. */
  readonly prefix: string;
  /** The folder of relative paths to files that belong to the configuration. */
  readonly configurationPrefix: string;
  /** Adds a warning to the log about an accepted directive, or an entry of its block. */
  readonly warn: (message: string, at?: ConfigurationPosition) => void;
  /** Records that the directive has no effect here. */
  readonly isInert: () => void;
}

/** A warning about an accepted configuration. */
export type Warning = ConfigurationPosition &
  (
    | { readonly kind: 'note'; readonly message: string }
    | { readonly kind: 'inert'; readonly directive: string }
    /** An unknown directive that is skipped on request. */
    | { readonly kind: 'skipped'; readonly feature: string }
  );

/** The rule for one directive in some contexts. */
export interface DirectiveRule {
  readonly name: string;
  /** Kinds of blocks that may contain it. */
  readonly contexts: readonly string[];
  /** Least and greatest number of arguments. */
  readonly arity: readonly [number, number];
  /** Kind of the block that it opens, or `list` for entries that are not directives. Without it a semicolon ends the directive. */
  readonly opens?: string;
  /** For a block with variables: those that need no declaration there. */
  readonly variables?: KnownVariables;
  /** Allowed once in a block. */
  readonly once?: boolean;
  /** Required in the block; the complaint if it is missing. */
  readonly required?: string;
  /** The runtime version that introduced it. */
  readonly since?: string;
  /** Absent if the directive is accepted without effect. */
  readonly read?: (reading: Statement) => void;
  /** For a block: called once all of it is read, with the position of its end. */
  readonly close?: (block: Block, end: ConfigurationPosition) => void;
}

/** A part of the host, as the configuration sees it. */
export interface ConfigurationModule {
  readonly name: string;
  readonly directives: readonly DirectiveRule[];
}

/** The greatest number of arguments of a directive without a limit. */
export const many = Number.POSITIVE_INFINITY;

/** Further options of a setting's directive. */
interface SettingOptions<T> extends Partial<Pick<DirectiveRule, 'arity' | 'opens' | 'once' | 'required' | 'since'>> {
  readonly inherit?: Inheritance<T>;
}

type Parse<T> = (words: readonly string[], reading: Statement) => T;

/** A setting together with the directive that declares it. */
export type SettingDirective<T> = Setting<T> & DirectiveRule;
export type ListDirective<T> = ListSetting<T> & DirectiveRule;

/** A directive of one argument, once in a block, whose value inner blocks inherit unless the options say otherwise. */
export function setting<T>(
  name: string,
  contexts: readonly string[],
  parse: Parse<T>,
  initial: T,
  { inherit, ...options }: SettingOptions<T> = {},
): SettingDirective<T> {
  const declared = new Setting<T>(initial, inherit);
  const read = (reading: Statement) => declared.set(reading.block, parse(reading.words, reading));
  return Object.assign(declared, { name, contexts, arity: [1, 1] as const, once: true, read, ...options });
}

/** A {@link setting} without a value if no directive gives one. */
export function optionalSetting<T>(
  name: string,
  contexts: readonly string[],
  parse: Parse<T | undefined>,
  options: SettingOptions<T | undefined> = {},
): SettingDirective<T | undefined> {
  return setting<T | undefined>(name, contexts, parse, undefined, options);
}

/** A directive that may be repeated; each one adds the result of `parse`. */
export function listSetting<T>(
  name: string,
  contexts: readonly string[],
  parse: Parse<readonly T[]>,
  initial: readonly T[],
  { inherit, ...options }: SettingOptions<readonly T[]> = {},
): ListDirective<T> {
  const declared = new ListSetting<T>(initial, inherit);
  const read = (reading: Statement) => declared.add(reading.block, ...parse(reading.words, reading));
  return Object.assign(declared, { name, contexts, arity: [1, 1] as const, read, ...options });
}

/** A directive as written: its words, and the directives of its block if it has one. Its line is the one where its words end. */
export interface Directive extends ConfigurationPosition {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly block: readonly Directive[] | undefined;
  /** The line where its block ends. */
  readonly endLine?: number;
  /** Whether its block has no end, because the text is malformed inside it. */
  readonly unclosed?: boolean;
}
