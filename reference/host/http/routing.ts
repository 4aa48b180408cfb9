import type { Block } from '../configuration/block.js';
import { answered, declined } from '../core/phases.js';
import { limitBody } from './body-phases.js';
import { rewriteSteps } from './directives.js';
import { findLocation } from './locations.js';
import type { HttpDecision, HttpPhaseHandler } from './phases.js';
import type { HttpRequest } from './request.js';
import { sendReturn } from './response.js';

/** What the HTTP server itself does in the phases. */
export const routing: readonly HttpPhaseHandler[] = [
  { phase: 'server-rewrite', handle: (request) => rewrite(request, request.arrival.server.block) },
  { phase: 'find-location', handle: locate },
  { phase: 'find-location', handle: limitBody },
  { phase: 'rewrite', handle: (request) => rewrite(request, request.block) },
];

function locate(request: HttpRequest): HttpDecision {
  request.match = findLocation(request.arrival.server, request.uri);
  const location = request.match?.location;
  if (location === undefined) return { kind: 'refused', status: 404 };
  if (!location.internal) return declined;
  return request.internal ? declined : { kind: 'refused', status: 404 };
}

/** Runs rewrite steps in the order written, up to one that answers. */
function rewrite(request: HttpRequest, block: Block): HttpDecision {
  for (const step of rewriteSteps.of(block)) {
    switch (step.kind) {
      case 'set':
        request.variables.assign(step.name, request.variables.evaluate(step.value));
        break;
      case 'return': {
        const text = step.text === undefined ? undefined : request.variables.evaluate(step.text);
        sendReturn(request, step.status, text === undefined ? undefined : Buffer.from(text, 'latin1'));
        return answered;
      }
    }
  }
  return declined;
}
