/**
 * How a command is declared: once, and without loading what it does. Reading the command line, help, and complaints with
 * suggestions all come from it.
 */

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: string | boolean;
  /** What it does, as a phrase. */
  readonly help: string;
  /** What stands for its value in help; of texts alone. */
  readonly value?: string;
  /** What holds without it, where that is no `default`; of texts alone. */
  readonly otherwise?: string;
  /** All values that it takes. */
  readonly values?: readonly string[];
  /** How several values are given, where that is no repetition. */
  readonly several?: string;
  /** The kinds of target that take it, of options that say more of a target. */
  readonly of?: readonly string[];
}

export type Options = { readonly [name: string]: Option };

/** What may stand behind a command's name besides options. */
export interface Operands {
  readonly shown: string;
  readonly values?: readonly string[];
}

export interface Command {
  /** One line of `srvspec help`. */
  readonly summary: string;
  /** Absent where nothing may stand there. */
  readonly operands?: Operands;
  readonly options: Options;
  /** Options that may be given once for each `--target`. */
  readonly perTarget?: Options;
  /** What follows the first operand belongs to somebody else. */
  readonly optionsFirst?: true;
  /** Further paragraphs of its help. */
  readonly notes?: readonly string[];
  /** It complains about its options itself, and has help of its own for each of its operations. */
  readonly ownHelp?: string;
}
