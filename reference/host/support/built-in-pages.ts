/** Responses that the host generates; the documents leave them open. */
export interface BuiltInPages {
  /** The reason phrase of a status; empty for a status without one. */
  readonly reason: (status: number) => string;
  /** The parts of an HTML page for a status, signed with the name of the server or another one; `undefined` for a status without a page. */
  readonly page: (status: number, signature?: string) => readonly Buffer[] | undefined;
}
