import type { Block } from '../../host/support/settings/block.js';
import type { ConfigurationModule, DirectiveRule } from '../../host/support/settings/directive.js';
import type { ConfigurationPosition } from '../../host/support/settings/error.js';
import type { EmbeddedVariable, EmbeddedVariables } from '../../host/variables/variables.js';
import type { Eventual } from '../../host/support/eventual.js';
import { accessDirectives } from '../modules/access/directives.js';
import { httpDirectives } from './directives.js';
import { embeddedVariable } from './embedded.js';
import { errorPageDirectives } from '../errors/directives.js';
import { describingBody, type OutputFilter, omittingBody } from '../../host/http/filters.js';
import type { HttpPhaseHandler } from '../../host/http/phases.js';
import { checkProxySettings } from '../proxy/directives.js';
import type { HttpRequest } from '../../host/http/request.js';
import { routing } from './routing.js';
import { addedHeaderDirectives } from '../static/added-headers.js';
import { checkingConditions } from '../static/conditions.js';
import { setDefaultRoot, staticDirectives } from '../static/settings.js';
import { subrequestDirectives } from '../../host/http/subrequests/directives.js';
import { tlsDirectives } from '../tls/settings.js';
import { wireDirectives } from '../wire/settings.js';

/** What a module of the host contributes to the HTTP server. */
export interface HttpPart {
  /** What it does with requests. Handlers of one phase run in the order of the modules. */
  readonly phases: readonly HttpPhaseHandler[];
  /** What it does with responses, first come first. */
  readonly filters: readonly OutputFilter[];
  /** Called when a request has come into another block, or is about to be refused there. */
  readonly entered?: (request: HttpRequest) => Eventual<void>;
}

/** A module that the HTTP server works without: nothing of the host knows it but the list of modules. */
export interface HttpModule extends ConfigurationModule, HttpPart {
  /** By their lower-case names. */
  readonly variables?: Readonly<Record<string, EmbeddedVariable<HttpRequest>>>;
  /** Looks at a whole `http` block, and knows where that ends. Throws ConfigurationError. */
  readonly check?: (http: Block, end: ConfigurationPosition) => void;
}

/** The HTTP server itself, with the modules that it has. */
export interface HttpCore extends ConfigurationModule, HttpPart {
  readonly variables: EmbeddedVariables<HttpRequest>;
  /** In the order in which their handlers of one phase run, and their filters. */
  readonly modules: readonly HttpModule[];
}

/** The directives, variables and phases of an HTTP server that has some modules. */
export function httpWith(modules: readonly HttpModule[]): HttpCore {
  const own: HttpModule['variables'] = Object.assign({}, ...modules.map(({ variables }) => variables));
  const variables: HttpCore['variables'] = (name) =>
    own !== undefined && Object.hasOwn(own, name) ? own[name] : embeddedVariable(name);
  return {
    name: 'http',
    directives: directivesWith(modules, variables),
    variables,
    modules,
    phases: routing,
    filters: [checkingConditions, describingBody, omittingBody],
  };
}

function directivesWith(modules: readonly HttpModule[], variables: HttpCore['variables']): readonly DirectiveRule[] {
  const close: DirectiveRule['close'] = (block, end) => {
    checkProxySettings(block, end);
    for (const { check } of modules) check?.(block, end);
  };
  return [
    {
      name: 'http',
      contexts: ['main'],
      arity: [0, 0],
      opens: 'http',
      variables,
      once: true,
      read: setDefaultRoot,
      close,
    },
    ...httpDirectives,
    ...accessDirectives,
    ...errorPageDirectives,
    ...subrequestDirectives,
    ...wireDirectives,
    ...staticDirectives,
    ...addedHeaderDirectives,
    ...tlsDirectives,
  ];
}
