/**
 * How a command is declared: once, and without loading what it does. Reading the command line, help, `README.md` of the command
 * line, and complaints with suggestions all come from it.
 */

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: string | boolean;
  /** What it does, as a phrase; details are behind a semicolon. */
  readonly help: string;
  /** How help writes its value; of texts alone. */
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

/** Help shows as many of the first as fit on a screen, so the most useful come first. */
export type Options = { readonly [name: string]: Option };

/** What may be behind a command's name besides options. */
interface Operands {
  readonly shown: string;
  /** How many there are at most; any number without it. */
  readonly most?: number;
  readonly values?: readonly string[];
}

export interface Command {
  /** One line of `srvspec help`. */
  readonly summary: string;
  /** Absent where there may be none. */
  readonly operands?: Operands;
  readonly options: Options;
  /** Options that may be given once for each `--target`. */
  readonly perTarget?: Options;
  /** What follows the first operand belongs to somebody else. */
  readonly optionsFirst?: true;
  /** Command lines behind `srvspec`, each with what it is for. */
  readonly examples?: readonly (readonly [words: string, purpose: string])[];
  /** What an exit status means; those of all commands need no entry. */
  readonly statuses?: { readonly [status: number]: string };
  /** Further paragraphs of its help. */
  readonly notes?: readonly string[];
  /** It complains about its options itself, and has help of its own for each of its operations. */
  readonly ownHelp?: string;
}
