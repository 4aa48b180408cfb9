import type { PeriodicSessionPort } from '../../../port/periodic-session.js';
import { defineTag, hideConstructor } from '../../support/members.js';
import { createRawVariables, createVariables } from '../http-request/variables.js';

/** Makes the object that handlers of `js_periodic` receive. */
export function createPeriodicSession(port: PeriodicSessionPort): object {
  return new PeriodicSession(port);
}

/** 2/periodic-session-object */
class PeriodicSession {
  readonly #variables: object;
  readonly #rawVariables: object;

  constructor(port: PeriodicSessionPort) {
    this.#variables = createVariables(port.variables);
    this.#rawVariables = createRawVariables(port.variables);
  }

  /** 2/periodic-session-object/periodic-session-variables */
  get variables(): object {
    return this.#variables;
  }

  /** 2/periodic-session-object/periodic-session-raw-variables */
  get rawVariables(): object {
    return this.#rawVariables;
  }
}
defineTag(PeriodicSession.prototype, 'PeriodicSession');
hideConstructor(PeriodicSession.prototype);
