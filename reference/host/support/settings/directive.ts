import type { Block } from './block.js';
import type { ConfigurationPosition } from './error.js';
import type { KnownVariables } from './scope.js';
import { type Inheritance, ListSetting, Setting } from './setting.js';

/** A directive that is being read. */
export interface Statement {
  /** Its name. */
  readonly name: string;
  /** Its arguments, never fewer or more than its rule allows. */
  readonly words: readonly string[];
  readonly place: ConfigurationPosition;
  /** Where its block ends; `place` for one that has none. */
  readonly end: ConfigurationPosition;
  /** The block that it stands in; for a directive that opens a block, that block. */
  readonly block: Block;
  /** What stands between its braces, for a directive that has a list there. */
  readonly entries: readonly Directive[];
  /** Folder of relative paths. */
  readonly prefix: string;
  /** Folder of relative paths to files that belong to the configuration. */
  readonly configurationPrefix: string;
  /** Notes something for the log although the directive, or an entry of its block, is accepted. */
  readonly warn: (message: string, at?: ConfigurationPosition) => void;
  /** Notes that the directive changes nothing here. */
  readonly isInert: () => void;
}

/** Something to be said of a configuration that is accepted. */
export type Warning = ConfigurationPosition &
  (
    | { readonly kind: 'note'; readonly message: string }
    | { readonly kind: 'inert'; readonly directive: string }
    /** One that the host does not know, and leaves out since it is asked to. */
    | { readonly kind: 'skipped'; readonly feature: string }
  );

/** What the host knows of one directive in some contexts. */
export interface DirectiveRule {
  readonly name: string;
  /** Kinds of blocks that it may stand in. */
  readonly contexts: readonly string[];
  /** Least and greatest number of arguments. */
  readonly arity: readonly [number, number];
  /** Kind of the block it opens, `list` for entries that are no directives. Without it a semicolon ends the directive. */
  readonly opens?: string;
  /** For a block with variables: those that are known there without being declared. */
  readonly variables?: KnownVariables;
  /** May stand once in a block. */
  readonly once?: boolean;
  /** Must stand in the block; the complaint where it does not. */
  readonly required?: string;
  /** The runtime version that brought it. */
  readonly since?: string;
  /** Absent where there is nothing to do but to accept the directive. */
  readonly read?: (reading: Statement) => void;
  /** For a block: called when all of it is read, with the place where it ends. */
  readonly close?: (block: Block, end: ConfigurationPosition) => void;
}

/** A part of the host as the configuration sees it. */
export interface ConfigurationModule {
  readonly name: string;
  readonly directives: readonly DirectiveRule[];
}

/** The greatest number of arguments of a directive that takes any. */
export const many = Number.POSITIVE_INFINITY;

/** What a directive with a setting may say besides the ordinary. */
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

/** A {@link setting} that has no value where no directive gives one. */
export function optionalSetting<T>(
  name: string,
  contexts: readonly string[],
  parse: Parse<T | undefined>,
  options: SettingOptions<T | undefined> = {},
): SettingDirective<T | undefined> {
  return setting<T | undefined>(name, contexts, parse, undefined, options);
}

/** A directive that may be repeated; each one adds what `parse` returns. */
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

/** A directive as written: its words, and the directives of its block when it has one. Its line is the one where its words end. */
export interface Directive extends ConfigurationPosition {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly block: readonly Directive[] | undefined;
  /** The line where its block ends. */
  readonly endLine?: number;
  /** Whether its block has no end, because the text is malformed inside of it. */
  readonly unclosed?: boolean;
}
