/** The responses that a host makes by itself; the documents leave them open. */
export interface BuiltInPages {
  /** Text after the status code in the status line; empty for a code without one. */
  readonly reason: (status: number) => string;
  /** The parts of an HTML page for a code, signed with the name of the server or another one; `undefined` for a code that has none. */
  readonly page: (status: number, signature?: string) => readonly Buffer[] | undefined;
}
