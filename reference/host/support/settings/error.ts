/** A position in a configuration: a file and a line, counted from 1. */
export interface ConfigurationPosition {
  readonly file: string;
  readonly line: number;
}

/** A configuration that the host rejects; nothing was started. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly file: string;
  readonly line: number;
  /** The script lines with the mistake; empty unless there is a viewer. */
  readonly excerpt: string;
  /** Further complaints, if more than the first is reported. */
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

  /** Each complaint with its position. */
  get complaints(): readonly string[] {
    return [this, ...this.others].map((one) => withPlace(one.message, one));
  }
}

/** The message with its position, in nginx's format; options of a command line have no lines. */
export function withPlace(message: string, { file, line }: ConfigurationPosition): string {
  return line === 0 || file === 'command line' ? `${message} in ${file}` : `${message} in ${file}:${line}`;
}

/** A real host's message about an invalid parameter of a directive. */
export function invalidParameter(word: string | undefined, place: ConfigurationPosition): ConfigurationError {
  return new ConfigurationError(`invalid parameter "${word}"`, place);
}

/** A real host's message about a directive that its module rejects. */
export function misused(name: string, complaint: string, place: ConfigurationPosition): ConfigurationError {
  return new ConfigurationError(`"${name}" directive ${complaint}`, place);
}
