import { bodyDirectives } from '../../host/http/body/settings.js';
import { describingBody, omittingBody } from '../../host/http/filters.js';
import type { HttpDecision, HttpPart } from '../../host/http/phases.js';
import type { HttpRequest } from '../../host/http/request.js';
import { limitBody } from '../../host/http/request-body.js';
import { subrequestDirectives } from '../../host/http/subrequests/directives.js';
import { declined } from '../../host/support/phases.js';
import type { ConfigurationModule, DirectiveRule } from '../../host/support/settings/directive.js';
import type { EmbeddedVariables } from '../../host/variables/variables.js';
import { errorPageDirectives } from '../errors/directives.js';
import { loggingDirectives } from '../logging/directives.js';
import { blockWith, type HttpModule } from '../modules/module.js';
import { rewriteDirectives } from '../rewrite/directives.js';
import { rewriteByLocation, rewriteByServer } from '../rewrite/run.js';
import { limitExcept } from '../servers/limit-except.js';
import { location } from '../servers/location-pattern.js';
import { findLocation } from '../servers/locations.js';
import { serverNames } from '../servers/names.js';
import { internal, listens } from '../servers/servers.js';
import { checkingConditions } from '../static/conditions.js';
import { setDefaultRoot, staticDirectives } from '../static/settings.js';
import { defaultType, types } from '../static/types.js';
import { tlsDirectives } from '../tls/settings.js';
import { wireDirectives } from '../wire/settings.js';
import { httpVariable } from './embedded.js';

/** The HTTP server itself, with its modules. */
export interface HttpCore extends ConfigurationModule, HttpPart {
  readonly variables: EmbeddedVariables<HttpRequest>;
  /** In the order in which their handlers of one phase and their filters run. */
  readonly modules: readonly HttpModule[];
}

/** The directives, variables and phases of an HTTP server with some modules. */
export function httpWith(modules: readonly HttpModule[]): HttpCore {
  const block = blockWith(modules, httpVariable);
  const only = { contexts: ['main'], arity: [0, 0], opens: 'http', once: true } as const;
  return {
    name: 'http',
    directives: [{ name: 'http', ...only, ...block, read: setDefaultRoot }, ...directives],
    variables: block.variables,
    modules,
    phases: [
      { phase: 'server-rewrite', handle: rewriteByServer },
      { phase: 'find-location', handle: locate },
      { phase: 'find-location', handle: limitBody },
      { phase: 'rewrite', handle: rewriteByLocation },
    ],
    filters: [checkingConditions, describingBody, omittingBody],
  };
}

/** Directives of an `http` block. */
const directives: readonly DirectiveRule[] = [
  { name: 'server', contexts: ['http'], arity: [0, 0], opens: 'server' },
  { name: 'location', contexts: ['server', 'location'], arity: [1, 2], opens: 'location', read: location },
  limitExcept,
  ...[listens, serverNames, internal, defaultType, types],
  ...rewriteDirectives,
  ...bodyDirectives,
  ...loggingDirectives,
  ...errorPageDirectives,
  ...subrequestDirectives,
  ...wireDirectives,
  ...staticDirectives,
  ...tlsDirectives,
];

function locate(request: HttpRequest): HttpDecision {
  request.route.match = findLocation(request.arrival.server, request.route.uri);
  const location = request.route.match?.location;
  // Without a location the directives of the server apply.
  if (location === undefined) return declined;
  return request.route.internal || !location.internal ? declined : { kind: 'refused', status: 404 };
}
