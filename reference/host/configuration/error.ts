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

  constructor(message: string, place: ConfigurationPosition) {
    super(message);
    this.file = place.file;
    this.line = place.line;
  }
}
