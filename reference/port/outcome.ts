/** How a port call ended. Errors cross as a name and a message; the realm throws its own error object. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly name: string; readonly message: string };

/** How code of the realm ended that the host ran. */
export type RunEnd = { readonly kind: 'done' } | { readonly kind: 'thrown'; readonly message: string };
