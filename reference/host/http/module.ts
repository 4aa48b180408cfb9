import type { ConfigurationModule } from '../configuration/directive.js';
import type { EmbeddedVariables } from '../core/variables.js';
import type { Eventual } from '../eventual.js';
import { accessDirectives } from './access/directives.js';
import { httpDirectives } from './directives.js';
import { embeddedVariable } from './embedded.js';
import { errorPageDirectives } from './errors/directives.js';
import { describingBody, type OutputFilter, omittingBody } from './filters.js';
import type { HttpPhaseHandler } from './phases.js';
import { checkProxySettings } from './proxy/directives.js';
import type { HttpRequest } from './request.js';
import { routing } from './routing.js';
import { addedHeaderDirectives } from './static/added-headers.js';
import { checkingConditions } from './static/conditions.js';
import { setDefaultRoot, staticDirectives } from './static/settings.js';
import { subrequestDirectives } from './subrequests/directives.js';
import { tlsDirectives } from './tls/settings.js';
import { wireDirectives } from './wire/settings.js';

/** What a module of the host contributes to the HTTP server. */
export interface HttpPart {
  /** What it does with requests. Handlers of one phase run in the order of the modules. */
  readonly phases: readonly HttpPhaseHandler[];
  /** What it does with responses, first come first. */
  readonly filters: readonly OutputFilter[];
  /** Called when a request has come into another block, or is about to be refused there. */
  readonly entered?: (request: HttpRequest) => Eventual<void>;
}

/** The HTTP server itself: its directives, variables and phases. */
export const httpModule: ConfigurationModule & HttpPart & { readonly variables: EmbeddedVariables<HttpRequest> } = {
  name: 'http',
  directives: [
    {
      name: 'http',
      contexts: ['main'],
      arity: [0, 0],
      opens: 'http',
      variables: embeddedVariable,
      once: true,
      read: setDefaultRoot,
      close: checkProxySettings,
    },
    ...httpDirectives,
    ...accessDirectives,
    ...errorPageDirectives,
    ...subrequestDirectives,
    ...wireDirectives,
    ...staticDirectives,
    ...addedHeaderDirectives,
    ...tlsDirectives,
  ],
  variables: embeddedVariable,
  phases: routing,
  filters: [checkingConditions, describingBody, omittingBody],
};
