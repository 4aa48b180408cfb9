import type { HttpPart } from '../../http/module.js';
import { checkAddress } from './addresses.js';
import { denied } from './satisfy.js';

/** The host's own checkers of access. Those of scripts come before them. */
export const accessChecks: HttpPart = {
  phases: [
    { phase: 'access', handle: checkAddress },
    { phase: 'post-access', handle: denied },
  ],
  filters: [],
};
