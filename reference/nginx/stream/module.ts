import type { StreamPart } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import type { ConfigurationModule, DirectiveRule } from '../../host/support/settings/directive.js';
import type { EmbeddedVariables } from '../../host/variables/variables.js';
import { streamMapDirectives } from '../core/map/directives.js';
import type { StreamModule } from '../modules/stream-module.js';
import { contentHandlers } from './content.js';
import { streamDirectives } from './directives.js';
import { streamVariable } from './embedded.js';

/** The stream server itself, with the modules that it has. */
export interface StreamCore extends ConfigurationModule, StreamPart {
  readonly variables: EmbeddedVariables<StreamSession>;
  /** In the order in which their handlers of one phase run. */
  readonly modules: readonly StreamModule[];
}

/** The directives, variables and phases of a stream server that has some modules. */
export function streamWith(modules: readonly StreamModule[]): StreamCore {
  const own: StreamModule['variables'] = Object.assign({}, ...modules.map(({ variables }) => variables));
  const variables: StreamCore['variables'] = (name) =>
    own !== undefined && Object.hasOwn(own, name) ? own[name] : streamVariable(name);
  const close: DirectiveRule['close'] = (block, end) => {
    for (const { check } of modules) check?.(block, end);
  };
  return {
    name: 'stream',
    directives: [
      { name: 'stream', contexts: ['main'], arity: [0, 0], opens: 'stream', variables, once: true, close },
      ...streamDirectives,
      ...streamMapDirectives,
    ],
    variables,
    modules,
    phases: contentHandlers,
  };
}
