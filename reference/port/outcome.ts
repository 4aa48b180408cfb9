/** The result of a port call. An error crosses as a name and a message; the realm throws an error object of its own. */
export type PortOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly name: string; readonly message: string };

/** A thrown value: its text for the log, and where it was thrown, in the host's format. */
export interface Thrown {
  readonly kind: 'thrown';
  readonly message: string;
  readonly place: string | undefined;
}

/** A rejected promise without a handler. */
export interface Rejection extends Omit<Thrown, 'kind'> {
  readonly kind: 'rejected';
}

/** How code that the host ran in the realm ended. */
export type RunEnd = { readonly kind: 'done' } | Thrown;
