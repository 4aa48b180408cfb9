/** Where something stands in a configuration: a file and a line, counted from 1. */
export interface ConfigurationPosition {
  readonly file: string;
  readonly line: number;
}

/** A configuration that the host refuses; nothing has been started. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly file: string;
  readonly line: number;
  /** The lines of a script that are to blame, for whoever looks on; empty unless somebody does. */
  readonly excerpt: string;
  /** What else is wrong, where more than the first complaint is reported. */
  readonly others: readonly ConfigurationError[];

  constructor(
    message: string,
    place: ConfigurationPosition,
    { excerpt = '', others = [] }: { readonly excerpt?: string; readonly others?: readonly ConfigurationError[] } = {},
  ) {
    super(message);
    this.file = place.file;
    this.line = place.line;
    this.excerpt = excerpt;
    this.others = others;
  }

  /** Each complaint with its place. */
  get complaints(): readonly string[] {
    return [this, ...this.others].map((one) => withPlace(one.message, one));
  }
}

/** The message with its place, as nginx tells it; what a command line gave has no lines. */
export function withPlace(message: string, { file, line }: ConfigurationPosition): string {
  return line === 0 || file === 'command line' ? `${message} in ${file}` : `${message} in ${file}:${line}`;
}

/** What a real host says of a word that a directive cannot have. */
export function invalidParameter(word: string | undefined, place: ConfigurationPosition): ConfigurationError {
  return new ConfigurationError(`invalid parameter "${word}"`, place);
}

/** What a real host says of a directive that its module refuses. */
export function misused(name: string, complaint: string, place: ConfigurationPosition): ConfigurationError {
  return new ConfigurationError(`"${name}" directive ${complaint}`, place);
}
