import type { StreamPart } from '../../host/stream/phases.js';
import type { StreamSession } from '../../host/stream/session.js';
import type { ConfigurationModule } from '../../host/support/settings/directive.js';
import type { EmbeddedVariables } from '../../host/variables/variables.js';
import { streamMapDirectives } from '../core/map/directives.js';
import { contentHandlers } from './content.js';
import { streamDirectives } from './directives.js';
import { embeddedVariable } from './embedded.js';

/** The stream server itself: its directives, variables and phases. */
export const streamModule: ConfigurationModule & StreamPart & { readonly variables: EmbeddedVariables<StreamSession> } =
  {
    name: 'stream',
    directives: [
      { name: 'stream', contexts: ['main'], arity: [0, 0], opens: 'stream', variables: embeddedVariable, once: true },
      ...streamDirectives,
      ...streamMapDirectives,
    ],
    variables: embeddedVariable,
    phases: contentHandlers,
  };
