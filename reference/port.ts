/**
 * The one typed way from a realm to the host. Everything that crosses is a primitive, a callback, or bytes that the realm
 * owns; the host never hands its own objects to a script. Compiled in both worlds, so it holds types alone.
 */

/** How a port call ended. Errors cross as a name and a message; the realm throws its own error object. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly name: string; readonly message: string };
