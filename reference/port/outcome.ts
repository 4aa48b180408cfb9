/** How a port call ended. Errors cross as a name and a message; the realm throws its own error object. */
export type PortOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly name: string; readonly message: string };

/** What code of the realm threw: as the log shows it, and from where, in the host's words. */
export interface Thrown {
  readonly kind: 'thrown';
  readonly message: string;
  readonly place: string | undefined;
}

/** A promise was rejected that nothing handles. */
export interface Rejection extends Omit<Thrown, 'kind'> {
  readonly kind: 'rejected';
}

/** How code of the realm ended that the host ran. */
export type RunEnd = { readonly kind: 'done' } | Thrown;
