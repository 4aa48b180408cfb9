import type { HttpPart } from '../module.js';
import { checkAddress } from './addresses.js';
import { askLocation } from './auth-request.js';
import { denied } from './satisfy.js';

/** The host's own checkers of access. Those of scripts come before them. */
export const accessChecks: HttpPart = {
  phases: [
    { phase: 'access', handle: checkAddress },
    { phase: 'access', handle: askLocation },
    { phase: 'post-access', handle: denied },
  ],
  filters: [],
};
