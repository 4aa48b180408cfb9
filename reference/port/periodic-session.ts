import type { VariablePort } from './variables.js';

/** Behind a periodic session object. */
export interface PeriodicSessionPort {
  readonly variables: VariablePort;
}
