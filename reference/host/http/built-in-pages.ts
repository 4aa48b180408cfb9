/** What a host answers of its own accord; the documents leave it open. */
export interface BuiltInPages {
  /** Text after the status code in the status line; empty for a code without one. */
  readonly reason: (status: number) => string;
  /** An HTML page for a code; `undefined` for a code that has none. */
  readonly page: (status: number) => Buffer | undefined;
}
