import type { VariablePort } from './variables.js';

/** The host side of a periodic session object. */
export interface PeriodicSessionPort {
  readonly variables: VariablePort;
}
