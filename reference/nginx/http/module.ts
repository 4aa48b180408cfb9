import { describingBody, omittingBody } from '../../host/http/filters.js';
import type { HttpPart } from '../../host/http/phases.js';
import type { HttpRequest } from '../../host/http/request.js';
import { subrequestDirectives } from '../../host/http/subrequests/directives.js';
import type { ConfigurationModule, DirectiveRule } from '../../host/support/settings/directive.js';
import type { EmbeddedVariables } from '../../host/variables/variables.js';
import { errorPageDirectives } from '../errors/directives.js';
import { accessDirectives } from '../modules/access/directives.js';
import type { HttpModule } from '../modules/http-module.js';
import { checkProxySettings } from '../proxy/directives.js';
import { addedHeaderDirectives } from '../static/added-headers.js';
import { checkingConditions } from '../static/conditions.js';
import { setDefaultRoot, staticDirectives } from '../static/settings.js';
import { tlsDirectives } from '../tls/settings.js';
import { wireDirectives } from '../wire/settings.js';
import { httpDirectives } from './directives.js';
import { httpVariable } from './embedded.js';
import { routing } from './routing.js';

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
    own !== undefined && Object.hasOwn(own, name) ? own[name] : httpVariable(name);
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
