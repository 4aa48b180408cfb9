/** The responses that a host makes by itself; the documents leave them open. */
export interface BuiltInPages {
  /** Text after the status code in the status line; empty for a code without one. */
  readonly reason: (status: number) => string;
  /** An HTML page for a code; `undefined` for a code that has none. */
  readonly page: (status: number) => Buffer | undefined;
}
