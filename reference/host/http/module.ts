import type { ConfigurationModule } from '../configuration/directive.js';
import type { EmbeddedVariables } from '../core/variables.js';
import { httpDirectives } from './directives.js';
import { embeddedVariable } from './embedded.js';
import { describingBody, type OutputFilter, omittingBody } from './filters.js';
import type { HttpPhaseHandler } from './phases.js';
import type { HttpRequest } from './request.js';
import { routing } from './routing.js';

/** What a module of the host contributes to the HTTP server. */
export interface HttpPart {
  /** What it does with requests. Handlers of one phase run in the order of the modules. */
  readonly phases: readonly HttpPhaseHandler[];
  /** What it does with responses, first come first. */
  readonly filters: readonly OutputFilter[];
}

/** The HTTP server itself: its directives, variables and phases. */
export const httpModule: ConfigurationModule & HttpPart & { readonly variables: EmbeddedVariables<HttpRequest> } = {
  name: 'http',
  directives: [
    { name: 'http', contexts: ['main'], arity: [0, 0], opens: 'http', variables: embeddedVariable, once: true },
    ...httpDirectives,
  ],
  variables: embeddedVariable,
  phases: routing,
  filters: [describingBody, omittingBody],
};
